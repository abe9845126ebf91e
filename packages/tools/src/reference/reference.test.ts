import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { adminOperations } from "../../../../apps/sandbox/src/admin/operations.ts";
import { settingSchemas } from "../../../../apps/sandbox/src/settings.ts";
import { errorCodes } from "../../../contract/src/errors/index.ts";
import { type AnyOperationName, allOperations } from "../../../gateway/src/index.ts";
import { testCards } from "../../../gateway/src/testing/index.ts";
import { errorCatalogue } from "../../../node/src/errors/errors.ts";
import { notificationRefusals } from "../../../node/src/errors/notification-refusals.ts";
import { createClient } from "../../../node/src/index.ts";
import { root } from "../process/program.ts";
import { readExports } from "./declarations.ts";
import { references, staleSnippets } from "./main.ts";
import { methodOfOperation } from "./node.ts";

const texts = Object.fromEntries(Object.entries(references).map(([path, text]) => [path, text()]));

describe.each(Object.entries(texts))("%s", (path, text) => {
  it("is current: after a change run `npm run reference`", () => {
    expect(readFileSync(root + path, "utf8")).toBe(text);
  });
});

it("every snippet is current: after a change of its file run `npm run reference`", () => {
  expect(staleSnippets().map(([path]) => path)).toEqual([]);
});

describe("a reference has a row with a description for each", () => {
  it.each([
    [
      "packages/browser/REFERENCE.md",
      [
        ...Object.keys(errorCodes),
        "loadTimeoutMs",
        "maskNumber",
        "saved-card",
        "tokenize",
        "binchange",
        "focused",
        "radius",
      ],
    ],
    [
      "packages/node/REFERENCE.md",
      [
        ...Object.keys(errorCatalogue),
        ...Object.keys(notificationRefusals),
        "timeoutMs",
        "logger",
        "threeDsMissing",
        "idempotencyKey",
        "fieldOperations",
        "onEvent",
        "ipnUrl",
        "attributes",
        "payment",
        "refill",
        "PaymentResult",
      ],
    ],
    [
      "apps/sandbox/REFERENCE.md",
      [
        ...Object.keys(settingSchemas),
        ...testCards.map(({ number }) => number),
        ...Object.values(allOperations).map(({ method, path }) => `${method} ${path}`),
        ...Object.values(adminOperations).map(({ method, path }) => `${method} ${path}`),
      ],
    ],
  ])("option, code and operation: %s", (path, names) => {
    const lines = (texts[path] ?? "").split("\n");
    for (const name of names) {
      const row = lines.find((line) => line.startsWith(`| \`${name}\` |`));
      expect(
        row
          ?.split(/(?<!\\)\|/)
          .at(-2)
          ?.trim().length,
        name,
      ).toBeGreaterThan(4);
    }
  });
});

it("shows each setting of the sandbox with its bounds, and the default as it is for every machine", () => {
  const rows = texts["apps/sandbox/REFERENCE.md"]?.split("\n") ?? [];
  expect(rows).toContainEqual(
    expect.stringContaining("| `IPN_ANSWER_WITHIN_MS` | a whole number from 1 to 120000 | `15000` |"),
  );
  expect(rows).toContainEqual(
    expect.stringContaining("| `COMPATIBILITY` | document or field | `document` |"),
  );
  expect(rows).toContainEqual(expect.stringContaining("| `DATA_DIR` |  | `apps/sandbox/.data` |"));
});

it("names a method that the client has for each operation that a merchant calls", () => {
  const client = createClient({ apiKey: "key", baseUrl: "https://gateway.example", ipv6: "send" });
  for (const path of Object.values(methodOfOperation)) {
    if (path === undefined) continue;
    const all = { ...client, wallet: { ...client.wallet.forUser(7), ...client.wallet } };
    const found = path
      .split(".")
      .reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>>)[name], all);
    expect(found, path).toBeTypeOf("function");
  }
});

it("finds a doc comment of every export of @cardpane/node", () => {
  const exported = readExports("packages/node/src/index.ts");
  expect(exported.length).toBeGreaterThan(100);
  expect(exported.filter(({ description }) => description.length < 10).map(({ name }) => name)).toEqual([]);
});

it("the reference of a payment's fields has their bounds, in the units of the package", () => {
  const text = texts["packages/node/REFERENCE.md"];
  for (const row of [
    "| `consumer.externalId` | required when id is empty | a text of 3 to 64 characters |",
    "| `consumer.cpf` | required for pix | a text of 11 digits |",
    "| `sku.price[].amountMinor` | required | a whole number of minor units, 0 or more |",
    "| `partialApproval.percentage` |  | a number, 0 to 100 |",
    "| `url.ipnUrl` | required | an http or https address: without control characters, user name and password |",
    "| `paymentAccountIdWithCvv` | `paymentAccountId` (a UUID), `cvv` (a text of 3 to 4 digits) |",
  ]) {
    expect(text).toContain(row);
  }
});

