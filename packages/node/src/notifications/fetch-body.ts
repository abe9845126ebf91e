/** Reads a request body up to a maximum size, from a Fetch or a Node stream. */
import { type Bytes, utf8 } from "./bytes.ts";

/** A request of Fetch, known by its shape: servers bring classes of their own, and a clone can be of another class. */
export interface FetchRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body?: unknown;
  readonly bodyUsed?: boolean;
  text(): Promise<string>;
}

/** A body that was not read yet, or the body that a framework parsed. */
export type ReceivedBody =
  /** Reads the raw bytes; `undefined` if there are more than `maxBytes`. Rejects if the connection breaks off. */
  | { readonly read: (maxBytes: number) => Promise<Bytes | undefined> }
  | { readonly parsed: unknown }
  | "consumed";

/** The body of a Fetch request. */
export function fetchBody(request: FetchRequest): ReceivedBody {
  if (request.bodyUsed) return "consumed";
  const body: object = Object(request.body);
  if (Symbol.asyncIterator in body) return { read: (max) => collect(body as AsyncIterable<unknown>, max) };
  return { read: async (max) => collect([utf8(await request.text())], max) };
}

/**
 * Maximum number of bytes beyond the limit that are read and discarded. Node closes the connection if a stream is not read to
 * its end, and the sender would get that instead of the response.
 */
const maxDiscardedBytes = 4_194_304;

/** Reads all bytes of a stream; `undefined` if there are more than `maxBytes`. An endless stream is abandoned. */
export async function collect(
  chunks: AsyncIterable<unknown> | Iterable<unknown>,
  maxBytes: number,
): Promise<Bytes | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const part = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
    if (!(part instanceof Uint8Array)) throw new TypeError("a stream of bytes was expected");
    length += part.length;
    if (length > maxBytes + maxDiscardedBytes) return undefined;
    if (length <= maxBytes) parts.push(part);
  }
  if (length > maxBytes) return undefined;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
