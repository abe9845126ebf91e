/** The digits that a page with the option `bin` can collect from all messages together. */
import { testCards } from "@cardpane/gateway/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTestForm, options } from "./testing.ts";

const number = "4000008260003178";
const other = "5555555555554444";

/** The first digits that were sent while the field held these texts, one after the other. */
function reportsOf(texts: readonly string[], bin: 6 | 8 = 8): readonly (string | null)[] {
  const { posted, type, settle } = openTestForm({ ...options, bin });
  for (const text of texts) {
    type("number", text);
    settle();
  }
  return posted.flatMap((message) => (message.type === "binchange" ? [message.bin] : []));
}

/** Every intermediate text while a text is typed key by key in front of the existing one. */
function keysOf(text: string, rest = ""): readonly string[] {
  return Array.from(text, (_, index) => text.slice(0, index + 1) + rest);
}

describe("the first digits of a number are sent", () => {
  const withoutSecond = number[0] + number.slice(2);
  const rest = number.slice(4);
  it.each<[string, readonly string[], readonly (string | null)[]]>([
    ["when it is typed", keysOf(number), ["40000082"]],
    ["when it is pasted", [number], ["40000082"]],
    ["when its second digit was forgotten", [...keysOf(withoutSecond), number], ["40000082"]],
    [
      "when its first group was forgotten",
      [...keysOf(rest), ...keysOf(number.slice(0, 4), rest)],
      ["40000082"],
    ],
    [
      "when its first group is typed over",
      [...keysOf(number), ...keysOf(number.slice(0, 4), rest)],
      ["40000082", null, "40000082"],
    ],
    [
      "when ten digits are deleted at its front, and typed again",
      [
        ...keysOf(number),
        ...Array.from({ length: 10 }, (_, index) => number.slice(index + 1)),
        ...keysOf(number.slice(0, 10), number.slice(10)),
      ],
      ["40000082", null, "40000082"],
    ],
    ["not when the number is invalid", keysOf("4000008260003179"), []],
    ["not when the number is incomplete", keysOf(number.slice(0, 15)), []],
    [
      "and those of another number after it is empty",
      [number, "", ...keysOf(other)],
      ["40000082", null, "55555555"],
    ],
    ["and none of another number that replaces it without emptying", [number, other], ["40000082", null]],
    ["and the same digits again", [number, other, number], ["40000082", null, "40000082"]],
  ])("%s", (_, texts, reports) => {
    expect(reportsOf(texts)).toEqual(reports);
  });
});

const digits = fc.oneof(
  fc.stringMatching(/^[0-9]{1,4}$/),
  fc.constantFrom(...testCards.map((card) => card.number)),
  // Numbers of Maestro have 12 to 19 digits, so more of their substrings are complete numbers than those of any other network.
  fc.constantFrom("6759649826438453", "6759411100000008", "6304000000000000"),
);
const edit = fc.oneof(
  { weight: 6, arbitrary: fc.record({ at: fc.nat(19), remove: fc.nat(6), insert: digits }) },
  {
    weight: 6,
    arbitrary: fc.record({
      at: fc.nat(19),
      remove: fc.integer({ min: 1, max: 10 }),
      insert: fc.constant(""),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ at: 0, remove: 19, insert: "" }) },
);

it("a log contains one prefix of a number between two empty fields, whatever is edited [T-C15]", () => {
  fc.assert(
    fc.property(
      fc.array(edit, { maxLength: 30 }),
      fc.constantFrom(...testCards.map((card) => card.number)),
      fc.constantFrom(6 as const, 8 as const),
      (edits, last, bin) => {
        const { form, posted, type, settle } = openTestForm({ ...options, bin });
        const logs: string[][] = [[]];
        let text = "";
        const put = (next: string) => {
          text = next;
          type("number", text);
          const sentBefore = posted.length;
          settle();
          if (text === "") logs.push([]);
          for (const message of posted.slice(sentBefore)) {
            if (message.type !== "binchange" || message.bin === null) continue;
            // Digits are sent only for a complete and valid number, and they are its prefix.
            expect(form.snapshot?.fields.number?.valid).toBe(true);
            expect(text.startsWith(message.bin)).toBe(true);
            expect(message.bin.length).toBeLessThanOrEqual(bin);
            logs.at(-1)?.push(message.bin);
          }
        };
        for (const { at, remove, insert } of edits)
          put((text.slice(0, at) + insert + text.slice(at + remove)).slice(0, 19));
        // Whatever was mistyped, the final prefix is that of the card.
        put(last);
        for (const log of logs) {
          const longest = log.reduce((one, two) => (two.length > one.length ? two : one), "");
          for (const report of log) expect(longest.startsWith(report)).toBe(true);
        }
      },
    ),
    { numRuns: process.env["NIGHTLY"] ? 2_000 : 200 },
  );
});
