/** Hostile text in any field, path or query: it is refused with the field's path, and never causes a 500. */
import { operations } from "@cardpane/gateway";
import { exampleRequest, exampleSources, exampleWalletRequests } from "@cardpane/gateway/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminOperations } from "./admin/operations.ts";
import { isNightly } from "./testing/databases.ts";
import {
  demoMerchant,
  openGateway,
  siteSku,
  type TestGateway,
  testCard,
  testSandboxes,
} from "./testing/gateway.ts";
import { newWallet } from "./testing/money.ts";
import { type Calls, callsAs } from "./testing/wallet.ts";

type Name = keyof typeof operations;
type Input = Record<string, unknown>;

/** Valid inputs of the operations. Inputs of the wallet name an existing user and account. */
function inputsOf(clientId: number, account: number): readonly (readonly [Name, string, Input])[] {
  const own = (input: Input): Input => ({
    ...input,
    ...("clientId" in input && { clientId }),
    ...("paymentAccountId" in input && { paymentAccountId: account }),
  });
  const wallet = Object.entries(exampleWalletRequests).map(
    ([name, input]) => [name as Name, pathOf(name as Name, account), own(input as Input)] as const,
  );
  const payments = Object.values(exampleSources).map((source) => {
    const request = { ...exampleRequest(source), sku: siteSku(12.5) } as Input;
    const { id: _, ...consumer } = request["consumer"] as Input;
    return ["payment", "/payment", { ...request, consumer }] as const;
  });
  return [
    ["tokenize", "/tokenize", { ...testCard, cardholder: "Ada Example" }],
    [
      "tokenizeWithPaymentAccountId",
      "/tokenizeWithPaymentAccountId",
      { ...testCard, paymentAccountId: "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11" },
    ],
    ...payments,
    ...wallet,
  ];
}

const pathOf = (name: Name, id: number | string) => operations[name].path.replace("{id}", String(id));

/** Paths of every text in an input: of values, and of the objects that could have another key. */
function textPaths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === "string") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textPaths(inner, [...path, key]));
}

function replaced(input: Input, path: readonly string[], value: unknown): Input {
  const copy = structuredClone(input);
  let parent = copy as Input;
  for (const key of path.slice(0, -1)) parent = parent[key] as Input;
  parent[path.at(-1) ?? ""] = value;
  return copy;
}

