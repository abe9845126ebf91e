/** The gallery's address: valid parts are read, and written states are read back. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressOf, initialOf, isPosition, readAddress, type State, settled } from "./address.ts";
import { isKnob, type KnobName, knobs } from "./knobs.ts";

/** A value for each changeable knob, other than the initial one. */
const turned: Readonly<Record<Exclude<KnobName, "src">, string>> = {
  fields: "cvv,number?,expiry,cardholder?",
  expiry: "select",
  disabled: "1",
  readOnly: "1",
  autoAdvance: "1",
  values: "both",
  theme: "line",
  scheme: "dark",
  labels: "floating",
  rows: "inline",
  density: "spacious",
  match: "rounded",
  tokens: "radius:2;colorAccent:#b3261e;shadowField:0 1px 2px rgb(0 0 0 / .5), 0 0 1px #000",
  darkTokens: "fontFamily:'Times New Roman', serif",
  locale: "fr-CH,de",
  texts: "labels.cvv: Code & more; <b>\nerrors.cvv.required: Please?",
  supportedBrands: "mastercard,visa",
  preferredNetworks: "cartes-bancaires",
  bin: "8",
  maskNumber: "1",
  savedCard: "amex",
  environment: "staging",
  loadTimeoutMs: "1",
  debug: "1",
  form: "split",
  width: "280",
  page: "dark",
  dir: "rtl",
  lang: "ar",
};

test("every knob except the fixed one can be changed", () => {
  const fixed = Object.keys(knobs).filter((name) => isKnob(name) && knobs[name].control.type === "fixed");
  expect([...Object.keys(turned), ...fixed].sort()).toEqual(Object.keys(knobs).sort());
});

test.each(Object.entries(turned))("%s is read back from the address unchanged", (name, text) => {
  const state = { [name]: text };
  expect(readAddress(addressOf(state))).toEqual({ state, problems: [] });
});

test("any combination of changed knobs is read back unchanged", () => {
  const some = fc.subarray(Object.entries(turned));
  fc.assert(
    fc.property(some, (entries) => {
      const state: State = Object.fromEntries(entries);
      expect(readAddress(addressOf(settled(state)))).toEqual({ state, problems: [] });
    }),
  );
});

test("punctuation that an address may contain is not encoded", () => {
  expect(addressOf({ fields: "number,cvv?", tokens: "radius:2;gap:4" })).toBe(
    "?fields=number,cvv?&tokens=radius:2;gap:4",
  );
  expect(addressOf({ texts: "optional: a&b=c#d+e%" })).toBe("?texts=optional:+a%26b%3Dc%23d%2Be%25");
  expect(addressOf({})).toBe("");
});

test("a knob with its initial value is left out, and is not a problem", () => {
  for (const name of Object.keys(knobs)) {
    if (!isKnob(name)) continue;
    const { state, problems } = readAddress(addressOf({ [name]: initialOf(name) }));
    expect([name, state, problems]).toEqual([name, {}, []]);
  }
});

describe("invalid values are left out and reported", () => {
  test.each([
    ["theme", "Classic"],
    ["theme", "toString"],
    ["match", "constructor"],
    ["bin", "7"],
    ["disabled", "true"],
    ["fields", "number,number"],
    ["fields", "expiry,expiryMonth"],
    ["fields", "pin"],
    ["supportedBrands", "visa,visa"],
    ["supportedBrands", "visa,"],
    ["tokens", "radius:49"],
    ["tokens", "radius"],
    ["tokens", "colorText:red;radius:4"],
    ["tokens", "__proto__:4"],
    ["texts", "labels.pin: PIN"],
    ["texts", `labels.cvv: ${"x".repeat(81)}`],
    ["texts", "__proto__.cvv: x"],
    ["texts", "labels: x\nlabels.cvv: y"],
    ["locale", "de_AT"],
    ["loadTimeoutMs", "0"],
    ["loadTimeoutMs", "600001"],
    ["loadTimeoutMs", "1e3"],
    ["environment", "Live"],
    ["src", "https://evil.example/"],
    ["width", "100000"],
    ["lang", "xx"],
  ])("%s=%s", (name, text) => {
    expect(readAddress(addressOf({ [name]: text, density: "compact" }))).toEqual({
      state: { density: "compact" },

      problems: [{ kind: "malformed", name, fits: expect.any(String) }],
    });
  });

  test.each(["colour", "__proto__", "constructor", "hasOwnProperty", "<img src=x onerror=alert(1)>"])(
    "an unknown name is reported: %s",
    (name) => {
      const query = `?${encodeURIComponent(name)}=1`;
      expect(readAddress(query)).toEqual({
        state: {},
        problems: [{ kind: "unknown", name, fits: "" }],
      });
    },
  );

  test("long names are cut, and the number of reported names is limited", () => {
    const query = new URLSearchParams(Array.from({ length: 100 }, (_, i) => [`${i}${"x".repeat(99)}`, ""]));
    const { problems } = readAddress(`?${query}`);
    expect(problems).toHaveLength(8);
    for (const { name } of problems) expect(name).toHaveLength(40);
  });

  test.each([
    ["theme", "Classic", /^classic, /],
    ["disabled", "true", /^1$/],
    ["loadTimeoutMs", "0", /^1–600000$/],
    ["fields", "pin", /^number,expiry,cvv$/],
    ["tokens", "radius", /^radius: 2$/],
  ])("%s=%s is reported with the valid values", (name, text, fits) => {
    const { problems } = readAddress(addressOf({ [name]: text }));
    expect(problems).toEqual([{ kind: "malformed", name, fits: expect.stringMatching(fits) }]);
  });

  test("names of the QA panel are ignored", () => {
    expect(readAddress("?qa=1&challenge=dialog")).toEqual({ state: {}, problems: [] });
  });
});

test("the bounds of a range are valid values", () => {
  for (const [name, text] of [
    ["loadTimeoutMs", "1"],
    ["loadTimeoutMs", "600000"],
    ["tokens", "radius:48"],
    ["tokens", "letterSpacing:-1"],
    ["texts", `labels.cvv: ${"x".repeat(80)}`],
    ["texts", `failed: ${"x".repeat(300)}`],
  ] as const)
    expect(isPosition(name, text), `${name}=${text.slice(0, 30)}`).toBe(true);
  expect(isPosition("texts", `failed: ${"x".repeat(301)}`)).toBe(false);
});
