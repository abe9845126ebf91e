/**
 * The test tables of card-validator, run against those of our functions that use it. Its verdict on a text is `valid`, `possible` (while it is typed) or
 * `refused`. Where a rule of ours differs, the row has our result as well.
 */
import { expirationDate } from "card-validator/dist/expiration-date.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cvvProblem } from "./cvv.ts";
import { digitsOf } from "./digits.ts";
import { expiryProblem, maxYearsAhead, monthProblem, readExpiry, yearProblem } from "./expiry.ts";
import { CardIdentifier } from "./identify-card.ts";
import { numberProblem } from "./number.ts";

const cards = new CardIdentifier();

type Verdict = "valid" | "possible" | "refused";

/** The text, card-validator's verdict, and our result where the verdict does not determine it. */
interface Row {
  readonly text: string;
  readonly theirs: Verdict;
  readonly ours?: string | null;
}

/** Our result for each verdict, unless the row has another. */
const usual = { valid: null, possible: "incomplete", refused: "invalid" } as const;
const answerOf = ({ theirs, ours }: Row) => (ours === undefined ? usual[theirs] : ours);
const rows = (...list: readonly (readonly [text: string, theirs: Verdict, ours?: string | null])[]) =>
  list.map(([text, theirs, ours]): Row => (ours === undefined ? { text, theirs } : { text, theirs, ours }));

const today = { year: 2026, month: 11 };
beforeAll(() => void vi.setSystemTime(new Date(2026, 10, 15)));
afterAll(() => void vi.useRealTimers());

describe("card numbers", () => {
  const numbers: readonly (readonly [
    network: string | null,
    text: string,
    theirs: Verdict,
    ours?: string,
  ])[] = [
    [null, "", "possible"],
    [null, "6", "possible"],
    [null, "60", "possible"],
    [null, "601", "possible"],
    ["discover", "6011", "possible"],
    [null, "4", "possible"],
    ["visa", "41", "possible"],
    ["visa", "411", "possible"],
    // UATP, which card-validator does not know, has all numbers that start with 1, except those of JCB.
    ["uatp", "123", "refused", "incomplete"],
    [null, "1", "possible"],
    ["visa", "4012888888881881", "valid"],
    ["unionpay", "62123456789002", "valid"],
    ["unionpay", "621234567890003", "valid"],
    ["unionpay", "6288997715452584", "valid"],
    ["unionpay", "6282001509099283", "valid"],
    ["unionpay", "6269992058134322", "valid"],
    ["unionpay", "6240008631401148", "valid"],
    ["unionpay", "6221558812340000", "valid"],
    ["unionpay", "6212345678901232", "valid"],
    ["unionpay", "6212345000000001", "valid"],
    ["visa", "4111111111111111", "valid"],
    ["visa", "4111-1111-1111-1111", "valid"],
    ["visa", "4111 1111 1111 1111", "valid"],
    ["visa", "4111111111111111110", "valid"],
    ["visa", "41111111111111111111", "refused"],
    // The check digit is wrong and a longer number is possible: we report an error, which is shown when the field is left.
    ["visa", "4111111111111112", "possible", "check_digit"],
    ["discover", "6011000990139424", "valid"],
    ["discover", "601 1 1 1  1 1 1 1   1 1 1 1 1 7", "valid"],
    ["discover", "6011111", "possible"],
    ["discover", "6011111111111117", "valid"],
    [null, "2", "possible"],
    ["mastercard", "27", "possible"],
    ["mastercard", "272", "possible"],
    ["mastercard", "2720", "possible"],
    ["mastercard", "55555555", "possible"],
    ["mastercard", "5555555555554444", "valid"],
    ["mastercard", "5555555555554446", "refused", "check_digit"],
    ["maestro", "602011", "possible"],
    ["maestro", "500000000000", "possible", "check_digit"],
    ["maestro", "500000000000061", "possible", "check_digit"],
    ["maestro", "5000000000000611", "valid"],
    ["maestro", "5000000000000612", "possible", "check_digit"],
    ["maestro", "500000000000000005", "possible", "check_digit"],
    ["maestro", "5000000000000000005", "valid"],
    ["maestro", "5000000000000000001", "refused", "check_digit"],
    ["maestro", "50000000000000000009", "refused"],
    ["maestro", "5732806135556590", "possible", "check_digit"],
    ["american-express", "3782", "possible"],
    ["american-express", "378282246310005", "valid"],
    ["jcb", "21", "possible"],
    ["jcb", "3530111", "possible"],
    ["jcb", "3530111333300000", "valid"],
    [null, "62", "possible"],
    ["unionpay", "623456", "possible"],
    [null, "32908234", "refused"],
  ];

  it.each(numbers.map(([network, text, theirs, ours = usual[theirs]]) => ({ network, text, theirs, ours })))(
    "$network: $text is $theirs",
    ({ network, text, ours }) => {
      const digits = digitsOf(text);
      expect(numberProblem(digits, { cards, supportedBrands: null, strictLuhn: false })).toBe(ours);
      expect(cards.identify(digits).brands[0] ?? null).toBe(network);
    },
  );

  it("of UnionPay are checked by Luhn if the host sets `strictLuhn`", () => {
    expect(numberProblem("6212345000000001", { cards, supportedBrands: null, strictLuhn: true })).toBe(
      "check_digit",
    );
  });
});

