/**
 * `<cardpane-field>`: a label, an input or a list, and the line that is kept for its error.
 *
 * Rendered into the document itself, not a shadow root: label, description and autofill find their input by the plain
 * means of HTML, and one style sheet serves all. What is typed lives in the input alone; it leaves as a `Secret`, is never
 * written to an attribute, and rendering never writes it back.
 */
import type { FieldName } from "@cardpane/contract/messages";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { Secret } from "../card/secret.ts";
import type { EntryMeans } from "../form/state.ts";
import type { FieldView } from "../form/view.ts";
import { fieldKinds, formatterOf } from "./kinds.ts";
import { LightElement } from "./light-element.ts";
import { forget, LiveFormat } from "./live-format.ts";
import { Mask } from "./mask.ts";
import { meansOf, meansOfChoice } from "./means.ts";
import { networkChoice } from "./network-choice.ts";

/** Someone typed into a field, or the browser filled it in. */
export class TypedEvent extends Event {
  readonly field: FieldName;
  readonly entry: Secret;
  readonly by: EntryMeans;

  constructor(field: FieldName, entry: Secret, by: EntryMeans) {
    super("cardpane-typed", { bubbles: true });
    this.field = field;
    this.entry = entry;
    this.by = by;
  }
}

type Entry = HTMLInputElement | HTMLSelectElement;

/** Its properties are set before it is asked to draw itself. */
export class CardpaneField extends LightElement {
  declare view: FieldView;
  /** Drawn at the end of the input. */
  declare icons: readonly TemplateResult[];
  declare cvvDigits: number;
  declare disabled: boolean;
  declare readOnly: boolean;

  readonly #format = new LiveFormat();
  readonly #mask = new Mask();
  /** What the page gave last, and what of it we put into the input. */
  #given: string | null = null;
  #prefilled = "";
  /** Index of what a list holds. */
  #chosen = 0;

  /** What is typed into or chosen from; `null` before the first rendering. */
  get input(): Entry | null {
    return this.querySelector<Entry>(".box > :is(input, select)");
  }

  /** Empties the input, for good. */
  wipe(): void {
    const { input } = this;
    this.#chosen = 0;
    this.#prefilled = "";
    this.#mask.drop();
    if (input instanceof HTMLInputElement) forget(input);
    else if (input) input.value = "";
  }

  /** The person comes into the field. */
  unmask(): void {
    if (this.input instanceof HTMLInputElement) this.#mask.lift(this.input);
  }

  /** Says again what stands in the input, if anything does. */
  retell(): void {
    const text = this.input && this.#mask.textOf(this.input);
    if (text) this.dispatchEvent(new TypedEvent(this.view.name, Secret.of(text), "other"));
  }

  /** The person has left the field. */
  settle(): void {
    const format = formatterOf(this.view.name, this.cvvDigits);
    if (this.input instanceof HTMLInputElement && format) LiveFormat.settle(this.input, format);
  }

  protected override render(): TemplateResult {
    const { view } = this;
    const { name, networks } = view;
    const marks = networks ? networkChoice(networks, this.disabled || this.readOnly) : this.icons;
    return html`<div class="box-wrap">
      <label for=${name}>${view.label}${view.optional ? html` <span class="optional">(${view.optional})</span>` : nothing}</label>
      <span class="box ${networks ? "has-networks" : iconClass(this.icons.length)}">${view.choices ? this.#list(view, view.choices) : this.#input(view)}${
        networks || this.icons.length ? html`<span class="icons">${marks}</span>` : nothing
      }</span>
      <span class="unseen" id="${name}-hint" aria-hidden="true">${view.hint}</span>
      <span class="error" id="${name}-error">${view.error ? html`<span>${view.error}</span>` : nothing}</span>
    </div>`;
  }

  protected override updated(): void {
    if (!(this.input instanceof HTMLInputElement)) return;
    this.#prefill(this.input);
    // A document that lost the focus still names the element that had it.
    const isFocused = document.hasFocus() && document.activeElement === this.input;
    if (this.view.masked && !isFocused) this.#mask.cover(this.input);
    else this.#mask.lift(this.input);
  }

