/**
 * A request's input, converted from the bytes of a body or the text of a query to a JSON value that can be checked and
 * stored. The refusals here come before any schema check, and no message repeats the input.
 */
import { decodeQuery, FieldErrorList } from "@cardpane/gateway";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import { badField, Refusal } from "../errors.ts";

/** The maximum size of an operation's body, in bytes (*assumption*). */
export const maxBodyBytes = 64 * 1024;
/** Room for the deepest value of `metadata` (32 levels) within its body. */
const maxDepth = 34;

/** Lone surrogates, and NUL: JSON can contain them, PostgreSQL cannot store them. */
const unstorable = /\0|\p{Surrogate}/u;

/** A path of a table of operations in the router's syntax. */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Refuses with 413 a request whose body is larger, before a handler reads it. */
export function limitBody(maxBytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new Refusal(413);
    },
  });
}

/** The bodies by which clients say that they send nothing: none, or PHP's empty list. */
const empty = /^\s*(\[\s*\])?\s*$/;

/**
 * Reads the body of an operation. If the operation requires no field, an empty body and `[]` mean `{}`.
 *
 * @throws Refusal 400 for a content type other than JSON, and as {@link readText}.
 */
export async function readBody(request: Request, schema: z.core.$ZodType): Promise<string> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  const text = await readText(request);
  const isJson = type === "application/json";
  if ((isJson || text === "") && empty.test(text) && z.safeParse(schema, {}).success) return "{}";
  if (!isJson) throw badField("Content-Type", "must be application/json");
  return text;
}

/**
 * Reads a body as text. {@link limitBody} limits its length.
 *
 * @throws Refusal 400 for bytes that are not UTF-8.
 */
export async function readText(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badField("(body)", "must be UTF-8");
  }
}

/**
 * Parses a body.
 *
 * @throws Refusal 400 for malformed JSON, for JSON nested too deeply, and for text that cannot be stored, naming its path.
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
 * Decodes the query of a GET into the operation's input.
 *
 * @throws Refusal 400 for text that cannot be stored, naming its path.
 */
export function parseQuery(schema: z.core.$ZodType, url: string): unknown {
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
  if (path.length > maxDepth) throw badField(where, `must not be nested deeper than ${maxDepth} levels`);
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
