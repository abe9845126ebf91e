/** A signal that aborts after a while. Unlike `AbortSignal.timeout()` it follows a test's clock. */
export function abortAfter(ms: number): AbortSignal {
  const deadline = new AbortController();
  setTimeout(() => deadline.abort(), ms);
  return deadline.signal;
}
