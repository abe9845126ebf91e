import type { Brand, FieldErrorCode } from "@cardpane/contract/messages";
import { examplePaneOptions } from "@cardpane/contract/testing";
import { describe, expect, it } from "vitest";
import { filterOptions } from "./options-filter.ts";

const visa: Brand = "visa";
const visum = "visum" as Brand;
const savedCard = { paymentAccountId: "id", consumerId: "consumer", lastFour: "4242", brand: visa };

describe("names in a page's options", () => {
  it.each([
    [{ supportedBrands: [visa, visum] }, { supportedBrands: [visa] }, ["supportedBrands.1"]],
    [{ supportedBrands: [visum] }, { supportedBrands: [] }, ["supportedBrands.0"]],
    [{ preferredNetworks: [visum, visa] }, { preferredNetworks: [visa] }, ["preferredNetworks.0"]],
    [
      { savedCard: { ...savedCard, brand: visum } },
      { savedCard: { ...savedCard, brand: null } },
      ["savedCard.brand"],
    ],
    [
      {
        texts: {
          errors: { cvv: { wrong: "No", required: "Yes" } as Partial<Record<FieldErrorCode, string>> },
        },
      },
      {},
      ["texts.errors.cvv.wrong"],
    ],
  ])("that are unknown are removed and reported by their path: %j", (given, left, reported) => {
    const paths: string[] = [];
    const options = { ...examplePaneOptions, ...given };
    expect(filterOptions(options, (path) => paths.push(path))).toEqual({ ...options, ...left });
    expect(paths).toEqual(reported);
  });

  it.each([
    {},
    { supportedBrands: null },
    { supportedBrands: [visa], preferredNetworks: [visa], savedCard },
    { savedCard: { ...savedCard, brand: null } },
    { texts: { errors: { cvv: { required: "Yes" } } } },
  ])("that are known stay: %j", (given) => {
    const options = { ...examplePaneOptions, ...given };
    const fail = (path: string) => expect.unreachable(path);
    expect(filterOptions(options, fail)).toEqual(options);
  });
});
