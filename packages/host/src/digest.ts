/** Subresource integrity by Web Crypto, which exists on Node and in workers. */

/** Subresource integrity of a file, `sha384-…`. */
export async function digest(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-384", bytes));
  return `sha384-${btoa(String.fromCharCode(...hash))}`;
}

/** The hash of an integrity in hexadecimal digits, for file names. */
export function hexOf(integrity: string): string {
  return Array.from(atob(integrity.slice("sha384-".length)), (char) =>
    char.charCodeAt(0).toString(16).padStart(2, "0"),
  ).join("");
}
