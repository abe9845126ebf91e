import { defaultLook, lowContrasts, styleOf } from "@cardpane/contract/appearance";
import { formColorsOf } from "@cardpane/contract/testing";
import { expect, it } from "vitest";
import { darkTokens, tokens } from "./look.ts";

it.each([
  ["light", tokens, "#ffffff"],
  ["dark", { ...tokens, ...darkTokens }, "#17211f"],
] as const)(
  "the shop's own colours have enough contrast in the pane, focus and errors too: %s",
  (scheme, all, ground) => {
    const style = styleOf({ ...defaultLook, scheme, tokens: all });
    expect(lowContrasts(formColorsOf(style, ground))).toEqual([]);
  },
);
