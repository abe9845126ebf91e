/**
 * The time after which a test, a step or a wait counts as hung, on any machine: long enough to be no limit for a slow one. All
 * such guards are this one; a time that is the subject of a test is on a clock that the test sets.
 */
export const hangMs = 5 * 60_000;
