/** The countries that the shop delivers to: the interface's three-letter codes, with the two-letter codes for `Intl`. */
const codes = {
  ARE: "AE",
  AUT: "AT",
  AUS: "AU",
  BEL: "BE",
  CAN: "CA",
  CHE: "CH",
  CZE: "CZ",
  DEU: "DE",
  DNK: "DK",
  EGY: "EG",
  ESP: "ES",
  FIN: "FI",
  FRA: "FR",
  GBR: "GB",
  IRL: "IE",
  ITA: "IT",
  JPN: "JP",
  LUX: "LU",
  MAR: "MA",
  NLD: "NL",
  NOR: "NO",
  POL: "PL",
  PRT: "PT",
  SAU: "SA",
  SWE: "SE",
  USA: "US",
} as const;

/** ISO 3166-1 alpha-3 codes. */
export const countries: readonly string[] = Object.keys(codes);

/** Country codes and names in a language, sorted by that language's rules. */
export function countryNames(locale: string): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames(locale, { type: "region" });
  return Object.entries(codes)
    .map(([code, region]) => [code, names.of(region) ?? code] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, locale));
}
