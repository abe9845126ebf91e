/** The source of the secret key: a setting, or a file beside the data that only its owner can read. */
import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SandboxError } from "../errors.ts";
import { keyBytes } from "./vault.ts";

const keyFile = "encryption.key";

/**
 * Reads a key written as 64 hexadecimal digits or as base64 of 32 bytes.
 *
 * @throws SandboxError when it is neither; the message does not repeat it.
 */
export function parseKey(text: string): Uint8Array {
  const trimmed = text.trim();
  const key = /^[0-9a-fA-F]{64}$/.test(trimmed)
    ? Buffer.from(trimmed, "hex")
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)
      ? Buffer.from(trimmed, "base64")
      : undefined;
  if (key?.length === keyBytes) return key;
  throw new SandboxError(
    "bad-key",
    `The encryption key must be ${keyBytes} bytes, as ${keyBytes * 2} hexadecimal digits or as base64.`,
  );
}

/** A new key, for a sandbox that stores nothing. */
export function randomKey(): Uint8Array {
  return randomBytes(keyBytes);
}

/**
 * The key of a data folder, created on the first start.
 *
 * @throws SandboxError if others than the owner may read the file, or if it contains no key.
 */
export async function keyOfFolder(folder: string): Promise<Uint8Array> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, keyFile);
  // Written whole and then linked into place: another process that starts now reads a complete key or creates one.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${Buffer.from(randomKey()).toString("base64")}\n`, { mode: 0o600, flush: true });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  // Windows has no such mode bits; on every other system, a key that others can read defeats the encryption.
  if (process.platform !== "win32" && ((await stat(path)).mode & 0o077) !== 0) {
    throw new SandboxError("key-readable", `Others can read ${path}. Run: chmod 600 ${path}`);
  }
  return parseKey(await readFile(path, "utf8"));
}
