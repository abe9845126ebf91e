/**
 * Formats an input while someone types into it.
 *
 * In the `input` event itself, before the browser paints, so that no unformatted text is ever seen. Where formatting
 * changes nothing the input is not touched: the autofill colour and the keyboard's own state live on. While an input
 * method composes, its text is its own; it is formatted when the composition ends.
 */
import type { Edit, EditKind, Formatter } from "./edit.ts";

/** Longer than anything that is pasted on purpose. */
const mostCharacters = 500;

/** Watches one input. */
export class LiveFormat {
  /** The text before the edit that is under way; forgotten as soon as the edit is done. */
  #before: string | null = null;
  /** All of the text was selected when the edit that is under way began. */
  #takesAll = false;
  #tookAll = false;
  /** Our own change is under way; the browser reports it like anybody's. */
  #isWriting = false;

  /** To be called on `beforeinput`. */
  willEdit(input: HTMLInputElement, event: Event): void {
    if (this.#isWriting) return;
    const { selectionStart, selectionEnd, value } = input;
    this.#before = selectionStart === selectionEnd ? value : null;
    // A composition may go on with the same digits, and undo brings earlier ones back.
    const isPlain = event instanceof InputEvent && !event.isComposing && event.inputType.startsWith("insert");
    this.#takesAll = isPlain && selectionStart === 0 && selectionEnd === value.length;
  }

  /** Whether the last edit replaced the whole text. */
  get tookAll(): boolean {
    return this.#tookAll;
  }

  /**
   * To be called on `input` and `compositionend`.
   *
   * @returns whether this was an edit of a person or the browser, and not our own
   */
  edited(input: HTMLInputElement, event: Event, format: Formatter): boolean {
    if (this.#isWriting) return false;
    const before = this.#before;
    this.#before = null;
    // A script's edit does not say when it begins.
    this.#tookAll = this.#takesAll;
    this.#takesAll = false;
    const inputType = event instanceof InputEvent ? event.inputType : "";
    if (event instanceof InputEvent && event.isComposing) return true;
    // What undo and redo bring back was right when it was typed; to change it would end the history.
    if (inputType.startsWith("history")) return true;
    const edit: Edit = {
      text: input.value.slice(0, mostCharacters),
      caret: input.selectionStart ?? input.value.length,
      kind: kindOf(inputType),
      before,
    };
    this.#isWriting = true;
    // An edit without a type is autofill's: nobody undoes it key by key.
    write(input, format(edit), inputType !== "");
    this.#isWriting = false;
    return true;
  }

  /** Brings a text into its final form when the person goes on: `1 / 31` becomes `01 / 31`. */
  static settle(input: HTMLInputElement, format: Formatter): void {
    const { value } = input;
    const { text } = format({ text: value, caret: value.length, kind: "insert", before: null });
    if (text !== value) input.value = text;
  }
}

function write(
  input: HTMLInputElement,
  { text, caret }: { text: string; caret: number },
  keepsHistory: boolean,
): void {
  // Safari moves the focus to an input whose selection is set, and the browser may fill this one in passing.
  const isActive = document.activeElement === input;
  if (isActive && keepsHistory) replaceText(input, text);
  if (input.value !== text) input.value = text;
  if (isActive && input.selectionStart !== caret) input.setSelectionRange(caret, caret);
}

/**
 * Empties an input so that nothing brings its text back. The empty value alone does not: in Chromium 156 and WebKit 2.50
 * undo and redo go on with the edits that people and `replaceText` made, and put their digits into it. Those edits belong
 * to the editor inside the input, and with another type the input gets another one, in every engine. It stays the same
 * element all the while, with its focus, listeners and label, and no event or paint comes between. (Taking the element out
 * of the document and putting it back moves the focus, and in WebKit undo works on.) Not by the type `hidden`, which could
 * not keep the focus.
 */
export function forget(input: HTMLInputElement): void {
  // First of all: some types write the value that they find into an attribute.
  input.value = "";
  const { type } = input;
  input.type = "button";
  input.type = type;
}

/**
 * Replaces the text as an edit of the person's own, so that undo steps through it; it does not go on behind a text that was
 * set as `value`. The command is deprecated and has no successor; all engines keep it, and where one does nothing the caller sets
 * the value. All of the text: undoing an edit of a part, made while a key is still at work, WebKit 2.50 takes wrong digits.
 */
function replaceText(input: HTMLInputElement, text: string): void {
  if (input.value === text) return;
  input.select();
  document.execCommand(text === "" ? "delete" : "insertText", false, text);
}

function kindOf(inputType: string): EditKind {
  if (!inputType.startsWith("delete")) return "insert";
  return inputType.endsWith("Forward") ? "delete-forward" : "delete-backward";
}
