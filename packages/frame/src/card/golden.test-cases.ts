/**
 * Generates the 100,000 cases of golden.test.ts, the same in every run: prefixes and whole numbers, expiry dates, CVVs, names
 * and postal codes. Only tests import this file.
 */
import { passesLuhn } from "./luhn.ts";

/** A text and the kind of field that it is validated as: `number 4242`, `expiry 12/31`. */
export interface GoldenCase {
  /** `host-number` is validated with the ranges of a host besides ours. */
  readonly kind: "number" | "host-number" | "expiry" | "month" | "year" | "cvv" | "name" | "postal-code";
  readonly text: string;
}

/** The number of cases. */
export const caseCount = 100_000;

/** Mulberry32, a 32-bit generator whose sequence depends on the seed only. Returns whole numbers below a bound. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/**
 * Generates the cases.
 *
 * @param edges first and last prefix of every range that the networks had when the expected results were written
 */
export function goldenCases(edges: readonly string[]): readonly GoldenCase[] {
  const random = randomFrom(11);
  const cases = new Map<string, GoldenCase>();
  const add = (each: GoldenCase) => cases.set(`${each.kind} ${each.text}`, each);
  casesOfOtherFields(random).forEach(add);
  for (const text of [...shortPrefixes(), ...aroundEdges(edges), ...wholeNumbers(edges)]) {
    add({ kind: "number", text });
  }
  for (const edge of edges) add({ kind: "host-number", text: edge.padEnd(16, "0") });
  while (cases.size < caseCount) {
    const kind = random(4) === 0 ? "host-number" : "number";
    add({ kind, text: randomNumber(random, edges) });
  }
  return [...cases.values()];
}

/** Every prefix of up to four digits. */
function shortPrefixes(): readonly string[] {
  return [1, 10, 100, 1_000, 10_000].flatMap((count, size) =>
    Array.from({ length: count }, (_, value) => (size === 0 ? "" : String(value).padStart(size, "0"))),
  );
}

/** Each edge and its neighbours, with five to eight digits. */
function aroundEdges(edges: readonly string[]): readonly string[] {
  return edges.flatMap((edge) =>
    [-1, 0, 1].flatMap((step) => {
      const start = String(Number(edge) + step).padStart(edge.length, "0");
      return [5, 6, 7, 8].flatMap((size) =>
        ["0", "9"].map((fill) => start.padEnd(size, fill).slice(0, size)),
      );
    }),
  );
}

/** Numbers of every length from 12 to 20, each with its correct check digit and with a wrong one. */
function wholeNumbers(edges: readonly string[]): readonly string[] {
  return edges.flatMap((edge) =>
    Array.from({ length: 9 }, (_, index) => edge.padEnd(11 + index, "0")).flatMap((body) => {
      const right = checkDigitOf(body);
      return [body + right, body + ((right + 1) % 10)];
    }),
  );
}

function randomNumber(random: (below: number) => number, edges: readonly string[]): string {
  const start = random(3) === 0 ? "" : (edges[random(edges.length)] ?? "");
  const size = random(2) === 0 ? 12 + random(8) : random(20);
  let digits = start.slice(0, size);
  while (digits.length < size) digits += random(10);
  const body = digits.slice(0, -1);
  return random(2) === 0 && size > 1 ? body + checkDigitOf(body) : digits;
}

function checkDigitOf(body: string): number {
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((digit) => passesLuhn(`${body}${digit}`)) ?? 0;
}

function casesOfOtherFields(random: (below: number) => number): readonly GoldenCase[] {
  const pick = (choices: readonly string[]) => choices[random(choices.length)] ?? "";
  const digits = (max: number) => Array.from({ length: random(max + 1) }, () => random(10)).join("");
  const pieces = [
    "Ada",
    "Example",
    "José",
    "李小龍",
    "محمد",
    "O'Neil",
    "-",
    ".",
    "2",
    "4242",
    "?",
    "12345678",
  ];
  const codes = ["10115", "SW1A", "1AA", "N1", "9GU", "-", "H0H", "0", "ÄÖ", "<b>", "4242 4242", "1"];
  const text = (choices: readonly string[], max: number) =>
    Array.from({ length: 1 + random(max) }, () => pick(choices)).join(pick([" ", "", "  "]));
  const cases: GoldenCase[] = [];
  for (let month = 0; month <= 13; month++) {
    for (let year = 0; year <= 99; year++) {
      for (const spelling of spellings(month, year)) cases.push({ kind: "expiry", text: spelling });
    }
  }
  for (let count = 0; count < 4_000; count++) {
    const between = pick(["", "/", " / ", "-", ".", " "]);
    cases.push({ kind: "expiry", text: digits(3) + between + digits(5) });
  }
  for (let value = 0; value <= 10_000; value++) cases.push({ kind: "year", text: `${value} ${random(14)}` });
  for (const month of ["", "0", "00", "012", "100", ...Array.from({ length: 100 }, (_, index) => `${index}`)])
    cases.push({ kind: "month", text: month });
  const cards = ["", "4", "4242424242424242", "378282246310005", "67030", "1220", "6", "5555", "0"];
  for (let count = 0; count < 2_000; count++)
    cases.push({ kind: "cvv", text: `${digits(6)} ${pick(cards)}` });
  for (let count = 0; count < 3_000; count++) cases.push({ kind: "name", text: text(pieces, 9) });
  for (let count = 0; count < 3_000; count++) cases.push({ kind: "postal-code", text: text(codes, 4) });
  return cases;
}

function spellings(month: number, year: number): readonly string[] {
  const [mm, yy] = [month, year].map((part) => String(part).padStart(2, "0"));
  return [`${mm} / ${yy}`, `${mm}${yy}`, `${mm}/20${yy}`, `20${yy}-${mm}`, `${month}/${year}`];
}
