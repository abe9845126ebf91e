/**
 * `<cardpane-form>`: all fields in one form, in the merchant's order, and the live region for screen readers. The region must be
 * in the document before its text, or screen readers do not announce the text.
 *
 * It renders its `view`, and dispatches an `ActionEvent` for each action of the shopper. Enter submits, from any field. Escape is
 * passed on to the page, which may close a dialog. Tab is left to the browser.
 */
import type { FieldName } from "@cardpane/contract/messages";
import {
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from "lit";
import type { CardIdentifier } from "../card/identify-card.ts";
import { fields } from "../fields/fields.ts";
import type { FormScreen } from "../form/form-controller.ts";
import type { FieldView, FormView, SavedCardView } from "../form/view-model.ts";
import { brandIcon, cvvIcon, plainCardIcon } from "../theme/network-icons.ts";
import { type Action, ActionEvent } from "./action-event.ts";
import type { CardpaneField, Icon } from "./card-field.ts";
import { forget } from "./controllers/format-controller.ts";
import { renderOffer } from "./network-picker.ts";
import "./card-field.ts";

/** The form, or the frame of one field of it. */
export class CardpaneForm extends LitElement implements FormScreen {
  static override get properties(): PropertyDeclarations {
    return {
      view: { attribute: false },
      drawsIcons: { attribute: false },
    };
  }

  /** `null` renders nothing. */
  declare view: FormView | null;
  /** False until the inputs are painted, so that icons do not delay the first paint. Their space is reserved from the start. */
  declare drawsIcons: boolean;
  /** An update is moving fields; focus events that it causes are ignored. */
  #isMoving = false;

  readonly #cards: CardIdentifier;
  /** A field keeps its element, and with it its text, wherever new options move it. */
  readonly #elements = new Map<FieldName, CardpaneField>();

  constructor(cards: CardIdentifier) {
    super();
    this.#cards = cards;
    this.view = null;
    this.drawsIcons = false;
  }

  /** Each view is a new object, so every field renders at every change: a form has few, and comparing would cost more. */
  draw(view: FormView | null): void {
    this.view = view;
  }

  focusField(name: FieldName): void {
    // A screen reader reads the error of a field when the field gets the focus, so the error must be rendered first.
    void this.updateComplete.then(async () => {
      await documentFocused();
      const field = this.#elements.get(name);
      if (field?.input) takeFocus(field, field.input);
    });
  }

  /** Removes the focus from the form. The inherited `blur()` has no effect, because only the inputs are focusable. */
  override blur(): void {
    const active = document.activeElement;
    if (active instanceof HTMLElement && this.contains(active)) active.blur();
  }

  wipe(names: readonly FieldName[]): void {
    for (const name of names) this.#elements.get(name)?.wipe();
  }

  keep(names: readonly FieldName[] | null): void {
    for (const [name, field] of this.#elements) {
      if (names) field.keep(names.includes(name));
      else field.giveBack();
    }
  }

  /** Fills in an empty field and dispatches the events of autofill. */
  fill(name: FieldName, text: string): void {
    const { textInput: input, readOnly } = this.#elements.get(name) ?? {};
    if (input?.value !== "" || input.disabled || readOnly) return;
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** Reports the texts that came into the inputs without an event. */
  notice(): void {
    for (const field of this.#elements.values()) field.notice();
  }

  /** Reports again the text of every input, and the field that has the focus. */
  resendTexts(): void {
    for (const field of this.#elements.values()) field.resendText();
    const focused = document.hasFocus() ? fieldOf(document.activeElement)?.view : null;
    if (focused) this.#report({ type: "focused", field: focused.name });
  }

  announce(text: string): void {
    const line = this.querySelector("[role=status]");
    // Screen readers do not announce an unchanged text again; the added space changes it.
    if (line) line.textContent = text !== "" && line.textContent === text ? `${text}\u00a0` : text;
  }

  /** Light DOM, so that browsers fill in all inputs of one form, and one style sheet applies to all. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Includes the fields, because callers that await the form read their inputs. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await Promise.all([...this.#elements.values()].map((field) => field.updateComplete));
    return isComplete;
  }

  /**
   * A new order of fields may move the focused input, which then loses the focus: the focus is restored without events. Where
   * the focused input is removed, `blurred` is reported here, because only Chromium dispatches an event for that.
   */
  protected override update(changed: PropertyValues<this>): void {
    const field = document.hasFocus() ? fieldOf(document.activeElement) : null;
    const [name, input] = [field?.view?.name, field?.input];
    for (const known of this.#elements.keys()) {
      if (!this.view?.fields.some((each) => each.name === known)) this.#elements.delete(known);
    }
    this.#isMoving = true;
    super.update(changed);
    const isRemoved = input && !this.contains(input);
    if (input && !isRemoved && document.activeElement !== input) input.focus();
    this.#isMoving = false;
    if (name && isRemoved) this.#report({ type: "blurred", field: name });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view } = this;
    if (!view) return nothing;
    const fields = view.fields.map((field) => this.#elementOf(field, view));
    const { joined } = view;
    return html`<form
      class=${joined ? "joined" : nothing}
      novalidate
      autocomplete="on"
      aria-busy=${view.busy ? "true" : "false"}
      @submit=${preventDefault}
      @dragstart=${preventDefault}
      @focusin=${this.#handleFocusIn}
      @focusout=${this.#handleFocusOut}
      @keydown=${this.#handleKeyDown}
    >
      ${view.notice ? html`<p class="notice" aria-hidden="true">${view.notice}</p>` : nothing}
      ${view.savedCard ? renderSavedCard(view.savedCard) : nothing}
      ${joined ? html`<span class="label" aria-hidden="true">${joined.label}</span>` : nothing}
      ${fields}
      ${joined ? html`<span class="error" aria-hidden="true">${joined.error ? html`<span>${joined.error}</span>` : renderOffer(joined.offer)}</span>` : nothing}
      ${fillsOneFrame() ? view.relayed.map((name) => this.#renderRelay(name)) : nothing}
      <p class="unseen" role="status" aria-live="polite"></p>
    </form>`;
  }

  /** The element of a field with its current view. Lit moves it to where the field is now. */
  #elementOf(field: FieldView, view: FormView): CardpaneField {
    const element = this.#elements.get(field.name) ?? document.createElement("cardpane-field");
    this.#elements.set(field.name, element);
    return Object.assign(element, {
      className: field.half ? `field half ${field.half}` : "field",
      view: field,
      icons: iconsOf(field, view),
      drawsIcons: this.drawsIcons,
      cvvDigits: view.cvvDigits,
      cards: this.#cards,
      disabled: view.disabled,
      readOnly: view.busy || view.readOnly,
    });
  }

  /** An input that receives autofill for a field of another frame. Its text is passed on to that frame and deleted here. */
  #renderRelay(name: FieldName): TemplateResult {
    const handleInput = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return;
      const { value } = target;
      forget(target);
      if (value !== "") this.#report({ type: "relayed", field: name, text: value });
    };
    return html`<input
      class="unseen"
      tabindex="-1"
      aria-hidden="true"
      name="relay-${name}"
      autocomplete=${fields[name].autocomplete}
      @input=${handleInput}
    />`;
  }

  #report(action: Action): void {
    this.dispatchEvent(new ActionEvent(action));
  }

  #handleFocusIn({ target }: FocusEvent): void {
    const field = fieldOf(target);
    if (!field?.view || this.#isMoving) return;
    field.unmask();
    this.#report({ type: "focused", field: field.view.name });
  }

  #handleFocusOut({ target }: FocusEvent): void {
    const field = fieldOf(target);
    if (!field?.view || this.#isMoving) return;
    field.complete();
    this.#report({ type: "blurred", field: field.view.name });
  }

  #handleKeyDown(event: KeyboardEvent): void {
    // Enter of a composition belongs to the input method. In Safari it comes after the composition, with this code.
    const isComposing = event.isComposing || event.keyCode === 229;
    const field = event.target instanceof Element && event.target.closest("cardpane-field");
    if (isComposing || !field) return;
    if (event.key === "Enter") {
      event.preventDefault();
      // The key of a phone's keyboard says "Next" (`enterkeyhint`), so it goes to the next field. A keyboard's submits.
      if (field.view?.last === false && matchMedia("(pointer: coarse)").matches)
        field.nextElementSibling?.querySelector<HTMLElement>("input, select")?.focus();
      else if (!event.repeat) this.#report({ type: "submitted" });
    }
    if (event.key === "Escape") this.#report({ type: "escaped" });
  }
}

