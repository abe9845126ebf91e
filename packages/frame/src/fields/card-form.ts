/**
 * `<cardpane-form>`: all fields in one real form, in the order that the merchant chose, and the line that speaks to screen
 * readers, which is there from the start so that a text put into it is heard.
 *
 * It draws what it is told and reports what people do. Keys: Enter submits from any field, Escape is passed on to the
 * page (a dialog closes by it), Tab is the browser's.
 */
import type { FieldName } from "@cardpane/contract/messages";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { FormScreen, ScreenEvent } from "../form/form.ts";
import type { FieldView, FormView, SavedCardView } from "../form/view.ts";
import { brandIcon, cvvIcon, plainCardIcon } from "../look/brand-icons.ts";
import { fieldKinds } from "./kinds.ts";
import { LightElement } from "./light-element.ts";
import { forget } from "./live-format.ts";
import { ChosenEvent } from "./network-choice.ts";
import { CardpaneField, TypedEvent } from "./text-field.ts";

/** What people do in the form. */
export interface FormListener {
  happened(event: ScreenEvent): void;
  /** Enter was pressed. */
  submitted(): void;
  /** Escape was pressed. */
  escaped(): void;
  /** The browser filled in a field that another frame draws. */
  filled?(field: FieldName, text: string): void;
}

export class CardpaneForm extends LightElement implements FormScreen {
  /** What is drawn; `null` draws nothing. */
  view: FormView | null = null;
  /** Set once, before the element is in the document. */
  declare listener: FormListener | undefined;

  readonly #fields = new Map<FieldName, CardpaneField>();

  constructor() {
    super();
    this.addEventListener("cardpane-typed", (event) => {
      if (event instanceof TypedEvent) {
        const { field, entry, by } = event;
        this.listener?.happened({ type: "typed", field, entry, by });
      }
    });
    this.addEventListener("cardpane-chosen", (event) => {
      if (event instanceof ChosenEvent) this.listener?.happened({ type: "chosen", network: event.network });
    });
    this.addEventListener("focusin", (event) => {
      const field = fieldOf(event.target);
      field?.unmask();
      if (field) this.listener?.happened({ type: "entered", field: field.view.name });
    });
    this.addEventListener("focusout", (event) => {
      const field = fieldOf(event.target);
      field?.settle();
      if (field) this.listener?.happened({ type: "left", field: field.view.name });
    });
    this.addEventListener("keydown", (event) => this.#onKey(event));
    // A text that is being dragged outlives a wipe, and could be dropped on the page.
    this.addEventListener("dragstart", (event) => event.preventDefault());
  }

  draw(view: FormView | null): void {
    this.view = view;
    this.requestUpdate();
  }

  focusField(field: FieldName): void {
    // An error that has just been shown belongs to what is read out on the way in.
    void this.updateComplete.then(async () => {
      const target = this.#fields.get(field);
      await target?.updateComplete;
      await focusGiven();
      if (target?.input) takeFocus(target.input);
    });
  }

  leave(): void {
    const active = document.activeElement;
    if (active instanceof HTMLElement && this.contains(active)) active.blur();
  }

  wipe(fields: readonly FieldName[]): void {
    // What was said of them is no longer so.
    this.announce("");
    for (const field of fields) this.#fields.get(field)?.wipe();
  }

  /** Fills a field that is empty, as the browser would. */
  fill(name: FieldName, text: string): void {
    const { input, readOnly = true } = this.#fields.get(name) ?? {};
    if (input?.value !== "" || input.disabled || readOnly) return;
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** Says again what stands in the inputs, and where the focus is. */
  retell(): void {
    for (const field of this.#fields.values()) field.retell();
    const focused = document.hasFocus() ? fieldOf(document.activeElement) : null;
    if (focused) this.listener?.happened({ type: "entered", field: focused.view.name });
  }

  announce(text: string): void {
    const line = this.querySelector("[role=status]");
    // A text that stands there already is no news: with a space it is.
    if (line) line.textContent = line.textContent === text ? `${text}\u00a0` : text;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view } = this;
    if (!view) return nothing;
    return html`<form novalidate autocomplete="on" aria-busy=${String(view.busy)} @submit=${(event: Event) => event.preventDefault()}>
      ${view.savedCard ? savedCard(view.savedCard) : nothing}
      ${view.fields.map((field) => this.#drawField(field, view))}
      ${fillsOneFrame() ? view.relayed.map((name) => this.#drawRelay(name)) : nothing}
      <p class="unseen" role="status" aria-live="polite"></p>
    </form>`;
  }

  /** Takes what the browser fills in, passes it on to the frame whose field it is, and keeps nothing. */
  #drawRelay(name: FieldName): TemplateResult {
    const passOn = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return;
      const { value } = target;
      forget(target);
      if (value !== "") this.listener?.filled?.(name, value);
    };
    return html`<input
      class="unseen"
      tabindex="-1"
      aria-hidden="true"
      name="relay-${name}"
      autocomplete=${fieldKinds[name].autocomplete}
      @input=${passOn}
    />`;
  }

