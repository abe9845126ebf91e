/** The fields of a form and their errors: derived from the state, never stored. */
import type {
  Brand,
  FieldErrorCode,
  FieldName,
  FieldOptions,
  PaneOptions,
} from "@cardpane/contract/messages";
import { fields, type Rules } from "../fields/fields.ts";
import { brandsOf, cvvOf, isEmpty, validateField } from "../fields/validate-field.ts";
import type { ActiveForm } from "./state.ts";

/** The fields of the form, in order. The form of a saved card has only the CVV. */
export function fieldsOf(options: PaneOptions): readonly FieldOptions[] {
  if (options.savedCard) return [{ name: "cvv", required: true }];
  return options.fields.map(({ name, required }) => ({
    name,
    required: required || fields[name].isAlwaysRequired,
  }));
}

/** Whether two sets of options name the same saved card, or both none. */
export function isSameCard(one: PaneOptions, other: PaneOptions): boolean {
  return one.savedCard?.paymentAccountId === other.savedCard?.paymentAccountId;
}

/** The rules that an entry is validated by. */
export function rulesOf({ options, cards, strictLuhn, today }: ActiveForm): Rules {
  const { supportedBrands, savedCard } = options;
  return { cards, supportedBrands, savedBrand: savedCard?.brand ?? null, strictLuhn, today };
}

/** The first field to correct, else the first one. */
export function fieldToFocus(form: ActiveForm): FieldName | undefined {
  const { kept, options, shown } = form;
  const all = fieldsOf(options);
  // What is given back may arrive later.
  const back = kept?.isGivenBack ? kept.fields : [];
  const wrong =
    (kept?.isGivenBack && all.find(({ name }) => shown[name] === "refused")) ||
    all.find((field) => !back.includes(field.name) && errorOf(form, field));
  return (wrong || all[0])?.name;
}

/** The error of a field, or `null`; an optional field may be empty. */
export function errorOf(form: ActiveForm, field: FieldOptions): FieldErrorCode | null {
  if (!isRequired(form, field) && isEmpty(form.entries[field.name])) return null;
  return validateField(field.name, form.entries, rulesOf(form));
}

/** Whether a field must not be empty. The CVV is not required for a card without one. */
export function isRequired(
  { entries, options, cards }: ActiveForm,
  { name, required }: FieldOptions,
): boolean {
  return required && !(name === "cvv" && !options.savedCard && cvvOf(entries.number, cards) === null);
}

/** The networks that the shopper may choose from: those of the card that are supported. */
export function networksOf(form: ActiveForm): readonly Brand[] {
  const { savedCard } = form.options;
  if (!savedCard) return brandsOf(form.entries.number, rulesOf(form));
  return savedCard.brand ? [savedCard.brand] : [];
}

/** The network that a payment would use: the shopper's choice, else the merchant's preference, else the card's first; or `null`. */
export function networkOf(form: ActiveForm): Brand | null {
  const networks = networksOf(form);
  const wanted = [form.chosenNetwork, ...form.options.preferredNetworks];
  return wanted.find((brand) => brand && networks.includes(brand)) ?? networks[0] ?? null;
}

/** Every invalid field with its error, in the order of the form. */
export function errorsOf(form: ActiveForm): Partial<Record<FieldName, FieldErrorCode>> {
  const errors: Partial<Record<FieldName, FieldErrorCode>> = {};
  for (const field of fieldsOf(form.options)) {
    const error = errorOf(form, field);
    if (error) errors[field.name] = error;
  }
  return errors;
}

/** Whether the form has every field that the gateway requires: number and expiry, in one field or two. */
export function canTokenize(form: ActiveForm): boolean {
  const has = (...names: FieldName[]) => names.every((name) => hasField(form, name));
  return (
    form.options.savedCard !== null || has("number", "expiry") || has("number", "expiryMonth", "expiryYear")
  );
}

/** Whether the form has this field. */
export function hasField(form: ActiveForm, name: FieldName): boolean {
  return fieldsOf(form.options).some((field) => field.name === name);
}
