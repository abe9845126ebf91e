/** Puts a value that the page gave into an empty input, and never over anything that the shopper entered. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** A field that a page may fill in. */
export interface PrefillHost extends ReactiveControllerHost {
  /** `null` before the first rendering, and where the field is a list. */
  readonly textInput: HTMLInputElement | null;
  /** The page's value, or `null`. */
  readonly given: string | null;
}

/** Writes the page's value after an update of its host that brought another one. */
export class PrefillController implements ReactiveController {
  readonly #host: PrefillHost;
  readonly #onPrefill: () => void;
  #lastGiven: string | null = null;
  /** The part of the input's text that came from here. */
  #written = "";

  /** @param onPrefill called after the input's text changed. */
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

  /** The input was emptied. */
  reset(): void {
    this.#written = "";
  }
}
