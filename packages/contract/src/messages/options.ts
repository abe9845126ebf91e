/** The guard of what a page may ask of a form. */
import { parseAppearance } from "../appearance/parse.ts";
import { array, boolean, exact, type Guard, nullable, oneOf, pattern, text, uuid } from "./shape.ts";
import { brands, type FieldOptions, fieldNames, type PaneOptions } from "./types.ts";

const field = oneOf(fieldNames);
const brand = oneOf(brands);

const fieldOptions = exact({ name: field, required: boolean });

/** At least one field, none twice. */
const fields: Guard<readonly FieldOptions[]> = (value) => {
  const list = array(fieldOptions, 1, fieldNames.length)(value);
  return list && new Set(list.map((item) => item.name)).size === list.length ? list : undefined;
};

/** Reads a page's options, or answers `undefined` when anything in them does not fit. */
export const parsePaneOptions: Guard<PaneOptions> = exact({
  fields,
  locale: pattern(/^[A-Za-z0-9-]{1,35}$/),
  disabled: boolean,
  supportedBrands: nullable(array(brand, 1, brands.length)),
  savedCard: nullable(
    exact({
      paymentAccountId: uuid,
      consumerId: text(5, 36),
      brand: nullable(brand),
      lastFour: nullable(pattern(/^[0-9]{4}$/)),
    }),
  ),
  appearance: parseAppearance,
});
