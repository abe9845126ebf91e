import { readdirSync, readFileSync } from "node:fs";
import { inspect } from "node:util";
import { testCards } from "@cardpane/gateway/testing";
import { expirationDate } from "card-validator/dist/expiration-date.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cardholderProblem } from "./cardholder.ts";
import { cvvProblem } from "./cvv.ts";
import { digitsOf } from "./digits.ts";
import { expiryProblem, maxYearsAhead, monthProblem, readExpiry, yearProblem } from "./expiry.ts";
import { holdsCardNumber } from "./holds-card-number.ts";
import { CardIdentifier } from "./identify-card.ts";
import { type NumberRules, numberProblem } from "./number.ts";
import { postalCodeProblem } from "./postal-code.ts";
import { reveal, Secret } from "./secret.ts";

const today = { year: 2026, month: 11 };
/** Sets the clock, which card-validator reads itself. */
const setToday = ({ year, month }: typeof today) => void vi.setSystemTime(new Date(year, month - 1, 15));
beforeAll(() => setToday(today));
afterAll(() => void vi.useRealTimers());

const rules: NumberRules = { cards: new CardIdentifier(), supportedBrands: null, strictLuhn: true };

describe("a number is validated", () => {
  it.each([
    ["4242424242424242", null],
    ["4242424242424241", "check_digit"],
    ["424242424242424", "incomplete"],
    ["42424242424242424", "incomplete"],
    ["4", "incomplete"],
    ["378282246310005", null],
    ["378282246310006", "check_digit"],
    ["3782822463100055", "invalid"],
    ["6759649826438453", null],
    ["630400000000", null],
    ["6304000000000000000", null],
    ["6304000000000000001", "check_digit"],
    ["6200000000000005", null],
    ["6200000000000004", "check_digit"],
    ["0000000000000000", "invalid"],
    ["1234567890123456", "invalid"],
  ])("%s: %s", (digits, problem) => {
    expect(numberProblem(digits, rules)).toBe(problem);
  });

  it.each([
    ["4242424242424242", ["mastercard"], "unsupported_brand"],
    ["5555555555554444", ["mastercard"], null],
    ["9792000000000000", ["mastercard"], "unsupported_brand"],
    // Co-badged with Cartes Bancaires: one accepted network is enough, and both count while the network is uncertain.
    ["4970100000000006", ["cartes-bancaires"], null],
    ["4970100000000006", ["visa"], null],
    ["4970100000000006", ["mastercard"], "unsupported_brand"],
    ["49", ["cartes-bancaires"], "incomplete"],
    ["42", ["cartes-bancaires"], "unsupported_brand"],
  ] as const)("%s if only %s is accepted: %s", (digits, supportedBrands, problem) => {
    expect(numberProblem(digits, { ...rules, supportedBrands })).toBe(problem);
  });

  it("of UnionPay needs no check digit unless the host sets `strictLuhn`; any other always needs one", () => {
    expect(numberProblem("6200000000000004", { ...rules, strictLuhn: false })).toBe(null);
    expect(numberProblem("62000000000000", { ...rules, strictLuhn: false })).toBe(null);
    expect(numberProblem("4242424242424241", { ...rules, strictLuhn: false })).toBe("check_digit");
  });

  it.each(testCards)("as valid for the test card $number", ({ number }) => {
    expect(numberProblem(number, rules)).toBe(null);
  });
});

describe("digits of every script are converted", () => {
  it.each([
    ["４２４２", "4242"],
    ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
    ["۰۱۲۳۴۵۶۷۸۹", "0123456789"],
    ["०१२३", "0123"],
    ["๐๑๒๓๔๕๖๗๘๙", "0123456789"],
    ["০১২৩৪৫৬৭৮৯", "0123456789"],
    ["៤២", "42"],
    // A digit of two UTF-16 units would change the length of the text.
    ["𝟒2", "2"],
    ["4\u00a02\u20134-2", "4242"],
  ])("%s", (text, digits) => {
    expect(digitsOf(text)).toBe(digits);
  });
});

