/** The options of the pane: only known options, with the pane's defaults for those that are not set. */
import { createCardPane } from "@cardpane/browser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readAddress } from "./address.ts";
import { knobs, optionKnobs } from "./knobs.ts";
import { everyOption, optionsOf, placesOf } from "./options.ts";

const shop = { environment: "sandbox" };

test("an address becomes options", () => {
  const { state } = readAddress(
    "?theme=flat&fields=number,cvv?&bin=6&savedCard=visa&match=soft&tokens=radius:2&texts=labels.cvv:Code&maskNumber=1&width=280",
  );
  expect(optionsOf(state, shop)).toEqual({
    environment: "sandbox",
    fields: ["number", "cvv?"],
    theme: "flat",
    match: "#email",
    tokens: { radius: 2 },
    texts: { labels: { cvv: "Code" } },
    bin: 6,
    maskNumber: true,
    savedCard: expect.objectContaining({ brand: "visa", lastFour: "4242" }),
  });
});

test("the environment of an address overrides the shop's", () => {
  expect(optionsOf({ environment: "nowhere" }, shop)).toEqual({ environment: "nowhere" });
});

test("every option is present, so that one without a value is reset to its default", () => {
  const every = everyOption({ theme: "flat" });
  expect(Object.keys(every).sort()).toEqual(Object.keys(optionKnobs).sort());
  expect(every).toEqual({ theme: "flat" });
});

test("no address creates options that the pane refuses", () => {
  const name = fc.constantFrom(...Object.keys(knobs));
  const word = fc.constantFrom(
    ..."classic line none visa mastercard number expiry cvv? cvv 6 8 1 split select auto".split(" "),
    ...[
      "radius:4",
      "colorText:#123456",
      "radius:99",
      "labels.cvv: x",
      "optional:\u2066",
      ";",
      ":",
      ",",
      "\n",
      "",
    ],
  );
  const text = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(",")),
    word,
    fc.array(word, { maxLength: 3 }).map((words) => words.join("")),
    fc.string(),
  );
  let taken = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(name, text), { maxLength: 8 }), (pairs) => {
      const { state } = readAddress(`?${new URLSearchParams(pairs)}`);
      taken += Object.keys(state).length;
      createCardPane(everyOption(optionsOf(state, shop))).destroy();
    }),
    { numRuns: 3_000 },
  );
  expect(taken).toBeGreaterThan(300);
});

test.each([
  [{}, ["number", "expiry", "cvv"]],
  [{ fields: ["expiry?", "number"], expiry: "split" }, ["expiryMonth?", "expiryYear?", "number"]],
  [{ fields: [{ name: "expiry", required: true }], expiry: "select" }, ["expiryMonth", "expiryYear"]],
  [{ fields: ["expiryMonth", { name: "cvv", required: false }], expiry: "select" }, ["expiryMonth", "cvv?"]],
] as const)("the fields of a split form: %j", (options, places) => {
  expect(placesOf(options)).toEqual(places);
});
