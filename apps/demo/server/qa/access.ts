/**
 * Who may use QA's tools: the panel, the operator's pages, the authenticator's code, top-ups by a customer. They give money,
 * logins and any amount without a login, so they are served to this machine alone, whatever address the shop listens on and
 * whatever a request's headers claim.
 */
import { isForwarded } from "@cardpane/contract/forwarded";
import { isLoopbackAddress, isLoopbackHost } from "@cardpane/contract/secure-origin";
import type { Context } from "hono";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";

/**
 * Whether QA's tools answer this request. It must come from this machine, by the address of its connection, and by no
 * proxy: behind one on the same machine everybody has a loopback address. A shop whose own address (`SHOP_URL`) is not this
 * machine's is behind one, even where that adds no header.
 */
export function mayUseQa(c: Context, { config, publicUrl }: Pick<Shop, "config" | "publicUrl">): boolean {
  return (
    config.qa &&
    isLoopbackName(new URL(publicUrl).hostname) &&
    isLoopbackAddress(visitorOf(c).remoteAddress) &&
    !isForwarded(c.req.raw.headers)
  );
}

/** Whether QA's panel is open on this request's pages: what it shows besides is there, too. */
export function isQaOpen(c: Context, shop: Pick<Shop, "config" | "publicUrl" | "sessions">): boolean {
  return mayUseQa(c, shop) && shop.sessions.read(c).qa.shown;
}

/**
 * Whether a request comes from an address that somebody typed, a bookmark or a page of the shop, and not from a link of another
 * site. Every current browser sends `Sec-Fetch-Site` on loopback addresses; a request without it is refused.
 */
export function isOwnNavigation(c: Context): boolean {
  return ["none", "same-origin"].includes(c.req.header("Sec-Fetch-Site") ?? "");
}

function isLoopbackName(hostname: string): boolean {
  return isLoopbackHost(hostname) || hostname.endsWith(".localhost");
}
