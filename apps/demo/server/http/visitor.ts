/** Who is at the other end, as far as a payment has to know. */
import type { Context } from "hono";
import type { Visitor } from "../payments/payment-input.ts";

/** What 3D Secure needs of the shopper's request. The address is the connection's own: no forwarding header is believed. */
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
