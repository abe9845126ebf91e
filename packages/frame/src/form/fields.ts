/** Which fields a form has, and what is wrong with them: derived, never stored. */
import type { FieldErrorCode, FieldName, FieldOptions, PaneOptions } from "@cardpane/contract/messages";
import { isEmpty, problemOf, type Rules } from "../card/check.ts";
import type { OpenForm } from "./state.ts";

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
export function rulesOf({ options, today }: OpenForm): Rules {
  return { supportedBrands: options.supportedBrands, savedBrand: options.savedCard?.brand ?? null, today };
}

/** What is wrong with a field, or `null`; an optional one may be empty. */
export function errorOf(form: OpenForm, { name, required }: FieldOptions): FieldErrorCode | null {
  if (!required && isEmpty(form.entries[name])) return null;
  return problemOf(name, form.entries, rulesOf(form));
}

/** Every wrong field with its error, in the order they are shown. */
export function errorsOf(form: OpenForm): Partial<Record<FieldName, FieldErrorCode>> {
  const errors: Partial<Record<FieldName, FieldErrorCode>> = {};
  for (const field of fieldsOf(form.options)) {
    const error = errorOf(form, field);
    if (error) errors[field.name] = error;
  }
  return errors;
}

/** Says whether the form asks for all that the gateway demands: number and expiry, the latter in either way. */
export function canTokenize(form: OpenForm): boolean {
  const asks = (...names: FieldName[]) => names.every((name) => hasField(form, name));
  return (
    form.options.savedCard !== null || asks("number", "expiry") || asks("number", "expiryMonth", "expiryYear")
  );
}

/** Says whether the form asks for this field. */
export function hasField(form: OpenForm, name: FieldName): boolean {
  return fieldsOf(form.options).some((field) => field.name === name);
}
