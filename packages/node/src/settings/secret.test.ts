/** No printable value contains the API key, a token or card data. */
import { inspect } from "node:util";
import { exampleSources } from "@cardpane/gateway/testing";
import { describe, expect, it } from "vitest";
import { createClient } from "../client.ts";
import { type Answer, json, startGateway, validRequest } from "../gateway.test-server.ts";
import {
  type CheckoutOptions,
  createCheckout,
  createMemoryStore,
  isSecret,
  type NotificationRefusedError,
  Secret,
  signatures,
} from "../index.ts";

const apiKey = "sk_live_0a1b2c3d4e5f6a7b";
const card = { ...exampleSources.card, number: "4000000000000002", cvv: "739" };
const token = { ...exampleSources.token, value: "tok-5e7d9c1b-secret" };
const secrets = [apiKey, card.number, "4000 0000 0000 0002", card.cvv, token.value];

/** Everything that a log, a console or a crash reporter would print of a value. */
function printed(value: unknown): string {
  const seen = new Set<unknown>();
  const parts: string[] = [];
  for (
    let link = value;
    link !== undefined && !seen.has(link);
    link = link instanceof Error ? link.cause : undefined
  ) {
    seen.add(link);
    parts.push(inspect(link, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }));
    parts.push(
      JSON.stringify(link) ?? "",
      String(link),
      JSON.stringify(Object.getOwnPropertyDescriptors(link)),
    );
    if (link instanceof Error)
      parts.push(link.stack ?? "", link.message, JSON.stringify(Object.entries(link)));
  }
  return parts.join("\n");
}

function expectNoSecret(value: unknown): void {
  const text = printed(value);
  expect(text.length).toBeGreaterThan(10);
  for (const secret of secrets) expect(text).not.toContain(secret);
}

async function failure(baseUrl: string, source: object, fetch?: typeof globalThis.fetch): Promise<unknown> {
  const client = createClient({
    apiKey,
    baseUrl,
    ipv6: "send",
    fetch,
    maxRetries: 0,
    timeoutMs: 500,
  });
  const create = client.payments.create as (request: unknown, options: object) => Promise<unknown>;
  // A fixed key, because a random one may contain the three digits of the CVV.
  return create({ ...validRequest(), paymentSource: source }, { idempotencyKey: "request-1" }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("secrets", () => {
  it("are not in a client [T-P9]", () => {
    const client = createClient({ apiKey, baseUrl: "https://gateway.example.com", ipv6: "send" });
    expectNoSecret(client);
    expectNoSecret(client.payments);
    expectNoSecret(client.wallet);
    expectNoSecret(client.wallet.forUser(7));
    expectNoSecret({ nested: { client } });
  });

  const repeated = (source: typeof card | typeof token) =>
    source.type === "card"
      ? `key ${apiKey}, card ${source.number} (4000 0000 0000 0002), cvv ${source.cvv}`
      : `key ${apiKey}, token ${source.value}`;
  it.each<[string, (echo: string) => Answer]>([
    [
      "a refusal that repeats them",
      (echo) => json(400, { message: echo, errors: { [echo]: echo, "paymentSource.number": echo } }),
    ],
    ["a 500 that repeats them", (echo) => json(500, { message: echo })],
    ["a conflict that repeats them", (echo) => json(409, { message: echo })],
    ["an answer that cannot be read", (echo) => json(201, echo)],
    ["a reset", () => (_, socket) => void socket.destroy()],
    ["a timeout", () => () => undefined],
  ])("are not in the error of %s", async (_, answerTo) => {
    for (const source of [card, token]) {
      const gateway = await startGateway(answerTo(repeated(source)));
      const error = await failure(gateway.baseUrl, source);
      expect(error).toBeInstanceOf(Error);
      expectNoSecret(error);
      await gateway.close();
    }
  });

  it("are not in the error of a request that is not valid", async () => {
    const wrong = { ...card, number: `${card.number}x`, [card.number]: card.cvv, extra: apiKey };
    const error = await failure("https://gateway.example.com", wrong);
    expect(error).toMatchObject({ code: "invalid_request" });
    expectNoSecret(error);
  });

  it("are not in the error of a fetch whose message repeats its arguments [T-P10]", async () => {
    const fetch = (async (_: unknown, init?: RequestInit) => {
      const cause = Object.assign(new Error(`failed: ${JSON.stringify(init)}`), {
        init,
        code: `X${card.number}`,
      });
      throw new TypeError(`fetch failed: ${JSON.stringify(init)}`, { cause });
    }) as typeof globalThis.fetch;
    for (const source of [card, token]) {
      const error = await failure("https://gateway.example.com", source, fetch);
      expect(error).toMatchObject({ outcome: "unknown" });
      expectNoSecret(error);
    }
  });

  it.each([
    ["in the key", { apiKey: `${apiKey}\n`, baseUrl: "https://gateway.example.com" }],
    ["in the address", { apiKey, baseUrl: `https://${apiKey}@gateway.example.com` }],
    ["key and address mixed up", { apiKey: "https://gateway.example.com", baseUrl: apiKey }],
  ])("are not in the error of a wrong option: %s", (_, options) => {
    try {
      createClient({ ...options, ipv6: "send" });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: "invalid_configuration" });
      expectNoSecret(error);
    }
  });
});

