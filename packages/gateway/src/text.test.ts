import { isUuid } from "@cardpane/contract/uuid";
import { expect, it } from "vitest";
import { uuid } from "./text.ts";

const one = "7d3f7f9e-0c35-4a67-9d2b-0f2b8a1c9e11";

it.each([
  one,
  one.toUpperCase(),
  "00000000-0000-0000-0000-000000000000",
  "",
  ` ${one}`,
  `${one}\n`,
  `{${one}}`,
  one.slice(1),
])("%j is a UUID for the schema exactly if it is one for isUuid", (text) => {
  expect(uuid.safeParse(text).success).toBe(isUuid(text));
});