describe("an expiry date is parsed and validated", () => {
  it.each([
    ["", "incomplete"],
    ["/", "incomplete"],
    ["foo", "incomplete"],
    ["0 / 61", "incomplete"],
    ["12 ", "incomplete"],
    ["1 2", "incomplete"],
    ["01 / 201", "incomplete"],
    ["2202", "incomplete"],
    // Without a separator, 1 is the beginning of 10, 11 or 12.
    ["127", "incomplete"],
    ["12027", "invalid"],
    ["92027", null],
    ["1 / 2027", null],
    ["12 / 31", null],
    ["11 / 26", null],
    ["10 / 26", "expired"],
    ["12 / 25", "expired"],
    ["12 / 99", "expired"],
    // 20 may become 2031. A shopper who leaves the field at 20 means 2020.
    ["02/20", "expired"],
    ["011999", "expired"],
    ["11 / 46", null],
    ["12 / 46", null],
    ["01 / 47", "too_far"],
    ["11 / 2047", "too_far"],
    ["2027-1", null],
    ["2027-00", "invalid"],
    ["2027-13", "invalid"],
    ["2100-01", "invalid"],
    ["00 / 2027", "invalid"],
    ["13 / 2027", "invalid"],
    ["12 / 193", "invalid"],
    ["01211", "invalid"],
    ["0120197", "invalid"],
    ["01 / 20015", "invalid"],
    ["01 / 2016 / 2016", "invalid"],
    ["１２／３１", null],
    ["١٢/٣١", null],
  ])("%s: %s", (text, problem) => {
    expect(expiryProblem(readExpiry(text), today)).toBe(problem);
  });

  it("as valid when card-validator's own combination of month and year is valid", () => {
    const twoDigits = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, "0"));
    const dates = twoDigits.slice(0, 14).flatMap((month) => twoDigits.map((year) => ({ month, year })));
    const theirs = dates.filter(({ month, year }) => {
      const century = Number(year) < 76 ? "20" : "19";
      return expirationDate({ month, year: century + year }, maxYearsAhead).isValid;
    });
    expect(dates.filter((date) => expiryProblem(date, today) === null)).toEqual(theirs);
    expect(theirs).toHaveLength(2 + maxYearsAhead * 12);
  });

  it("at the turn of a century", () => {
    const late = { year: 2095, month: 1 };
    setToday(late);
    expect(expiryProblem(readExpiry("05 / 01"), late)).toBe(null);
    expect(expiryProblem(readExpiry("05 / 94"), late)).toBe("expired");
    setToday(today);
  });

  it("the same in every spelling", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 10, max: 99 }),
        (monthNumber, yearNumber) => {
          const month = String(monthNumber).padStart(2, "0");
          const year = String(yearNumber);
          const spellings = [
            `${month}/${year}`,
            `${month}${year}`,
            `${month}/20${year}`,
            `20${year}-${month}`,
            `${monthNumber}/${year}`,
          ];
          for (const spelling of spellings) expect(readExpiry(spelling)).toEqual({ month, year });
        },
      ),
    );
  });
});

describe("a holder's name", () => {
  it.each([
    ["Ada Example", null],
    ["José da Silva-Pérez III", null],
    ["محمد علي", null],
    ["李小龍", null],
    ["John Smith 2", null],
    ["123", "invalid"],
    ["?", "invalid"],
    ["a".repeat(64), null],
    ["a".repeat(65), "invalid"],
    ["4242424242424242", "holds_card_number"],
    ["Ada 4242 4242 4242 4242", "holds_card_number"],
    ["4242-4242-4242-4242 Ada", "holds_card_number"],
    ["４２４２４２４２４２４２４２４２", "holds_card_number"],
    ["x4000000000002x 4222222222222", "holds_card_number"],
    // A digit is mistyped.
    ["Ada 4242 4242 4242 4241", "holds_card_number"],
    ["Ada 424242424242", null],
  ])("%s: %s", (name, problem) => {
    expect(cardholderProblem(name)).toBe(problem);
  });

  it("that contains a test card number, with any spacing, is refused [T-C12]", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...testCards),
        fc.constantFrom(
          "",
          " ",
          "-",
          "  ",
          ". ",
          "\u00a0",
          "\u200b",
          "\u200d ",
          "\u2060",
          "\ufeff",
          "\u00ad",
        ),
        (card, gap) => {
          expect(holdsCardNumber(`Ada ${[...card.number].join(gap)} L`)).toBe(true);
        },
      ),
    );
  });
});

