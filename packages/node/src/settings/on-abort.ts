/** One listener of a signal for all calls that share it: Node.js 20 warns of more than ten, and a shutdown signal serves all calls. */

const shared = new WeakMap<
  AbortSignal,
  { readonly listeners: Set<() => void>; readonly abort: () => void }
>();

/** Calls `listener` when the signal aborts. Returns a function that ends it; with the last one, nothing listens any more. */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (!signal) return () => undefined;
  let entry = shared.get(signal);
  if (!entry) {
    const listeners = new Set<() => void>();
    entry = {
      listeners,
      abort: () => {
        for (const each of listeners) each();
      },
    };
    shared.set(signal, entry);
    signal.addEventListener("abort", entry.abort, { once: true });
  }
  const { listeners, abort } = entry;
  // A function of its own, so that one listener may be given twice.
  const own = () => listener();
  listeners.add(own);
  return () => {
    listeners.delete(own);
    if (listeners.size > 0 || shared.get(signal)?.listeners !== listeners) return;
    signal.removeEventListener("abort", abort);
    shared.delete(signal);
  };
}
