/**
 * Access to QA's tools: the panel, the operator's pages, the authenticator's code, top-ups by a customer. They give money,
 * logins and any amount without a login, so only this machine may use them, whatever address the shop listens on and
 * whatever a request's headers claim.
 */
import { isForwarded } from "@cardpane/contract/forwarded";
import { isLoopbackAddress, isLoopbackHost } from "@cardpane/contract/secure-origin";
import type { Context } from "hono";
import type { Shop } from "./shop.ts";
import { visitorOf } from "./visitor.ts";

/**
 * Whether the visitor may use QA's tools. The request must come from this machine, by the address of its connection, and not
 * through a proxy: behind a proxy on the same machine, every visitor has a loopback address. A shop whose own address
 * (`SHOP_URL`) is not on this machine is behind a proxy, even one that adds no header.
 */
export function mayUseQa(c: Context, { config, publicUrl }: Pick<Shop, "config" | "publicUrl">): boolean {
  const { hostname } = new URL(publicUrl);
  return (
    config.qa &&
    (isLoopbackHost(hostname) || hostname.endsWith(".localhost")) &&
    isLoopbackAddress(visitorOf(c).remoteAddress) &&
    !isForwarded(c.req.raw.headers)
  );
}

/** Whether the QA panel, and the other QA details, are shown to this visitor. */
export function isQaOpen(c: Context, shop: Pick<Shop, "config" | "publicUrl" | "sessions">): boolean {
  return mayUseQa(c, shop) && shop.sessions.read(c).qa.shown;
}

/**
 * Whether the shopper typed the address, opened a bookmark, or came from a page of the shop, and not from a link on another
 * site. Every current browser sends `Sec-Fetch-Site` on loopback addresses; a request without it is refused.
 */
export function isOwnNavigation(c: Context): boolean {
  return ["none", "same-origin"].includes(c.req.header("Sec-Fetch-Site") ?? "");
}
