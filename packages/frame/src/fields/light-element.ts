import { type nothing, render, type TemplateResult } from "lit/html.js";

/**
 * An element that draws itself into its own light DOM by a template, once for whatever was asked of it in one turn.
 *
 * As LitElement does, by its names. Of that the form needs no more: it has no attributes, no shadow root and no styles of
 * its own, and each kilobyte of the frame's script is waited for before there is anything to type into.
 */
export abstract class LightElement extends HTMLElement {
  /** Resolves when the element is drawn as it was asked to be last. */
  updateComplete: Promise<void> = Promise.resolve();
  #isPending = false;

  /** Draws the element before the browser paints. */
  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    this.updateComplete = Promise.resolve().then(() => {
      this.#isPending = false;
      // Listeners of the template are called as methods of the element.
      render(this.render(), this, { host: this });
      this.updated();
    });
  }

  /** What to draw. */
  protected abstract render(): TemplateResult | typeof nothing;

  /** Called after each drawing. */
  protected updated(): void {}
}
