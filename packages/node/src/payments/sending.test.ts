import { exampleAccount, exampleShopper } from "@cardpane/gateway/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { clientOf, failureOf, gatewayWith, json, successBody } from "../gateway.test-server.ts";
import {
  type ClientOptions,
  fromMinor,
  type PaymentRequest,
  type RequestOptions,
  toMinor,
} from "../index.ts";

const { ip, externalId, email } = exampleShopper;
const bare = {
  sku: { name: "mug-blue" },
  consumer: { ip, externalId, email },
  url: { ipnUrl: "https://shop.example.com/ipn", redirectUrl: "https://shop.example.com/done" },
};
const ideal = { ...bare, paymentSource: { type: "ideal" } } as const;

/** Keeps the warnings. */
const loggerOf = (warnings: string[]) => ({
  debug: () => undefined,
  warn: (message: string) => void warnings.push(message),
});

/** The body, headers and URL that a request sends, or the errors that prevented it. */
async function sent(request: unknown, options: Partial<ClientOptions> = {}, call?: RequestOptions) {
  const gateway = await gatewayWith(json(201, successBody));
  const warnings: string[] = [];
  const client = clientOf(gateway, { logger: loggerOf(warnings), ...options });
  const errors = await client.payments.create(request as PaymentRequest, call).then(
    () => undefined,
    (error: { errors?: object }) => error.errors,
  );
  const [received] = gateway.received;
  const body = received && (JSON.parse(received.body) as Record<string, never>);
  return { errors, body, headers: received?.headers, url: received?.url, warnings };
}

describe("fields that this version does not know", () => {
  it("are put into extra and are sent beside the known fields", async () => {
    const { body, errors } = await sent({
      ...ideal,
      extra: {
        partner: "p-1",
        paymentSource: { bankId: 7 },
        sku: { url: "https://shop.example.com/mug" },
        consumer: { mid: "m-1" },
        url: { pendingUrl: "https://shop.example.com/wait" },
      },
    });
    expect(errors).toBeUndefined();
    expect(body).toEqual({
      partner: "p-1",
      paymentSource: { type: "ideal", bankId: 7 },
      sku: { ...ideal.sku, url: "https://shop.example.com/mug" },
      consumer: { ...ideal.consumer, mid: "m-1" },
      url: { ...ideal.url, pendingUrl: "https://shop.example.com/wait" },
    });
  });

  it.each([
    ["a known field that is not given", { metadata: {} }, "extra.metadata"],
    ["a field that is given", { consumer: { ip } }, "extra.consumer.ip"],
    ["a price", { sku: { price: [] } }, "extra.sku.price"],
    ["the type of a source", { paymentSource: { type: "card" } }, "extra.paymentSource.type"],
    ["a field of the source's own", { paymentSource: { bic: "X" } }, "extra.paymentSource.bic"],
    ["the notification's address", { url: { ipnUrl: "x" } }, "extra.url.ipnUrl"],
    ["a known field of the consumer that is not given", { consumer: { phone: "1" } }, "extra.consumer.phone"],
    ["a whole object", { consumer: "ada" }, "extra.consumer"],
    ["a prototype", JSON.parse('{ "consumer": { "__proto__": { "ip": "x" } } }'), "extra.consumer.__proto__"],
  ])("collide with %s, which is refused in every mode", async (_, extra, path) => {
    for (const validation of ["strict", "off"] as const) {
      const { errors, body } = await sent({ ...ideal, extra }, { validation });
      expect(errors).toMatchObject({ [path]: "is a known field: give it in its own place" });
      expect(body).toBeUndefined();
    }
  });

  it("must be an object", async () => {
    expect((await sent({ ...ideal, extra: "x" })).errors).toEqual({ extra: "must be an object" });
  });

  it("are accepted by a payment from a token", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    await clientOf(gateway, { threeDsMissing: "skip" }).payments.createFromToken({
      ...bare,
      token: "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11",
      httpRequest: { headers: {}, remoteAddress: ip },
      consumer: { externalId, email },
      extra: { partner: "p-1", consumer: { mid: "m-1" }, paymentSource: { mid: "m-2" } },
    });
    const body = JSON.parse(gateway.received[0]?.body ?? "");
    expect(body).toMatchObject({ partner: "p-1", consumer: { mid: "m-1" }, paymentSource: { mid: "m-2" } });
  });
});

