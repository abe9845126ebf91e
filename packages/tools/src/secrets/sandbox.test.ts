/**
 * Nothing that the sandbox logs, throws or refuses with repeats a card, a code of an authenticator, a token or a key: each of its routes
 * is sent all of them, in the address, the headers and the body. What @cardpane/node makes of its good answers prints none either.
 */
import { beforeAll, describe, expect, it } from "vitest";
import * as api from "../../../../apps/sandbox/src/index.ts";
import { testDatabases } from "../../../../apps/sandbox/src/testing/databases.ts";
import {
  cardPayment,
  demoMerchant,
  openGateway,
  type TestGateway,
} from "../../../../apps/sandbox/src/testing/gateway.ts";
import { codeOf, newUser } from "../../../../apps/sandbox/src/testing/wallet.ts";
import { createClient } from "../../../node/src/index.ts";
import { captureConsole, secretsIn, walkExports } from "./testing/walk.ts";

const number = "4000005550050000";
const bearer = "access.0f1e2d3c4b5a69788796a5b4";
const code = "otp-839201-secret";
const encryptionKey = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0";
const secrets = [number, "4000 0055 5005 0000", bearer, code, encryptionKey, "Zebulon"];

/** The contents of bodies: each is sent as the value of any key and as a key. */
const body = JSON.stringify({
  number,
  cvv: number,
  cardHolder: "Zebulon 4000 0055 5005 0000",
  expirationMonth: number,
  paymentSource: { type: "card", number, token: bearer },
  email: number,
  otp: code,
  code,
  refreshToken: bearer,
  accessToken: bearer,
  id: number,
  clientId: number,
  amount: number,
  consumer: { externalId: number },
  sku: number,
  url: { ipnUrl: bearer, redirectUrl: code },
  [number]: code,
});

let gateway: TestGateway;
beforeAll(async () => {
  const [kind] = testDatabases;
  if (!kind) throw new Error("There is no database to test on.");
  gateway = await openGateway(kind);
  return () => gateway.close();
});

describe("the sandbox", () => {
  it("repeats no secret of a request in its log, its failures, the console or a refusal, on any route [T-P12]", async () => {
    expect(gateway.routes.length).toBeGreaterThan(60);
    const written = captureConsole();
    const refused: string[] = [];
    const logged = gateway.log.length;
    try {
      for (const route of gateway.routes) {
        const [verb = "", pattern = ""] = route.split(" ");
        const method = verb === "ALL" ? "PUT" : verb;
        const path = pattern.replaceAll(/:\w+(\{[^}]*\})?\??/g, number).replaceAll("*", number);
        for (const Authorization of [
          demoMerchant.apiKey,
          `Bearer ${bearer}`,
          "Bearer sandbox_admin_of_tests",
        ]) {
          const answer = await gateway.request(`${path}?email=${code}&number=${number}&token=${bearer}`, {
            method,
            headers: {
              Authorization,
              "Content-Type": "application/json",
              "X-Request-ID": number,
              Cookie: bearer,
              "User-Agent": number,
              Referer: `https://shop.test/${number}`,
            },
            ...(method !== "GET" && method !== "HEAD" && { body }),
          });
          if (answer.status >= 400) refused.push(`${route} ${answer.status} ${answer.text}`);
        }
      }
    } finally {
      written.end();
    }
    expect(refused.length).toBeGreaterThan(100);
    expect(gateway.log.length - logged).toBeGreaterThan(100);
    expect(secretsIn([gateway.log, gateway.failures, written.end()], secrets)).toEqual([]);
    expect(refused.filter((text) => secretsIn(text, secrets).length > 0)).toEqual([]);
  });

  it("has a secret in no export and no error of a wrong option", async () => {
    const { found, called } = await walkExports(api, {
      secrets,
      argumentLists: [
        [{ port: 0, encryptionKey: `${encryptionKey}${code}` }],
        [{ port: 0, publicUrl: `https://user:${bearer}@gateway.test`, encryptionKey: code }],
      ],
      repeatsInput: { SandboxError: "has the message that whoever makes one writes" },
    });
    expect(found).toEqual([]);
    expect(called).toContain("startSandbox");
  });
});

describe("good answers of the sandbox, as @cardpane/node hands them on", () => {
  it("print no card, token or authenticator's secret", async () => {
    const client = createClient({
      apiKey: demoMerchant.apiKey,
      baseUrl: "http://127.0.0.1:4002",
      ipv6: "send",
      fetch: async (input, init) => {
        const { pathname, search } = new URL(String(input));
        const { status, text, headers } = await gateway.request(`${pathname}${search}`, init as RequestInit);
        return new Response(text || null, { status, headers });
      },
    });
    const card = { number, cvv: "739" };
    const paid = await client.payments.create(cardPayment(card) as never);
    const user = await client.wallet.users.create(newUser());
    const oauthUrl = user.oauthUrl.reveal();
    const totp = new URL(oauthUrl).searchParams.get("secret") ?? "";
    const code = codeOf(oauthUrl, gateway.now);
    const session = await client.wallet.login({ email: user.email, code }, { userId: user.userId });
    const { accessToken = "", refreshToken = "" } = session.tokens?.reveal() ?? {};
    const answers = [
      ...[client, paid, user, session, session.tokens, await session.user()],
      ...[
        await client.wallet.users.get(user.userId),
        await client.savedCards.list(String(paid.consumer?.id)),
      ],
      // Ends the session.
      await client.wallet.users.regenerateAuthenticator(user.userId),
    ];
    const all = [...secrets, demoMerchant.apiKey, totp, accessToken, refreshToken];
    expect(all.every((secret) => secret.length > 6)).toBe(true);
    expect(answers.map((answer) => secretsIn(answer, all))).toEqual(answers.map(() => []));
    session.forget();
  });
});