describe("a postal code", () => {
  it.each([
    ["10115", null],
    ["SW1A 1AA", null],
    ["H0H 0H0", null],
    ["100-0001", null],
    ["N1 9GU", null],
    ["ÄÖÜ 1", null],
    ["12", "incomplete"],
    ["1 -", "incomplete"],
    ["---", "incomplete"],
    ["SW1A <", "invalid"],
    ["<script>", "invalid"],
    ["A".repeat(16), null],
    ["A".repeat(17), "invalid"],
    ["4242424242424242", "holds_card_number"],
    // A pasted number, which the maximum length of the field has cut off.
    ["4242 4242 4242 4", "holds_card_number"],
    ["424242424242", null],
  ])("%s: %s", (code, problem) => {
    expect(postalCodeProblem(code)).toBe(problem);
  });
});

describe("an expiry in two fields", () => {
  it.each([
    ["31", "12", null],
    ["2031", "1", null],
    ["26", "11", null],
    ["26", "10", "expired"],
    // Without a valid month, the year is valid until its end.
    ["26", "", null],
    ["26", "13", null],
    ["25", "", "expired"],
    ["46", "", null],
    ["47", "", "too_far"],
    ["3", "12", "incomplete"],
    ["203", "12", "incomplete"],
    ["210", "12", "invalid"],
    ["1850", "12", "invalid"],
    ["20021", "12", "invalid"],
    ["", "12", "incomplete"],
  ])("year %j with month %j: %s", (year, month, problem) => {
    expect(yearProblem(year, month, today)).toBe(problem);
  });

  it.each([
    ["", "incomplete"],
    ["0", "incomplete"],
    ["00", "invalid"],
    ["1", null],
    ["02", null],
    ["12", null],
    ["13", "invalid"],
    ["20", "invalid"],
  ])("month %j: %s", (month, problem) => {
    expect(monthProblem(month)).toBe(problem);
  });
});

describe("a CVV", () => {
  it.each([
    [[3], "12", "incomplete"],
    [[3], "123", null],
    [[3], "1234", "invalid"],
    [[4], "123", "incomplete"],
    [[4], "1234", null],
    [[3, 4], "12", "incomplete"],
    [[3, 4], "123", null],
    [[3, 4], "1234", null],
    [[3, 4], "12345", "invalid"],
  ])("of %j digits: %s is %s", (lengths, text, problem) => {
    expect(cvvProblem(text, lengths)).toBe(problem);
  });
});

describe("a secret", () => {
  const secret = Secret.of("4242424242424242");

  it.each([
    ["String()", () => String(secret)],
    ["toString()", () => secret.toString()],
    ["a template", () => `${secret}`],
    ["concatenation", () => "".concat(secret as unknown as string)],
    ["JSON", () => JSON.parse(JSON.stringify({ secret })).secret],
  ])("prints as [secret]: %s", (_, print) => {
    expect(print()).toBe("[secret]");
  });

  it("prints no text in a log of an error that carries it, at any depth [T-C13]", () => {
    const within = { list: [secret], map: new Map([["card", secret]]), set: new Set([secret]) };
    const error = Object.assign(new Error("refused", { cause: secret }), { within });
    const printed = inspect(error, { showHidden: true, showProxy: true, depth: 9 });
    expect(printed).not.toMatch(/4242/);
    expect(printed.match(/Secret/g)).toHaveLength(4);
  });

  it("has no own property, and its clone prints no text", () => {
    expect(Reflect.ownKeys(secret)).toEqual([]);
    expect(() => structuredClone(secret)).not.toThrow();
    expect(inspect(structuredClone(secret))).not.toContain("4242");
    expect(reveal(secret)).toBe("4242424242424242");
  });

  it("is revealed in three files only: to validate, to send to the gateway, and to send to the leader frame", () => {
    const root = new URL("../", import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== "card/secret.ts",
    );
    const opening = files.filter((name) => /\breveal\b/.test(readFileSync(new URL(name, root), "utf8")));
    expect(opening.sort()).toEqual([
      "fields/validate-field.ts",
      "split/follower.ts",
      "tokenize/send-card.ts",
    ]);
  });
});