/** Submitting would navigate. Dragged text would outlive a wipe and could be dropped on the page. */
function preventDefault(event: Event): void {
  event.preventDefault();
}

/** The maximum wait for the page to move the focus into the frame. */
const maxFocusWaitMs = 250;

/**
 * Resolves when the document has the focus, or after the maximum wait. In Chromium 156 an input that is focused before the page
 * has moved the focus into the frame sometimes loses it again: the two requests race.
 */
function documentFocused(): Promise<unknown> | undefined {
  if (document.hasFocus()) return undefined;
  return new Promise((resolve) => {
    addEventListener("focus", resolve, { once: true });
    setTimeout(resolve, maxFocusWaitMs);
  });
}

/**
 * Moves the focus into a field, and shows the whole field: the browser itself shows the input only, so the label above it may stay
 * outside of the window.
 *
 * WebKit 2.50 refuses `focus()` in a cross-site frame until a user gesture in it, even if the page has focused the frame (Tab works
 * since https://bugs.webkit.org/show_bug.cgi?id=294296). The frame still receives the keys, and the first key is a user gesture, so
 * it moves the focus into the field. Delete when WebKit allows `focus()` here.
 */
function takeFocus(field: Element, input: HTMLElement): void {
  input.focus();
  field.scrollIntoView({ block: "nearest" });
  if (document.activeElement === input) return;
  const handleFirstKey = ({ target, key }: KeyboardEvent) =>
    target === document.body && key !== "Tab" && input.focus();
  addEventListener("keydown", handleFirstKey, { once: true });
}

/**
 * Whether autofill fills in only the focused frame, as in Safari and Firefox. Chromium fills in all frames of one origin (its
 * docs/security/autofill-across-iframes.md), and only Chromium has `userAgentData`. Delete when all browsers fill in all frames.
 */
function fillsOneFrame(): boolean {
  return !("userAgentData" in navigator);
}

/** The icons at the end of a field: the card's network, the supported networks, or the position of the CVV on the card. */
function iconsOf(field: FieldView, view: FormView): readonly Icon[] {
  if (field.name === "cvv") return [() => cvvIcon(view.cvvOnFront)];
  if (field.name !== "number") return [];
  const marks = view.marks.map((brand) => () => brandIcon(brand));
  return marks.length > 0 ? marks : [plainCardIcon];
}

function renderSavedCard(card: SavedCardView): TemplateResult {
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
  const field = target instanceof Element ? target.closest("cardpane-field") : null;
  // The network choice is inside the field of the number; focusing it does not focus the number.
  return field && field.input === target ? field : null;
}

customElements.define("cardpane-form", CardpaneForm);

declare global {
  interface HTMLElementTagNameMap {
    "cardpane-form": CardpaneForm;
  }
}
