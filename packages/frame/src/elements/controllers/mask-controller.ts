/**
 * When a valid number loses focus, the input shows bullets and the last four digits; the real text is kept here and restored
 * on focus, before anything can be typed, together with the selection. The form's state does not change.
 */
import type { ReactiveController } from "lit";
import type { FieldHost } from "./field-host.ts";
import { overwrite } from "./format-controller.ts";

/** Masks the input of its host after each update, and unmasks it. */
export class MaskController implements ReactiveController {
  readonly #host: FieldHost;
  #hidden: {
    readonly shown: string;
    readonly text: string;
    readonly start: number;
    readonly end: number;
  } | null = null;

  constructor(host: FieldHost) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdated(): void {
    const { textInput, view } = this.#host;
    if (!textInput) return;
    // `activeElement` keeps its value when the document loses the focus.
    const isFocused = document.hasFocus() && document.activeElement === textInput;
    if (view?.masked && !isFocused) this.#mask(textInput);
    else this.unmask();
  }

  /** The real text of the input, masked or not. */
  get text(): string {
    return (this.isIntact ? this.#hidden?.text : this.#host.textInput?.value) ?? "";
  }

  /** Whether the input shows the bullets. Where a script has overwritten them, even without an event, what the input shows counts. */
  get isIntact(): boolean {
    return this.#hidden !== null && this.#host.textInput?.value === this.#hidden.shown;
  }

  /** Restores the text and the selection. */
  unmask(): void {
    const { textInput } = this.#host;
    const hidden = this.isIntact ? this.#hidden : null;
    this.#hidden = null;
    if (!hidden || !textInput) return;
    textInput.value = hidden.text;
    // Safari focuses an input whose selection is set.
    if (document.activeElement === textInput) textInput.setSelectionRange(hidden.start, hidden.end);
  }

  /** Deletes the real text, because the input was emptied or overwritten. */
  discard(): void {
    this.#hidden = null;
  }

  #mask(input: HTMLInputElement): void {
    if (this.#hidden || input.value === "") return;
    const { value, selectionStart, selectionEnd } = input;
    const end = selectionEnd ?? value.length;
    const shown = `•••• ${value.replace(/\s/g, "").slice(-4)}`;
    this.#hidden = { shown, text: value, start: selectionStart ?? end, end };
    overwrite(input, shown);
  }
}
