/** What a manifest says about an address, and the differences of a response from it. */
import type { DeployedFile, DeploymentManifest } from "./deployment.ts";
import { printable } from "./printable.ts";

/** One difference. */
export interface Finding {
  /** The address, as it was requested. */
  readonly url: string;
  readonly kind: "unreachable" | "status" | "bytes" | "header";
  /** The header's name. */
  readonly header?: string;
  readonly expected: string;
  /** At most 300 characters, without control characters. */
  readonly actual: string;
}

/** The maximum length of an actual value in a finding. */
export const maxShown = 300;

/**
 * The files that an address may return: one for an address of the manifest; for another query of the frame or of the texts, those
 * of its release and environment, in every language; for a script, its file, whatever the query is.
 *
 * @param path path and query below the base address, without a slash at the beginning
 */
export function filesAt({ files }: DeploymentManifest, path: string): readonly DeployedFile[] {
  const exact = files.find(({ url }) => url === path);
  if (exact) return [exact];
  const [name = "", query = ""] = path.split(/\?(.*)/s);
  const environment = new URLSearchParams(query).get("environment") ?? "";
  const start = name.endsWith("/frame") ? `${name}?environment=${environment}&` : `${name}?`;
  return files.filter(({ url }) => url === name || url.startsWith(start));
}

/** Headers about the connection, the server and its caches. Every other header that the manifest lacks is a difference. */
const transportHeader =
  /^(accept-ranges|age|connection|content-encoding|content-length|date|etag|keep-alive|last-modified|server|transfer-encoding|vary|via|x-cache.*|x-served-by|x-timer|cf-.+|x-amz-cf-.+)$/;

/**
 * Compares all headers of a response.
 *
 * @param accepted lower-case names of headers that a proxy may add, with any value
 */
export function compareHeaders(
  url: string,
  expected: Readonly<Record<string, string>>,
  actual: Headers,
  accepted: readonly string[] = [],
): readonly Finding[] {
  const changed = Object.entries(expected).flatMap(([name, value]) => {
    const found = actual.get(name);
    if (name === "vary" ? lists(found, value) : found === value) return [];
    const shown = found === null ? "(absent)" : printable(found, maxShown);
    return [{ url, kind: "header", header: name, expected: value, actual: shown } as const];
  });
  const added = [...actual]
    .filter(
      ([name]) => !(Object.hasOwn(expected, name) || transportHeader.test(name) || accepted.includes(name)),
    )
    .map(([name, value]): Finding => {
      const header = printable(name, maxShown);
      return { url, kind: "header", header, expected: "(absent)", actual: printable(value, maxShown) };
    });
  return [...changed, ...added];
}

/** Whether a `Vary` header contains a name; a proxy may have added others. */
function lists(found: string | null, name: string): boolean {
  const names = (found ?? "").toLowerCase().split(",");
  return names.some((part) => part.trim() === name.toLowerCase());
}
