/** The countries that the shop delivers to. */
import { parseAccept } from "hono/utils/accept";
import iso3166 from "iso-3166-1";

/** ISO 3166-1 alpha-3 codes, which the interface uses. */
export const countries: readonly string[] =
  "ARE AUT AUS BEL CAN CHE CZE DEU DNK EGY ESP FIN FRA GBR IRL ITA JPN LUX MAR NLD NOR POL PRT SAU SWE USA".split(
    " ",
  );

/** Country codes and names in a language, sorted by that language's rules. */
export function countryNames(locale: string): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames(locale, { type: "region" });
  return countries
    .map((code) => [code, names.of(iso3166.whereAlpha3(code)?.alpha2 ?? "") ?? code] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, locale));
}

/** The country of the first language of an `Accept-Language` header that names one, `AUT` for `de-AT`; empty if the shop has none. */
export function countryFor(acceptLanguage = ""): string {
  const regions = parseAccept(acceptLanguage).map(({ type }) => type.match(/^[a-z]{2,3}-([A-Z]{2})$/i)?.[1]);
  const codes = regions.map((region) => region && iso3166.whereAlpha2(region.toUpperCase())?.alpha3);
  return codes.find((code) => code !== undefined && countries.includes(code)) ?? "";
}
