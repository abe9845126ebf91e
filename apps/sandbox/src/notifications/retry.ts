/** The retry schedule of notifications: after 5 s, 30 s, 2 min, 10 min and 1 h, then never (*assumption*). */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** Waits between one attempt and the next, in milliseconds. */
export const retryDelaysMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  60 * minuteMs,
] as const;

/** How long a receiver may take to answer by default, in milliseconds of the machine's time (*assumption*). */
export const answerWithinMs = 15 * secondMs;

/** When the attempt after the `failures`-th failure is due; `undefined` if the schedule is exhausted. */
export function retryAt(failures: number, attemptedAt: Date): Date | undefined {
  const delay = retryDelaysMs[failures - 1];
  return delay === undefined ? undefined : new Date(attemptedAt.getTime() + delay);
}
