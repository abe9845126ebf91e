/** Ids as they leave the sandbox and come back: numeric strings of at least nine digits (*assumption*). */

/** The number of an id, or `undefined` for what cannot be one. */
export function parsePublicId(id: string): number | undefined {
  return /^[1-9]\d{8,14}$/.test(id) ? Number(id) : undefined;
}

/** Whether a text can name a page: ids of pages are UUIDs or base64url, and nothing else is looked for. */
export function isPageId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}
