/**
 * Builds the public state of the form for the page. Every property is named here, none is copied from the state, so that no
 * typed text can become part of it.
 */
import type { FieldName, FieldOptions, FieldSnapshot, Snapshot } from "@cardpane/contract/messages";
import { isComplete, isEmpty } from "../fields/validate-field.ts";
import { errorText } from "../locale/messages.ts";
import type { Locale } from "../locale/types.ts";
import { errorOf, fieldsOf, networkOf, networksOf, rulesOf } from "./selectors.ts";
import type { ActiveForm } from "./state.ts";

/** Builds the snapshot of a form, with its errors in the shopper's language. */
export function snapshotOf(form: ActiveForm, locale: Locale): Snapshot {
  const fields: Partial<Record<FieldName, FieldSnapshot>> = {};
  for (const field of fieldsOf(form.options)) fields[field.name] = fieldSnapshot(form, field, locale);
  const all = Object.values(fields);
  return {
    fields,
    brand: networkOf(form),
    brands: networksOf(form),
    empty: all.every(({ empty }) => empty),
    complete: all.every(({ complete, valid }) => complete || valid),
    valid: all.every(({ valid }) => valid),
  };
}

function fieldSnapshot(form: ActiveForm, field: FieldOptions, locale: Locale): FieldSnapshot {
  const { name } = field;
  const error = form.shown[name] ?? null;
  return {
    label: locale.labels[name],
    empty: isEmpty(form.entries[name]),
    complete: isComplete(name, form.entries, rulesOf(form)),
    valid: error !== "refused" && errorOf(form, field) === null,
    focused: form.focused === name,
    error,
    errorText: error && errorText(locale, name, error),
  };
}
