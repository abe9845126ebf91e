/**
 * Formats the input of a field while the shopper types.
 *
 * If formatting changes what an edit will result in, this controller makes the edit instead of the browser, in `beforeinput`: edit
 * and format are then one undo step. An edit whose result only the browser knows is formatted in the `input` event, before the
 * browser paints, so that no unformatted text is ever visible. If formatting changes nothing, the input is not written, which
 * keeps the autofill colour and the state of the keyboard. During a composition the text belongs to the input method; it is
 * formatted when the composition ends.
 */
import type { ReactiveController } from "lit";
import { afterChange, type Edit, type EditKind, type Shown } from "../../formatting/edit.ts";
import type { FieldHost } from "./field-host.ts";

/** Text beyond this length is cut off; no card data is longer. */
const maxCharacters = 500;

/** Formats the input of its host. */
export class FormatController implements ReactiveController {
  readonly #host: FieldHost;
  /** The text before the current edit; `null` if a selection is replaced. Undo and redo always have it. */
  #before: string | null = null;
  /** All of the text was selected when the current edit began. */
  #replacesAll = false;
  /** The last edit replaced the whole text. */
  hasReplacedAll = false;
  /** This controller is writing the input; the events of its own edit are ignored. */
  #isWriting = false;

  constructor(host: FieldHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#before = null;
  }