describe("values of lists that grow with the gateway cause a warning and are not refused", () => {
  it("a source that this version does not know is sent, with one warning for each client", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const warnings: string[] = [];
    const client = clientOf(gateway, { logger: loggerOf(warnings) });
    const paymentSource = { type: "newbank" } as never;
    const request = { ...bare, paymentSource, extra: { paymentSource: { bankId: "7" } } };
    await client.payments.create(request);
    await client.payments.create(request);
    expect(JSON.parse(gateway.received[0]?.body ?? "").paymentSource).toEqual({
      type: "newbank",
      bankId: "7",
    });
    expect(warnings).toEqual([expect.stringContaining("paymentSource.type holds a value that this version")]);
  });

  it("ids of the gateway that are shorter than the document allows are sent, as live gateways give them", async () => {
    const { body, warnings } = await sent({ ...ideal, consumer: { ...bare.consumer, id: "4321" } });
    expect(body).toMatchObject({ consumer: { id: "4321" } });
    expect(warnings).toHaveLength(1);
    const { errors } = await sent({ ...ideal, consumer: { ...bare.consumer, id: "abcd" } });
    expect(errors).toHaveProperty(["consumer.id"]);
    const source = (type: string, value: string) => sent({ ...bare, paymentSource: { type, value } });
    expect((await source("consumer", "4321")).body).toMatchObject({ paymentSource: { value: "4321" } });
    for (const [type, value] of [
      ["consumer", "abcd"],
      ["token", "4321"],
    ] as const) {
      expect((await source(type, value)).errors).toHaveProperty(["paymentSource.value"]);
    }
  });

  it.each([
    ["refuse", "::ffff:203.0.113.7", "203.0.113.7"],
    ["send", "::ffff:203.0.113.7", "203.0.113.7"],
    ["refuse", "::1", "127.0.0.1"],
    ["send", "2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    [{ fallback: "192.0.2.1" }, "2001:db8::1", "192.0.2.1"],
  ] as const)("with ipv6 %j the address %s is sent as %s", async (ipv6, address, wanted) => {
    const { body } = await sent({ ...ideal, consumer: { ...bare.consumer, ip: address } }, { ipv6 });
    expect(body).toHaveProperty("consumer.ip", wanted);
  });

  it("an IPv6 address is refused where the client's choice is to refuse it, however short it is", async () => {
    const request = { ...ideal, consumer: { ...bare.consumer, ip: "2001:db8::1" } };
    for (const validation of ["strict", "off"] as const) {
      const { errors, body } = await sent(request, { ipv6: "refuse", validation });
      expect([Object.keys(errors ?? {}), body]).toEqual([["consumer.ip"], undefined]);
    }
  });

  it("a bank that this version does not know is sent", async () => {
    const source = { type: "pse", bankCode: "1999", accountDocType: "CCI", accountDocId: "1" };
    const { body, warnings } = await sent({ ...bare, paymentSource: source });
    expect(body?.["paymentSource"]).toEqual(source);
    expect(warnings).toHaveLength(1);
  });

  it("a malformed source or bank is still refused", async () => {
    for (const type of ["", "new bank", 7, null, "x".repeat(65)]) {
      expect((await sent({ ...bare, paymentSource: { type } })).errors).toHaveProperty([
        "paymentSource.type",
      ]);
    }
    const source = { type: "pse", bankCode: "", accountDocType: "CCI", accountDocId: "1" };
    expect((await sent({ ...bare, paymentSource: source })).errors).toHaveProperty([
      "paymentSource.bankCode",
    ]);
  });

  it("a currency is sent once its decimals are known", async () => {
    const request = { ...ideal, sku: { siteId: "site-1", price: [{ amountMinor: 1250, currency: "QQZ" }] } };
    // No mode guesses an amount.
    for (const validation of ["strict", "off"] as const) {
      const { errors, body } = await sent(request, { validation });
      expect(errors).toEqual({ "sku.price.0.currency": expect.stringContaining("gateway.currencies") });
      expect(body).toBeUndefined();
      const unnamed = { ...ideal, sku: { siteId: "site-1", price: [{ amountMinor: 1250 }] } };
      expect((await sent(unnamed, { validation })).errors).toEqual({ "sku.price.0.currency": "is required" });
      const approval = { ...ideal, partialApproval: { amountMinor: 5, currency: "QQZ" } };
      expect((await sent(approval, { validation })).errors).toHaveProperty(["partialApproval.currency"]);
    }
    for (const validation of ["strict", "off"] as const) {
      const { body, warnings } = await sent(request, { validation, gateway: { currencies: { QQZ: 3 } } });
      expect(body?.["sku"]).toMatchObject({ price: [{ amount: 1.25, currency: "QQZ" }] });
      expect(warnings).toEqual([]);
    }
    expect(fromMinor(1, "QQZ", { QQZ: 3 })).toBe(0.001);
    expect(toMinor(0.001, "QQZ", { QQZ: 3 })).toBe(1);
    expect(() => fromMinor(1, "QQZ")).toThrow("unknown currency");
  });

  it("two clients of one process have their own currencies", async () => {
    const body = {
      ...successBody,
      payment: { ...successBody.payment, amount: 1.25, currency: "QQZ" },
    };
    const gateway = await gatewayWith(json(201, body));
    const request = { ...ideal, sku: { siteId: "site-1", price: [{ amountMinor: 1250, currency: "QQZ" }] } };
    const three = await clientOf(gateway, { gateway: { currencies: { QQZ: 3 } } }).payments.create(request);
    expect(three.payment.amountMinor).toBe(1250);
    const two = await clientOf(gateway, { gateway: { currencies: { QQZ: 2 } } }).payments.create(request);
    expect(two.payment.amountMinor).toBe(125);
    expect(gateway.received.map((it) => JSON.parse(it.body).sku.price[0].amount)).toEqual([1.25, 12.5]);
    await expect(clientOf(gateway).payments.create(request)).rejects.toThrow("gateway.currencies");
  });

  it("a wallet account in a currency that this version does not know is sent, with a warning", async () => {
    const gateway = await gatewayWith(json(201, { ...exampleAccount, currency: "QQZ", balance: 1.25 }));
    const warnings: string[] = [];
    const account = { method: "card", system: "gate", currency: "QQZ" };
    const create = (currencies?: Record<string, number>) =>
      clientOf(gateway, {
        logger: loggerOf(warnings),
        gateway: { currencies },
      })
        .wallet.forUser(7)
        .accounts.create(account);
    expect(await create()).toMatchObject({ currency: "QQZ", balance: 1.25, balanceMinor: null });
    expect(warnings).toEqual([expect.stringContaining("currency holds a value that this version")]);
    expect(await create({ QQZ: 2 })).toMatchObject({ balanceMinor: 125 });
    expect(warnings).toHaveLength(1);
  });
});

