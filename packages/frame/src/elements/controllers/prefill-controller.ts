/** Writes a value of the page into an empty input, and never replaces what the shopper entered. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** A field that the page may prefill. */
export interface PrefillHost extends ReactiveControllerHost {
  /** `null` before the first rendering, and where the field is a list. */
  readonly textInput: HTMLInputElement | null;
  /** The page's value, or `null`. */
  readonly given: string | null;
}

/** Writes the page's value into the input of its host when the value has changed. */
export class PrefillController implements ReactiveController {
  readonly #host: PrefillHost;
  readonly #onPrefill: () => void;
  #lastGiven: string | null = null;
  /** The text that this controller wrote last; any other text is the shopper's. */
  #written = "";

  /** @param onPrefill called after the text of the input has changed */
  constructor(host: PrefillHost, onPrefill: () => void) {
    this.#host = host;
    this.#onPrefill = onPrefill;
    host.addController(this);
  }

  hostUpdated(): void {
    const { textInput, given } = this.#host;
    if (!textInput || given === this.#lastGiven) return;
    this.#lastGiven = given;
    const text = given ?? "";
    if (textInput.value === text || textInput.value !== this.#written) return;
    textInput.value = this.#written = text;
    this.#onPrefill();
  }

  /** Call this when the input was emptied. */
  reset(): void {
    this.#written = "";
  }
}
