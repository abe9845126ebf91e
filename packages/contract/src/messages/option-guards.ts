/**
 * The guards of single options, with which a page can name the invalid option before it sends any. They are separate from the
 * guard of all options together, which only the frame needs.
 */
import { fieldNames } from "../fields/index.ts";
import {
  array,
  boolean,
  exact,
  type Guard,
  misfit,
  nullable,
  oneOf,
  partial,
  pattern,
  record,
  text,
  uuid,
} from "../guards/guards.ts";
import {
  binSizes,
  brands,
  expiryKinds,
  type FieldOptions,
  fieldErrorCodes,
  type TokenizeExtra,
} from "./option-types.ts";

/** A field of the form. */
export const field = oneOf(fieldNames);
/** An error code of a field. */
export const fieldError = oneOf(fieldErrorCodes);
const brand = oneOf(brands);
/** A network, or `null` if it is not known. */
export const knownBrand = nullable(brand);
/** A list of networks, possibly empty. */
export const brandList = array(brand, 0, brands.length);
/** The last four digits of a card number, or `null` if they are not known. */
export const lastFour = nullable(pattern(/^[0-9]{4}$/));

/** A field, and whether it must be filled. */
export const fieldOptions: Guard<FieldOptions> = exact({ name: field, required: boolean });

/** At least one field, none twice, the expiry either in one field or in two. */
const fields: Guard<readonly FieldOptions[]> = (value, trace) => {
  const list = array(fieldOptions, 1, fieldNames.length)(value, trace);
  if (!list) return undefined;
  const names = new Set(list.map(({ name }) => name));
  const isMixed = names.has("expiry") && (names.has("expiryMonth") || names.has("expiryYear"));
  return isMixed || names.size !== list.length ? misfit(trace, "fields") : list;
};

/** One line: no control characters, no line ends, and no marks that change the direction of the text around it. */
const oneLineSource = (max: number) => `(?=.*\\S)[^\\p{Cc}\u2028-\u202e\u2066-\u2069]{1,${max}}`;
const oneLine = (max: number) => pattern(new RegExp(`^${oneLineSource(max)}$`, "u"), "line", max);
const ownText = oneLine(80);
/** A sentence. The frame names an unknown key, so that the page's script does not carry the keys. */
const declineTexts = record(text(1, 40), oneLine(200));
const fieldTexts = record(field, ownText);

/** A guard for each of a page's own texts. */
export const ownTextGuards = {
  labels: fieldTexts,
  placeholders: fieldTexts,
  errors: record(field, record(fieldError, ownText)),
  declines: declineTexts,
  optional: ownText,
  cvvHint: ownText,
  cvvHintAmex: ownText,
  savedCard: ownText,
  endingIn: ownText,
} as const;

/** Reads the data that a page passes to tokenize, or into the form's fields. An empty text counts as missing. */
export const tokenizeExtra: Guard<TokenizeExtra> = partial({
  cardholder: text(0, 64),
  postalCode: text(0, 16),
});

/** A code of a payment. Any text is accepted: the frame shows the general decline for an unknown one, and names it. */
export const declineCode = text(0, 2_000);

/**
 * The guard of each option of a form, except those of its appearance. The page's element has an option for each of them, which
 * `CardPaneOptions` of packages/browser describes.
 */
export const optionGuards = {
  fields,
  /** With `select`, month and year are chosen from lists; the page adds `expiryMonth` and `expiryYear` to `fields`. */
  expiry: oneOf(expiryKinds),
  /** BCP 47 tags, 1 to 8 of them, the preferred one first; the nearest supported locale is used. */
  locale: pattern(/^[a-z0-9-]{1,35}(,[a-z0-9-]{1,35}){0,7}$/i, "tags"),
  texts: partial(ownTextGuards),
  disabled: boolean,
  readOnly: boolean,
  values: tokenizeExtra,
  supportedBrands: nullable(array(brand, 1, brands.length)),
  preferredNetworks: brandList,
  bin: nullable(oneOf(binSizes)),
  maskNumber: boolean,
  autoAdvance: boolean,
  decline: nullable(declineCode),
  savedCard: nullable(
    exact({
      paymentAccountId: uuid,
      // The document says 5 to 36; live gateways have given shorter ones.
      consumerId: text(1, 36),
      brand: knownBrand,
      lastFour,
    }),
  ),
} as const;

/** A text that a page announces to screen readers; an empty text clears the previous one. */
export const announcement = pattern(new RegExp(`^(?:${oneLineSource(300)})?$`, "u"), "announcement");
