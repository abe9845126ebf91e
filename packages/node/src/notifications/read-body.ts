/** Reads the body of a notification, and never more of it than the largest notification has. */
import { parseJson } from "../call/response.ts";
import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import { type Bytes, concat, utf8 } from "./bytes.ts";

/** The content of a body. */
export interface NotificationBody {
  /** Empty if a framework parsed the body and no signature covers its bytes. */
  readonly bytes: Bytes;
  /** The parsed JSON; `undefined` if the body is no JSON. */
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
 * @param body a stream, bytes or text, or the value that a body parser made of them; `undefined` if it was read before
 * @param needsBytes whether the signature covers the raw bytes, which a body parser does not leave
 */
export async function readBody(
  body: unknown,
  needsBytes: boolean,
): Promise<NotificationBody | Extract<NotificationRefusalCode, `body_${string}`>> {
  if (body === undefined) return "body_consumed";
  const chunks = chunksOf(body);
  if (!chunks) return needsBytes ? "body_consumed" : { bytes: new Uint8Array(), body };
  let bytes: Bytes | undefined;
  try {
    bytes = await collect(chunks);
  } catch {
    return "body_broken";
  }
  if (!bytes) return "body_too_long";
  return { bytes, body: parseJson(new TextDecoder().decode(bytes)) };
}

/** The parts of a body that was not parsed; `undefined` for a parsed one. */
function chunksOf(body: unknown): AsyncIterable<unknown> | readonly unknown[] | undefined {
  if (body === null) return [];
  if (typeof body === "string" || body instanceof Uint8Array) return [body];
  if (typeof body !== "object") return undefined;
  if (Symbol.asyncIterator in body) return body as AsyncIterable<unknown>;
  return "getReader" in body ? readStream(body as ReadableStream<unknown>) : undefined;
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
    const part = typeof chunk === "string" ? utf8(chunk) : chunk;
    if (!(part instanceof Uint8Array)) throw new TypeError("a stream of bytes was expected");
    length += part.length;
    if (length > maxBytes + maxDiscardedBytes) return undefined;
    if (length <= maxBytes) parts.push(part);
  }
  return length > maxBytes ? undefined : concat(parts);
}
