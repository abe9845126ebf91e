/** A key that completes a field moves the focus to the next one, with the option `autoAdvance` only. */
import type { FieldName, PaneOptions } from "@cardpane/contract/messages";
import { describe, expect, it } from "vitest";
import type { InputSource } from "./state.ts";
import { goodCard, openTestForm, options, savedCard } from "./testing.ts";

const names = ["number", "expiryMonth", "expiryYear", "cvv", "cardholder", "postalCode"] as const;
const parts: Partial<PaneOptions> = { fields: names.map((name) => ({ name, required: true })) };

/** Types a text key by key; returns the field that received the focus. */
function typing(
  field: FieldName,
  text: string,
  { given = {}, source = "key", filled = {} }: Given = {},
): string[] {
  const { enter, type, fill, screen } = openTestForm({ ...options, autoAdvance: true, ...given });
  fill(filled);
  enter(field);
  for (let length = 1; length <= text.length; length += 1) type(field, text.slice(0, length), source);
  return screen.filter((line) => line.startsWith("focus"));
}

interface Given {
  readonly given?: Partial<PaneOptions>;
  readonly source?: InputSource;
  readonly filled?: Partial<Record<FieldName, string>>;
}

const amex = "3782 822463 10005";

describe("a key that completes a field moves the focus", () => {
  it.each<[FieldName, string, string, Given?]>([
    ["number", "5555 5555 5555 4444", "expiry"],
    ["number", amex, "expiry"],
    // Numbers of Maestro and Discover have up to 19 digits.
    ["number", "6759 6498 2643 8453 011", "expiry"],
    ["number", "5555 5525 0000 1001", "expiry", { given: { supportedBrands: ["mastercard"] } }],
    ["expiry", "12 / 31", "cvv"],
    ["cvv", "123", "cardholder", { filled: { number: "4242 4242 4242 4242" } }],
    ["cvv", "1234", "cardholder", { filled: { number: amex } }],
    ["cvv", "1234", "cardholder"],
    ["expiryMonth", "12", "expiryYear", { given: parts }],
    ["expiryMonth", "05", "expiryYear", { given: parts }],
    ["expiryYear", "31", "cvv", { given: parts }],
    ["expiryYear", "2031", "cvv", { given: parts }],
  ])("from %s with %j to %s", (field, text, to, given) => {
    expect(typing(field, text, given)).toEqual([`focus ${to}`]);
  });

  it("again, from a field that was emptied in between", () => {
    const { type, screen } = openTestForm({ ...options, autoAdvance: true });
    for (const text of ["12 / 3", "12 / 31", "", "12 / 3", "12 / 31"]) type("expiry", text, "key");
    expect(screen).toEqual(["focus cvv", "focus cvv"]);
  });
});

describe("the focus stays", () => {
  it.each<[string, FieldName, string, Given?]>([
    ["at 16 digits of a network that has numbers of 19", "number", "4242 4242 4242 4242"],
    ["at 16 digits of Maestro", "number", "6759 6498 2643 8453"],
    ["at 18 digits of Maestro", "number", "6759 6498 2643 8453 01"],
    ["at a wrong check digit", "number", "5555 5555 5555 4443"],
    ["at 19 digits and a wrong check digit", "number", "6759 6498 2643 8453 012"],
    ["at a network that is not accepted", "number", amex, { given: { supportedBrands: ["visa"] } }],
    ["at a month that does not exist", "expiry", "13 / 31"],
    ["at a date in the past", "expiry", "10 / 26"],
    ["at a year that may still become 2031", "expiry", "12 / 20"],
    ["at such a year in a separate field", "expiryYear", "20", { given: parts }],
    ["at a month that may still become 12", "expiryMonth", "1", { given: parts }],
    ["at three digits of a CVV while the network is unknown", "cvv", "123"],
    ["at three of four digits", "cvv", "123", { filled: { number: amex } }],
    ["in a name, however long", "cardholder", "A".repeat(64)],
    ["in a postal code", "postalCode", "12345", { given: parts }],
    ["when the next field is not empty", "expiry", "12 / 31", { filled: { cvv: "1" } }],
    ["in the last field", "cvv", "123", { given: { savedCard: { ...savedCard, brand: "visa" } } }],
    ["on paste", "expiry", "12 / 31", { source: "other" }],
    ["on autofill", "expiry", "12 / 31", { source: "autofill" }],
    ["if the option is off", "expiry", "12 / 31", { given: { autoAdvance: false } }],
    // The shopper must see the choice (EU 2015/751, article 8).
    ["at a choice of networks", "number", "5555 5525 0000 1001"],
  ])("%s", (_what, field, text, given) => {
    expect(typing(field, text, given)).toEqual([]);
  });

  it("when a further key changes nothing in a full field", () => {
    const { fill, type, screen } = openTestForm({ ...options, autoAdvance: true });
    fill({ number: amex });
    type("number", amex, "key");
    expect(screen).toEqual([]);
  });

  it("when the shopper corrects a field of a form that is filled in", () => {
    const { fill, type, screen } = openTestForm({ ...options, autoAdvance: true });
    fill(goodCard);
    for (const text of ["12 / 3", "12 / 32"]) type("expiry", text, "key");
    expect(screen).toEqual([]);
  });
});
