/** A weak secret makes every signature worthless: it stops the start. */
import { expect, it } from "vitest";
import { checkSecrets } from "./check-secrets.ts";

const good = "pTq8ZlW3vKx0sYb7mJc2NfRg9HdEa5Uo";

it("random secrets are accepted, the first of several signs", () => {
  expect(checkSecrets("secret", good)).toEqual([good]);
  expect(checkSecrets("secret", [`${good}2`, good])).toEqual([`${good}2`, good]);
});

it.each([
  ["none", undefined],
  ["an empty one", ""],
  ["a short one", good.slice(1)],
  ["a placeholder", `change-me-${good}`],
  ["one letter", "a".repeat(64)],
  ["white space at its end", `${good}\n`],
  ["none among several", [good, undefined]],
  ["the same twice", [good, good]],
])("%s stops the start, and the error does not repeat it [T-P17]", (_, secrets) => {
  const attempt = () => checkSecrets("secret", secrets);
  expect(attempt).toThrow(expect.objectContaining({ code: "invalid_configuration" }) as Error);
  expect(attempt).not.toThrow(good.slice(1));
});
