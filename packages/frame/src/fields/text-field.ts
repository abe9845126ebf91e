/**
 * `<cardpane-field>`: a label, an input, and the line that is kept for its error.
 *
 * Rendered into the document itself, not a shadow root: label, description and autofill find their input by the plain
 * means of HTML, and one style sheet serves all. What is typed lives in the input alone; it leaves as a `Secret`, is never
 * written to an attribute, and rendering never writes it back.
 */
import type { FieldName } from "@cardpane/contract/messages";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { Secret } from "../card/secret.ts";
import type { FieldView } from "../form/view.ts";
import { fieldKinds, formatterOf } from "./kinds.ts";
import { LiveFormat } from "./live-format.ts";

/** Someone typed into a field, or the browser filled it in. */
export class TypedEvent extends Event {
  readonly field: FieldName;
  readonly entry: Secret;

  constructor(field: FieldName, entry: Secret) {
    super("cardpane-typed", { bubbles: true });
    this.field = field;
    this.entry = entry;
  }
}

export class CardpaneField extends LitElement {
  static override properties = {
    view: { attribute: false },
    icons: { attribute: false },
    cvvDigits: { attribute: false },
    disabled: { attribute: false },
    readOnly: { attribute: false },
  };

  declare view: FieldView;
  /** Drawn at the end of the input. */
  declare icons: readonly TemplateResult[];
  declare cvvDigits: number;
  declare disabled: boolean;
  declare readOnly: boolean;

  readonly #format = new LiveFormat();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** The input; `null` before the first rendering. */
  get input(): HTMLInputElement | null {
    return this.querySelector("input");
  }

  /** Empties the input. */
  wipe(): void {
    if (this.input) this.input.value = "";
  }

  /** The person has left the field. */
  settle(): void {
    const format = formatterOf(this.view.name, this.cvvDigits);
    if (this.input && format) LiveFormat.settle(this.input, format);
  }

  protected override render(): TemplateResult {
    const { view } = this;
    const { name } = view;
    return html`<div class="box-wrap">
      <label for=${name}>${view.label}${view.optional ? html` <span class="optional">(${view.optional})</span>` : nothing}</label>
      <span class="box ${iconClass(this.icons.length)}">${this.#input(view)}${
        this.icons.length ? html`<span class="icons">${this.icons}</span>` : nothing
      }</span>
      <span class="unseen" id="${name}-hint">${view.hint}</span>
      <span class="error" id="${name}-error">${view.error ? html`<span>${view.error}</span>` : nothing}</span>
    </div>`;
  }

  #input(view: FieldView): TemplateResult {
    const { name } = view;
    const kind = fieldKinds[name];
    const described = [view.error ? `${name}-error` : "", view.hint ? `${name}-hint` : ""].filter(Boolean);
    return html`<input
      id=${name}
      name=${name}
      type="text"
      dir=${kind.leftToRight ? "ltr" : nothing}
      inputmode=${kind.inputMode}
      autocomplete=${kind.autocomplete}
      autocapitalize=${kind.capitals}
      autocorrect="off"
      spellcheck="false"
      enterkeyhint=${view.last ? "done" : "next"}
      maxlength=${kind.maxLength ?? nothing}
      placeholder=${view.placeholder}
      aria-required=${String(view.required)}
      aria-invalid=${String(view.error !== null)}
      aria-describedby=${described.join(" ") || nothing}
      ?disabled=${this.disabled}
      ?readonly=${this.readOnly}
      @beforeinput=${this.#onBeforeInput}
      @input=${this.#onInput}
      @compositionend=${this.#onInput}
    />`;
  }

  #onBeforeInput(event: Event): void {
    if (event.target instanceof HTMLInputElement) this.#format.willEdit(event.target);
  }

  #onInput(event: Event): void {
    const input = event.target;
    if (!(input instanceof HTMLInputElement)) return;
    const format = formatterOf(this.view.name, this.cvvDigits);
    if (format && !this.#format.edited(input, event, format)) return;
    this.dispatchEvent(new TypedEvent(this.view.name, Secret.of(input.value)));
  }
}

function iconClass(count: number): string {
  return count === 0 ? "" : count === 1 ? "has-icon" : "has-icons";
}

customElements.define("cardpane-field", CardpaneField);
