/** Which fields a form has, and what is wrong with them: derived, never stored. */
import type {
  Brand,
  FieldErrorCode,
  FieldName,
  FieldOptions,
  PaneOptions,
} from "@cardpane/contract/messages";
import { brandsOf, cvvOf, isEmpty, type Rules, validateField } from "../card/validate-field.ts";
import type { ActiveForm } from "./state.ts";

/** What the gateway demands of a card (section 2.1), so that none of it can be optional. */
const demanded: readonly FieldName[] = ["number", "expiry", "expiryMonth", "expiryYear"];

/** The fields that are shown, in order. A saved card asks for its CVV and nothing else. */
export function fieldsOf({ fields, savedCard }: PaneOptions): readonly FieldOptions[] {
  if (savedCard) return [{ name: "cvv", required: true }];
  return fields.map(({ name, required }) => ({
    name,
    required: required || demanded.includes(name),
  }));
}

/** Says whether two sets of options ask about the same card: the same saved one, or one that is typed. */
export function isSameCard(one: PaneOptions, other: PaneOptions): boolean {
  return one.savedCard?.paymentAccountId === other.savedCard?.paymentAccountId;
}

/** What decides whether an entry is right. */
export function rulesOf({ options, strictLuhn, today }: ActiveForm): Rules {
  const { supportedBrands, savedCard } = options;
  return { supportedBrands, savedBrand: savedCard?.brand ?? null, strictLuhn, today };
}

/** What is wrong with a field, or `null`; an optional one may be empty. */
export function errorOf(form: ActiveForm, field: FieldOptions): FieldErrorCode | null {
  if (!isRequired(form, field) && isEmpty(form.entries[field.name])) return null;
  return validateField(field.name, form.entries, rulesOf(form));
}

/** Says whether a field may not be empty. Nobody can type the CVV of a card that has none. */
export function isRequired({ entries, options }: ActiveForm, { name, required }: FieldOptions): boolean {
  return required && !(name === "cvv" && !options.savedCard && cvvOf(entries.number) === null);
}

/** The networks that the shopper may choose from: those of the card that are taken. */
export function networksOf({ entries, options }: ActiveForm): readonly Brand[] {
  const { savedCard, supportedBrands } = options;
  if (!savedCard) return brandsOf(entries.number, supportedBrands);
  return savedCard.brand ? [savedCard.brand] : [];
}

/** The network that a payment would go by: the shopper's choice, else the merchant's, else the card's first; or `null`. */
export function networkOf(form: ActiveForm): Brand | null {
  const networks = networksOf(form);
  const wanted = [form.chosenNetwork, ...form.options.preferredNetworks];
  return wanted.find((brand) => brand && networks.includes(brand)) ?? networks[0] ?? null;
}

/** Every wrong field with its error, in the order they are shown. */
export function errorsOf(form: ActiveForm): Partial<Record<FieldName, FieldErrorCode>> {
  const errors: Partial<Record<FieldName, FieldErrorCode>> = {};
  for (const field of fieldsOf(form.options)) {
    const error = errorOf(form, field);
    if (error) errors[field.name] = error;
  }
  return errors;
}

/** Says whether the form asks for all that the gateway demands: number and expiry, the latter in either way. */
export function canTokenize(form: ActiveForm): boolean {
  const asks = (...names: FieldName[]) => names.every((name) => hasField(form, name));
  return (
    form.options.savedCard !== null || asks("number", "expiry") || asks("number", "expiryMonth", "expiryYear")
  );
}

/** Says whether the form asks for this field. */
export function hasField(form: ActiveForm, name: FieldName): boolean {
  return fieldsOf(form.options).some((field) => field.name === name);
}
