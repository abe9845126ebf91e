/**
 * Reads the body of a notification, and never more of it than the largest notification has. Payments, verifyNotification and the
 * wallet share it, and its rule: JSON in bytes is what the gateway sent, so all of it is read. The value of a body parser is that only
 * if it has a member that notifications have: parsers leave `{}`, envelopes and forms of what they do not know.
 */
import { isRecord } from "@cardpane/contract/record";
import { parseJson } from "../call/response.ts";
import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import { type Bytes, concat, utf8 } from "./bytes.ts";
import type { Audience } from "./signed-url.ts";

/** Members of a notification: each has at least one. */
const members: Readonly<Record<Audience, readonly string[]>> = {
  payment: ["payment", "type", "event", "subscription", "consumer", "metadata"],
  wallet: ["id", "userId", "paymentAccountId"],
};

/** The content of a body. */
export interface NotificationBody {
  /** Empty if a framework parsed the body and no signature covers its bytes. */
  readonly bytes: Bytes;
  /** The parsed JSON; `undefined` if the body is no JSON, or a value that no notification can be. */
  readonly body: unknown;
}

/** Maximum size of a body. A notification has a few kilobytes. */
const maxBytes = 262_144;

/**
 * Maximum number of bytes beyond the limit that are read and discarded. Node closes the connection if a stream is not read to
 * its end, and the sender would get that instead of the response.
 */
const maxDiscardedBytes = 4_194_304;

/**
 * Reads a body.
 *
 * @param body a stream, a Blob, bytes or text, or the value that a body parser made of them; `undefined` if it was read before
 * @param needsBytes whether the signature covers the raw bytes, which a body parser does not leave
 */
export async function readBody(
  body: unknown,
  needsBytes: boolean,
  audience: Audience,
): Promise<NotificationBody | Extract<NotificationRefusalCode, `body_${string}`>> {
  if (body === undefined) return "body_consumed";
  const chunks = chunksOf(body);
  if (!chunks) {
    return needsBytes
      ? "body_consumed"
      : { bytes: new Uint8Array(), body: readParsed(body, members[audience]) };
  }
  let bytes: Bytes | undefined;
  try {
    bytes = await collect(chunks);
  } catch {
    return "body_broken";
  }
  if (!bytes) return "body_too_long";
  return { bytes, body: parseJson(new TextDecoder().decode(bytes)) };
}

/** The value of a body parser; `undefined` if it is none of a notification. */
function readParsed(body: unknown, known: readonly string[]): unknown {
  if (Array.isArray(body)) return body;
  // A FormData, a Map or another object of a class is no JSON.
  if (!isRecord(body) || Object.prototype.toString.call(body) !== "[object Object]") return undefined;
  const fields = Object.entries(body);
  // JSON that was posted as a form: the parser takes its text for names, and splits it at `=` and `&`.
  if (fields[0]?.[0].trimStart().startsWith("{")) {
    return parseJson(fields.map(([name, value]) => (value === "" ? name : `${name}=${value}`)).join("&"));
  }
  return known.some((name) => Object.hasOwn(body, name)) ? body : undefined;
}

/** The parts of a body that was not parsed; `undefined` for a parsed one. */
function chunksOf(body: unknown): AsyncIterable<unknown> | readonly unknown[] | undefined {
  if (body === null) return [];
  const bytes = bytesOf(body);
  if (bytes) return [bytes];
  if (typeof body !== "object") return undefined;
  if (Symbol.asyncIterator in body) return body as AsyncIterable<unknown>;
  if ("getReader" in body) return readStream(body as ReadableStream<unknown>);
  return "stream" in body && typeof body.stream === "function" ? chunksOf(body.stream()) : undefined;
}

/** Bytes of any realm, text, or a Buffer that was JSON in between; `undefined` for anything else. */
function bytesOf(value: unknown): Uint8Array | undefined {
  if (typeof value === "string") return utf8(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (/^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value)))
    return new Uint8Array(value as ArrayBuffer);
  const isBuffer = isRecord(value) && value["type"] === "Buffer" && Array.isArray(value["data"]);
  return isBuffer ? Uint8Array.from(value["data"] as number[]) : undefined;
}

/** Iterates over a stream of a runtime whose streams are not iterable. */
async function* readStream(stream: ReadableStream<unknown>): AsyncGenerator<unknown> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    // Whoever sends an abandoned stream learns that nobody reads on.
    await reader.cancel().catch(() => undefined);
  }
}

/** All bytes; `undefined` if there are too many. An endless stream is abandoned. */
async function collect(chunks: AsyncIterable<unknown> | readonly unknown[]): Promise<Bytes | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const part = bytesOf(chunk);
    if (!part) throw new TypeError("a stream of bytes was expected");
    length += part.length;
    if (length > maxBytes + maxDiscardedBytes) return undefined;
    if (length <= maxBytes) parts.push(part);
  }
  return length > maxBytes ? undefined : concat(parts);
}