describe("expiry dates", () => {
  const dates = rows(
    ["10 / 2027", "valid"],
    ["11 / 2026", "valid"],
    ["12 / 2026", "valid"],
    ["2026-11", "valid"],
    ["2027-10", "valid"],
    ["2027-01", "valid"],
    ["2027-1", "valid"],
    ["2027-00", "refused"],
    ["2027-13", "refused"],
    ["2100-01", "refused"],
    ["10/2027", "valid"],
    ["1 / 2027", "valid"],
    ["09 / 2027", "valid"],
    ["01 / 27", "valid"],
    ["1 / 27", "valid"],
    ["10 / 2026", "refused", "expired"],
    ["11 / 11", "refused", "expired"],
    ["11 11", "refused", "expired"],
    ["1111", "refused", "expired"],
    ["00 / 2027", "refused"],
    ["13 / 2027", "refused"],
    ["15 / 2026", "refused"],
    ["01 / 1999", "refused", "expired"],
    ["01 1999", "refused", "expired"],
    ["011999", "refused", "expired"],
    ["01 / 2100", "refused"],
    ["012100", "refused"],
    ["10/123", "refused"],
    ["11 / 1", "possible"],
    ["01 / 201", "possible"],
    ["01201", "possible"],
    ["01 / 211", "refused"],
    ["01211", "refused"],
    ["01 / 199", "refused"],
    // 20 may become 2031. A shopper who leaves the field at 20 means 2020, so the error is `expired`.
    ["02/20", "possible", "expired"],
    ["0220", "possible", "expired"],
    ["102027", "valid"],
    // Without a separator, 1 is the beginning of 10, 11 or 12.
    ["12027", "valid", "invalid"],
    ["92027", "valid"],
    ["127", "valid", "incomplete"],
    ["927", "valid"],
    ["1227", "valid"],
    ["0127", "valid"],
    ["01 2030", "valid"],
    ["01 30", "valid"],
    ["1 2030", "valid"],
    ["9 2030", "valid"],
    ["1 2", "possible"],
    ["1 202", "possible"],
    ["12 2", "possible"],
    ["12 ", "possible"],
    ["1 ", "possible"],
    ["011", "possible"],
    ["111", "possible"],
    ["2202", "possible"],
    ["1202", "possible", "expired"],
    ["", "possible"],
    ["/", "possible"],
    [" / ", "possible"],
    ["foo", "refused", "incomplete"],
    ["0120197", "refused"],
    [" 1", "possible"],
    ["01 / 20015", "refused"],
    ["01 / 2016 / 2016", "refused"],
    ["11 / 2046", "refused", null],
    ["11 / 2047", "refused", "too_far"],
  );

  it.each(dates)("$text is $theirs", (row) => {
    expect(expiryProblem(readExpiry(row.text), today)).toBe(answerOf(row));
  });

  it("are valid when card-validator's own combination of month and year is valid", () => {
    const twoDigits = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, "0"));
    const dates = twoDigits.slice(0, 14).flatMap((month) => twoDigits.map((year) => ({ month, year })));
    const theirs = dates.filter(({ month, year }) => {
      const century = Number(year) < 76 ? "20" : "19";
      return expirationDate({ month, year: century + year }, maxYearsAhead).isValid;
    });
    expect(dates.filter((date) => expiryProblem(date, today) === null)).toEqual(theirs);
    expect(theirs).toHaveLength(2 + maxYearsAhead * 12);
  });

  it.each(
    rows(
      ["", "possible"],
      ["0", "possible"],
      ["00", "refused"],
      ["1", "valid"],
      ["2", "valid"],
      ["02", "valid"],
      ["12", "valid"],
      ["13", "refused"],
      ["14", "refused"],
      ["20", "refused"],
      ["30", "refused"],
    ),
  )("a month of $text is $theirs", (row) => {
    expect(monthProblem(row.text)).toBe(answerOf(row));
  });

  it.each(
    rows(
      ["", "possible"],
      ["0", "possible"],
      ["9", "possible"],
      ["24", "refused", "expired"],
      ["26", "valid"],
      ["27", "valid"],
      ["45", "valid"],
      ["47", "refused", "too_far"],
      ["000", "refused"],
      ["123", "refused"],
      ["200", "possible"],
      ["209", "possible"],
      ["210", "refused"],
      ["999", "refused"],
      ["0000", "refused"],
      ["1234", "refused"],
      ["2025", "refused", "expired"],
      ["2026", "valid"],
      ["2027", "valid"],
      ["2045", "valid"],
      ["2047", "refused", "too_far"],
      ["3000", "refused"],
      ["20021", "refused"],
    ),
  )("a year of $text is $theirs", (row) => {
    expect(yearProblem(row.text, "", today)).toBe(answerOf(row));
  });
});

describe("CVVs", () => {
  it.each([
    [[3], "", "possible"],
    [[3], "1", "possible"],
    [[3, 4], "1", "possible"],
    [[4, 3], "1", "possible"],
    [[3], "12", "possible"],
    [[4], "123", "possible"],
    [[3], "000", "valid"],
    [[4], "0000", "valid"],
    [[3], "123", "valid"],
    [[4], "1234", "valid"],
    [[3, 4], "1234", "valid"],
    [[3, 4], "123", "valid"],
    [[3], "12345", "refused"],
    [[3, 4], "12345", "refused"],
    [[4], "12345", "refused"],
    [[3], "1234", "refused"],
    [[3], "foo", "refused"],
    [[3], "12 34", "refused"],
    [[3], "Infinity", "refused"],
  ] as readonly (readonly [number[], string, Verdict])[])(
    "of %j digits: %s is %s",
    (lengths, text, theirs) => {
      expect(cvvProblem(text, lengths)).toBe(usual[theirs]);
    },
  );
});
