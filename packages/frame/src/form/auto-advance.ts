/**
 * Auto-advance (opt-in): a keystroke that completes a field moves the focus to the next field.
 *
 *  - The field must accept no further digit: 16 digits of a network with numbers of up to 19 do not advance.
 *  - The next field must be empty, so that the focus stays in a field that the shopper corrects.
 *  - The focus does not skip a network choice.
 */
import type { FieldName } from "@cardpane/contract/messages";
import { isEmpty, isLongest } from "../fields/validate-field.ts";
import { errorOf, fieldsOf, networksOf, rulesOf } from "./selectors.ts";
import type { ActiveForm } from "./state.ts";

/** The field that receives the focus after a keystroke in another one, or `null`. */
export function nextFieldAfter(name: FieldName, before: ActiveForm, form: ActiveForm): FieldName | null {
  const fields = fieldsOf(form.options);
  const index = fields.findIndex((field) => field.name === name);
  const [field, next] = fields.slice(index, index + 2);
  if (!form.options.autoAdvance || index < 0 || !field || !next) return null;
  const isFilled = (state: ActiveForm) =>
    isLongest(name, state.entries, rulesOf(state)) && errorOf(state, field) === null;
  if (isFilled(before) || !isFilled(form) || !isEmpty(form.entries[next.name])) return null;
  return name === "number" && networksOf(form).length > 1 ? null : next.name;
}
