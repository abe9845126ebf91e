/** The types in the code of a page. */
import type { TokenizeSuccess } from "@cardpane/contract/messages";
import { describe, expectTypeOf, it } from "vitest";
import type { CardpaneError } from "./errors.ts";
import type { TokenizeResult } from "./types.ts";

describe("the result of tokenize()", () => {
  it("can be destructured, and has a token if it has no error", () => {
    const use = ({ token, device, card, expireAt, error }: TokenizeResult) => {
      expectTypeOf(error).toEqualTypeOf<CardpaneError | undefined>();
      expectTypeOf(device).toEqualTypeOf<TokenizeSuccess["device"] | undefined>();
      expectTypeOf(card).toEqualTypeOf<TokenizeSuccess["card"] | undefined>();
      expectTypeOf(expireAt).toEqualTypeOf<number | undefined>();
      if (!error) expectTypeOf(token).toEqualTypeOf<string>();
    };
    expectTypeOf(use).toBeFunction();
  });
});
