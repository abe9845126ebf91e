import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { NetworkRanges } from "@cardpane/contract/frame-config";
import type { Brand } from "@cardpane/contract/messages";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { caseCount, type GoldenCase, goldenCases } from "./golden-cases.ts";
import { gapsOf, identifyCard, likelyBrand, maxDigits, useNetworkRanges } from "./identify-card.ts";
import { Secret } from "./secret.ts";
import { cvvOf, type Rules, validateField } from "./validate-field.ts";

/**
 * The results that the engine before card-validator gave (its last commit wrote them), and the edges of its ranges. First
 * line: the edges. Then one result a line. After an empty line, for each case the number of its result: 16 bits, little
 * endian, gzip, base64.
 */
const [head = "", packed = ""] = readFileSync(new URL("golden.txt", import.meta.url), "utf8").split("\n\n");
const [edges = "", ...results] = head.split("\n");
const expected = gunzipSync(Buffer.from(packed, "base64"));

/** Date for which the results were written; card-validator reads the clock itself. */
const today = { year: 2026, month: 11 };

const hostRanges: NetworkRanges = [
  [["visa", "cartes-bancaires"], "42420000-42429999 401"],
  [["mastercard", "eftpos"], "5163"],
  [["visa"], "4571"],
  [["discover"], "401178 6703"],
  [["jcb", "maestro"], "9999 506110-506120"],
  [["unionpay", "discover"], "6011"],
];

/** LocaleOverrides that are right: `case: before -> after`. */
interface Difference {
  readonly why: string;
  readonly pattern: RegExp;
  readonly count: number;
  /** All of the cases, where they are few enough to read. */
  readonly cases?: string;
}

const differences: readonly Difference[] = [
  {
    why: "the network is certain after a few digits more: credit-card-type waits while a shorter range of another holds the number",
    pattern:
      /^(host-)?number \d{3,7}: (dankort|elo|rupay|rupay\+discover|troy|unionpay|verve) .+ -> open 19 .+$/,
    count: 101,
    cases: `
      5019 50190 50195 50199 50610 50614 5085 50850 50856 5086 5087 5088 5089 50898 50899 60699 6070 6071 6072
      6073 6074 6075 6076 6077 6078 60806 6081 6082 6083 6084 60849 6210 6211 6212 6213 6214 6215 6216 6217 622
      6220 62201 62205 62206 62207 62208 62209 6221 62210 6222 6223 6224 62240 6225 6226 62268 6227 6228 6229
      62296 62299 62770 62777 62779 65043 65052 65070 65094 65167 65215 65219 6522 6523 6524 6525 6526 6527 6528
      6529 6530 65314 65500 65501 6587830
    `,
  },
  {
    why: "while the network is open, Maestro and Discover stay possible although longer ranges of others cover these digits",
    pattern: /^(host-)?number \d{2,7}: open .+ -> open 19 .+$/,
    count: 194,
    cases: `
      6277 62778 65 650 6500 65003 65005 65008 65009 6501 65016 65017 6502 65026 65027 6504 65040 65045 65048
      6505 65053 65054 65059 6507 65071 65072 6508 65083 650837 6508370 65084 65085 650858 6508580 650859
      6508590 65086 650860 6508600 650861 6508610 650862 6508620 6509 65090 65092 65097 65098 65099 651 6516
      65165 652 6521 653 6531 654 6549 65499 655 6550 65502 65505 657 6573 65736 6579 65799 658 6587 65875
      658750 6587500 658751 6587510 658752 6587520 658755 6587550 658756 6587560 658759 6587590 65876 658760
      6587600 658761 6587610 6587611 658762 6587620 658765 6587650 658766 6587660 65877 658771 6587710 658776
      6587760 658777 6587770 658778 6587780 65878 658782 6587820 658783 6587831 658784 6587840 658785 6587850
      658786 6587860 65879 658798 6587980 6588 65880 658808 6588080 658809 6588090
    `,
  },
  {
    why: "the second network of a card is certain when all digits of the host's range are there",
    pattern: /^host-number 99: jcb\+maestro 19 .+ -> jcb 19 .+$/,
    count: 1,
  },
  {
    why: "a year of three digits that does not begin with 20 comes to nothing, whatever is typed behind it",
    pattern: /^(expiry .*|year \d{3} \d+): incomplete -> invalid$/,
    count: 1_275,
  },
  {
    why: "a postal code has three letters and digits at least; blanks and hyphens do not count",
    pattern: /^postal-code .+: valid -> incomplete$/,
    count: 40,
  },
];

