/** Hashes of report bodies, to recognise the same report. */
import { sha256, toBase64Url, utf8 } from "./bytes.ts";

/** A short hash of a body: 96 bits of SHA-256. */
export async function digest(body: unknown): Promise<string> {
  return toBase64Url((await sha256(utf8(JSON.stringify(body) ?? ""))).slice(0, 12));
}
