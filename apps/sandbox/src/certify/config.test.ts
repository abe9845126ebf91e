import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { checkConfig, configJsonSchema } from "./config.ts";

const good = {
  checkout: "/basket",
  reference: { url: "/orders/([\\w-]+)" },
  orders: "/orders/{reference}.json",
};
const read = (change: object) => checkConfig({ ...good, ...change }, "certify.json", ["paid", "killed"]);

it.each([
  {},
  { checkout: [{ open: "/" }, { click: "text=Buy" }, { fill: "#email", with: "ada@shop.example" }] },
  { reference: { selector: "[name=order]", attribute: "value" } },
  { reference: { response: "/api/order" } },
  { reference: { response: "/api/order", json: "id" }, skip: ["killed"], pay: "#pay" },
  { orders: { page: "/orders/{reference}", paid: "text=Paid" } },
])("takes %o", (change) => {
  expect(read(change)).toMatchObject({ pay: "button", skip: [], ...change });
});

it.each<[object, string]>([
  [{ checkout: "basket" }, "checkout must be a path of the shop"],
  [{ checkout: "//other.example" }, "checkout must be a path of the shop"],
  [{ checkout: [] }, "checkout "],
  [
    { checkout: [{ press: "#a" }] },
    'checkout must be a path of the shop, or a list of steps: { "open": path }',
  ],
  [{ pay: "" }, "pay "],
  [{ reference: {} }, "reference must be"],
  [{ reference: { url: "(" } }, "reference.url must be a regular expression with one group"],
  [{ reference: { url: "/orders/" } }, "reference.url must be a regular expression with one group"],
  [{ orders: "/orders.json" }, "orders must contain {reference}"],
  [{ orders: undefined }, "orders must be a path with {reference}"],
  [{ skip: ["sleep"] }, "skip.0 must be one of paid, killed"],
  [{ colour: "red" }, "colour is not a field"],
])("refuses %o by its path", (change, message) => {
  expect(() => read(change)).toThrow(`certify.json:\n  ${message}`);
});

it("the published schema is the one that checks", () => {
  const published: unknown = JSON.parse(
    readFileSync(new URL("../../certify.schema.json", import.meta.url), "utf8"),
  );
  expect(published).toEqual(configJsonSchema());
});