it("the reference of a payment's fields has the rules that no bound expresses, and the conditions between fields", () => {
  const text = texts["packages/node/REFERENCE.md"];
  for (const row of [
    "| `sku` | required | with `siteId` and `price`, or `name` and `price`, or `name` |",
    "| `sku.price[].currency` | required | an ISO 4217 currency code, for example EUR |",
    "| `sku.price[].repeat` |  | `true` or `false`, or a whole number, 0 or more |",
    "| `consumer.email` | required when id is empty, for binancepay | an e-mail address of at most 100 characters |",
    "| `consumer.birthday` |  | a date, yyyy-mm-dd, or `null` |",
    "| `consumer.country` |  | an ISO 3166-1 alpha-3 country code, for example DEU |",
    "| `consumer.ip` | required | a text of 1 to 16 characters: an IP address |",
    "| `consumer.userAgent` | required for 3DS | a text of 0 to 255 characters |",
    "| `partialApproval.currency` | required beside an amount | an ISO 4217 currency code: it converts the amounts and is not sent |",
    "| `applePay` | either the token, or number, expirationMonth, expirationYear and tavv |",
    "`iban` (a text of 5 to 34 characters: a valid IBAN (ISO 13616), without spaces)",
  ]) {
    expect(text).toContain(row);
  }
});

/** The fields of one call, as the reference has them. */
function sectionOf(method: string): string {
  const [, section = ""] = (texts["packages/node/REFERENCE.md"] ?? "").split(`### Fields of \`${method}\`\n`);
  return section.split(/\n##/)[0] ?? "";
}

it.each<[string, readonly string[]]>([
  [
    "payments.refund",
    [
      "| `reason` | required | a text of 1 to 255 characters |",
      "| `amountMinor` |  | a whole number of minor units, 1 or more |",
      "| `currency` | required beside an amount |",
    ],
  ],
  ["subscriptions.cancel", ["| `cancelDate` |  | a date and time, yyyy-mm-dd hh:mm:ss |"]],
  ["subscriptions.changeCard", ["[in a payment](#fields-of-a-payment)"]],
  ["wallet.login", ["| `code` | required | a text of 6 characters |"]],
  ["wallet.accounts.update", ["| `autoReloadAmountMinor` |  | a whole number of minor units, 1 or more |"]],
  [
    "wallet.refills.create",
    [
      "| `currency` | required |",
      "| `consumer.userAgent` | required for 3DS |",
      "| `metadata.amountMods[].amountMinor` | required | a whole number of minor units |",
    ],
  ],
  ["wallet.topUps.create", ["| `amountMinor` | required | a whole number of minor units: not 0 |"]],
  ["wallet.payments.create", ["| `merchantOrderId` | required |"]],
])("the reference has the fields of %s", (method, rows) => {
  for (const row of rows) expect(sectionOf(method)).toContain(row);
});

it("every call that takes fields has them in the reference", () => {
  const methods = (Object.keys(allOperations) as AnyOperationName[]).flatMap((name) => {
    const { shape = {} } = allOperations[name].request as { readonly shape?: object };
    const hasInput = Object.keys(shape).some((field) => field !== "clientId");
    return hasInput && name !== "payment" ? (methodOfOperation[name] ?? []) : [];
  });
  expect(methods.length).toBeGreaterThan(10);
  expect(methods.filter((method) => sectionOf(method).length < 60)).toEqual([]);
});

it("every rule of a request that no bound expresses is described beside its refinement", () => {
  const rules = Object.entries(allOperations).flatMap(([name, { request }]) => refinements(request, name));
  expect(rules.length).toBeGreaterThan(20);
  expect(rules.filter(({ rule }) => rule === undefined)).toEqual([]);
});

/** The parts of a schema that have a custom check, with what describes them. */
function refinements(
  schema: unknown,
  path: string,
): readonly { readonly path: string; readonly rule: string | undefined }[] {
  const { def } = schema as { readonly def: Definition };
  const { description } = z.globalRegistry.get(schema as z.core.$ZodType) ?? {};
  const isRefined = def.checks?.some((check) => check._zod.def.check === "custom") ?? false;
  const below: readonly (readonly [unknown, string])[] = [
    ...Object.entries(def.shape ?? {}).map(([key, part]) => [part, `.${key}`] as const),
    ...(def.options ?? []).map((part) => [part, ""] as const),
    ...[def.innerType, def.valueType, def.left, def.right].map((part) => [part, ""] as const),
    [def.element, "[]"],
  ];
  return [
    ...(isRefined ? [{ path, rule: description }] : []),
    ...below.filter(([part]) => part).flatMap(([part, step]) => refinements(part, path + step)),
  ];
}

/** The definition of a zod schema, as far as it is read here. */
interface Definition {
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string } } }[];
  readonly shape?: object;
  readonly options?: readonly unknown[];
  readonly innerType?: unknown;
  readonly valueType?: unknown;
  readonly left?: unknown;
  readonly right?: unknown;
  readonly element?: unknown;
}
