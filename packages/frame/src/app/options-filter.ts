import {
  type Brand,
  brands,
  type FieldErrorCode,
  fieldErrorCodes,
  type PaneOptions,
} from "@cardpane/contract/messages";

/**
 * Removes unknown network names from the options, and reports those and unknown error codes. The page's script carries no list of
 * them; the console of the frame shows a misspelled one, as it does for a token that does not fit.
 *
 * @param unknown called with the path of each unknown name.
 */
export function filterOptions(options: PaneOptions, unknown: (path: string) => void): PaneOptions {
  const isBrand = (path: string) => (brand: Brand | null, index: number) =>
    brand === null || check(brands, brand, `${path}.${index}`);
  const { supportedBrands, preferredNetworks, savedCard, texts } = options;
  const { errors = {} } = texts;

  function check(known: readonly string[], name: string, path: string): boolean {
    const isKnown = known.includes(name);
    if (!isKnown) unknown(path);
    return isKnown;
  }

  for (const [field, words] of Object.entries(errors)) {
    for (const code of Object.keys(words) as FieldErrorCode[])
      check(fieldErrorCodes, code, `texts.errors.${field}.${code}`);
  }
  const brand = savedCard?.brand ?? null;
  return {
    ...options,
    supportedBrands: supportedBrands?.filter(isBrand("supportedBrands")) ?? null,
    preferredNetworks: preferredNetworks.filter(isBrand("preferredNetworks")),
    savedCard: savedCard && {
      ...savedCard,
      brand: brand && check(brands, brand, "savedCard.brand") ? brand : null,
    },
  };
}
