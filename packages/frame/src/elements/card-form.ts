/**
 * `<cardpane-form>`: all fields in one form, in the order that the merchant chose, and the live region for screen readers,
 * which must exist before its text, or they stay silent.
 *
 * It renders its `view` and reports user actions. Keys: Enter submits from any field, Escape is passed on to the page (a
 * dialog closes by it), Tab is the browser's.
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
import { repeat } from "lit/directives/repeat.js";
import type { FormScreen, ScreenEvent } from "../form/form-controller.ts";
import type { FieldView, FormView, SavedCardView } from "../form/view-model.ts";
import { brandIcon, cvvIcon, plainCardIcon } from "../theme/network-icons.ts";
import type { CardpaneField, Icon, TypedEvent } from "./card-field.ts";
import { forget } from "./controllers/format-controller.ts";
import { fieldConfigs } from "./field-config.ts";
import type { ChosenEvent } from "./network-picker.ts";
import "./card-field.ts";

/** Receives the user actions in the form. */
export interface FormListener {
  onScreenEvent(event: ScreenEvent): void;
  /** Enter was pressed. */
  onSubmit(): void;
  /** Escape was pressed. */
  onEscape(): void;
  /** A view is about to be rendered. */
  onDraw?(view: FormView): void;
  /** The browser filled in a field that another frame draws. */
  onRelayedFill(field: FieldName, text: string): void;
}

export class CardpaneForm extends LitElement implements FormScreen {
  static override properties: PropertyDeclarations = {
    view: { attribute: false },
    drawsIcons: { attribute: false },
  };

  /** `null` renders nothing. */
  declare view: FormView | null;
  /** False until the inputs are painted: icons follow the first paint. Their room is kept from the start. */
  declare drawsIcons: boolean;
  listener: FormListener | null = null;
  /** An update is moving fields, and with them the focus. */
  #isMoving = false;

  constructor() {
    super();
    this.view = null;
    this.drawsIcons = false;
  }

  draw(view: FormView | null): void {
    this.view = view;
    if (view) this.listener?.onDraw?.(view);
  }

  focusField(name: FieldName): void {
    // A screen reader reads the error of a field when the field gets the focus, so the error must be rendered first.
    void this.updateComplete.then(async () => {
      await documentFocused();
      const input = this.#field(name)?.input;
      if (input) takeFocus(input);
    });
  }

  /** Takes the focus out of the form; `blur()` of an element that has no focus itself does nothing. */
  override blur(): void {
    const active = document.activeElement;
    if (active instanceof HTMLElement && this.contains(active)) active.blur();
  }

  wipe(fields: readonly FieldName[]): void {
    for (const name of fields) this.#field(name)?.wipe();
  }

