import { expect, it } from "vitest";
import { uuid as guard } from "./guards.ts";
import { isUuid } from "./uuid.ts";

const one = "7d3f7f9e-0c35-4a67-9d2b-0f2b8a1c9e11";

it.each<[string, boolean]>([
  [one, true],
  [one.toUpperCase(), true],
  ["00000000-0000-0000-0000-000000000000", true],
  ["", false],
  [` ${one}`, false],
  [`${one}\n`, false],
  [one.replaceAll("-", ""), false],
  [`{${one}}`, false],
  [one.replace("7", "g"), false],
  [one.slice(1), false],
  [`${one}0`, false],
])("%j is a UUID, or is not, by the guards and isUuid alike: %s", (text, expected) => {
  expect(isUuid(text)).toBe(expected);
  expect(guard(text) === text).toBe(expected);
});