  /** A field that the form asks for anew is filled in anew. */
  disconnectedCallback(): void {
    this.#given = null;
  }

  /** Puts in what the page gives, where nothing stands but what it gave before: never over what a shopper did. */
  #prefill(input: HTMLInputElement): void {
    const { name, given } = this.view;
    const text = given ?? "";
    const isNews = given !== this.#given && input.value !== text;
    this.#given = given;
    if (!isNews || input.value !== this.#prefilled) return;
    input.value = this.#prefilled = text;
    this.dispatchEvent(new TypedEvent(name, Secret.of(input.value), "other"));
  }

  #input(view: FieldView): TemplateResult {
    const { name } = view;
    const kind = fieldKinds[name];
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
      aria-required=${String(view.required)}
      aria-invalid=${String(view.error !== null)}
      aria-describedby=${describedBy(view)}
      ?disabled=${this.disabled}
      ?readonly=${this.readOnly}
      @beforeinput=${this.#onBeforeInput}
      @input=${this.#onInput}
      @compositionend=${this.#onInput}
      @change=${this.#onChange}
    />`;
  }

  /** What the browser fills in or the shopper chooses; the values of the options read as typed ones do. */
  #list(view: FieldView, choices: readonly string[]): TemplateResult {
    const { name } = view;
    return html`<select
      id=${name}
      name=${name}
      autocomplete=${fieldKinds[name].autocomplete}
      aria-required=${String(view.required)}
      aria-invalid=${String(view.error !== null)}
      aria-describedby=${describedBy(view)}
      aria-readonly=${String(this.readOnly)}
      ?disabled=${this.disabled}
      @change=${this.#onChoice}
    >
      <option value="">${view.placeholder}</option>
      ${choices.map((choice) => html`<option value=${choice}>${choice}</option>`)}
    </select>`;
  }

  /** A list cannot be read-only; disabled, it would lose the focus. So what is chosen meanwhile is taken back. */
  #onChoice(event: Event): void {
    const { target } = event;
    if (!(target instanceof HTMLSelectElement)) return;
    if (this.readOnly) target.selectedIndex = this.#chosen;
    else {
      const by = meansOfChoice(event, target);
      this.dispatchEvent(new TypedEvent(this.view.name, Secret.of(target.value), by));
    }
    this.#chosen = target.selectedIndex;
  }

  #onBeforeInput(event: Event): void {
    this.unmask();
    if (event.target instanceof HTMLInputElement) this.#format.willEdit(event.target, event);
  }

  /** Scripts that fill in forms may say so by this event alone; after a person's edit it says nothing new. */
  #onChange(event: Event): void {
    const isMasked = this.input && this.#mask.stands(this.input);
    if (!event.isTrusted && !isMasked) this.#onInput(event);
  }

  #onInput(event: Event): void {
    const input = event.target;
    if (!(input instanceof HTMLInputElement)) return;
    // Whoever writes into a masked field writes it anew.
    this.#mask.drop();
    const format = formatterOf(this.view.name, this.cvvDigits);
    if (format && !this.#format.edited(input, event, format)) return;
    const { name } = this.view;
    const by = meansOf(event, input);
    // A number that replaces another as a whole is another card's: the form first gets the empty field.
    if (name === "number" && (by === "autofill" || this.#format.tookAll))
      this.dispatchEvent(new TypedEvent(name, Secret.empty, "other"));
    this.dispatchEvent(new TypedEvent(name, Secret.of(input.value), by));
  }
}

function describedBy({ name, error, hint }: FieldView): string | typeof nothing {
  return [error ? `${name}-error` : "", hint ? `${name}-hint` : ""].filter(Boolean).join(" ") || nothing;
}

function iconClass(count: number): string {
  return count === 0 ? "" : count === 1 ? "has-icon" : "has-icons";
}

customElements.define("cardpane-field", CardpaneField);
