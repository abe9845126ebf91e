/**
 * Whether an object itself has a key, and not its prototype, to which other code of the page may have added keys. Not `Object.hasOwn`,
 * which the oldest supported browsers lack (Chrome 92).
 */
export function hasOwn(object: object, key: PropertyKey): boolean {
  return Object.getOwnPropertyDescriptor(object, key) !== undefined;
}
