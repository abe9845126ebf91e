/** Ids outside the sandbox: numeric strings of at least nine digits (*assumption*), and unguessable ones. */
import { randomBytes } from "node:crypto";

/** 192 unguessable bits, safe in a URL: pages of second steps, API keys, tokens of customers. */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** Parses an id; `undefined` for a text that cannot be one. */
export function parsePublicId(id: string): number | undefined {
  return /^[1-9]\d{8,14}$/.test(id) ? Number(id) : undefined;
}

/** Whether a text can be the id of a page: a UUID or base64url. No other text is looked up. */
export function isPageId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}
