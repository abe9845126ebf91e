/**
 * `Retry-After` of a gateway that answers 429 (RFC 9110, 10.2.3): seconds, or a date. A browser shows it to the frame only where the
 * gateway's CORS answer exposes it.
 */

/** No answer keeps a shopper waiting for longer; nor does a date that the clock of the shopper's machine puts far away. */
const maxRetryAfterSeconds = 15 * 60;
/** The wait where the header is missing, hidden or cannot be read (*assumption*). */
const defaultRetryAfterSeconds = 30;

/**
 * Reads the header.
 *
 * @param now Unix milliseconds by the shopper's clock, for a date.
 * @returns whole seconds from 1 to {@link maxRetryAfterSeconds}.
 */
export function readRetryAfter(header: string | null, now: number): number {
  const text = header?.trim() ?? "";
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : / GMT$/.test(text)
      ? Math.ceil((Date.parse(text) - now) / 1000)
      : Number.NaN;
  if (Number.isNaN(seconds)) return defaultRetryAfterSeconds;
  return Math.min(maxRetryAfterSeconds, Math.max(1, seconds));
}
