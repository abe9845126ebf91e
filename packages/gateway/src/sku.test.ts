import { describe, expect, it } from "vitest";
import { parsePaymentRequest } from "./payment.ts";
import { sku } from "./sku.ts";
import { type Bounds, describeBounds, letters, notText, notWhole } from "./testing/bounds.ts";
import { exampleRequest, exampleSkus } from "./testing/requests.ts";

/** Checks a sku in a whole request, which selects the variant; returns paths without "sku." */
function check(input: unknown) {
  const parsed = parsePaymentRequest({ ...exampleRequest(), partialApproval: undefined, sku: input });
  if (parsed.ok) return {};
  return Object.fromEntries(
    Object.entries(parsed.errors).map(([path, text]) => [path.replace("sku.", ""), text]),
  );
}

const title: Bounds = ["title", [undefined, letters(3), letters(128)], ["", "ab", letters(129), ...notText]];
const name: Bounds = ["name", [letters(5), letters(36)], ["", letters(4), letters(37), ...notText]];
const action: readonly Bounds[] = [
  ["action", [undefined], [null, "retry", [], {}, { type: "retry" }, { id: "100000001" }]],
  ["action", [], [{ type: "retry", id: "100000001", force: true }]],
  [
    "action",
    [
      { type: "retry", id: letters(5) },
      { type: "retry", id: letters(36) },
    ],
    [],
  ],
  [
    "action",
    [],
    [
      { type: "retry", id: letters(4) },
      { type: "retry", id: letters(37) },
    ],
  ],
  [
    "action",
    [],
    [
      { type: "Retry", id: letters(5) },
      { type: "refund", id: letters(5) },
    ],
  ],
];
const item = { amount: 1, currency: "EUR" };
const price: readonly Bounds[] = [
  ["price", [[item], [item, item]], [null, [], {}, "1", [null], ["1"], [[]], new Array(1), item]],
  [
    "price.0.offset",
    [undefined, "0d", "9999d"],
    ["", "d", "10000d", "-1d", "1", "1D", "1 d", "1.5d", ...notText],
  ],
  [
    "price.0.amount",
    [0, 0.01, 12.5, 999_999_999_999],
    [undefined, -0.01, 1e12, "12.50", null, Number.NaN, true],
  ],
  ["price.0.amount", [], [0.001, 12.345, 1e-7]],
  ["price.0.currency", ["USD"], [undefined, "", "EU", "EURO", "eur", "XYZ", "€", ...notText]],
  [
    "price.0.repeat",
    [undefined, true, false, 0, 1, 12],
    [-1, "true", ...notWhole.filter((it) => it !== true)],
  ],
  ["price.0.unknown", [], ["x"]],
  ["price.0", [{ ...item, currency: "JPY", amount: 12 }], [{ ...item, currency: "JPY", amount: 12.5 }]],
  ["price.0", [{ ...item, currency: "KWD", amount: 1.234 }], [{ ...item, currency: "KWD", amount: 1.2345 }]],
];

describeBounds("sku by site (2.4, A)", exampleSkus.bySite, check, [
  ["siteId", [letters(5), letters(36)], ["", letters(4), letters(37), ...notText]],
  ["domainName", [undefined, "ab.de", letters(36)], ["", "a.de", letters(37), ...notText]],
  [
    "domainName",
    [],
    ["https://shop.example.com", "shop.example.com/path", "shop.example.com:8080", "shop example"],
  ],
  ["name", [], ["mug-blue"]],
  title,
  ...action,
  ...price,
  ["unknown", [], ["x"]],
]);

describeBounds("sku by name (2.4, B)", exampleSkus.byName, check, [
  name,
  title,
  ...action,
  ["domainName", [], ["shop.example.com"]],
  ["unknown", [], ["x"]],
]);

describeBounds("sku by name with prices (2.4, C)", exampleSkus.byNameWithPrice, check, [
  name,
  title,
  ...action,
  ...price,
  ["domainName", [], ["shop.example.com"]],
  ["unknown", [], ["x"]],
]);

describe("sku", () => {
  it("has no price after one that repeats until canceled", () => {
    const later = { ...exampleSkus.bySite, price: [{ ...item, repeat: true }, item] };
    expect(check(later)).toEqual({
      "price.1": "is never charged: the price before it repeats until canceled",
    });
  });

  it("names the fields of the variant that the input means, not the union", () => {
    expect(check({})).toEqual({ siteId: "is required", price: "is required" });
    expect(check({ siteId: "site-1" })).toEqual({ price: "is required" });
    expect(check({ price: [item] })).toEqual({ siteId: "is required" });
    expect(check({ name: "mug-blue", siteId: undefined, price: [{}] })).toMatchObject({
      "price.0.amount": "is required",
      "price.0.currency": "is required",
    });
  });

  it.each([null, "site-1", [], 7])("refuses %j in its place", (input) => {
    expect(check(input)).toEqual({ sku: "must be an object" });
  });

  it("is also exported as one schema, for descriptions of the interface", () => {
    for (const example of Object.values(exampleSkus)) expect(sku.safeParse(example).success).toBe(true);
    expect(sku.safeParse({ siteId: "site-1", name: "mug-blue", price: [item] }).success).toBe(false);
  });
});