const rules: Rules = { supportedBrands: null, strictLuhn: true, savedBrand: null, today };
const empty = Secret.empty;
const none = {
  number: empty,
  expiry: empty,
  expiryMonth: empty,
  expiryYear: empty,
  cvv: empty,
  cardholder: empty,
  postalCode: empty,
};

/** Networks, greatest length, gaps, CVV, the network shown, and the verdict under four sets of rules. */
function numberResult(text: string): string {
  const entries = { ...none, number: Secret.of(text) };
  const supported: readonly Brand[] = ["visa", "cartes-bancaires", "discover"];
  const verdicts = [
    rules,
    { ...rules, strictLuhn: false },
    { ...rules, supportedBrands: supported },
    { ...rules, supportedBrands: ["mada", "maestro", "mastercard"] as const },
  ].map((each) => validateField("number", entries, each) ?? "valid");
  const { brands, cvvLengths } = identifyCard(text);
  const cvv = cvvOf(entries.number);
  return [
    brands.join("+") || "open",
    maxDigits(text),
    gapsOf(text)
      .filter((gap) => gap < text.length)
      .join(),
    cvv === undefined ? "open" : (cvv?.name ?? "none"),
    cvvLengths.join(),
    likelyBrand(text) ?? "-",
    ...verdicts,
  ].join(" ");
}

function resultOf({ kind, text }: GoldenCase): string {
  const [one = "", two = ""] = text.split(" ");
  switch (kind) {
    case "number":
    case "host-number":
      return numberResult(text);
    case "expiry":
      return validateField("expiry", { ...none, expiry: Secret.of(text) }, rules) ?? "valid";
    case "month":
      return validateField("expiryMonth", { ...none, expiryMonth: Secret.of(text) }, rules) ?? "valid";
    case "year": {
      const entries = { ...none, expiryYear: Secret.of(one), expiryMonth: Secret.of(two) };
      return validateField("expiryYear", entries, rules) ?? "valid";
    }
    case "cvv":
      return validateField("cvv", { ...none, cvv: Secret.of(one), number: Secret.of(two) }, rules) ?? "valid";
    case "name":
      return validateField("cardholder", { ...none, cardholder: Secret.of(text) }, rules) ?? "valid";
    case "postal-code":
      return validateField("postalCode", { ...none, postalCode: Secret.of(text) }, rules) ?? "valid";
    default:
      return kind satisfies never;
  }
}

describe(`${caseCount} numbers, prefixes, dates and texts`, () => {
  const cases = goldenCases(edges.split(" "));
  beforeAll(() => void vi.setSystemTime(new Date(today.year, today.month - 1, 15)));
  afterAll(() => {
    vi.useRealTimers();
    useNetworkRanges([]);
  });

  it("are judged as before, but for the differences that are listed", () => {
    expect(cases.length).toBe(caseCount);
    const different: string[] = [];
    for (const own of [true, false]) {
      useNetworkRanges(own ? [] : hostRanges);
      for (const [index, each] of cases.entries()) {
        if ((each.kind !== "host-number") !== own) continue;
        const before = results[expected.readUInt16LE(index * 2)] ?? "";
        const after = resultOf(each);
        if (after !== before) different.push(`${each.kind} ${each.text}: ${before} -> ${after}`);
      }
    }
    const listed = (text: string) => differences.find(({ pattern }) => pattern.test(text));
    expect(different.filter((text) => !listed(text))).toEqual([]);
    for (const each of differences) {
      const found = different.filter((text) => listed(text) === each);
      expect([each.why, found.length]).toEqual([each.why, each.count]);
      if (each.cases === undefined) continue;
      const texts = new Set(found.map((text) => /\d+/.exec(text)?.[0]));
      expect([...texts].sort().join(" ")).toBe(each.cases.trim().split(/\s+/).join(" "));
    }
    // Each verdict asks card-validator anew.
  }, 300_000);
});
