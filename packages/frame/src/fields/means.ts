/** Tells from an event how a text came into an input; to be asked once the text is formatted. */
import type { EntryMeans } from "../form/state.ts";

/** How it came: by a key only where a person pressed one, and the caret stands behind what it typed. */
export function meansOf(event: Event, input: HTMLInputElement): EntryMeans {
  const isKey =
    event.isTrusted &&
    event instanceof InputEvent &&
    !event.isComposing &&
    event.inputType === "insertText" &&
    // A keyboard that puts in a whole text does so at once.
    event.data?.length === 1 &&
    input.selectionStart === input.value.length;
  return isKey ? "key" : "other";
}
