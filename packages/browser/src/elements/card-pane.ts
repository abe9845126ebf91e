/**
 * `<card-pane>`: the pane as an element, from its attributes alone.
 *
 * Its life follows the document's: connected, it mounts; taken out and not put back within the same task, it unmounts;
 * moved, it loads anew, since an iframe that is moved loses its document.
 *
 * With `<card-pane-field>`s inside it, each is the place of one field and the element has no frame of its own.
 */

import type { FieldName } from "@cardpane/contract/messages";
import type { CardPaneEventName, CardPaneEvents } from "../pane/events.ts";
import type { CardPaneOptions } from "../pane/options.ts";
import { makePane } from "../pane/pane.ts";
import type { CardPane } from "../pane/types.ts";
import { Base } from "./base.ts";
import { type CardPaneFieldElement, type Joining, joining } from "./card-pane-field.ts";
import { reflect } from "./custom-states.ts";
import { createFormPart, type FormPart } from "./form-participation.ts";

/** The events of {@link CardPaneElement}: those of the pane, each with its detail. */
export type CardPaneElementEventMap = {
  readonly [Name in CardPaneEventName]: CustomEvent<CardPaneEvents[Name]>;
};

const asText = (text: string): unknown => text;
const asNames = (text: string): unknown => text.match(/[^\s,]+/g);
const asTrue = (): unknown => true;

/** Each attribute: the option that it sets, and how its text is read. The pane checks the result. */
const attributes = {
  src: ["src", asText],
  environment: ["environment", asText],
  fields: ["fields", asNames],
  expiry: ["expiry", asText],
  locale: ["locale", asText],
  scheme: ["scheme", asText],
  theme: ["theme", asText],
  labels: ["labels", asText],
  rows: ["rows", asText],
  density: ["density", asText],
  match: ["match", asText],
  "supported-brands": ["supportedBrands", asNames],
  "preferred-networks": ["preferredNetworks", asNames],
  bin: ["bin", Number],
  "mask-number": ["maskNumber", asTrue],
  "auto-advance": ["autoAdvance", asTrue],
  "saved-card": ["savedCard", readJson],
  values: ["values", readJson],
  readonly: ["readOnly", asTrue],
} as const satisfies Readonly<Record<string, readonly [keyof CardPaneOptions, (text: string) => unknown]>>;

/** Options that are properties. */
const properties = [
  "tokens",
  "darkTokens",
  "savedCard",
  "values",
  "texts",
] as const satisfies readonly (keyof CardPaneOptions)[];

/** The pane's own members, its options that are properties, and listeners with types. */
export interface CardPaneElement extends CardPane {
  /** Design tokens. @throws CardpaneError `options_invalid` when set to what does not fit. */
  tokens: CardPaneOptions["tokens"];
  /** Design tokens on top when the scheme is dark. @throws CardpaneError `options_invalid` */
  darkTokens: CardPaneOptions["darkTokens"];
  /**
   * A card that the gateway keeps: the form asks for its CVV alone. The attribute `saved-card` takes the same as JSON.
   *
   * @throws CardpaneError `options_invalid`
   */
  savedCard: CardPaneOptions["savedCard"];
  /**
   * What the form starts with: cardholder and postal code. The attribute `values` takes the same as JSON.
   *
   * @throws CardpaneError `options_invalid`
   */
  values: CardPaneOptions["values"];
  /** The page's own words. @throws CardpaneError `options_invalid` */
  texts: CardPaneOptions["texts"];
  focus(field?: FieldName | FocusOptions): void;
  /** Takes the focus away from its fields. */
  blur(): void;
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
 * The element. Inside a `<form>` and with a `name` it tokenizes on submit.
 *
 * @attr src - base address of a release on the pane's host
 * @attr environment - id of an environment that the pane's host lists
 * @attr fields - names of the fields in their order, `?` after one that may stay empty
 * @attr expiry - `single`, `split` or `select`
 * @attr locale - BCP 47 tags separated by commas, or `auto`
 * @attr scheme - `light`, `dark` or `auto`
 * @attr theme - what the look starts from: `classic`, `night`, `flat`, `line` or `none`
 * @attr labels - `above`, `floating` or `hidden`
 * @attr rows - `paired`, `stacked` or `inline`
 * @attr density - `compact`, `comfortable` or `spacious`
 * @attr match - selector of an input of the page whose look is taken
 * @attr supported-brands - networks that are taken
 * @attr preferred-networks - of networks that share a card, those that stand chosen until the shopper chooses
 * @attr bin - `6` or `8`: tells the first digits of the number
 * @attr mask-number - shows the last four digits alone once the number is right and left
 * @attr auto-advance - goes on to the next field when a key has filled one as far as it goes
 * @attr saved-card - JSON of a saved card, whose CVV alone is asked for
 * @attr values - JSON of what the form starts with: `cardholder`, `postalCode`
 * @attr readonly - nobody may change what stands in the fields
 * @attr disabled - takes no input, and leaves its form alone
 * @attr name - of the token in the form's data
 * @cssState loading - a frame is on its way
 * @cssState ready - the inputs are painted and usable
 * @cssState failed - it could not be loaded
 * @cssState complete - every required field is filled in
 * @cssState focused - a field has the focus
 * @cssState invalid - a field shows an error
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
  static readonly observedAttributes = Object.keys(attributes);

  readonly #internals = this.attachInternals();
  readonly #adopt: (host: Element, isWhole: boolean) => void;
  readonly #form: FormPart;
  readonly #fields = new Set<CardPaneFieldElement>();

  constructor() {
    super();
    const { adopt, put } = makePane(this, {}, () => this.#reflect());
    this.#adopt = adopt;
    this.addEventListener(joining, (event: CustomEventInit<Joining>) => {
      const { field, accept } = event.detail as Joining;
      (event as Event).stopPropagation();
      this.#fields.add(field);
      accept((option, host) => {
        if (!option) this.#fields.delete(field);
        put(option, host);
      });
    });
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
    // Fields that are found now come by themselves; one that is found later takes the whole form's place.
    this.#adopt(this, !this.querySelector("card-pane-field"));
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.unmount();
    });
  }

  /** `moveBefore()` keeps the iframe's document, so there is nothing to do; without this method it would reload. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
    // Only observed attributes come here.
    const [option, read] = attributes[attribute as keyof typeof attributes];
    this.update({ [option]: text === null ? undefined : read(text) });
  }

  formAssociatedCallback(form: HTMLFormElement | null): void {
    this.#form.attach(form);
  }

  formDisabledCallback(disabled: boolean): void {
    this.update({ disabled });
    this.#reflect();
  }

  formResetCallback(): void {
    this.#form.reset();
  }

  /** Shows the state to style sheets: `card-pane:state(invalid)`. */
  #reflect(): void {
    const { snapshot, status } = this;
    const fields = snapshot?.fields ?? {};
    const all = Object.values(fields);
    const disabled = this.matches(":disabled");
    reflect(this, this.#internals, status, disabled, {
      ...snapshot,
      focused: all.some(({ focused }) => focused),
      error: all.some(({ error }) => error),
    });
    for (const field of this.#fields) field.show(fields, status, disabled);
  }
}

/** What an attribute's JSON holds; where it is none, a text, which no option takes. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
