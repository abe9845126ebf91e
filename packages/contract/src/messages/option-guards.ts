/**
 * The guards of single options, so that a page can name the one that does not fit before it sends any. They stand apart
 * from the guard of them all, which only the frame needs.
 */
import {
  array,
  boolean,
  exact,
  type Guard,
  nullable,
  oneOf,
  partial,
  pattern,
  record,
  text,
  uuid,
} from "./shape.ts";
import {
  binSizes,
  brands,
  expiryKinds,
  type FieldOptions,
  fieldErrorCodes,
  fieldNames,
  type TokenizeExtra,
} from "./types.ts";

/** A field of the form. */
export const field = oneOf(fieldNames);
/** What can be wrong with a field. */
export const fieldError = oneOf(fieldErrorCodes);
/** A network, or none that is known. */
export const knownBrand = nullable(oneOf(brands));
/** Any networks. */
export const brandList = array(oneOf(brands), 0, brands.length);
/** The end of a card number, or none that is known. */
export const lastFour = nullable(pattern(/^[0-9]{4}$/));

const fieldOptions = exact({ name: field, required: boolean });

/** At least one field, none twice, the expiry in one way. */
const fields: Guard<readonly FieldOptions[]> = (value, path) => {
  const list = array(fieldOptions, 1, fieldNames.length)(value, path);
  const names = new Set(list?.map(({ name }) => name));
  const isMixed = names.has("expiry") && (names.has("expiryMonth") || names.has("expiryYear"));
  return isMixed || names.size !== list?.length ? undefined : list;
};

/** One line: no control characters, no line ends, and no marks that turn the direction of what stands around it. */
const ownText = pattern(/^(?=.*\S)[^\p{Cc}\u2028-\u202e\u2066-\u2069]{1,80}$/u);
const fieldTexts = record(field, ownText);

/** A page's own words, one by one. */
export const ownTextGuards = {
  labels: fieldTexts,
  placeholders: fieldTexts,
  errors: record(field, record(fieldError, ownText)),
  optional: ownText,
  cvvHint: ownText,
  cvvHintAmex: ownText,
  savedCard: ownText,
  endingIn: ownText,
} as const;

/** All but the look, which has its own. */
export const optionGuards = {
  fields,
  expiry: oneOf(expiryKinds),
  locale: pattern(/^[a-z0-9-]{1,35}(,[a-z0-9-]{1,35}){0,7}$/i),
  texts: partial(ownTextGuards),
  disabled: boolean,
  supportedBrands: nullable(array(oneOf(brands), 1, brands.length)),
  preferredNetworks: brandList,
  bin: nullable(oneOf(binSizes)),
  maskNumber: boolean,
  savedCard: nullable(
    exact({
      paymentAccountId: uuid,
      consumerId: text(5, 36),
      brand: knownBrand,
      lastFour,
    }),
  ),
} as const;

/** Reads what a page gives to tokenize besides the form. */
export const tokenizeExtra: Guard<TokenizeExtra> = partial({
  cardholder: text(1, 64),
  postalCode: text(1, 16),
});
