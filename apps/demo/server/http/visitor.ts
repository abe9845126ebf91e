/** The parts of the shopper's request that a payment needs. */
import type { Context } from "hono";

/** The parts of the shopper's request that 3D Secure requires. */
export interface Visitor {
  readonly headers: Readonly<Record<string, string>>;
  readonly remoteAddress: string;
}

/** The data of the shopper's request for 3D Secure. The address is the connection's: forwarding headers are not trusted. */
export function visitorOf(c: Context): Visitor {
  const bindings = c.env as
    | { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } }
    | undefined;
  const headers: Record<string, string> = {};
  for (const name of ["user-agent", "accept"]) {
    const value = c.req.header(name);
    if (value !== undefined) headers[name] = value;
  }
  return { headers, remoteAddress: bindings?.incoming?.socket?.remoteAddress ?? "" };
}
