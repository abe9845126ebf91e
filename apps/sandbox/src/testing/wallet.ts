/** For tests of the wallet: calls with a merchant's key or a customer's token, users, and their authenticators. */

import { encodeQuery } from "@cardpane/gateway";
import { Secret, TOTP } from "otpauth";
import type { Answered, TestGateway } from "./gateway.ts";
import { demoMerchant } from "./gateway.ts";

/** Calls an operation: the input goes into the query of a GET, otherwise into the body. */
export type Calls = (
  method: "GET" | "POST" | "PUT",
  path: string,
  input?: Record<string, unknown>,
  headers?: Record<string, string>,
) => Promise<Answered>;

/** Calls with the given `Authorization`; the demo merchant's by default. */
export function callsAs(gateway: TestGateway, authorization: string = demoMerchant.apiKey): Calls {
  return (method, path, input, headers = {}) => {
    const isRead = method === "GET";
    const query = new URLSearchParams(
      encodeQuery(input ?? {}).map(([key, value]): [string, string] => [key, value]),
    );
    return gateway.request(isRead ? `${path}?${query}` : path, {
      method,
      headers: {
        ...(authorization && { Authorization: authorization }),
        ...(!isRead && input && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(!isRead && input && { body: JSON.stringify(input) }),
    });
  };
}

let users = 0;

/** A new user. */
export function newUser(rest: Record<string, unknown> = {}) {
  users += 1;
  return { email: `user-${users}@shop.test`, externalUserId: `user-${users}`, ...rest };
}

/** The code of an authenticator that was set up with a URL: computed from the URL's parameters, not by our code. */
export function codeOf(oauthUrl: string, timeMs: number): string {
  const query = new URL(oauthUrl).searchParams;
  const secret = Secret.fromBase32(query.get("secret") ?? "");
  return new TOTP({
    secret,
    algorithm: query.get("algorithm") ?? "",
    digits: Number(query.get("digits")),
  }).generate({ timestamp: timeMs });
}

/** Another merchant, with calls of that merchant. */
export async function otherMerchant(gateway: TestGateway): Promise<{ calls: Calls; merchantId: number }> {
  const { json } = await gateway.admin("/merchants", {});
  return { calls: callsAs(gateway, String(json.apiKey)), merchantId: Number(json.merchantId) };
}
