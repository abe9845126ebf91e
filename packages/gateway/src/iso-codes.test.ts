import currencyCodes from "currency-codes";
import iso3166 from "iso-3166-1";
import { expect, it } from "vitest";
import { countryCodes, currenciesByDecimals } from "./iso-codes.ts";

/** Currencies that ISO 4217 has and currency-codes 2.2 lacks. */
const younger = { XCG: 2 };

it("the currencies and their decimals are those of ISO 4217", () => {
  const own = Object.entries(currenciesByDecimals).flatMap(([decimals, codes]) =>
    codes.split(" ").map((code) => [code, Number(decimals)] as const),
  );
  const known = currencyCodes.data.map(({ code, digits }) => [code, digits] as const);
  expect(Object.fromEntries(own)).toEqual({ ...Object.fromEntries(known), ...younger });
  expect(own).toHaveLength(new Set(own.map(([code]) => code)).size);
});

it("the countries are those of ISO 3166-1", () => {
  expect(countryCodes.split(" ")).toEqual(
    iso3166
      .all()
      .map(({ alpha3 }) => alpha3)
      .sort(),
  );
});
