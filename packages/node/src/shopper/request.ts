/** The shopper's request to the merchant's server, in the shapes that servers hand out. */
import { isRecord } from "@cardpane/contract/record";
import type { AddressSource } from "./address.ts";

/** Headers as Node and Express have them, or as Fetch has them. */
export type RequestHeaders =
  | { readonly [name: string]: string | readonly string[] | undefined }
  | { get(name: string): string | null };

/** A request of `node:http`, and of everything built on it (Express, Connect, Fastify, Koa's `ctx.req`). */
export interface NodeRequest {
  readonly headers: RequestHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Headers of a Fetch request, with the address that only the server knows. */
export interface RequestWithAddress {
  readonly headers: RequestHeaders;
  /** Address of the connection's other end; the shopper's own, or that of your nearest proxy. */
  readonly remoteAddress: string;
}

/**
 * Headers alone, where the server knows no address (Next, serverless functions): the address is the one that your own proxies
 * write into a header, so `proxyDepth` must be 1 or more.
 */
export interface ForwardedRequest {
  readonly headers: RequestHeaders;
  readonly remoteAddress?: undefined;
  /** A Fetch `Request` has this property and is refused: it does not know the shopper's address. */
  readonly url?: never;
}

/**
 * The shopper's request. A bare Fetch `Request` does not know who sent it: pass `{ headers, remoteAddress }`, or, with a
 * `proxyDepth`, `{ headers }`.
 */
export type ShopperRequest = NodeRequest | RequestWithAddress | ForwardedRequest;

/** One way to read every shape. Express's `req.ip` is never read: it follows a setting of its own. */
export function readRequest(request: unknown): AddressSource {
  if (!isRecord(request)) return { remoteAddress: undefined, header: () => undefined };
  const { headers, socket } = request;
  const address = request["remoteAddress"] ?? (isRecord(socket) ? socket["remoteAddress"] : undefined);
  return {
    remoteAddress: typeof address === "string" ? address : undefined,
    header: (name) => readHeader(headers, name),
  };
}

function readHeader(headers: unknown, name: string): string | undefined {
  if (!isRecord(headers)) return undefined;
  if (typeof headers["get"] === "function") {
    const value: unknown = headers["get"](name);
    return typeof value === "string" ? value : undefined;
  }
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  const value = key === undefined ? undefined : headers[key];
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string").join(", ");
  return typeof value === "string" ? value : undefined;
}

/** The query of an address, absolute or path and query: what stands before it is never looked at. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : url.slice(start + 1).split("#")[0]);
}