describe("validation", () => {
  const cases = {
    "a field that the document does not have": [{ ...ideal, partner: "p-1" }, "partner"],
    "a condition between fields": [
      { ...bare, paymentSource: { type: "sepa", iban: "DE89370400440532013000" } },
      "consumer.firstName",
    ],
    "the fields of 3D Secure": [
      { ...bare, paymentSource: { type: "token", value: "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11" } },
      "consumer.userAgent",
    ],
    "a length": [{ ...ideal, consumer: { ...ideal.consumer, city: "x".repeat(51) } }, "consumer.city"],
    "a pattern": [{ ...ideal, consumer: { ...ideal.consumer, phone: "0" } }, "consumer.phone"],
    "a field that is always required": [{ ...ideal, consumer: { email, externalId } }, "consumer.ip"],
    "an amount of floats": [
      { ...ideal, sku: { siteId: "site-1", price: [{ amountMinor: 12.5, currency: "EUR" }] } },
      "sku.price.0.amountMinor",
    ],
  } as const;
  type Case = keyof typeof cases;
  it.each<["strict" | "off", readonly Case[]]>([
    ["strict", Object.keys(cases) as Case[]],
    ["off", ["an amount of floats"]],
  ])("%s refuses %j, and sends the rest unchanged", async (validation, refused) => {
    for (const [name, [request, path]] of Object.entries(cases)) {
      const { errors, body } = await sent(request, { validation });
      if (refused.includes(name as Case)) expect(errors, name).toHaveProperty([path]);
      else {
        expect(errors, name).toBeUndefined();
        expect(body, name).toEqual(request);
      }
    }
  });

  it("is strict by default, and refuses unknown modes", async () => {
    expect((await sent({ ...ideal, partner: "p-1" })).errors).toHaveProperty("partner");
    expect(() =>
      clientOf({ baseUrl: "https://gateway.example.com" }, { validation: "loose" as "off" }),
    ).toThrow("validation must be one of strict, off");
  });

  it("of the wallet follows the same setting", async () => {
    const validation = "off";
    const gateway = await gatewayWith(json(400, { message: "no" }));
    const pay = (client: Partial<ClientOptions>, input: object) =>
      failureOf(
        clientOf(gateway, client)
          .wallet.forUser(7)
          .payments.create(input as never),
      );
    const input = {
      paymentAccountId: 9,
      amountMinor: 1250,
      currency: "EUR",
      name: "",
      merchantOrderId: "o-1",
      newer: true,
    };
    expect(await pay({}, input)).toMatchObject({
      errors: { name: expect.any(String), newer: expect.any(String) },
    });
    await pay({ validation }, input);
    expect(JSON.parse(gateway.received[0]?.body ?? "")).toMatchObject({
      name: "",
      newer: true,
      amount: 12.5,
    });
    for (const currency of ["QQX", undefined]) {
      expect((await pay({ validation }, { ...input, name: "n", currency })).errors).toHaveProperty(
        "currency",
      );
    }
    expect((await pay({ validation }, { ...input, userId: 8 })).errors).toHaveProperty("userId");
  });
});

