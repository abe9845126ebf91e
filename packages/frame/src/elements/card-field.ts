/**
 * `<cardpane-field>`: a label, an input or a list, and the line that is kept for its error.
 *
 * Rendered into light DOM: label, description and autofill find their input by plain HTML, and one style sheet serves all.
 * The typed text lives in the input alone; it leaves as a `Secret`, is never written to an attribute, and no binding of the
 * template writes it back: caret and undo history stay the shopper's.
 */
import type { FieldName } from "@cardpane/contract/messages";
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { Secret } from "../card/secret.ts";
import type { InputSource } from "../form/state.ts";
import type { FieldView, NetworkChoice } from "../form/view-model.ts";
import type { Formatter } from "../formatting/edit.ts";
import { FormatController, forget } from "./controllers/format-controller.ts";
import { MaskController } from "./controllers/mask-controller.ts";
import { PrefillController } from "./controllers/prefill-controller.ts";
import { fieldConfigs, formatterOf } from "./field-config.ts";
import { choiceSourceOf, inputSourceOf } from "./input-source.ts";
import { choiceText } from "./network-picker.ts";

/** A field's text changed: typed, pasted, chosen or filled in. */
export class TypedEvent extends Event {
  readonly field: FieldName;
  readonly entry: Secret;
  readonly source: InputSource;

  constructor(field: FieldName, entry: Secret, source: InputSource) {
    super("cardpane-typed", { bubbles: true });
    this.field = field;
    this.entry = entry;
    this.source = source;
  }
}

/** Draws an icon. */
export type Icon = () => TemplateResult;

export class CardpaneField extends LitElement {
  static override properties: PropertyDeclarations = {
    view: { attribute: false },
    icons: { attribute: false },
    drawsIcons: { attribute: false },
    cvvDigits: { attribute: false },
    disabled: { attribute: false },
    readOnly: { attribute: false },
  };

  /** `null` renders nothing. */
  declare view: FieldView | null;
  /** Icons at the end of the input, which has room for them. */
  declare icons: readonly Icon[];
  declare drawsIcons: boolean;
  /** The most digits that a CVV may have. */
  declare cvvDigits: number;
  declare disabled: boolean;
  declare readOnly: boolean;

  readonly #format = new FormatController(this);
  // In this order: a value that the page gives may have to be masked.
  readonly #prefill = new PrefillController(this, () => this.#dispatchText("other"));
  readonly #mask = new MaskController(this);
  /** The selected index of a list, for a choice that is not allowed. */
  #selectedIndex = 0;

  constructor() {
    super();
    this.view = null;
    this.icons = [];
    this.drawsIcons = false;
    this.cvvDigits = 4;
    this.disabled = false;
    this.readOnly = false;
  }

  /** The control that holds the text; `null` before the first rendering. */
  get input(): HTMLInputElement | HTMLSelectElement | null {
    return this.querySelector<HTMLInputElement | HTMLSelectElement>(".box > :is(input, select)");
  }

  get textInput(): HTMLInputElement | null {
    const { input } = this;
    return input instanceof HTMLInputElement ? input : null;
  }

  get formatter(): Formatter | null {
    return this.view && formatterOf(this.view.name, this.cvvDigits);
  }

  get given(): string | null {
    return this.view?.given ?? null;
  }

  get isMasked(): boolean {
    return this.view?.masked === true;
  }

  /** Empties the input so that undo cannot bring its text back. */
  wipe(): void {
    const { input } = this;
    this.#selectedIndex = 0;
    this.#prefill.reset();
    this.#mask.discard();
    if (input instanceof HTMLInputElement) forget(input);
    else if (input) input.value = "";
  }

  /** Shows the real text; for when the input gets the focus. */
  unmask(): void {
    this.#mask.unmask();
  }

  /** Completes the text; for when the input loses the focus. */
  complete(): void {
    this.#format.complete();
  }

