/**
 * A number that is right and was left shows its last four digits only. The input then holds bullets, and the text waits
 * here; it comes back with the focus, before anything can be typed, and the selection with it. The form knows nothing of it.
 */

/** As many as say that there is more. */
const bullets = "••••";

/** The mask of one input. */
export class Mask {
  #hidden: { readonly text: string; readonly start: number; readonly end: number } | null = null;

  /** What stands in the input, masked or not. */
  textOf(input: { readonly value: string }): string {
    return this.#hidden?.text ?? input.value;
  }

  /** Shows bullets and the last four characters. */
  cover(input: HTMLInputElement): void {
    if (this.#hidden || input.value === "") return;
    const { value, selectionStart, selectionEnd } = input;
    const end = selectionEnd ?? value.length;
    this.#hidden = { text: value, start: selectionStart ?? end, end };
    input.value = `${bullets} ${value.replace(/\s/g, "").slice(-4)}`;
  }

  /** Shows the text again, and puts the selection where it was. */
  lift(input: HTMLInputElement): void {
    const hidden = this.#hidden;
    if (!hidden) return;
    this.#hidden = null;
    input.value = hidden.text;
    // Safari moves the focus to an input whose selection is set.
    if (document.activeElement === input) input.setSelectionRange(hidden.start, hidden.end);
  }

  /** Says whether nobody has written over the bullets. */
  stands({ value }: { readonly value: string }): boolean {
    return this.#hidden !== null && value.startsWith(bullets);
  }

  /** Forgets the text: the input was emptied, or filled with another. */
  drop(): void {
    this.#hidden = null;
  }
}