describe("options of one call", () => {
  it.each([undefined, null])("does not send a payment of %s in any validation mode", async (nothing) => {
    for (const validation of ["strict", "off"] as const) {
      const { errors, body } = await sent(nothing as never, { validation });
      expect(errors).toHaveProperty(["(body)"]);
      expect(body).toBeUndefined();
    }
  });

  it("are refused before the payment is read, and may be null", async () => {
    const payment = { ...ideal, httpRequest: { headers: {} }, token: "t" };
    const client = clientOf(await gatewayWith(json(201, successBody)));
    const create = client.payments.createFromToken as (
      payment: unknown,
      options: unknown,
    ) => Promise<unknown>;
    const { errors } = await failureOf(create(payment, { idempotencyKey: "a b" }));
    expect(Object.keys(errors ?? {})).toEqual(["idempotencyKey"]);
    const gateway = await gatewayWith(json(400, { message: "no" }), json(400, { message: "no" }));
    const { payments, wallet: all } = clientOf(gateway);
    const wallet = all.forUser(7);
    await failureOf(payments.create(ideal as PaymentRequest, null as never));
    await failureOf(wallet.topUps.create(9, { amountMinor: 500, currency: "EUR" }, null as never));
    expect(gateway.received).toHaveLength(2);
  });

  it("send a payment's fields in the caller's order, which keeps the body of an idempotency key", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const payment = {
      url: bare.url,
      consumer: { email, externalId, ip },
      paymentSource: { type: "ideal" },
      sku: bare.sku,
    } as const;
    await clientOf(gateway).payments.create(payment as PaymentRequest);
    expect(gateway.received[0]?.body).toBe(JSON.stringify(payment));
  });

  it("work in wallet calls as well", async () => {
    const gateway = await gatewayWith(json(400, { message: "no" }));
    const wallet = clientOf(gateway).wallet.forUser(7);
    const top = { amountMinor: 500, currency: "EUR", extra: { note: "n" } };
    await failureOf(wallet.topUps.create(9, top));
    expect(JSON.parse(gateway.received[0]?.body ?? "")).toEqual({
      clientId: 7,
      amount: 5,
      note: "n",
    });
    const refused = async (call: Promise<unknown>) => (await failureOf(call)).errors;
    expect(await refused(wallet.topUps.create(9, { ...top, extra: { amount: 1 } }))).toHaveProperty([
      "extra.amount",
    ]);
    expect(gateway.received).toHaveLength(1);
  });
});

afterEach(() => vi.restoreAllMocks());

describe("warnings", () => {
  it("that a listener throws on change nothing", async () => {
    const { errors } = await sent(
      { ...bare, paymentSource: { type: "newbank" } },
      {
        logger: {
          debug: () => undefined,
          warn: () => {
            throw new Error("listener");
          },
        },
      },
    );
    expect(errors).toBeUndefined();
  });

  it("go to the logger if one is set, otherwise to the console", async () => {
    const onConsole = vi.spyOn(console, "warn").mockReturnValue();
    const warn = vi.fn();
    const request = { ...bare, paymentSource: { type: "newbank" } };
    await sent(request, { logger: { debug: () => undefined, warn } });
    expect(warn).toHaveBeenCalledOnce();
    expect(onConsole).not.toHaveBeenCalled();
    await sent(request, { logger: undefined });
    expect(onConsole).toHaveBeenCalledOnce();
  });
});
