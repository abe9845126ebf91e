/** Names of payment sources for shoppers. */
import { expect, test } from "vitest";
import { otherSources } from "../payments/sources.ts";
import { locales } from "../texts/index.ts";
import { sourceTitle, sourceWords } from "./source-name.ts";

const { en, ar } = locales;

test.each([
  [{ method: "card", brand: "visa", lastFour: "4242" }, "Visa ending in 4242"],
  [{ method: "card", brand: null, lastFour: null }, "Card"],
  [{ method: "applepay", brand: null, lastFour: null }, "Apple Pay"],
  [{ method: "sepa", brand: null, lastFour: "3000" }, "SEPA direct debit ending in 3000"],
  [{ method: "pse", brand: null, lastFour: null }, "PSE"],
  [{ method: "banktransfer", brand: null, lastFour: "6789" }, "Bank transfer ending in 6789"],
  [{ method: "banktransferChile", brand: null, lastFour: null }, "Bank transfer (Chile)"],
  [{ method: null, brand: null, lastFour: null }, "Card"],
  // A method of a newer gateway.
  [{ method: "moonpay", brand: null, lastFour: null }, "moonpay"],
] as const)("%j is %s", (source, words) => {
  expect(sourceWords(en, source)).toBe(words);
});

test("a source is named in the shopper's language", () => {
  expect(sourceWords(ar, { method: "sepa", brand: null, lastFour: "3000" })).toContain("3000");
  expect(sourceWords(ar, { method: "crypto", brand: null, lastFour: null })).toMatch(/\p{Script=Arabic}/u);
});

test("a source without a name of its own has one in every language", () => {
  const nameless = otherSources.filter(({ name }) => name === null);
  expect(nameless.length).toBeGreaterThan(0);
  for (const texts of Object.values(locales)) {
    for (const source of nameless) expect(sourceTitle(texts, source)).not.toBe(source.type);
  }
});
