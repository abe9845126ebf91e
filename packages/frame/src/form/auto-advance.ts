/**
 * Auto-advance (opt-in): a keystroke that completes a field moves the focus to the next one.
 *
 * Only when no further digit could belong to the field: 16 digits of a network that may have 19 wait for a Tab. Only to a
 * field that is still empty, so that a shopper who corrects an earlier one stays in it. And not past a choice of networks.
 */
import type { FieldName } from "@cardpane/contract/messages";
import { isEmpty, isLongest } from "../card/validate-field.ts";
import { errorOf, fieldsOf, networksOf } from "./selectors.ts";
import type { ActiveForm } from "./state.ts";

/** The field that gets the focus after a keystroke has completed another, or `null`. */
export function nextFieldAfter(name: FieldName, before: ActiveForm, form: ActiveForm): FieldName | null {
  const fields = fieldsOf(form.options);
  const index = fields.findIndex((field) => field.name === name);
  const [field, next] = fields.slice(index, index + 2);
  if (!form.options.autoAdvance || index < 0 || !field || !next) return null;
  const { savedCard } = form.options;
  const isFilled = (state: ActiveForm) =>
    isLongest(name, state.entries, savedCard?.brand ?? null) && errorOf(state, field) === null;
  if (isFilled(before) || !isFilled(form) || !isEmpty(form.entries[next.name])) return null;
  return name === "number" && networksOf(form).length > 1 ? null : next.name;
}
