import { savedCard } from "@cardpane/contract/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CardpaneError } from "./errors.ts";
import { type CardPaneOptions, readOptions } from "./options.ts";

/** Options that a page without types may pass. */
const untyped = (options: Record<string, unknown>) => options as CardPaneOptions;

function developerMessage(options: Record<string, unknown>): string {
  try {
    readOptions(untyped(options));
  } catch (error) {
    expect(error).toBeInstanceOf(CardpaneError);
    expect(error).toMatchObject({ code: "options_invalid", actor: "merchant" });
    return (error as CardpaneError).message;
  }
  throw new Error("not refused");
}

describe("options", () => {
  it.each<Record<string, unknown>>([
    { values: { cardholder: undefined } },
    { tokens: { radius: undefined } },
    { texts: { title: undefined, labels: { cvv: undefined }, errors: { number: { required: undefined } } } },
  ])("may be undefined inside an option, which counts as missing: %j", (options) => {
    const settings = readOptions(untyped(options));
    expect(JSON.stringify(settings)).not.toContain("undefined");
    const [[name = "", value]] = Object.entries(options) as [[string, unknown]];
    expect(Reflect.get(settings, name)).toEqual(JSON.parse(JSON.stringify(value)));
  });

  it("that contain themselves are refused", () => {
    const tokens: Record<string, unknown> = {};
    tokens["radius"] = tokens;
    expect(developerMessage({ tokens })).toContain("`tokens.radius`");
  });

  it("have defaults, also for an undefined value", () => {
    const defaults = {
      src: null,
      environment: "live",
      fields: ["number", "expiry", "cvv"].map((name) => ({ name, required: true })),
      expiry: "single",
      locale: "auto",
      scheme: "auto",
      theme: "classic",
      labels: "above",
      rows: "paired",
      density: "comfortable",
      match: null,
      tokens: {},
      darkTokens: {},
      disabled: false,
      readOnly: false,
      values: {},
      supportedBrands: null,
      preferredNetworks: [],
      bin: null,
      maskNumber: false,
      autoAdvance: false,
      decline: null,
      savedCard: null,
      texts: {},
      loadTimeoutMs: 15_000,
    };
    expect(readOptions({})).toEqual(defaults);
    const undefineds = Object.fromEntries(Object.keys(defaults).map((name) => [name, undefined]));
    expect(readOptions(untyped(undefineds))).toEqual(defaults);
  });

  it("accept a field by its name, and an optional one by its name with a question mark", () => {
    expect(readOptions({ fields: ["number", "cardholder?"] }).fields).toEqual([
      { name: "number", required: true },
      { name: "cardholder", required: false },
    ]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ fields: [] }, "fields"],
    [{ fields: "number" }, "fields"],
    [{ fields: ["number", "cvc"] }, "fields.1.name"],
    [{ fields: ["number", null] }, "fields.1"],
    [{ fields: [{ name: "cvv" }] }, "fields.0.required"],
    [{ fields: [{ name: "cvv", required: "yes" }] }, "fields.0.required"],
    [{ fields: [{ name: "cvv", label: "x" }] }, "fields.0.label"],
    [{ fields: ["cvv", "cvv?"] }, "fields"],
    [{ src: "" }, "src"],
    [{ environment: "Live" }, "environment"],
    [{ environment: "a/b" }, "environment"],
    [{ environment: "a".repeat(33) }, "environment"],
    [{ environment: null }, "environment"],
    [{ locale: "de_DE" }, "locale"],
    [{ scheme: "night" }, "scheme"],
    [{ theme: "dark" }, "theme"],
    [{ match: "" }, "match"],
    [{ match: "#".repeat(2_001) }, "match"],
    [{ tokens: { colorText: { toString: "red" } } }, "tokens.colorText"],
    [{ tokens: { "color-text": "#fff" } }, "tokens.color-text"],
    [{ tokens: "dark" }, "tokens"],
    [{ darkTokens: { fontSize: Number.NaN } }, "darkTokens.fontSize"],
    [{ disabled: "yes" }, "disabled"],
    [{ values: { number: "4242424242424242" } }, "values.number"],
    [{ values: { cvv: "123" } }, "values.cvv"],
    [{ values: { expiry: "12/31" } }, "values.expiry"],
    [{ preferredNetworks: ["CB"] }, "preferredNetworks.0"],
    [{ supportedBrands: ["visa", "Mastercard"] }, "supportedBrands.1"],
    [{ savedCard: { ...savedCard, lastFour: "4242424242424242" } }, "savedCard.lastFour"],
    [{ savedCard: { ...savedCard, cvv: "123" } }, "savedCard.cvv"],
    [{ texts: { retry: "" } }, "texts.retry"],
    [{ texts: { pay: "x" } }, "texts.pay"],
    [{ texts: { errors: { number: { Wrong: "x" } } } }, "texts.errors.number.Wrong"],
    [{ loadTimeoutMs: 0 }, "loadTimeoutMs"],
    [{ loadTimeoutMs: 600_001 }, "loadTimeoutMs"],
    [{ gateway: "https://evil.example" }, "gateway"],
  ])("%j are refused, and the error names %s, not the value", (options, path) => {
    const message = developerMessage(options);
    expect(message).toContain(`ption \`${path}\``);
    expect(message).toMatch(/\. (It takes .+\.|Did you mean `\w+`\?|Remove it\.) \(options_invalid\)$/);
    expect(message).not.toMatch(/4242|evil|Mastercard|undefined/);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ labls: "above" }, "Unknown option `labls`. Did you mean `labels`? (options_invalid)"],
    [{ Fields: [] }, "Unknown option `Fields`. Did you mean `fields`? (options_invalid)"],
    [{ readonly: true }, "Unknown option `readonly`. Did you mean `readOnly`? (options_invalid)"],
    [
      { supportedBrand: null },
      "Unknown option `supportedBrand`. Did you mean `supportedBrands`? (options_invalid)",
    ],
    [{ gateway: "https://evil.example" }, "Unknown option `gateway`. Remove it. (options_invalid)"],
    [{ ["x".repeat(500)]: 1 }, `Unknown option \`${"x".repeat(500)}\`. Remove it. (options_invalid)`],
    [{ texts: { titel: "x" } }, "Unknown option `texts.titel`. Did you mean `title`? (options_invalid)"],
    [
      { labels: "left" },
      "The option `labels` does not fit. It takes one of above, floating, hidden. (options_invalid)",
    ],
    [{ labels: undefined, bin: 7 }, "The option `bin` does not fit. It takes one of 6, 8. (options_invalid)"],
    [
      { fields: ["number", "cvc"] },
      "The option `fields.1.name` does not fit. It takes one of number, expiry, expiryMonth, expiryYear, cvv, cardholder, postalCode. (options_invalid)",
    ],
    [
      { fields: ["expiry", "expiryYear"] },
      "The option `fields` does not fit. It takes each field once, the expiry in one field or in two. (options_invalid)",
    ],
    [{ fields: [] }, "The option `fields` does not fit. It takes a list of 1 to 7 items. (options_invalid)"],
    [{ tokens: "dark" }, "The option `tokens` does not fit. It takes an object. (options_invalid)"],
    [
      { texts: { retry: "" } },
      "The option `texts.retry` does not fit. It takes a text of 1 to 300 characters. (options_invalid)",
    ],
    [
      { environment: "Live" },
      "The option `environment` does not fit. It takes an id in lower case, up to 32 characters. (options_invalid)",
    ],
    [
      { loadTimeoutMs: 0 },
      "The option `loadTimeoutMs` does not fit. It takes a whole number from 1 to 600000. (options_invalid)",
    ],
  ])("%j are refused, and the message contains a solution", (options, message) => {
    expect(developerMessage(options)).toBe(message);
  });

  it("are refused with an own __proto__ key, and change no prototype", () => {
    expect(developerMessage(JSON.parse('{"__proto__": {"src": "https://evil.example"}}'))).toContain(
      "options_invalid",
    );
    expect({}).not.toHaveProperty("src");
  });

  it.each<CardPaneOptions>([
    { savedCard },
    { savedCard: { ...savedCard, brand: null, lastFour: null } },
    { preferredNetworks: ["cartes-bancaires", "visa"] },
    { bin: 6 },
    { bin: 8 },
    { bin: null },
    { maskNumber: true },
    { values: { cardholder: "Ada Example", postalCode: "1" }, readOnly: true, autoAdvance: true },
    { supportedBrands: null },
    { supportedBrands: ["visa", "jcb"] },
    { environment: "staging-2", locale: "zh-Hant", scheme: "dark" },
    { tokens: { colorText: "#fff", fontSize: 18 }, darkTokens: { radius: 0 } },
    { texts: { failed: "…" }, loadTimeoutMs: 1 },
    { locale: "fr-CH,fr,en" },
    { texts: { title: "Card", labels: { cvv: "CVC" }, errors: { expiry: { too_far: "Check it" } } } },
  ])("%j are accepted", (options) => {
    expect(readOptions(options)).toMatchObject(options);
  });

  it("are accepted or refused with a CardpaneError, whatever they are", () => {
    const names = ["src", "fields", "tokens", "savedCard", "supportedBrands", "texts", "scheme", "other"];
    const anything = fc.record(Object.fromEntries(names.map((name) => [name, fc.anything()])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(anything, (options) => {
        try {
          readOptions(untyped(options));
        } catch (error) {
          expect(error).toBeInstanceOf(CardpaneError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
