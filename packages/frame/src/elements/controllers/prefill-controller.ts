/** Writes a value of the page into an empty input, and never replaces what the shopper entered. */
import type { ReactiveController } from "lit";
import type { FieldHost } from "./field-host.ts";
import { overwrite } from "./format-controller.ts";

/** Writes the page's value into the input of its host when the value has changed. */
export class PrefillController implements ReactiveController {
  readonly #host: FieldHost;
  readonly #onPrefill: () => void;
  #lastGiven: string | null = null;
  /** The text that this controller wrote last; any other text is the shopper's. */
  #written = "";

  /** @param onPrefill called after the text of the input has changed */
  constructor(host: FieldHost, onPrefill: () => void) {
    this.#host = host;
    this.#onPrefill = onPrefill;
    host.addController(this);
  }

  hostUpdated(): void {
    const { textInput, view } = this.#host;
    const given = view?.given ?? null;
    if (!textInput || given === this.#lastGiven) return;
    this.#lastGiven = given;
    const text = given ?? "";
    if (textInput.value === text || textInput.value !== this.#written) return;
    this.#written = text;
    overwrite(textInput, text);
    // It changes the form's view, which must not happen during an update.
    void this.#host.updateComplete.then(this.#onPrefill);
  }

  /** Call this when the input was emptied: the value of the next view is written again. */
  reset(): void {
    this.#lastGiven = null;
    this.#written = "";
  }
}
