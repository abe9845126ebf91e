/**
 * `<card-pane>`: the pane as an element, from its attributes alone.
 *
 * Its life follows the document's: connected, it mounts; taken out and not put back within the same task, it unmounts;
 * moved, it loads anew, since an iframe that is moved loses its document.
 *
 * With `<card-pane-field>`s inside it, each is the mount point of one field and the element has no frame of its own.
 */

import type { FieldName, Snapshot, TokenizeExtra } from "@cardpane/contract/messages";
import type { NextActionOptions, NextActionResult, NextActionSource } from "../next-action/types.ts";
import type { CardpaneError } from "../pane/errors.ts";
import type { CardPaneEventName, CardPaneEvents, CardPaneListener } from "../pane/events.ts";
import type { CardPaneOptions, FieldOption } from "../pane/options.ts";
import { Pane } from "../pane/pane.ts";
import type { CardPane, PaneStatus, TokenizeOptions, TokenizeResult } from "../pane/types.ts";
import { Base } from "./base.ts";
import { type CardPaneFieldElement, type Joining, joining } from "./card-pane-field.ts";
import { setStates } from "./custom-states.ts";
import { FormParticipation } from "./form-participation.ts";

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
  debug: ["debug", asTrue],
} as const satisfies Readonly<Record<string, readonly [keyof CardPaneOptions, (text: string) => unknown]>>;

/** Options that are properties; an attribute could not hold them, or only as JSON. */
const properties = ["tokens", "darkTokens", "savedCard", "values", "texts"] as const;
type PropertyName = (typeof properties)[number];

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
 * @attr bin - `6` or `8`: reports the first digits of the number
 * @attr mask-number - shows the last four digits alone once the number is right and left
 * @attr auto-advance - goes on to the next field when a key has filled one as far as it goes
 * @attr saved-card - JSON of a saved card, whose CVV alone is asked for
 * @attr values - JSON of what the form starts with: `cardholder`, `postalCode`
 * @attr readonly - nobody may change what stands in the fields
 * @attr debug - prints the steps of handshake and session to the console, never card data or tokens
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
export class CardPaneElement extends Base implements CardPane {
  static readonly formAssociated = true;
  static readonly observedAttributes = Object.keys(attributes);

  readonly #internals = this.attachInternals();
  readonly #pane = new Pane({}, () => this.#setStates());
  readonly #form = new FormParticipation(this, this.#internals, (text) => this.#pane.notify(text));
  readonly #fields = new Set<CardPaneFieldElement>();
  /** As they were set: a getter answers the same object. */
  readonly #properties: { -readonly [Name in PropertyName]?: CardPaneOptions[Name] } = {};

  constructor() {
    super();
    this.addEventListener(joining, (event: CustomEventInit<Joining>) => {
      (event as Event).stopPropagation();
      this.#join(event.detail as Joining);
    });
    for (const name of properties) this.#upgradeProperty(name);
  }

  connectedCallback(): void {
    if (getComputedStyle(this).display === "inline") this.style.display = "block";
    // Fields that are found now join by themselves; one that is found later takes the whole form's place.
    this.#pane.attach(this, !this.querySelector("card-pane-field"));
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
    this.#setStates();
  }

  formResetCallback(): void {
    this.#form.reset();
  }

  /** The status of the pane. */
  get status(): PaneStatus {
    return this.#pane.status;
  }

  /** The form's public state; `null` until the pane is ready. Never a value that was typed. */
  get snapshot(): Snapshot | null {
    return this.#pane.snapshot;
  }

  /** Why the pane failed, while its status is `failed`. */
  get error(): CardpaneError | null {
    return this.#pane.error;
  }

  /** Design tokens. @throws CardpaneError `options_invalid` when set to what does not fit. */
  get tokens(): CardPaneOptions["tokens"] {
    return this.#properties.tokens;
  }
  set tokens(value: CardPaneOptions["tokens"]) {
    this.#setProperty("tokens", value);
  }

  /** Design tokens on top when the scheme is dark. @throws CardpaneError `options_invalid` */
  get darkTokens(): CardPaneOptions["darkTokens"] {
    return this.#properties.darkTokens;
  }
  set darkTokens(value: CardPaneOptions["darkTokens"]) {
    this.#setProperty("darkTokens", value);
  }

