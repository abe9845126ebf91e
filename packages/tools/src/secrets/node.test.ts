/** Nothing that @cardpane/node exports prints a key, a token, an authenticator's secret or card data. */

import { beforeAll, describe, expect, it } from "vitest";
import {
  exampleFieldRequests,
  exampleRequest,
  exampleSources,
  exampleWalletRequests,
} from "../../../gateway/src/testing/index.ts";
import * as api from "../../../node/src/index.ts";
import { secretsIn, walkExports } from "./testing/walk.ts";

const secrets = {
  apiKey: "sk_live_0a1b2c3d4e5f6a7b",
  number: "4000000000000002",
  grouped: "4000 0000 0000 0002",
  token: "5e7d9c1b-3f2a-4c8d-9b1e-7a6f5d4c3b2a",
  totp: "JBSWY3DPEHPK3PXPJBSWY3DP",
  accessToken: "access.0f1e2d3c4b5a69788796a5b4",
  signing: "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S",
};
const all = Object.values(secrets);

const card = { ...exampleSources.card, number: secrets.number };
const poison = {
  ...Object.fromEntries(
    ["apiKey", "baseUrl", "secret", "token", "value", "environment", "src", "ipnUrl", "email"].map((key) => [
      key,
      secrets.apiKey,
    ]),
  ),
  number: secrets.number,
  otp: secrets.totp,
  accessToken: secrets.accessToken,
  refreshToken: secrets.accessToken,
  expiresAt: 1,
  userId: 7,
  paymentSource: card,
  [secrets.token]: secrets.number,
};
const argumentLists: readonly (readonly unknown[])[] = [
  [poison],
  [poison, poison],
  [secrets.apiKey, poison],
  [secrets.number],
  [secrets.token, secrets.signing],
  [7],
  [7, poison],
  [exampleRequest(card), { idempotencyKey: "request-1" }],
  [{ ...exampleRequest(), paymentSource: { ...exampleSources.token, value: secrets.token } }],
  ...[...Object.values(exampleWalletRequests), ...Object.values(exampleFieldRequests)].flatMap((request) => [
    [request],
    [7, request],
  ]),
];

/** Responses of a gateway, or a broken connection. Each repeats the whole request, and the card number in groups. */
const answers: Readonly<Record<string, (echo: string) => Response>> = {
  "a refusal": (echo) =>
    Response.json({ message: echo, errors: { [echo]: echo, "paymentSource.number": echo } }, { status: 400 }),
  "a failure": (echo) => Response.json({ message: echo }, { status: 500 }),
  "no JSON": (echo) => new Response(echo, { status: 201 }),
  "another shape": (echo) => Response.json({ payment: { status: echo }, token: echo }, { status: 201 }),
  "no answer": (echo) => {
    throw new TypeError(`fetch failed: ${echo}`, { cause: Object.assign(new Error(echo), { code: echo }) });
  },
};

const repeatsInput = {
  Secret: "prints as [secret] itself; the walk calls its reveal()",
  "Secret().reveal": "is there to hand the value out",
  ConfigurationError: "has the message that whoever makes one writes",
};

describe("@cardpane/node", () => {
  let walked: Awaited<ReturnType<typeof walkExports>>;
  beforeAll(async () => {
    const kinds = Object.values(answers);
    // A call that sends a request is repeated until the gateway has given each answer. Most are refused before they send one.
    let kind = 0;
    let isSent = false;
    const isRepeated = () => {
      kind = isSent ? (kind + 1) % kinds.length : 0;
      isSent = false;
      return kind > 0;
    };
    const options = {
      apiKey: secrets.apiKey,
      baseUrl: "https://gateway.example",
      ipv6: "send" as const,
      maxRetries: 0,
      timeoutMs: 500,
      fetch: async (_: unknown, { headers, body }: RequestInit = {}) => {
        isSent = true;
        const sent = `${JSON.stringify(Object.fromEntries(new Headers(headers)))} ${String(body)}`;
        return (
          kinds[kind]?.(sent.includes(secrets.number) ? `${sent} ${secrets.grouped}` : sent) ??
          Response.error()
        );
      },
    };
    const receiving = {
      secret: secrets.signing,
      environment: "test",
      store: api.createMemoryStore(),
      onEvent: () => undefined,
      onRefused: () => undefined,
    };
    const client = api.createClient(options as never);
    const ipnUrl = "https://shop.example/ipn";
    const signature = api.signatures.hmacSha256Body({ secret: "Hs6TgV9bQeXr4NwKfZy1DmCu8jAoLp3I" });
    walked = await walkExports(api, {
      secrets: all,
      argumentLists,
      repeatsInput,
      isRepeated,
      working: {
        createClient: [[options]],
        createCheckout: [[{ ...receiving, client, ipnUrl }], [{ ...receiving, client, ipnUrl, signature }]],
        createWalletNotifications: [[{ ...receiving, webhookUrl: "https://shop.example/wallet" }]],
      },
    });
  });

  it("has a secret in no export, answer, error or line of the console, whatever a gateway repeats [T-P11]", () => {
    expect(walked.found).toEqual([]);
  });

  it("was called: every function that it exports, and the operations of its client", () => {
    const functions = Object.entries(api).filter(([, value]) => typeof value === "function");
    for (const name of [
      ...functions.map(([name]) => name),
      ...["createClient().payments.create", "createClient().wallet.login", "createCheckout().handle"],
      // A session, of tokens that were kept.
      "createClient().wallet.resume().accounts.list",
    ])
      expect(walked.called).toContain(name);
    expect(walked.called.size).toBeGreaterThan(110);
  });
});

it("a secret is found wherever it is", () => {
  const cause = Object.assign(new Error("x"), { detail: { deep: [secrets.number] } });
  for (const value of [
    ...[secrets.number, { a: { b: [secrets.number] } }, new Error(secrets.number)],
    ...[new Error("x", { cause }), new AggregateError([cause]), new Map([[1, secrets.number]])],
    Object.defineProperty({}, "hidden", { value: secrets.number, enumerable: false }),
    { toJSON: () => secrets.number },
  ])
    expect(secretsIn(value, all)).toEqual([secrets.number]);
  expect(secretsIn(new api.Secret(secrets.number), all)).toEqual([]);
});
