/**
 * `<card-pane>`: the pane as an element, from its attributes alone.
 *
 * Its life follows the document's: connected, it mounts; taken out and not put back within the same task, it unmounts;
 * moved, it loads anew, since an iframe that is moved loses its document.
 */

import type { FieldName } from "@cardpane/contract/messages";
import type { CardPaneEventName, CardPaneEvents } from "./events.ts";
import { createFormPart, type FormPart } from "./form-part.ts";
import type { CardPaneOptions } from "./options.ts";
import { makePane } from "./pane.ts";
import type { CardPane } from "./types.ts";

/** The module may be imported where there is no DOM; the class is of use only where there is. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** The events of {@link CardPaneElement}: those of the pane, each with its detail. */
export type CardPaneElementEventMap = {
  readonly [Name in CardPaneEventName]: CustomEvent<CardPaneEvents[Name]>;
};

/** Attributes that are options as they stand. */
const textAttributes = ["src", "environment", "expiry", "locale", "scheme"];

/** Options that no attribute can hold. */
const properties = [
  "tokens",
  "darkTokens",
  "savedCard",
  "texts",
] as const satisfies readonly (keyof CardPaneOptions)[];

/** The pane's own members, its options that are properties, and listeners with types. */
export interface CardPaneElement extends CardPane {
  /** Design tokens. @throws CardpaneError `options_invalid` when set to what does not fit. */
  tokens: CardPaneOptions["tokens"];
  /** Design tokens on top when the scheme is dark. @throws CardpaneError `options_invalid` */
  darkTokens: CardPaneOptions["darkTokens"];
  /** A card that the gateway keeps: the form asks for its CVV alone. @throws CardpaneError `options_invalid` */
  savedCard: CardPaneOptions["savedCard"];
  /** The page's own words. @throws CardpaneError `options_invalid` */
  texts: CardPaneOptions["texts"];
  focus(field?: FieldName | FocusOptions): void;
  addEventListener<Name extends CardPaneEventName>(
    type: Name,
    listener: (this: CardPaneElement, event: CardPaneElementEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/**
 * The element. Attributes: `src`, `environment`, `locale`, `scheme`, `expiry`, `fields` (names, `?` after an optional one),
 * `supported-brands`, `disabled`, `name`. Inside a `<form>` and with a `name` it tokenizes on submit.
 *
 * @example
 * <form action="/pay" method="post">
 *   <card-pane name="payment" fields="number expiry cvv cardholder?"></card-pane>
 *   <button>Pay</button>
 * </form>
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor makes the element a pane
export class CardPaneElement extends Base {
  static readonly formAssociated = true;
  static readonly observedAttributes = [...textAttributes, "fields", "supported-brands"];

  readonly #internals = this.attachInternals();
  readonly #adopt: (host: Element) => void;
  readonly #form: FormPart;

  constructor() {
    super();
    this.#adopt = makePane(this, {}, () => this.#reflect()).adopt;
    this.#form = createFormPart(this, this.#internals);
    for (const name of properties) {
      let value: unknown = this[name];
      const set = (next: unknown) => {
        this.update({ [name]: next });
        value = next;
      };
      Object.defineProperty(this, name, { get: () => value, set });
      // Set before the element was defined. Later, so that a wrong one does not keep the element from being made.
      if (value) queueMicrotask(() => set(value));
    }
  }

  connectedCallback(): void {
    if (getComputedStyle(this).display === "inline") this.style.display = "block";
    this.#adopt(this);
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.unmount();
    });
  }

  /** `moveBefore()` keeps the iframe's document, so there is nothing to do; without this method it would reload. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(): void {
    const text = (name: string) => this.getAttribute(name) ?? undefined;
    const list = (name: string) => text(name)?.match(/[^\s,]+/g);
    // A page may write anything; the pane checks what the types only promise.
    const options: Readonly<Record<string, unknown>> = {
      ...Object.fromEntries(textAttributes.map((name) => [name, text(name)])),
      fields: list("fields"),
      supportedBrands: list("supported-brands"),
      disabled: this.matches(":disabled"),
    };
    this.update(options);
  }

  formAssociatedCallback(form: HTMLFormElement | null): void {
    this.#form.attach(form);
  }

  formDisabledCallback(): void {
    this.attributeChangedCallback();
  }

  formResetCallback(): void {
    this.#form.reset();
  }

  /** Shows the state to style sheets: `card-pane:state(invalid)`. */
  #reflect(): void {
    const fields = Object.values(this.snapshot?.fields ?? {});
    const { states } = this.#internals;
    states.clear();
    try {
      states.add(this.status);
      if (this.snapshot?.complete) states.add("complete");
      if (fields.some(({ focused }) => focused)) states.add("focused");
      if (fields.some(({ error }) => error)) states.add("invalid");
    } catch {
      // Chromium before 125 takes no name without dashes, nor has it `:state()`. Delete when nobody has it.
    }
  }
}
