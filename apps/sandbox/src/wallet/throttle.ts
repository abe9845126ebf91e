/**
 * Limits on guessing codes. *Assumption*, all of it; the interface shows no limits:
 *
 *   five failures in a row are free; each further one delays the next attempt: 30 s, 1 min, 2 min
 *   ... 15 min at most
 *
 * A code is one of a million and three are valid at a time, so the remaining hundred guesses a day find one in 3,000 days.
 * A success, or a day without an attempt, resets the failures.
 */
/** Consecutive failed logins with one address at one merchant. */
export interface FailedLogins {
  readonly failures: number;
  readonly lastAt: Date;
}

const freeFailures = 5;
const firstWaitMs = 30_000;
const maxWaitMs = 15 * 60_000;
/** How long failures are remembered, in milliseconds. */
export const failureMemoryMs = 24 * 60 * 60_000;

/** How long the next attempt must wait, in milliseconds; 0 without a wait. */
export function waitMs({ failures, lastAt }: FailedLogins, now: Date): number {
  if (failures < freeFailures) return 0;
  const whole = Math.min(firstWaitMs * 2 ** (failures - freeFailures), maxWaitMs);
  const passed = now.getTime() - lastAt.getTime();
  // Concurrent requests may be a little older than the failure. A request that is much older comes from a clock that was
  // moved back, and would have to wait until the clock reaches the failure's time again.
  if (passed < -maxWaitMs) return 0;
  return Math.max(0, whole - passed);
}

/** The failures after one more. */
export function oneMore({ failures, lastAt }: FailedLogins, now: Date): FailedLogins {
  const isForgotten = now.getTime() - lastAt.getTime() >= failureMemoryMs;
  return { failures: isForgotten ? 1 : failures + 1, lastAt: now };
}