  /**
   * For `beforeinput`.
   *
   * @returns whether this controller made the edit, and the browser will not
   */
  handleBeforeInput(event: Event): boolean {
    const { textInput, formatter } = this.#host;
    // Chromium 156 dispatches this event in an input that became read-only while it had the focus, and then drops the edit.
    if (this.#isWriting || !textInput || textInput.readOnly || !(event instanceof InputEvent)) return false;
    const { selectionStart, selectionEnd, value } = textInput;
    const { inputType } = event;
    this.#before = selectionStart === selectionEnd || isHistory(inputType) ? value : null;
    // Not a composition, which may continue with the same digits.
    const isPlain = !event.isComposing && inputType.startsWith("insert");
    this.#replacesAll = isPlain && selectionStart === 0 && selectionEnd === value.length;
    const edit = formatter && editOf(event, textInput, this.#before);
    const shown = edit && formatter(edit);
    // A word is our own (`editOf`), so the browser may delete another one.
    const isWord = inputType.startsWith("deleteWord");
    if (!shown || (!isWord && shown.text === edit.text && shown.caret === edit.caret)) return false;
    event.preventDefault();
    this.#endEdit();
    this.#write(textInput, shown, true);
    return true;
  }

  /**
   * For `input`, `change` and `compositionend`.
   *
   * @returns whether a person or the browser made the edit, and not this controller
   */
  handleInput(event: Event): boolean {
    const { textInput, formatter } = this.#host;
    if (this.#isWriting || !textInput) return false;
    const before = this.#endEdit();
    const inputType = event instanceof InputEvent ? event.inputType : "";
    const { value, selectionStart, selectionEnd } = textInput;
    if (inputType === "" && !event.isTrusted) {
      // A script has filled in the text.
      overwrite(textInput, value);
      if (document.activeElement === textInput) textInput.setSelectionRange(selectionStart, selectionEnd);
    }
    if (!formatter || (event instanceof InputEvent && event.isComposing)) return true;
    if (isHistory(inputType)) {
      // Undo and redo restore formatted text; writing it would clear the history. They select all that this controller wrote.
      const caret = before === null ? null : afterChange(before, value);
      if (caret !== null) textInput.setSelectionRange(caret, caret);
      return true;
    }
    const edit: Edit = {
      text: value.slice(0, maxCharacters),
      caret: selectionStart ?? value.length,
      kind: editKind(inputType),
      before,
    };
    // An edit without a type is autofill, which needs no undo step.
    this.#write(textInput, formatter(edit), inputType !== "");
    return true;
  }

  /** Ends an edit; returns the text before it. An edit by a script has no `beforeinput`, so nothing is left for it. */
  #endEdit(): string | null {
    const before = this.#before;
    this.#before = null;
    this.hasReplacedAll = this.#replacesAll;
    this.#replacesAll = false;
    return before;
  }

  #write(input: HTMLInputElement, shown: Shown, keepsHistory: boolean): void {
    this.#isWriting = true;
    write(input, shown, keepsHistory);
    this.#isWriting = false;
  }

  /** Brings the text into its final form when the field loses focus: `1 / 31` becomes `01 / 31`. No typed digit is dropped. */
  complete(): void {
    const { textInput, formatter } = this.#host;
    if (!textInput || !formatter) return;
    const { value } = textInput;
    const { text } = formatter({ text: value, caret: value.length, kind: "insert", before: null });
    if (text.length > value.length) overwrite(textInput, text);
  }
}

function isHistory(inputType: string): boolean {
  return inputType.startsWith("history");
}

/**
 * The text that an edit will result in, before it is formatted; `null` if only the browser knows it, for example where the line
 * begins that will be deleted. A word is a group of digits; what separates it from a caret behind it stays, so that a year stays
 * a year.
 */
function editOf(
  { inputType, data, cancelable, isComposing }: InputEvent,
  { value, selectionStart, selectionEnd }: HTMLInputElement,
  before: string | null,
): Edit | null {
  const isInsert = /^insert(Text|FromPaste)$/.test(inputType) && data !== null;
  const [isDelete, unit] = /^delete(Content|Word)(?:Back|For)ward$/.exec(inputType) ?? [];
  if (!cancelable || isComposing || selectionStart === null || selectionEnd === null) return null;
  if (!isInsert && !isDelete) return null;
  const kind = editKind(inputType);
  const isCollapsed = selectionStart === selectionEnd;
  const [back, forward] = unit === "Word" ? [/\d*(?=\D*$)/, /^\D*\d*/] : [/.?$/, /^.?/];
  const ahead = value.slice(0, selectionStart);
  const rest = value.slice(selectionEnd);
  const left = isCollapsed && kind === "delete-backward" ? ahead.replace(back, "") : ahead;
  const right = isCollapsed && kind === "delete-forward" ? rest.replace(forward, "") : rest;
  // Nothing to delete: the browser changes nothing, and formatting may not either.
  if (isDelete && left + right === value) return null;
  const inserted = (isInsert ? data : "").slice(0, maxCharacters);
  return {
    text: left + inserted + right,
    caret: left.length + inserted.length,
    kind,
    before,
  };
}

function write(input: HTMLInputElement, { text, caret }: Shown, keepsHistory: boolean): void {
  // Safari focuses an input whose selection is set, and autofill may write an input without focus.
  const isActive = document.activeElement === input;
  if (isActive && keepsHistory) replaceText(input, text);
  if (input.value !== text) input.value = text;
  if (isActive && input.selectionStart !== caret) input.setSelectionRange(caret, caret);
}

/**
 * Empties an input so that undo cannot restore its text. Setting an empty value is not enough: in Chromium 156 and WebKit 2.50
 * undo and redo still apply earlier edits of people and of `replaceText`, and write their digits into the input. The history
 * belongs to the editor inside the input, and every engine replaces that editor when the type changes. The element stays the same,
 * with its focus, listeners and label, and no event or paint occurs in between. Removing and reinserting the element instead moves
 * the focus, and in WebKit undo still works. The type `hidden` cannot keep the focus, so `button` is used.
 */
export function forget(input: HTMLInputElement): void {
  // Before the type changes, because some types write the current value into an attribute.
  input.value = "";
  const { type } = input;
  input.type = "button";
  input.type = type;
  // The engine keeps the text of the last match, for `RegExp.input`, until the next one.
  /^/.test("");
}

/** Sets a text that nobody typed. Undo and redo would apply earlier edits to it and mix the two, so the input forgets them. */
export function overwrite(input: HTMLInputElement, text: string): void {
  forget(input);
  input.value = text;
}

/**
 * Replaces the text as an edit of the person's own, so that undo steps through it; setting `value` would end the undo history.
 * `execCommand` is deprecated without a successor, and all engines keep it; if it has no effect, the caller sets the value. The
 * whole text is replaced, because WebKit 2.50 removes wrong digits when it undoes a partial edit that was made in an input event.
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
