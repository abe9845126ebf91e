import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { NetworkRanges } from "@cardpane/contract/frame-config";
import type { Brand } from "@cardpane/contract/messages";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { caseCount, type GoldenCase, goldenCases } from "./golden.test-cases.ts";
import { CardIdentifier } from "./identify-card.ts";
import { Secret } from "./secret.ts";
import { cvvOf, type Rules, validateField } from "./validate-field.ts";

/**
 * The results of our own engine before card-validator (its last commit wrote them), and the edges of its ranges. The first line
 * has the edges; each further line has one result. After an empty line follow the indexes of the results, one for each case: 16
 * bits, little endian, gzip, base64.
 */
const [head = "", packed = ""] = readFileSync(
  new URL("golden.test-cases.txt", import.meta.url),
  "utf8",
).split("\n\n");
const [edges = "", ...results] = head.split("\n");
const expected = gunzipSync(Buffer.from(packed, "base64"));

/** The date of the recorded results; card-validator reads the clock itself. */
const today = { year: 2026, month: 11 };

const hostRanges: NetworkRanges = [
  [["visa", "cartes-bancaires"], "42420000-42429999 401"],
  [["mastercard", "eftpos"], "5163"],
  [["visa"], "4571"],
  [["discover"], "401178 6703"],
  [["jcb", "maestro"], "9999 506110-506120"],
  [["unionpay", "discover"], "6011"],
];

/** One case with another result than before. */
interface Difference {
  readonly kind: string;
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

/** The intended differences, with their reasons. A pattern matches `kind text: before -> after`. */
interface Reason {
  readonly why: string;
  readonly pattern: RegExp;
  readonly count: number;
}

const reasons: readonly Reason[] = [
  {
    why: "the network is certain after a few digits more: credit-card-type waits while a shorter range of another holds the number",
    pattern:
      /^(host-)?number \d{3,7}: (dankort|elo|rupay|rupay\+discover|troy|unionpay|verve) .+ -> open 19 .+$/,
    count: 101,
  },
  {
    why: "while the network is open, Maestro and Discover stay possible although longer ranges of others cover these digits",
    pattern: /^(host-)?number \d{2,7}: open .+ -> open 19 .+$/,
    count: 194,
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

let cards = new CardIdentifier();
let rules: Rules = { cards, supportedBrands: null, strictLuhn: true, savedBrand: null, today };
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

/** The networks, maximum length, gaps, CVV, shown network, and the error under four sets of rules. */
function numberResult(text: string): string {
  const entries = { ...none, number: Secret.of(text) };
  const supported: readonly Brand[] = ["visa", "cartes-bancaires", "discover"];
  const verdicts = [
    rules,
    { ...rules, strictLuhn: false },
    { ...rules, supportedBrands: supported },
    { ...rules, supportedBrands: ["mada", "maestro", "mastercard"] as const },
  ].map((each) => validateField("number", entries, each) ?? "valid");
  const { brands, cvvLengths } = cards.identify(text);
  const cvv = cvvOf(entries.number, cards);
  return [
    brands.join("+") || "open",
    cards.maxDigits(text),
    cards
      .gapsOf(text)
      .filter((gap) => gap < text.length)
      .join(),
    cvv === undefined ? "open" : (cvv?.name ?? "none"),
    cvvLengths.join(),
    cards.likelyBrand(text) ?? "-",
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
  afterAll(() => void vi.useRealTimers());

  it("have the results of the previous engine, except the differences in golden-differences.md", async () => {
    expect(cases.length).toBe(caseCount);
    const different: Difference[] = [];
    for (const own of [true, false]) {
      cards = new CardIdentifier(own ? [] : hostRanges);
      rules = { ...rules, cards };
      for (const [index, each] of cases.entries()) {
        if ((each.kind !== "host-number") !== own) continue;
        const before = results[expected.readUInt16LE(index * 2)] ?? "";
        const after = resultOf(each);
        if (after !== before) different.push({ ...each, before, after });
      }
    }
    const unexplained = different.filter((each) => !reasonOf(each));
    expect(unexplained.map(textOf)).toEqual([]);
    for (const { why, count } of reasons) {
      expect([why, different.filter((each) => reasonOf(each)?.why === why).length]).toEqual([why, count]);
    }
    await expect(differencesTable(different)).toMatchFileSnapshot("golden-differences.md");
    // Every result is computed by card-validator, without a cache.
  }, 300_000);
});

function textOf({ kind, text, before, after }: Difference): string {
  return `${kind} ${text}: ${before} -> ${after}`;
}

function reasonOf(difference: Difference): Reason | undefined {
  return reasons.find(({ pattern }) => pattern.test(textOf(difference)));
}

/** Every difference by its reason, as a Markdown page. */
function differencesTable(different: readonly Difference[]): string {
  const width = Math.max(...reasons.map(({ why }) => why.length));
  const row = (why: string, count: string, fill = " ") =>
    `| ${why.padEnd(width, fill)} | ${count.padStart(5, fill)} |`;
  const rows = [
    row("why", "cases"),
    row("", ":", "-"),
    ...reasons.map(({ why, count }) => row(why, `${count}`)),
  ];
  const parts = reasons.flatMap((reason) => {
    const own = different.filter((each) => reasonOf(each) === reason);
    const byResult = new Map<string, string[]>();
    for (const { kind, text, before, after } of own) {
      const result = `${kind}: \`${before}\` → \`${after}\``;
      byResult.set(result, [...(byResult.get(result) ?? []), text.replaceAll(" ", "_")]);
    }
    const list = [...byResult].map(([result, texts]) => `- ${result}: \`${texts.join(" ")}\``);
    return [`## ${reason.why[0]?.toUpperCase()}${reason.why.slice(1)}`, list.join("\n")];
  });
  return `${[
    "<!-- Written and checked by golden.test.ts. -->",
    `# ${different.length} of ${caseCount} cases are judged otherwise than by the engine before card-validator`,
    "A number's result is: networks, most digits, gaps, CVV, its lengths, network shown, and the verdicts under four sets of rules.",
    rows.join("\n"),
    ...parts,
  ].join("\n\n")}\n`;
}
