/** The panel's test cards: each text matches the card's outcome in the sandbox. */
import { testCardBehaviour } from "@cardpane/gateway/testing";
import { expect, test } from "vitest";
import { testCards } from "./test-cards.ts";

test.each(testCards)("$number ($outcome) ends in the sandbox as its row states", ({ number, outcome }) => {
  const { code, authenticationCode, threeDs } = testCardBehaviour(number) ?? {};
  // The sandbox's code for a number that the pane does not send.
  const named = outcome === "Invalid number (Luhn check)" ? "5014" : /\((\d{4})\)$/.exec(outcome)?.[1];
  const expected = threeDs === "required" ? "5227" : (authenticationCode ?? code);
  expect(named ?? "0").toBe(expected);
  // A code alone explains nothing.
  expect(outcome.replace(/ ?\(\d{4}\)$/, "")).toMatch(named === undefined ? /paid$/ : /[a-z]{4,}/);
  expect(outcome.includes("3DS")).toBe(threeDs !== "none");
});
