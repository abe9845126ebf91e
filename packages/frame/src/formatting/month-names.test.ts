import { describe, expect, it } from "vitest";
import { formatMonth } from "./format-digits.ts";
import { formatExpiry } from "./format-expiry.ts";
import { numberMonths } from "./month-names.ts";

const english = [
  ..."January February March April May June July August September October November December".split(" "),
];

describe("the name of a month is converted to its number", () => {
  it.each(english.map((name, index) => [name, String(index + 1).padStart(2, "0")]))("%s", (name, number) => {
    for (const spelled of [name, name.toUpperCase(), name.slice(0, 3), name.slice(0, 4)]) {
      expect(numberMonths(`${spelled} 2031`, "en"), spelled).toBe(`${number} 2031`);
    }
  });

  it.each([
    ["de", "Dezember 31", "12 31"],
    ["de", "März/2031", "03/2031"],
    ["fr", "juin 2031", "06 2031"],
    ["fr", "juillet 2031", "07 2031"],
    ["es", "dic. 2031", "12. 2031"],
    ["pl", "grudnia 2031", "12 2031"],
    ["ru", "декабря 2031", "12 2031"],
    // English names are accepted in every language.
    ["ja", "Dec-31", "12-31"],
  ])("in %s: %s", (language, text, read) => expect(numberMonths(text, language)).toBe(read));

  it.each(["12 / 31", "12月", "Exp.: 12/31", "Karte 12/31", "de 12", ""])("and %j stays", (text) =>
    expect(numberMonths(text, "de")).toBe(text),
  );

  it.each([
    ["Dec 2031", "12 / 31"],
    ["2031 December", "12 / 31"],
    ["May 31", "05 / 31"],
  ])("so that %s is a date", (text, shown) => {
    const edit = numberMonths(text, "en");
    expect(formatExpiry({ text: edit, caret: edit.length, kind: "insert", before: null }).text).toBe(shown);
  });

  it("also in the separate field of a month", () => {
    const text = numberMonths("September", "en");
    expect(formatMonth({ text, caret: text.length, kind: "insert", before: null }).text).toBe("09");
  });
});
