/** Derives from an event how a text was entered. Call the functions after the text was formatted. */
import type { InputSource } from "../form/state.ts";

/**
 * The source of the text of an input.
 *
 *  - `autofill`: an event without an `inputType`, which the autofill of Chromium and Safari and the scripts of password managers
 *    dispatch, or `insertReplacementText`, which Firefox documents for its autofill (not tested).
 *  - `key`: a trusted insertion of one character at the end. A keyboard that inserts a whole text does so in one event.
 *  - `other`: everything else.
 */
export function inputSourceOf(event: Event, input: HTMLInputElement): InputSource {
  // `compositionend` has no inputType.
  const type = event instanceof InputEvent ? event.inputType : event.type.replace(/input|change/, "");
  if (type === "" || type === "insertReplacementText") return "autofill";
  const isKey =
    event.isTrusted &&
    event instanceof InputEvent &&
    !event.isComposing &&
    type === "insertText" &&
    event.data?.length === 1 &&
    input.selectionStart === input.value.length;
  return isKey ? "key" : "other";
}

/** The source of the choice in a list. Chromium sets `:autofill` on a list that it filled in; other browsers may not. */
export function choiceSourceOf({ isTrusted }: Event, list: HTMLSelectElement): InputSource {
  // `:is()` ignores selectors that a browser does not know.
  return !isTrusted || list.matches(":is(:autofill)") ? "autofill" : "other";
}
