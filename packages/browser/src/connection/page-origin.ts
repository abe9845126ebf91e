/**
 * The page's origin; the text `null` if it is opaque, which `location.origin` does not tell. A page may have a variable `origin` of its own, and
 * DOM simulators have none.
 */
export function pageOrigin(): string {
  const { origin } = globalThis;
  return origin === "null" || /^https?:\/\/[^/]+$/.test(origin) ? origin : location.origin;
}
