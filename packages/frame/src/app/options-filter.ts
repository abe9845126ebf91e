import {
  type Brand,
  brands,
  type FieldErrorCode,
  fieldErrorCodes,
  type PaneOptions,
} from "@cardpane/contract/messages";

/**
 * Removes unknown network names from the options and reports them, together with unknown error codes. The frame does this
 * because the page's script, for its size, has no list of networks and codes.
 *
 * @param onUnknown called with the path of each unknown name
 */
export function filterOptions(options: PaneOptions, onUnknown: (path: string) => void): PaneOptions {
  const isBrand = (path: string) => (brand: Brand | null, index: number) =>
    brand === null || check(brands, brand, `${path}.${index}`);
  const { supportedBrands, preferredNetworks, savedCard, texts } = options;
  const { errors = {} } = texts;

  function check(known: readonly string[], name: string, path: string): boolean {
    const isKnown = known.includes(name);
    if (!isKnown) onUnknown(path);
    return isKnown;
  }

  for (const [field, texts] of Object.entries(errors)) {
    for (const code of Object.keys(texts) as FieldErrorCode[])
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
