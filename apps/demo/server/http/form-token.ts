/** The one-time token of a form: one that is submitted twice is one request. */
import { randomBytes } from "node:crypto";

/** Creates a token. */
export function freshFormToken(): string {
  return randomBytes(12).toString("base64url");
}

/** Reads the token of a form; `undefined` if it is invalid. */
export function readFormToken({ formToken }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof formToken === "string" && /^[\w-]{12,24}$/.test(formToken) ? formToken : undefined;
}
