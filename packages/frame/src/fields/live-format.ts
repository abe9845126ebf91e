/**
 * Formats an input while someone types into it.
 *
 * In the `input` event itself, before the browser paints, so that no unformatted text is ever seen. Where formatting
 * changes nothing the input is not touched: undo, the autofill colour and the keyboard's own state live on. While an
 * input method composes, its text is its own; it is formatted when the composition ends.
 */
import type { Edit, EditKind, Formatter } from "./edit.ts";

/** Longer than anything that is pasted on purpose. */
const mostCharacters = 500;

/** Watches one input. */
export class LiveFormat {
  /** The text before the edit that is under way; forgotten as soon as the edit is done. */
  #before: string | null = null;

  /** To be called on `beforeinput`. */
  willEdit(input: HTMLInputElement): void {
    this.#before = input.selectionStart === input.selectionEnd ? input.value : null;
  }

  /** To be called on `input` and `compositionend`. */
  edited(input: HTMLInputElement, event: Event, format: Formatter): void {
    const before = this.#before;
    this.#before = null;
    const inputType = event instanceof InputEvent ? event.inputType : "";
    if (event instanceof InputEvent && event.isComposing) return;
    // What undo and redo bring back was right when it was typed; to change it would end the history.
    if (inputType.startsWith("history")) return;
    const edit: Edit = {
      text: input.value.slice(0, mostCharacters),
      caret: input.selectionStart ?? input.value.length,
      kind: kindOf(inputType),
      before,
    };
    write(input, format(edit));
  }

  /** Brings a text into its final form when the person goes on: `1 / 31` becomes `01 / 31`. */
  static settle(input: HTMLInputElement, format: Formatter): void {
    const { value } = input;
    const { text } = format({ text: value, caret: value.length, kind: "insert", before: null });
    if (text !== value) input.value = text;
  }
}

function write(input: HTMLInputElement, { text, caret }: { text: string; caret: number }): void {
  if (input.value === text) {
    if (input.selectionStart !== caret) place(input, caret);
    return;
  }
  input.value = text;
  place(input, caret);
}

/** Safari moves the focus to an input whose selection is set, and the browser may have filled this one in passing. */
function place(input: HTMLInputElement, caret: number): void {
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
}

function kindOf(inputType: string): EditKind {
  if (!inputType.startsWith("delete")) return "insert";
  return inputType.endsWith("Forward") ? "delete-forward" : "delete-backward";
}