  /** An element of its own for each field, kept, so that what was typed stays with its field when the order changes. */
  #drawField(view: FieldView, form: FormView): CardpaneField {
    const field = this.#fields.get(view.name) ?? new CardpaneField();
    this.#fields.set(view.name, field);
    field.className = view.half ? "field half" : "field";
    field.view = view;
    field.icons = iconsOf(view, form);
    field.cvvDigits = form.cvvDigits;
    field.disabled = form.disabled;
    field.readOnly = form.busy || form.readOnly;
    field.requestUpdate();
    return field;
  }

  #onKey(event: KeyboardEvent): void {
    // Enter that ends a composition is the input method's.
    if (event.isComposing || !(event.target instanceof Element && event.target.closest("cardpane-field")))
      return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (!event.repeat) this.listener?.submitted();
    }
    if (event.key === "Escape") this.listener?.escaped();
  }
}

/** How long a page may take to give its frame the focus. */
const mostGivingMs = 250;

/**
 * Resolves when the document has the focus, or was not given it. An input that takes it before the page's own gift has
 * come loses it again in Chromium 156, at times: the two cross.
 */
function focusGiven(): Promise<unknown> | undefined {
  if (document.hasFocus()) return undefined;
  return new Promise((resolve) => {
    addEventListener("focus", resolve, { once: true });
    setTimeout(resolve, mostGivingMs);
  });
}

/**
 * Moves the focus into a field. In a frame of another site WebKit 2.50 lets no script do that before a person
 * was in it, though the page gave it the focus; Tab may since https://bugs.webkit.org/show_bug.cgi?id=294296. The keys come
 * here all the same, and the first one is a person: it goes into the field. Delete when `focus()` does what it says.
 */
function takeFocus(input: HTMLElement): void {
  input.focus();
  if (document.activeElement === input) return;
  const typed = ({ target, key }: KeyboardEvent) =>
    target === document.body && key !== "Tab" && input.focus();
  addEventListener("keydown", typed, { once: true });
}

/**
 * Safari and Firefox fill in the frame that has the focus and no other. Chromium fills all of one origin (its
 * docs/security/autofill-across-iframes.md), and it alone has `userAgentData`. Delete when the others do so, too.
 */
function fillsOneFrame(): boolean {
  return !("userAgentData" in navigator);
}

/** The marks at the end of a field: the network, what is taken, or where the CVV is. */
function iconsOf(field: FieldView, view: FormView): readonly TemplateResult[] {
  if (field.name === "cvv") return [cvvIcon(view.cvvDigits === 4 && view.brand === "american-express")];
  if (field.name !== "number") return [];
  if (view.brand) return [brandIcon(view.brand)];
  return view.isNumberEmpty ? view.accepted.map(brandIcon) : [plainCardIcon()];
}

function savedCard(card: SavedCardView): TemplateResult {
  return html`<div class="field half">
    <span class="label" aria-hidden="true">${card.label}</span>
    <span class="kept"
      >${card.brand ? brandIcon(card.brand) : plainCardIcon()}<span class="unseen">${card.spoken}</span
      >${card.lastFour ? html`<bdi dir="ltr" aria-hidden="true"><span class="dots">••</span>•• ${card.lastFour}</bdi>` : nothing}</span
    >
    <span class="error"></span>
  </div>`;
}

function fieldOf(target: EventTarget | null): CardpaneField | null {
  const field = target instanceof Element ? target.closest<CardpaneField>("cardpane-field") : null;
  // The choice of a network stands in the field of the number, and is another thing to be in.
  return field && field.input === target ? field : null;
}

customElements.define("cardpane-form", CardpaneForm);
