/** How a text came into an input, derived from an event; call it after the text was formatted. */
import type { InputSource } from "../form/state.ts";

/**
 * The source of the text of an input.
 *
 *  - `autofill`: an event without a type is not an edit by a person; autofill of Chromium and Safari dispatches one, and so do scripts of
 *    password managers. `insertReplacementText` is a replacement by the browser; Firefox's autofill is documented to use it (not tried).
 *  - `key`: a person pressed one, and the caret is behind the typed character. A keyboard that inserts a whole text does that in
 *    one event.
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

/** The source of the choice in a list: a browser that filled it in sets `:autofill`; browsers other than Chromium may not. */
export function choiceSourceOf({ isTrusted }: Event, list: HTMLSelectElement): InputSource {
  // `:is()` ignores selectors that a browser does not know.
  return !isTrusted || list.matches(":is(:autofill)") ? "autofill" : "other";
}
