/** The shopper's request to the merchant's server, in the shapes of common server frameworks. */
import { isRecord } from "@cardpane/contract/record";
import { readHeader } from "../call/read-values.ts";
import type { AddressSource } from "../settings/address.ts";

/** Headers of Node and Express, or of Fetch. */
export type RequestHeaders =
  | { readonly [name: string]: string | readonly string[] | undefined }
  | { get(name: string): string | null };

/** A request of `node:http` or of a framework built on it (Express, Connect, Fastify, Koa's `ctx.req`). */
export interface NodeRequest {
  readonly headers: RequestHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Headers of a Fetch request, with the connection's address, which only the server knows. */
export interface RequestWithAddress {
  readonly headers: RequestHeaders;
  /** Remote address of the connection: the shopper's, or that of your nearest proxy. */
  readonly remoteAddress: string;
}

/**
 * Headers alone, if the server does not know the address (Next, serverless functions). The address is read from the header
 * that your own proxies write, so `proxyDepth` must be 1 or more.
 */
export interface ForwardedRequest {
  readonly headers: RequestHeaders;
  readonly remoteAddress?: undefined;
  /** Excludes a Fetch `Request`, which has a `url` but not the shopper's address. */
  readonly url?: never;
}

/**
 * The shopper's request. A Fetch `Request` has no remote address: pass `{ headers, remoteAddress }` instead, or `{ headers }`
 * with a `proxyDepth`.
 */
export type ShopperRequest = NodeRequest | RequestWithAddress | ForwardedRequest;

/** Reads a request of any shape. Express's `req.ip` is not used: it depends on Express's own `trust proxy` setting. */
export function readRequest(request: unknown): AddressSource {
  if (!isRecord(request)) return { remoteAddress: undefined, header: () => undefined };
  const { headers, socket } = request;
  const address = request["remoteAddress"] ?? (isRecord(socket) ? socket["remoteAddress"] : undefined);
  return {
    remoteAddress: typeof address === "string" ? address : undefined,
    header: (name) => readHeader(headers, name),
  };
}

/** The query of a URL, absolute or path and query. The part before the query is not validated. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : url.slice(start + 1).split("#")[0]);
}
