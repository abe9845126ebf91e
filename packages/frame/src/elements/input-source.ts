/** Tells from an event how a text came into an input; to be asked once the text is formatted. */
import type { InputSource } from "../form/state.ts";

/**
 * How it came.
 *
 *  - `autofill`: an event without a type is no edit of a person's; Chromium's and Safari's filling make one, and scripts of
 *    password managers do. A browser that replaces a text calls it so; Firefox's filling is said to (not tried).
 *  - `key`: a person pressed one, and the caret stands behind what it typed. A keyboard that puts in a whole text does so at
 *    once.
 */
export function inputSourceOf(event: Event, input: HTMLInputElement): InputSource {
  // Of an input method, the end says no type either.
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

/** How a list got its choice: a browser that filled it in marks it so; others than Chromium may know no such mark. */
export function choiceSourceOf({ isTrusted }: Event, list: HTMLSelectElement): InputSource {
  // `:is()` forgives names that a browser does not know.
  return !isTrusted || list.matches(":is(:autofill)") ? "autofill" : "other";
}
