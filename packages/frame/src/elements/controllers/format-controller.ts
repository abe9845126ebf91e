/**
 * Formats the input of a field while someone types into it.
 *
 * In the `input` event itself, before the browser paints, so that no unformatted text is ever seen. Where formatting changes
 * nothing the input is not touched: the autofill colour and the state of the keyboard stay. During a composition the text
 * belongs to the input method; it is formatted when the composition ends.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Edit, EditKind, Formatter } from "../../formatting/edit.ts";

/** Longer than anything that is pasted on purpose. */
const maxCharacters = 500;

/** A field whose text is formatted. */
export interface FormatHost extends ReactiveControllerHost {
  /** `null` before the first rendering, and where the field is a list. */
  readonly textInput: HTMLInputElement | null;
  /** `null` leaves the text as it is typed. */
  readonly formatter: Formatter | null;
}

/** Formats the input of its host. */
export class FormatController implements ReactiveController {
  readonly #host: FormatHost;
  /** The text before the current edit; forgotten as soon as the edit is done. */
  #before: string | null = null;
  /** All of the text was selected when the current edit began. */
  #replacesAll = false;
  /** The last edit replaced the whole text. */
  hasReplacedAll = false;
  /** The input is being written here; the browser reports that like any other edit. */
  #isWriting = false;

  constructor(host: FormatHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#before = null;
  }

  /** For `beforeinput`. */
  handleBeforeInput(event: Event): void {
    const { textInput } = this.#host;
    if (this.#isWriting || !textInput) return;
    const { selectionStart, selectionEnd, value } = textInput;
    this.#before = selectionStart === selectionEnd ? value : null;
    // A composition may go on with the same digits, and undo brings earlier ones back.
    const isPlain = event instanceof InputEvent && !event.isComposing && event.inputType.startsWith("insert");
    this.#replacesAll = isPlain && selectionStart === 0 && selectionEnd === value.length;
  }

  /**
   * For `input`, `change` and `compositionend`.
   *
   * @returns whether a person or the browser made the edit, and not this controller
   */
  handleInput(event: Event): boolean {
    const { textInput, formatter } = this.#host;
    if (this.#isWriting || !textInput) return false;
    const before = this.#before;
    this.#before = null;
    // An edit by a script has no `beforeinput`.
    this.hasReplacedAll = this.#replacesAll;
    this.#replacesAll = false;
    const inputType = event instanceof InputEvent ? event.inputType : "";
    if (!formatter || (event instanceof InputEvent && event.isComposing)) return true;
    // Undo and redo restore text that was formatted already; changing it would end the history.
    if (inputType.startsWith("history")) return true;
    const edit: Edit = {
      text: textInput.value.slice(0, maxCharacters),
      caret: textInput.selectionStart ?? textInput.value.length,
      kind: editKind(inputType),
      before,
    };
    this.#isWriting = true;
    // An edit without a type is autofill, which nobody undoes key by key.
    write(textInput, formatter(edit), inputType !== "");
    this.#isWriting = false;
    return true;
  }

  /** Brings the text into its final form when the field loses focus: `1 / 31` becomes `01 / 31`. */
  complete(): void {
    const { textInput, formatter } = this.#host;
    if (!textInput || !formatter) return;
    const { value } = textInput;
    const { text } = formatter({ text: value, caret: value.length, kind: "insert", before: null });
    if (text !== value) textInput.value = text;
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

function editKind(inputType: string): EditKind {
  if (!inputType.startsWith("delete")) return "insert";
  return inputType.endsWith("Forward") ? "delete-forward" : "delete-backward";
}
