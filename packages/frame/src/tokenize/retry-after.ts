/**
 * Reads `Retry-After` of a 429 response (RFC 9110, 10.2.3): seconds or a date. The frame can read it only if the gateway's CORS
 * response exposes it.
 */

/** The maximum wait. It also bounds a date that is far away only because the shopper's clock is wrong. */
const maxRetryAfterSeconds = 15 * 60;
/** The wait if the header is missing, not exposed or invalid (*assumption*). */
const defaultRetryAfterSeconds = 30;

/**
 * Reads the header.
 *
 * @param now Unix milliseconds of the shopper's clock, to which a date is compared
 * @returns whole seconds from 1 to {@link maxRetryAfterSeconds}
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
