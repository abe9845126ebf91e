/**
 * Who may use the admin surface: whoever has its token, from this machine, through no proxy, unless the settings say otherwise.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { isForwarded } from "@cardpane/contract/forwarded";
import { isLoopbackAddress } from "@cardpane/contract/secure-origin";
import type { Context } from "hono";
import { Refusal } from "../errors.ts";
import { remoteAddress } from "../http/remote-address.ts";

export interface GuardSettings {
  readonly adminToken: string;
  /** `loopback` refuses every caller from another machine, and every request that came through a proxy. */
  readonly adminFrom: "loopback" | "anywhere";
}

/**
 * Lets a caller in.
 *
 * @throws Refusal 403 for another machine, 401 without the token.
 */
export function guard(c: Context, { adminToken, adminFrom }: GuardSettings): void {
  const address = remoteAddress(c);
  if (adminFrom === "loopback" && address !== undefined) {
    if (!isLoopbackAddress(address)) throw new Refusal(403);
    if (isForwarded(c.req.raw.headers)) throw new Refusal(403);
  }
  const sent = /^Bearer (.+)$/.exec(c.req.header("Authorization") ?? "")?.[1] ?? "";
  // Hashed first, so that both have one length and the comparison tells nothing.
  const [left, right] = [sent, adminToken].map((text) => createHash("sha256").update(text).digest());
  if (!left || !right || !timingSafeEqual(left, right)) throw new Refusal(401);
}