/** Texts that are known to break parsers, queries or logs. */
const nasty = fc.oneof(
  fc.constantFrom(
    ...[
      "\0",
      "a\0b",
      "\ud800",
      "\udfff\ud800",
      "\u0001",
      "\u001b[31m",
      "\r\nX: y",
      "\u2028",
      "\u202e",
      "'; --",
    ],
    ...[
      "%00",
      "\\u0000",
      "\\",
      '"',
      "#{x}",
      "{}",
      "__proto__",
      "NaN",
      "1e999",
      "\ufeff",
      "\uffff",
      "𝒳",
      "-0",
    ],
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);
const notText = fc.constantFrom(null, -1, 0, 1e308, 2 ** 53, 1.5, true, [], {}, [[[]]], {
  constructor: "\0",
});

describe.each(testSandboxes)("hostile input on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  let calls: Calls;
  let inputs: ReturnType<typeof inputsOf>;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
    calls = callsAs(gateway);
    const wallet = await newWallet(gateway);
    const account = await wallet.account();
    await wallet.topUp(account, 1_000);
    inputs = inputsOf(wallet.clientId, account);
  });
  afterAll(() => gateway.close());

  it("has an input for every operation with one", () => {
    const covered = new Set(inputs.map(([name]) => name));
    const bodiless = ["getUser", "regenerateAuthenticator", "getAccount", "getTransaction"];
    const missing = Object.keys(operations).filter((name) => !covered.has(name as Name));
    expect(missing.filter((name) => !bodiless.includes(name))).toEqual([]);
  });

  it("in any text of any operation is refused with its path if it cannot be stored", async () => {
    let tried = 0;
    const first = new Map([...inputs].reverse().map(([name, , input]) => [name, input]));
    for (const [name, path, input] of inputs) {
      const isFirst = input === first.get(name);
      for (const textPath of textPaths(input)) {
        // The other fields of a payment do not depend on its source.
        if (!isFirst && textPath[0] !== "paymentSource") continue;
        for (const text of ["a\0b", "a\ud800"]) {
          const { method } = operations[name];
          const bent = replaced(input, textPath, text);
          // Encoding a query turns a lone surrogate into U+FFFD, which can be stored.
          if (method === "GET" && text !== "a\0b") continue;
          const { status, json } = await calls(method, path, bent);
          const where = textPath.join(".");
          expect([name, where, status, json.errors]).toEqual([
            ...[name, where, 400],
            expect.objectContaining({ [where]: expect.stringMatching(/^must /) }),
          ]);
          tried += 1;
        }
      }
    }
    expect(tried).toBeGreaterThan(200);
  });

  it("in the name of a field is refused too", async () => {
    const { status, json } = await gateway.pay({ ...exampleRequest(), metadata: { "a\0b": 1 } });
    expect([status, json.errors]).toEqual([
      400,
      { "metadata.(unknown)": "must not hold NUL or lone surrogates in its name" },
    ]);
  });

  it("never causes a 500, whatever any field contains [T-S26]", async () => {
    const field = fc
      .nat()
      .map((index) => inputs[index % inputs.length] ?? (inputs[0] as (typeof inputs)[number]))
      .chain(([name, path, input]) => {
        const places = [...textPaths(input), ...Object.keys(input).map((key) => [key])];
        return fc
          .record({ place: fc.nat(), value: fc.oneof({ weight: 4, arbitrary: nasty }, notText) })
          .map(({ place, value }) => {
            const bent = replaced(input, places[place % places.length] ?? [], value);
            return { method: operations[name].method, path, bent };
          });
      });
    await fc.assert(
      fc.asyncProperty(field, async ({ method, path, bent }) => {
        const { status, text } = await calls(method, path, bent);
        expect(status, text).toBeLessThan(500);
      }),
      { numRuns: isNightly ? 200 : 60 },
    );
  });

  const ids = [
    "%00",
    "1%00",
    "%E0%80",
    "%ED%A0%80",
    "..%2f1",
    "%27",
    "1e3",
    "-1",
    "0",
    "9".repeat(30),
    "%F0%9F%92%B3",
  ];

  it.each(ids)("as the id %s of an operation is unknown: 404", async (id) => {
    for (const [name, { path, method }] of Object.entries(operations)) {
      if (!path.includes("{id}")) continue;
      const { status, json } = await calls(method, pathOf(name as Name, id), {});
      expect([name, status, json]).toEqual([name, 404, { message: "Not Found", errors: {} }]);
    }
  });

  it.each(ids)("as the id %s of an admin operation is unknown: 404", async (id) => {
    for (const { path, method } of Object.values(adminOperations)) {
      if (!path.includes("{")) continue;
      const where = path.replace("/admin", "").replace(/\{\w+\}/, id);
      expect([path, (await gateway.admin(where, undefined, method)).status]).toEqual([path, 404]);
    }
  });

  it.each(ids)("as the id %s of a page is unknown: 404", async (id) => {
    const form = { method: "POST", body: "answer=approve" };
    for (const path of [`/3ds/${id}`, `/pay/${id}`, `/refill/${id}`, `/refill/${id}/3ds`]) {
      for (const init of [undefined, form, { method: "POST", body: "answer=cancel" }]) {
        const { status } = await gateway.request(path, init);
        expect([path, status === 400 && init !== undefined ? 404 : status]).toEqual([path, 404]);
      }
    }
  });

  it.each(["merchant", "order", "consumer", "after", "limit", "other"])(
    "as %s of an admin list is never a 500",
    async (name) => {
      for (const value of ["%00", "%ED%A0%80", "1%00", "9".repeat(36), "x"]) {
        for (const list of ["/notifications", "/payments", "/mails", "/rules"]) {
          expect((await gateway.admin(`${list}?${name}=${value}`)).status).toBeLessThan(500);
        }
      }
    },
  );

  it("in a page's form never causes a 500", async () => {
    for (const path of ["/3ds/x", "/pay/x", "/refill/x", "/refill/x/3ds"]) {
      for (const body of [
        "answer=%00",
        "answer=code&code=%00",
        'payment={"token":"%00"}',
        "answer=fail&code=%00",
      ]) {
        expect((await gateway.request(path, { method: "POST", body })).status).toBeLessThan(500);
      }
    }
  });

  it("in a header neither causes a 500 nor adds a line to the log", async () => {
    gateway.log.length = 0;
    for (const value of ["\u0001", "\u001b[31m", "a".repeat(300), "\u00ff", "x y"]) {
      for (const name of ["X-Request-ID", "Authorization", "Origin", "Content-Type"]) {
        const headers = { Authorization: demoMerchant.apiKey, [name]: value };
        const { status } = await gateway.post("/tokenize", testCard, headers);
        expect([name, status < 500]).toEqual([name, true]);
      }
    }
    const lines = gateway.log.map((entry) => JSON.stringify(entry));
    for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]{1,500}$/);
    expect(lines.join("")).not.toContain("[31m");
  });
});
