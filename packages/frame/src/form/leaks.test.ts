/**
 * No typed text leaves the form, whatever events it receives, except the last four digits of a card that became a token, and the
 * first six or eight digits for a page with the option `bin`.
 */
import { brands, type FieldName, fieldNames, parseFrameToPage } from "@cardpane/contract/messages";
import { testCards } from "@cardpane/gateway/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Secret } from "../card/secret.ts";
import { groupDigits } from "../formatting/format-number.ts";
import { failure } from "../tokenize/response.ts";
import { cards, openTestForm, options, success, token } from "./testing.ts";

const number = fc.oneof(
  fc.constantFrom(...testCards.map((card) => card.number)),
  fc.stringMatching(/^[0-9]{4,19}$/),
);

const bins = fc.constantFrom(null, 6 as const, 8 as const);

const step = fc.oneof(
  fc.record({ do: fc.constant("type" as const), field: fc.constantFrom(...fieldNames), text: number }),
  fc.record({ do: fc.constant("leave" as const), field: fc.constantFrom(...fieldNames) }),
  fc.record({ do: fc.constant("choose" as const), network: fc.constantFrom(...brands) }),
  fc.record({
    do: fc.constantFrom(
      "tokenize",
      "validate",
      "clear",
      "hide",
      "refuse",
      "succeed",
      "decline",
      "cancel",
      "settle",
    ),
  }),
);

/** Every run of four digits of a text. */
function fours(text: string): readonly string[] {
  const digits = text.replace(/\D/g, "");
  return Array.from({ length: Math.max(0, digits.length - 3) }, (_, index) => digits.slice(index, index + 4));
}

it("no typed text is in a message, a view or an announcement, and a request contains only secrets", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), number, bins, async (steps, digits, bin) => {
      const test = openTestForm({ ...options, maskNumber: true, bin });
      const starts = new Set<string>();
      const typed = new Set<string>();
      const type = (field: FieldName, text: string) => {
        for (const run of fours(text)) typed.add(run);
        if (field === "number") starts.add(text.replace(/\D/g, "").slice(0, bin ?? 0));
        test.type(field, text);
      };
      test.fill();
      type("number", groupDigits(digits, cards));
      for (const one of steps) {
        if (one.do === "type" && "text" in one) type(one.field, one.text);
        else if (one.do === "choose" && "network" in one) test.choose(one.network);
        else if (one.do === "leave" && "field" in one) test.leave(one.field);
        else if (one.do === "tokenize") test.tokenize("request");
        else if (one.do === "validate") test.form.handleMessage({ type: "validate", requestId: "check" });
        else if (one.do === "clear") test.form.handleMessage({ type: "clear" });
        else if (one.do === "decline") test.form.handleMessage({ type: "decline", code: "5082" });
        else if (one.do === "cancel") test.form.handleMessage({ type: "decline", code: null });
        else if (one.do === "hide") test.form.handlePageHide();
        else if (one.do === "refuse") await test.requests.at(-1)?.answer(failure("card_refused", ["number"]));
        else if (one.do === "succeed") await test.requests.at(-1)?.answer(success);
        else test.settle();
      }
      test.settle();
      for (const message of test.posted) expect(parseFrameToPage(message)).toEqual(message);
      const said = test.posted.map((message) => {
        if (message.type === "binchange" && message.bin !== null) {
          expect(bin).not.toBe(null);
          expect([...starts].some((start) => start.startsWith(message.bin ?? "?"))).toBe(true);
          return "bin";
        }
        if (message.type !== "tokenized" || !message.outcome.ok) return message;
        const { token: given, expireAt, card, ...rest } = message.outcome;
        expect([given, expireAt]).toEqual([token, 1_800_000_000]);
        expect(card.lastFour).toMatch(/^\d{4}$/);
        return { ...rest, brand: card.brand };
      });
      // Our own texts contain digits, too: placeholders and screen sizes.
      const drawn = test.drawn.map((view) =>
        JSON.stringify(view)?.replaceAll("1234 1234 1234 1234", "").replaceAll('"12345"', ""),
      );
      const out = JSON.stringify([said, drawn, test.screen]).replaceAll("1080", "").replaceAll("1920", "");
      for (const run of typed) expect(out).not.toContain(run);
      for (const { request } of test.requests) {
        if (request.kind !== "card") throw new Error(request.kind);
        for (const [name, entry] of Object.entries(request.entries))
          expect(entry, name).toBeInstanceOf(Secret);
      }
    }),
    { numRuns: process.env["NIGHTLY"] ? 300 : 60 },
  );
});
