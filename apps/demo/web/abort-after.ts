/** A signal that aborts after a time. Unlike `AbortSignal.timeout()`, it uses `setTimeout`, which tests can control. */
export function abortAfter(ms: number): AbortSignal {
  const deadline = new AbortController();
  setTimeout(() => deadline.abort(), ms);
  return deadline.signal;
}