  /** Fills a field that is empty, as the browser would. */
  fill(name: FieldName, text: string): void {
    const { textInput: input, readOnly } = this.#field(name) ?? {};
    if (input?.value !== "" || input.disabled || readOnly) return;
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** Reports again the text of every input, and the field that has the focus. */
  resendTexts(): void {
    for (const field of this.#fields) field.resendText();
    const focused = document.hasFocus() ? fieldOf(document.activeElement)?.view : null;
    if (focused) this.listener?.onScreenEvent({ type: "entered", field: focused.name });
  }

  announce(text: string): void {
    const line = this.querySelector("[role=status]");
    // A text that is there already is not announced again; with a space it is another text.
    if (line) line.textContent = text !== "" && line.textContent === text ? `${text}\u00a0` : text;
  }

  /** Light DOM: browsers fill in inputs of one form, and one style sheet serves all. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Includes the fields: what waits for the form reads their inputs. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await Promise.all(this.#fields.map((field) => field.updateComplete));
    return isComplete;
  }

  /**
   * A new order of fields may move the input that has the focus, which then loses it: it gets it back, without events. An
   * input that is gone was left; only Chromium dispatches an event for that.
   */
  protected override update(changed: PropertyValues<this>): void {
    const field = document.hasFocus() ? fieldOf(document.activeElement) : null;
    const [name, input] = [field?.view?.name, field?.input];
    this.#isMoving = true;
    super.update(changed);
    const isRemoved = input && !this.contains(input);
    if (input && !isRemoved && document.activeElement !== input) input.focus();
    this.#isMoving = false;
    if (name && isRemoved) this.listener?.onScreenEvent({ type: "left", field: name });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view } = this;
    if (!view) return nothing;
    return html`<form
      novalidate
      autocomplete="on"
      aria-busy=${view.busy ? "true" : "false"}
      @submit=${preventDefault}
      @dragstart=${preventDefault}
      @focusin=${this.#handleFocusIn}
      @focusout=${this.#handleFocusOut}
      @keydown=${this.#handleKeyDown}
      @cardpane-typed=${this.#handleTyped}
      @cardpane-chosen=${this.#handleChosen}
    >
      ${view.savedCard ? renderSavedCard(view.savedCard) : nothing}
      ${repeat(
        view.fields,
        (field) => field.name,
        (field) =>
          html`<cardpane-field
            class=${field.half ? "field half" : "field"}
            .view=${field}
            .icons=${iconsOf(field, view)}
            .drawsIcons=${this.drawsIcons}
            .cvvDigits=${view.cvvDigits}
            .disabled=${view.disabled}
            .readOnly=${view.busy || view.readOnly}
          ></cardpane-field>`,
      )}
      ${fillsOneFrame() ? view.relayed.map((name) => this.#renderRelay(name)) : nothing}
      <p class="unseen" role="status" aria-live="polite"></p>
    </form>`;
  }

  /** Receives autofill for a field in another frame, passes it on to that frame, and keeps nothing. */
  #renderRelay(name: FieldName): TemplateResult {
    const handleInput = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return;
      const { value } = target;
      forget(target);
      if (value !== "") this.listener?.onRelayedFill(name, value);
    };
    return html`<input
      class="unseen"
      tabindex="-1"
      aria-hidden="true"
      name="relay-${name}"
      autocomplete=${fieldConfigs[name].autocomplete}
      @input=${handleInput}
    />`;
  }

  get #fields(): readonly CardpaneField[] {
    return [...this.querySelectorAll("cardpane-field")];
  }

  #field(name: FieldName): CardpaneField | undefined {
    return this.#fields.find(({ view }) => view?.name === name);
  }

  #handleTyped({ field, entry, source }: TypedEvent): void {
    this.listener?.onScreenEvent({ type: "typed", field, entry, source });
  }

  #handleChosen({ network }: ChosenEvent): void {
    this.listener?.onScreenEvent({ type: "chosen", network });
  }

  #handleFocusIn({ target }: FocusEvent): void {
    const field = fieldOf(target);
    if (!field?.view || this.#isMoving) return;
    field.unmask();
    this.listener?.onScreenEvent({ type: "entered", field: field.view.name });
  }

  #handleFocusOut({ target }: FocusEvent): void {
    const field = fieldOf(target);
    if (!field?.view || this.#isMoving) return;
    field.complete();
    this.listener?.onScreenEvent({ type: "left", field: field.view.name });
  }

  #handleKeyDown(event: KeyboardEvent): void {
    // Enter that ends a composition is the input method's.
    if (event.isComposing || !(event.target instanceof Element && event.target.closest("cardpane-field")))
      return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (!event.repeat) this.listener?.onSubmit();
    }
    if (event.key === "Escape") this.listener?.onEscape();
  }
}

/** Submitting would navigate; a text that is dragged outlives a wipe, and could be dropped on the page. */
function preventDefault(event: Event): void {
  event.preventDefault();
}

/** The maximum time in which a page moves the focus into its frame. */
const maxFocusWaitMs = 250;

/**
 * Resolves when the document has the focus, or after a while. In Chromium 156 an input that takes the focus before the
 * page has moved it into the frame sometimes loses it again: the two cross.
 */
function documentFocused(): Promise<unknown> | undefined {
  if (document.hasFocus()) return undefined;
  return new Promise((resolve) => {
    addEventListener("focus", resolve, { once: true });
    setTimeout(resolve, maxFocusWaitMs);
  });
}

/**
 * Moves the focus into a field. In a frame of another site WebKit 2.50 lets no script do that before a person
 * was in it, though the page gave it the focus; Tab may since https://bugs.webkit.org/show_bug.cgi?id=294296. The keys come
 * here all the same, and the first one is a user gesture: it goes into the field. Delete when WebKit allows `focus()` here.
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

/** The icons at the end of a field: the card's network, the supported networks, or the place of the CVV. */
function iconsOf(field: FieldView, view: FormView): readonly Icon[] {
  if (field.name === "cvv") return [() => cvvIcon(view.cvvDigits === 4 && view.brand === "american-express")];
  if (field.name !== "number") return [];
  const { brand } = view;
  if (brand) return [() => brandIcon(brand)];
  return view.isNumberEmpty ? view.accepted.map((accepted) => () => brandIcon(accepted)) : [plainCardIcon];
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
  // The choice of a network is inside the field of the number, but focusing it is not focusing the number.
  return field && field.input === target ? field : null;
}

customElements.define("cardpane-form", CardpaneForm);

declare global {
  interface HTMLElementTagNameMap {
    "cardpane-form": CardpaneForm;
  }
}
