/** The shopper's request, of which 3D Secure requires some parts. */
import type { Context } from "hono";

export type Visitor = ReturnType<typeof visitorOf>;

/** The headers, and the address of the connection: forwarding headers are not trusted. */
export function visitorOf(c: Context) {
  const env = c.env as
    | { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } }
    | undefined;
  return { headers: c.req.raw.headers, remoteAddress: env?.incoming?.socket?.remoteAddress ?? "" };
}
