/**
 * `<cardpane-field>`: a label, an input or a list, and the line that is reserved for its error.
 *
 * It renders into light DOM, so that label, description and autofill find the input by plain HTML, and one style sheet applies
 * to all fields. Only the input holds the typed text. The text is passed on as a `Secret` and is never written to an attribute.
 * No binding of the template writes it back, so caret and undo history stay as the shopper left them.
 */
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { CardIdentifier } from "../card/identify-card.ts";
import { Secret } from "../card/secret.ts";
import { fields } from "../fields/fields.ts";
import type { InputSource } from "../form/state.ts";
import type { FieldView } from "../form/view-model.ts";
import type { Formatter } from "../formatting/edit.ts";
import { ActionEvent } from "./action-event.ts";
import { FormatController, forget } from "./controllers/format-controller.ts";
import { MaskController } from "./controllers/mask-controller.ts";
import { PrefillController } from "./controllers/prefill-controller.ts";
import { choiceSourceOf, inputSourceOf } from "./input-source.ts";
import { renderNetworks, renderOffer } from "./network-picker.ts";

/** Draws an icon. */
export type Icon = () => TemplateResult;

/** One field of the form. */
export class CardpaneField extends LitElement {
  static override get properties(): PropertyDeclarations {
    return {
      view: { attribute: false },
      icons: { attribute: false },
      drawsIcons: { attribute: false },
      cvvDigits: { attribute: false },
      cards: { attribute: false },
      disabled: { attribute: false },
      readOnly: { attribute: false },
    };
  }

  /** `null` renders nothing. */
  declare view: FieldView | null;
  /** Icons at the end of the input. Their space is reserved even while `drawsIcons` is false. */
  declare icons: readonly Icon[];
  declare drawsIcons: boolean;
  /** The maximum length of the CVV. */
  declare cvvDigits: number;
  /** Formats the number; the form passes it before the first rendering. */
  declare cards: CardIdentifier | null;
  declare disabled: boolean;
  declare readOnly: boolean;

  readonly #format = new FormatController(this);
  // Before the mask controller, because a value that the page passes may have to be masked.
  readonly #prefill = new PrefillController(this, () => this.#dispatchText("other"));
  readonly #mask = new MaskController(this);
  /** The text of a card that became a token, until the form gives it back or forgets it. */
  #kept = "";
  /** The last allowed selection of a list; restored when a read-only list is changed. */
  #selectedIndex = 0;

  /** The text that was reported last. */
  #reported = "";

  constructor() {
    super();
    this.view = null;
    this.icons = [];
    this.drawsIcons = false;
    this.cvvDigits = 4;
    this.cards = null;
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
    const { view, cards, cvvDigits } = this;
    return (view && cards && fields[view.name].formatter?.(cards, cvvDigits)) ?? null;
  }

  /** Empties the input so that undo cannot bring its text back. */
  wipe(): void {
    const { input } = this;
    this.#selectedIndex = 0;
    this.#kept = this.#reported = "";
    this.#prefill.reset();
    this.#mask.discard();
    if (input instanceof HTMLInputElement) forget(input);
    else if (input) input.value = "";
  }

  /** Empties the input and keeps its text, or forgets a text that it kept before. */
  keep(isKept: boolean): void {
    const text = this.#text;
    if (isKept) this.wipe();
    this.#kept = isKept ? text : "";
  }

  /** Writes the kept text into the input, if it is still empty. */
  giveBack(): void {
    const { input } = this;
    const text = this.#kept;
    this.#kept = "";
    if (text === "" || input?.value !== "") return;
    // The input has forgotten its edits, so there is nothing to undo.
    input.value = text;
    this.#selectedIndex = (input as Partial<HTMLSelectElement>).selectedIndex ?? 0;
    this.#dispatchText("kept");
  }

  /** Shows the real text. Called when the input receives the focus. */
  unmask(): void {
    this.#mask.unmask();
  }

  /** Brings the text into its final form. Called when the input loses the focus. */
  complete(): void {
    this.notice();
    this.#format.complete();
    this.#reported = this.#text;
  }

  /** Reports a text that came into the input without an event, as some password managers write it: what stands there counts. */
  notice(): void {
    if (this.#text === this.#reported) return;
    if (this.textInput) this.#handleInput(new Event("input"));
    else this.#dispatchText("autofill");
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
      ? renderNetworks(networks, this.disabled || this.readOnly)
      : drawsIcons && icons.map((draw) => draw());
    return html`<div class="box-wrap">
      <label for=${name}>${view.label}${view.optional ? html` <span class="optional">(${view.optional})</span>` : nothing}</label>
      <span class="box ${networks ? "has-networks" : iconClass(icons.length)}">${view.choices ? this.#renderList(view, view.choices) : this.#renderInput(view)}${
        networks || icons.length ? html`<span class="icons">${marks || nothing}</span>` : nothing
      }</span>
      <span class="unseen" id="${name}-hint" aria-hidden="true">${view.hint}</span>
      <span class="error" id="${name}-error">${view.error ? html`<span>${view.error}</span>` : renderOffer(networks?.offer)}</span>
    </div>`;
  }

  #renderInput(view: FieldView): TemplateResult {
    const { name } = view;
    const kind = fields[name];
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

  /** A list that shoppers choose from and browsers fill in. Its options have values that are parsed like typed text. */
  #renderList(view: FieldView, choices: readonly string[]): TemplateResult {
    const { name } = view;
    const options = choices.map((choice) => html`<option value=${choice}>${choice}</option>`);
    return html`<select
      id=${name}
      name=${name}
      autocomplete=${fields[name].autocomplete}
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
    this.#reported = this.#text;
    this.#dispatchTyped(Secret.of(this.#text), source);
  }

  /** Reports that the text changed: by typing, pasting, choosing or autofill. */
  #dispatchTyped(entry: Secret, source: InputSource): void {
    if (this.view)
      this.dispatchEvent(new ActionEvent({ type: "typed", field: this.view.name, entry, source }));
  }

  /** HTML has no read-only list, and a disabled one loses the focus. So a choice in a read-only list is reverted. */
  #handleSelect(event: Event): void {
    const { target } = event;
    if (!(target instanceof HTMLSelectElement)) return;
    if (this.readOnly) target.selectedIndex = this.#selectedIndex;
    else this.#dispatchText(choiceSourceOf(event, target));
    this.#selectedIndex = target.selectedIndex;
  }

  #handleBeforeInput(event: Event): void {
    this.unmask();
    if (this.#format.handleBeforeInput(event)) this.#reportEdit(event);
  }

  /** Scripts that fill in forms may dispatch `change` without `input`. After a person's edit, `input` has been handled already. */
  #handleChange(event: Event): void {
    if (!event.isTrusted && !this.#mask.isIntact) this.#handleInput(event);
  }

  #handleInput(event: Event): void {
    if (!this.textInput) return;
    // An edit of a masked input replaces its text.
    this.#mask.discard();
    if (this.#format.handleInput(event)) this.#reportEdit(event);
  }

  #reportEdit(event: Event): void {
    const { textInput, view } = this;
    if (!textInput || !view) return;
    const source = inputSourceOf(event, textInput);
    // A number that replaces the whole text belongs to another card, so the form first receives the empty field.
    if (view.name === "number" && (source === "autofill" || this.#format.hasReplacedAll))
      this.#dispatchTyped(Secret.empty, "other");
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
