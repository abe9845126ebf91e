import {
  type Brand,
  brands,
  type FieldErrorCode,
  fieldErrorCodes,
  type PaneOptions,
} from "@cardpane/contract/messages";

/**
 * Leaves out what a page's options name and there is not: networks, and codes of errors. The page's script carries no list of
 * them; whoever misspells one is told by the console of the frame, as with a token that does not fit.
 *
 * @param unknown called with the path of each.
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
