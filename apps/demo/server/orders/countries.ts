/** The countries that the shop delivers to. */
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
