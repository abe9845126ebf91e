/**
 * `<card-pane>`: the pane as an element, from its attributes alone.
 *
 * Its life follows the document's: connected, it mounts; taken out and not put back within the same task, it unmounts;
 * moved, it loads anew, since an iframe that is moved loses its document.
 */

import type { FieldName } from "@cardpane/contract/messages";
import type { CardPaneEventName, CardPaneEvents } from "./events.ts";
import { createFormPart } from "./form-part.ts";
import type { CardPaneOptions } from "./options.ts";
import { createAdoptablePane } from "./pane.ts";
import type { CardPane } from "./types.ts";

/** The module may be imported where there is no DOM; the class is of use only where there is. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** After these the element's states may be others. */
const reflectedOn = ["loading", "ready", "change", "loaderror", "closed"] as const;

/** The events of {@link CardPaneElement}: those of the pane, each with its detail. */
export type CardPaneElementEventMap = {
  readonly [Name in CardPaneEventName]: CustomEvent<CardPaneEvents[Name]>;
};

/** What the element takes over from its pane. None of it needs a `this`. */
const fromPane = [
  "status",
  "snapshot",
  "error",
  "tokenize",
  "validate",
  "clear",
  "retry",
  "update",
  "on",
  "once",
  "off",
] as const satisfies readonly (keyof CardPane)[];

/** Options that no attribute can hold. */
const properties = [
  "tokens",
  "darkTokens",
  "savedCard",
] as const satisfies readonly (keyof CardPaneOptions)[];

type ByProperty = Pick<CardPaneOptions, (typeof properties)[number]>;

/** Members that the element has from its pane, its options that are properties, and listeners with types. */
export interface CardPaneElement extends Pick<CardPane, (typeof fromPane)[number]> {
  /** Design tokens. @throws CardpaneError `options_invalid` when set to what does not fit. */
  tokens: CardPaneOptions["tokens"];
  /** Design tokens on top when the scheme is dark. @throws CardpaneError `options_invalid` */
  darkTokens: CardPaneOptions["darkTokens"];
  /** A card that the gateway keeps: the form asks for its CVV alone. @throws CardpaneError `options_invalid` */
  savedCard: CardPaneOptions["savedCard"];
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
 * The element. Attributes: `src`, `environment`, `locale`, `scheme`, `fields` (names, `?` after an optional one),
 * `supported-brands`, `disabled`, `name`. Inside a `<form>` and with a `name` it tokenizes on submit.
 *
 * @example
 * <form action="/pay" method="post">
 *   <card-pane name="payment" fields="number expiry cvv cardholder?"></card-pane>
 *   <button>Pay</button>
 * </form>
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the members are defined in the static block
export class CardPaneElement extends Base {
  static readonly formAssociated = true;
  static readonly observedAttributes = [
    "src",
    "environment",
    "locale",
    "scheme",
    "fields",
    "supported-brands",
    "disabled",
  ];

  readonly #pane = createAdoptablePane({});
  readonly #internals = this.attachInternals();
  readonly #form = createFormPart(this, this.#pane, this.#internals);
  readonly #properties: ByProperty = {};
  #isInDisabledFieldset = false;

  static {
    for (const name of fromPane) {
      Object.defineProperty(CardPaneElement.prototype, name, {
        get(this: CardPaneElement) {
          return this.#pane[name];
        },
      });
    }
    for (const name of properties) {
      Object.defineProperty(CardPaneElement.prototype, name, {
        get(this: CardPaneElement) {
          return this.#properties[name];
        },
        set(this: CardPaneElement, value: unknown) {
          this.#pane.update({ [name]: value });
          Object.assign(this.#properties, { [name]: value });
        },
      });
    }
  }

  constructor() {
    super();
    for (const name of reflectedOn) this.#pane.on(name, () => this.#reflect());
  }

  /** Under which the form's data carries token and device data; without it the element leaves a form alone. */
  get name(): string {
    return this.getAttribute("name") ?? "";
  }

  set name(name: string) {
    this.setAttribute("name", name);
  }

  get disabled(): boolean {
    return this.hasAttribute("disabled");
  }

  set disabled(disabled: boolean) {
    this.toggleAttribute("disabled", disabled);
  }

  /** The form that the element belongs to. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** Focuses a field, or the first that is not valid. */
  override focus(field?: FieldName | FocusOptions): void {
    this.#pane.focus(typeof field === "string" ? field : undefined);
  }

  override blur(): void {
    this.#pane.blur();
  }

  connectedCallback(): void {
    for (const name of properties) {
      // What was set before the element was defined hides the accessor.
      const early = Object.getOwnPropertyDescriptor(this, name);
      if (early && delete this[name]) Object.assign(this, { [name]: early.value });
    }
    if (getComputedStyle(this).display === "inline") this.style.display = "block";
    this.#pane.adopt(this);
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#pane.unmount();
    });
  }

  /** `moveBefore()` keeps the iframe's document, so there is nothing to do; without this method it would reload. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(): void {
    const text = (name: string) => this.getAttribute(name) ?? undefined;
    const list = (name: string) =>
      text(name)
        ?.split(/[\s,]+/)
        .filter(Boolean);
    // As a page may write anything, the pane checks what the types only promise.
    this.#pane.update({
      src: text("src"),
      environment: text("environment"),
      locale: text("locale"),
      scheme: text("scheme"),
      fields: list("fields")?.map(toField),
      supportedBrands: list("supported-brands"),
      disabled: this.disabled || this.#isInDisabledFieldset,
    } as CardPaneOptions);
  }

  formAssociatedCallback(form: HTMLFormElement | null): void {
    this.#form.attach(form);
  }

  formDisabledCallback(disabled: boolean): void {
    this.#isInDisabledFieldset = disabled;
    this.attributeChangedCallback();
  }

  formResetCallback(): void {
    this.#form.reset();
  }

  /** Shows the state to style sheets: `card-pane:state(invalid)`. */
  #reflect(): void {
    const { snapshot, status } = this.#pane;
    const fields = Object.values(snapshot?.fields ?? {});
    const states: Readonly<Record<string, boolean>> = {
      loading: status === "loading",
      ready: status === "ready",
      failed: status === "failed",
      focused: fields.some(({ focused }) => focused),
      invalid: fields.some(({ error }) => error),
      complete: snapshot?.complete === true,
    };
    for (const [state, isOn] of Object.entries(states)) {
      try {
        this.#internals.states[isOn ? "add" : "delete"](state);
      } catch {
        // Chromium before 125 takes no name without dashes, nor has it `:state()`. Delete when nobody has it.
      }
    }
  }
}

/** `cardholder?` is an optional field. */
function toField(word: string) {
  return { name: word.replace("?", ""), required: !word.endsWith("?") };
}
