let reported = "";

/**
 * Reads something of the page that the form can do without: the look, the language, the scheme. A fault is logged, once in a row,
 * and costs only what was to be read.
 */
export function attempt<Value>(read: () => Value, fallback: Value): Value;
export function attempt(act: () => void): void;
export function attempt(read: () => unknown, fallback?: unknown): unknown {
  try {
    return read();
  } catch (fault) {
    if (reported !== String(fault)) console.error(fault);
    reported = String(fault);
    return fallback;
  }
}