describe("secrets of notifications", () => {
  const ipnSecret = "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S";
  const schemeSecret = "Hs6TgV9bQeXr4NwKfZy1DmCu8jAoLp3I";
  const refusals: NotificationRefusedError[] = [];
  const receiver = (options: Partial<CheckoutOptions<undefined>> = {}) =>
    createCheckout({
      client: createClient({ apiKey, baseUrl: "https://gateway.example.com", ipv6: "send" }),
      secret: [ipnSecret, schemeSecret],
      environment: "test",
      ipnUrl: "https://shop.example.com/ipn",
      store: createMemoryStore(),
      onEvent: () => undefined,
      onRefused: (refusal) => void refusals.push(refusal),
      signature: signatures.hmacSha256Body({ secret: schemeSecret }),
      ...options,
    });
  const expectNone = (value: unknown, ...more: readonly string[]) => {
    const text = printed(value);
    expect(text.length).toBeGreaterThan(10);
    for (const secret of [ipnSecret, schemeSecret, ...more]) expect(text).not.toContain(secret);
  };

  it("are not in a receiver, its store or its scheme", () => {
    expectNone(receiver());
    expectNone(signatures.standardWebhooks({ secret: `whsec_${schemeSecret}` }));
    expectNone(createMemoryStore());
  });

  it("are not in the message of a refusal, nor is the signature of the URL or anything of the body", async () => {
    const ipn = receiver();
    const { ipnUrl: url } = await ipn.begin({ reference: "order-1", amountMinor: 1250, currency: "EUR" });
    const signature = new URL(url).searchParams.get("cp_mac") ?? "";
    const request = (at: string, body: string) => new Request(at, { method: "POST", body });
    await ipn.handle(request(url, `{"number":"${card.number}","cvv":"${card.cvv}"}`));
    await ipn.handle(request(`${url}&cp_mac=${schemeSecret}`, card.number));
    await ipn.handle(request(url.replace("order-1", card.number), "{}"));
    expect(refusals.map(({ code }) => code)).toEqual([
      "signature_missing",
      "signed_url_repeated",
      "signed_url_forged",
    ]);
    for (const refusal of refusals) expectNone(refusal, signature, card.number, card.cvv);
  });

  it("are not in the error of a wrong option", () => {
    for (const options of [
      { secret: ipnSecret.slice(1) },
      { secret: `${ipnSecret}\n` },
      { secret: [ipnSecret, ipnSecret] },
      { ipnUrl: `https://${ipnSecret}@shop.example.com` },
      { environment: `${ipnSecret} ` },
    ]) {
      try {
        receiver(options);
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_configuration" });
        expectNone(error, ipnSecret.slice(1));
      }
    }
  });
});

describe("a secret's value", () => {
  it.each<[string, (secret: Secret<string>) => string]>([
    ["util.inspect", (secret) => inspect({ secret }, { showHidden: true, getters: true })],
    ["JSON.stringify", (secret) => JSON.stringify({ secret })],
    ["a template string", (secret) => `${secret}`],
    ["Object.entries", (secret) => JSON.stringify(Object.entries(secret))],
  ])("is not shown by %s", (_, print) => {
    const secret = new Secret(token.value);
    expect(print(secret)).not.toContain(token.value);
    expect(secret.reveal()).toBe(token.value);
  });
});

describe("a secret of the package's other copy", () => {
  it("is recognised, whether ESM or CommonJS created it", () => {
    const foreign = Object.assign(Object.create({ reveal: () => "otpauth://totp/x" }), {
      [Symbol.for("@cardpane/node/secret")]: true,
    });
    expect(foreign).toBeInstanceOf(Secret);
    expect({ reveal: () => "x" }).not.toBeInstanceOf(Secret);
    expect(isSecret(foreign)).toBe(true);
    for (const other of [null, "x", {}, { reveal: () => "x" }]) expect(isSecret(other)).toBe(false);
  });
});