  /** Dispatches the text again, if there is any. */
  resendText(): void {
    if (this.#text !== "") this.#dispatchText("other");
  }

  /** Light DOM, for the reasons in the head of this file. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view, icons, drawsIcons } = this;
    if (!view) return nothing;
    const { name, networks } = view;
    const marks = networks
      ? html`<cardpane-networks
          .choice=${networks}
          .disabled=${this.disabled || this.readOnly}
        ></cardpane-networks>`
      : drawsIcons && icons.map((draw) => draw());
    return html`<div class="box-wrap">
      <label for=${name}>${view.label}${view.optional ? html` <span class="optional">(${view.optional})</span>` : nothing}</label>
      <span class="box ${networks ? "has-networks" : iconClass(icons.length)}">${view.choices ? this.#renderList(view, view.choices) : this.#renderInput(view)}${
        networks || icons.length ? html`<span class="icons">${marks || nothing}</span>` : nothing
      }</span>
      <span class="unseen" id="${name}-hint" aria-hidden="true">${view.hint}</span>
      <span class="error" id="${name}-error">${
        view.error ? html`<span>${view.error}</span>` : networks ? this.#renderOffer(networks) : nothing
      }</span>
    </div>`;
  }

  /** In the line that is reserved for an error: two icons alone do not show that there is a choice. */
  #renderOffer(choice: NetworkChoice): TemplateResult {
    return html`<span class="offer">${choiceText(choice)}</span>`;
  }

  #renderInput(view: FieldView): TemplateResult {
    const { name } = view;
    const kind = fieldConfigs[name];
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
      placeholder=${view.placeholder || " "}
      aria-required=${view.required ? "true" : "false"}
      aria-invalid=${view.error === null ? "false" : "true"}
      aria-describedby=${describedBy(view)}
      ?disabled=${this.disabled}
      ?readonly=${this.readOnly}
      @beforeinput=${this.#handleBeforeInput}
      @input=${this.#handleInput}
      @compositionend=${this.#handleInput}
      @change=${this.#handleChange}
    />`;
  }

  /** A list, for browsers to fill and shoppers to choose from; the values of its options read as typed ones do. */
  #renderList(view: FieldView, choices: readonly string[]): TemplateResult {
    const { name } = view;
    const options = choices.map((choice) => html`<option value=${choice}>${choice}</option>`);
    return html`<select
      id=${name}
      name=${name}
      autocomplete=${fieldConfigs[name].autocomplete}
      aria-required=${view.required ? "true" : "false"}
      aria-invalid=${view.error === null ? "false" : "true"}
      aria-describedby=${describedBy(view)}
      aria-readonly=${this.readOnly ? "true" : "false"}
      ?disabled=${this.disabled}
      @change=${this.#handleSelect}
    >
      <option value="">${view.placeholder}</option>
      ${options}
    </select>`;
  }

  get #text(): string {
    return this.textInput ? this.#mask.text : (this.input?.value ?? "");
  }

  #dispatchText(source: InputSource): void {
    if (this.view) this.dispatchEvent(new TypedEvent(this.view.name, Secret.of(this.#text), source));
  }

  /** A list cannot be read-only; disabled, it would lose the focus. So a choice that is not allowed is taken back. */
  #handleSelect(event: Event): void {
    const { target } = event;
    if (!(target instanceof HTMLSelectElement)) return;
    if (this.readOnly) target.selectedIndex = this.#selectedIndex;
    else this.#dispatchText(choiceSourceOf(event, target));
    this.#selectedIndex = target.selectedIndex;
  }

  #handleBeforeInput(event: Event): void {
    this.unmask();
    this.#format.handleBeforeInput(event);
  }

  /** Scripts that fill in forms may dispatch this event alone; after a person's edit it brings nothing new. */
  #handleChange(event: Event): void {
    if (!event.isTrusted && !this.#mask.isIntact) this.#handleInput(event);
  }

  #handleInput(event: Event): void {
    const { textInput, view } = this;
    if (!textInput || !view) return;
    // An edit of a masked input replaces its text.
    this.#mask.discard();
    if (!this.#format.handleInput(event)) return;
    const source = inputSourceOf(event, textInput);
    // A number that replaces another as a whole belongs to another card: the form first gets the empty field.
    if (view.name === "number" && (source === "autofill" || this.#format.hasReplacedAll))
      this.dispatchEvent(new TypedEvent(view.name, Secret.empty, "other"));
    this.#dispatchText(source);
  }
}

function describedBy({ name, error, hint }: FieldView): string | typeof nothing {
  return [error ? `${name}-error` : "", hint ? `${name}-hint` : ""].filter(Boolean).join(" ") || nothing;
}

function iconClass(count: number): string {
  return count === 0 ? "" : count === 1 ? "has-icon" : "has-icons";
}

customElements.define("cardpane-field", CardpaneField);

declare global {
  interface HTMLElementTagNameMap {
    "cardpane-field": CardpaneField;
  }
}
