/** A UUID of any version, in either case. The gateway's schema `uuid` has the same rule; a test compares the two. */
export const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
