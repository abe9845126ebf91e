/**
 * A request's input, from the bytes of a body or the text of a query to a JSON value that can be checked and stored. What
 * is refused here is refused before any schema sees it, and no message repeats what was sent.
 */
import { decodeQuery, FieldErrorList } from "@cardpane/contract/gateway";
import type * as z from "zod";
import { badField, Refusal } from "../errors.ts";

/** The largest body that is read, in bytes (*assumption*). */
const bodyLimitBytes = 64 * 1024;
const deepest = 32;

/** Surrogates that stand alone, and NUL: JSON can say them, PostgreSQL cannot store them. */
const unstorable = /\0|\p{Surrogate}/u;

/**
 * Reads the body of an operation. A request that has none, and says nothing of its type, means `{}`: some operations take
 * nothing.
 *
 * @throws Refusal 400 for another content type than JSON, and as {@link readText}.
 */
export async function readBody(request: Request): Promise<string> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type === undefined && (await readText(request, 0).catch(() => undefined)) === "") return "{}";
  if (type !== "application/json") throw badField("Content-Type", "must be application/json");
  return readText(request, bodyLimitBytes);
}

/**
 * Reads a body as text.
 *
 * @throws Refusal 413 past the limit, 400 for bytes that are no UTF-8.
 */
export async function readText(request: Request, limitBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(request.body)) {
    length += chunk.length;
    if (length > limitBytes) throw new Refusal(413);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw badField("(body)", "must be UTF-8");
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    // Reached early when the limit is passed: the rest is not read.
    await reader.cancel();
  }
}

/**
 * Parses a body.
 *
 * @throws Refusal 400 for malformed JSON, for one nested beyond all use, and for text that cannot be stored, by its path.
 */
export function parseBody(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the input.
    throw badField("(body)", "must be well-formed JSON");
  }
  refuseUnstorable(value, "(body)");
  return value;
}

/**
 * Reads the query of a GET as the input that it stands for.
 *
 * @throws Refusal 400 for text that cannot be stored, by its path.
 */
export function parseQuery(schema: z.ZodType, url: string): unknown {
  const value = decodeQuery(schema, new URL(url).searchParams);
  refuseUnstorable(value, "(query)");
  return value;
}

function refuseUnstorable(value: unknown, where: "(body)" | "(query)"): void {
  const errors = new FieldErrorList();
  collectUnstorable(value, [], errors, where);
  if (Object.keys(errors.errors).length > 0) throw new Refusal(400, errors.errors);
}

function collectUnstorable(
  value: unknown,
  path: readonly PropertyKey[],
  errors: FieldErrorList,
  where: string,
): void {
  if (path.length > deepest) throw badField(where, `must not be nested deeper than ${deepest} levels`);
  if (typeof value === "string" && unstorable.test(value)) {
    errors.add(path, "must not hold NUL or lone surrogates");
  }
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) collectUnstorable(inner, [...path, index], errors, where);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (unstorable.test(key)) errors.add([...path, key], "must not hold NUL or lone surrogates in its name");
    collectUnstorable(inner, [...path, key], errors, where);
  }
}