  /**
   * A card that the gateway keeps: the form asks for its CVV alone. The attribute `saved-card` takes the same as JSON.
   *
   * @throws CardpaneError `options_invalid`
   */
  get savedCard(): CardPaneOptions["savedCard"] {
    return this.#properties.savedCard;
  }
  set savedCard(value: CardPaneOptions["savedCard"]) {
    this.#setProperty("savedCard", value);
  }

  /**
   * What the form starts with: cardholder and postal code. The attribute `values` takes the same as JSON.
   *
   * @throws CardpaneError `options_invalid`
   */
  get values(): CardPaneOptions["values"] {
    return this.#properties.values;
  }
  set values(value: CardPaneOptions["values"]) {
    this.#setProperty("values", value);
  }

  /** The page's own words. @throws CardpaneError `options_invalid` */
  get texts(): CardPaneOptions["texts"] {
    return this.#properties.texts;
  }
  set texts(value: CardPaneOptions["texts"]) {
    this.#setProperty("texts", value);
  }

  mount(target: string | Element): this {
    this.#pane.mount(target);
    return this;
  }

  field(option: FieldOption, target: string | Element | null): this {
    this.#pane.field(option, target);
    return this;
  }

  unmount(): void {
    this.#pane.unmount();
  }

  destroy(): void {
    this.#pane.destroy();
  }

  update(options: Partial<CardPaneOptions>): void {
    this.#pane.update(options);
  }

  /** Focuses a field, or the first that is not valid. Does nothing until the pane is ready. */
  override focus(field?: FieldName | FocusOptions): void {
    // Options of the platform's focus() name no field.
    this.#pane.focus(field as FieldName);
  }

  /** Takes the focus away from its fields. */
  override blur(): void {
    this.#pane.blur();
  }

  clear(): void {
    this.#pane.clear();
  }

  announce(text: string): void {
    this.#pane.announce(text);
  }

  validate(): Promise<Snapshot> {
    return this.#pane.validate();
  }

  tokenize(extra?: TokenizeExtra, options?: TokenizeOptions): Promise<TokenizeResult> {
    return this.#pane.tokenize(extra, options);
  }

  handleNextAction(payment: NextActionSource, options?: NextActionOptions): Promise<NextActionResult> {
    return this.#pane.handleNextAction(payment, options);
  }

  retry(): void {
    this.#pane.retry();
  }

  on<Name extends CardPaneEventName>(
    name: Name,
    listener: CardPaneListener<Name>,
    options?: AddEventListenerOptions,
  ): () => void {
    return this.#pane.on(name, listener, options);
  }

  once<Name extends CardPaneEventName>(name: Name, listener: CardPaneListener<Name>): () => void {
    return this.#pane.once(name, listener);
  }

  off<Name extends CardPaneEventName>(name: Name, listener: CardPaneListener<Name>): void {
    this.#pane.off(name, listener);
  }

  override addEventListener<Name extends CardPaneEventName>(
    type: Name,
    listener: (this: CardPaneElement, event: CardPaneElementEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** The platform's, with the types of the pane's events. */
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener, options);
  }

  #setProperty<Name extends PropertyName>(name: Name, value: CardPaneOptions[Name]): void {
    this.update({ [name]: value });
    this.#properties[name] = value;
  }

  /** A property that a page set before the element was defined hides the accessor. */
  #upgradeProperty(name: PropertyName): void {
    if (!Object.hasOwn(this, name)) return;
    const value = this[name];
    delete this[name];
    this.#properties[name] = undefined;
    // Later, so that a wrong one does not keep the element from being made.
    if (value) queueMicrotask(() => this.#setProperty(name, value));
  }

  #join({ field, accept }: Joining): void {
    this.#fields.add(field);
    accept((option, host) => {
      if (!option) this.#fields.delete(field);
      this.#pane.place(option, host);
    });
  }

  /** Shows the state to style sheets: `card-pane:state(invalid)`. */
  #setStates(): void {
    const { snapshot, status } = this;
    const fields = snapshot?.fields ?? {};
    const all = Object.values(fields);
    const disabled = this.matches(":disabled");
    setStates(this, this.#internals, status, disabled, {
      ...snapshot,
      focused: all.some(({ focused }) => focused),
      error: all.some(({ error }) => error),
    });
    for (const field of this.#fields) field.show(fields, status, disabled);
  }
}

/** The value of JSON; a text that is none stays a text, which no option takes. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
