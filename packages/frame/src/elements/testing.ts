/** Views and edits for the tests of the elements. */
import type { PaneOptions } from "@cardpane/contract/messages";
import { examplePaneOptions } from "@cardpane/contract/testing";
import { CardIdentifier } from "../card/identify-card.ts";
import { Secret } from "../card/secret.ts";
import { initialState } from "../form/state.ts";
import { type FormView, viewOf } from "../form/view-model.ts";
import { en } from "../locale/en.ts";

/** A pane with number, expiry and CVV. */
export const initialOptions: PaneOptions = {
  ...examplePaneOptions,
  fields: (["number", "expiry", "cvv"] as const).map((name) => ({ name, required: true })),
};

/** The view of a form with these options and this number in its state. */
export function openView(options: PaneOptions, number = ""): FormView {
  const form = initialState(
    options,
    { year: 2026, month: 11 },
    { cards: new CardIdentifier(), strictLuhn: true },
  );
  return viewOf({ ...form, entries: { ...form.entries, number: Secret.of(number) } }, en, "en");
}

/** Enters a text into an input like a paste. */
export function typeInto(input: HTMLInputElement, text: string): void {
  input.value = text;
  input.setSelectionRange(text.length, text.length);
  input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}
