/** What a key costs the facts of a card: network and verdict of every number as far as it is typed, in Node. */
import { testCards } from "@cardpane/contract/testing";
import { digitsOf } from "../../../packages/frame/src/card/digits.ts";
import { kindOf } from "../../../packages/frame/src/card/networks.ts";
import { numberProblem } from "../../../packages/frame/src/card/number.ts";
import { ranges } from "../../../packages/frame/src/card/ranges.ts";
import type { Measurement } from "./main.ts";
import { median } from "./median.ts";

const rounds = 9;
const perRound = 1_000_000;
/** What the yardstick itself leaves: the clock's own numbers. */
const mostBytes = 0.1;

/** Every start of every test card, and numbers of every range. */
const numbers = [
  ...testCards.map(({ number }) => number),
  ...ranges.flatMap(([, prefixes]) =>
    prefixes.split(" ").map((prefix) => `${prefix.split("-")[0]}0000000000000000`),
  ),
];
const typed = numbers.flatMap((number) => Array.from({ length: 19 }, (_, size) => number.slice(0, size + 1)));
const shown = typed.map((digits) => digits.replace(/(\d{4})(?=\d)/g, "$1 "));
const rules = { supportedBrands: ["visa", "mastercard", "cartes-bancaires"], strictLuhn: true } as const;

export function benchCards(): Measurement[] {
  const bare = measure(typed, judge);
  const whole = measure(shown, (text) => judge(digitsOf(text)));
  return [
    {
      what: "card numbers judged per second, one thread",
      measured: `${millions(bare.perSecond)} (from text with gaps ${millions(whole.perSecond)})`,
      budget: "1 million",
      ok: bare.perSecond >= 1e6 && whole.perSecond >= 1e6,
    },
    {
      what: "memory for each, once all are known",
      measured: `${bare.bytes.toFixed(3)} B`,
      budget: "none",
      ok: bare.bytes <= mostBytes,
    },
  ];
}

/** Network, limits and verdict, as a key needs them. */
function judge(digits: string): number {
  return (numberProblem(digits, rules) === null ? 1 : 0) + kindOf(digits).brands.length;
}

function measure(texts: readonly string[], judged: (text: string) => number) {
  const speeds: number[] = [];
  const bytes: number[] = [];
  let sum = 0;
  // One round that does not count: the engine translates, and the answers are made.
  for (let round = -1; round < rounds; round++) {
    const heap = process.memoryUsage().heapUsed;
    const startedAt = process.cpuUsage().user;
    for (let count = 0; count < perRound; count++) sum += judged(texts[count % texts.length] ?? "");
    // The process's own time, not the wall's: what else the machine does meanwhile costs us nothing.
    const tookMs = (process.cpuUsage().user - startedAt) / 1_000;
    const grown = process.memoryUsage().heapUsed - heap;
    if (round >= 0) speeds.push((perRound / tookMs) * 1_000);
    // Where the collector ran meanwhile, it says nothing.
    if (round >= 0 && grown >= 0) bytes.push(grown / perRound);
  }
  if (sum === 0) throw new Error("Nothing was judged.");
  return { perSecond: median(speeds), bytes: median(bytes) };
}

function millions(count: number): string {
  return `${(count / 1e6).toFixed(1)} million`;
}
