import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { adminOperations } from "../../../../apps/sandbox/src/admin/operations.ts";
import { settingSchemas } from "../../../../apps/sandbox/src/settings.ts";
import { errorCodes } from "../../../contract/src/errors/index.ts";
import { allOperations } from "../../../contract/src/gateway/index.ts";
import { testCards } from "../../../contract/src/testing/index.ts";
import { errorCatalogue } from "../../../node/src/errors/errors.ts";
import { notificationRefusals } from "../../../node/src/errors/notification-refusals.ts";
import { createClient } from "../../../node/src/index.ts";
import { root } from "../run.ts";
import { readExports } from "./declarations.ts";
import { references } from "./main.ts";
import { methodOfOperation } from "./node.ts";

const texts = Object.fromEntries(Object.entries(references).map(([path, text]) => [path, text()]));

describe.each(Object.entries(texts))("%s", (path, text) => {
  it("is current: after a change run packages/tools/src/reference/main.ts", () => {
    expect(readFileSync(root + path, "utf8")).toBe(text);
  });
});

describe("a reference has a row with a description for each", () => {
  it.each([
    [
      "packages/browser/REFERENCE.md",
      [
        ...Object.keys(errorCodes),
        "loadTimeoutMs",
        "debug",
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
        "onRequest",
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
    expect.stringContaining("| `LIMIT_WRONG_CVVS` | a whole number from 1 to 1000000 | `10` |"),
  );
  expect(rows).toContainEqual(
    expect.stringContaining("| `COMPATIBILITY` | document or field | `document` |"),
  );
  expect(rows).toContainEqual(expect.stringContaining("| `DATA_DIR` |  | `apps/sandbox/.data` |"));
});

it("names a method that the client has for each operation that a merchant calls", () => {
  const client = createClient({ apiKey: "key", baseUrl: "https://gateway.example" });
  for (const path of Object.values(methodOfOperation)) {
    if (path === undefined) continue;
    const found = path
      .split(".")
      .reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>>)[name], client);
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
    "| `consumer.externalId` |  | a text of 3 to 64 characters |",
    "| `consumer.cpf` |  | a text of 11 digits |",
    "| `sku.price[].amountMinor` | required | a whole number of minor units |",
    "| `partialApproval.percentage` |  | a number, 0 to 100 |",
    "| `url.ipnUrl` | required | an http or https address |",
    "| `paymentAccountIdWithCvv` | `paymentAccountId` (a UUID), `cvv` (a text of 3 to 4 digits) |",
  ]) {
    expect(text).toContain(row);
  }
});
