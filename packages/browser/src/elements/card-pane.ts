/**
 * `<card-pane>`: the pane as a custom element, configured by attributes or properties.
 *
 * It mounts when it is connected. It unmounts when it is removed and not inserted again in the same task. When it is moved, it
 * reloads, because a moved iframe loses its document.
 *
 * Each `<card-pane-field>` inside it is the mount point of one field; the element itself then has no frame.
 *
 * An iframe in the page's HTML (a child in the slot `cardpane-frame`) is adopted if it equals the one that the element would
 * create, and replaced otherwise.
 */

import type { FieldName, Snapshot, TokenizeExtra } from "@cardpane/contract/messages";
import type { NextActionOptions, NextActionResult, NextActionSource } from "../next-action/types.ts";
import type { CardpaneError } from "../pane/errors.ts";
import type { CardPaneEventName, CardPaneEvents, CardPaneListener } from "../pane/events.ts";
import type { CardPaneOptions, FieldOption } from "../pane/options.ts";
import { Pane } from "../pane/pane.ts";
import type { CardPane, PaneStatus, TokenizeOptions, TokenizeResult } from "../pane/types.ts";
import { attachRoot } from "../ui/element-root.ts";
import {
  type AttributeName,
  attributes,
  defer,
  readAttribute,
  readProperty,
  type UnreflectedProperty,
  unreflectedProperties,
  writeAttribute,
} from "./attributes.ts";
import { elementBase, internalsOf } from "./base.ts";
import { type CardPaneFieldElement, type Joining, joining } from "./card-pane-field.ts";
import { setStates } from "./custom-states.ts";
import { FormParticipation } from "./form-participation.ts";
import { whenEarlyIframe } from "./parsed-iframe.ts";

/** The events of {@link CardPaneElement}: those of the pane, each with its detail. */
export type CardPaneElementEventMap = {
  readonly [Name in CardPaneEventName]: CustomEvent<CardPaneEvents[Name]>;
};

/**
 * The element. Inside a `<form>` and with a `name` it tokenizes on submit.
 *
 * @attr src - base address of a release on the pane's host
 * @attr host - origin of the pane's host, in place of `src`: this package's own release there
 * @attr environment - id of an environment that the pane's host lists
 * @attr fields - names of the fields in their order, `?` after one that may stay empty
 * @attr expiry - `single`, `split` or `select`
 * @attr locale - BCP 47 tags separated by commas, or `auto`
 * @attr scheme - `light`, `dark` or `auto`
 * @attr theme - base of the look: `classic`, `flat`, `line` or `none`
 * @attr labels - `above`, `floating` or `hidden`
 * @attr rows - `paired`, `stacked` or `inline`
 * @attr density - `compact`, `comfortable` or `spacious`
 * @attr match - selector of an input of the page whose look is copied
 * @attr supported-brands - networks that are accepted
 * @attr preferred-networks - for a card with several networks, the initial choice
 * @attr bin - `6` or `8`: reports the first digits of the number
 * @attr mask-number - shows only the last four digits when a valid number loses focus
 * @attr auto-advance - moves the focus to the next field when a keystroke completes a valid one
 * @attr saved-card - JSON of a saved card: the form shows its CVV field only
 * @attr values - JSON of the initial values: `cardholder`, `postalCode`
 * @attr readonly - the fields cannot be edited
 * @attr debug - prints the steps of handshake and session to the console, never card data or tokens
 * @attr early - the page's HTML has the iframe: the element waits until the parser has reached it
 * @attr defer - nothing loads until it is removed: the adapter of a framework sets the options first
 * @attr disabled - accepts no input, and takes no part in its form
 * @attr name - of the token in the form's data
 * @cssState loading - a frame is loading
 * @cssState ready - the inputs are painted and usable
 * @cssState failed - it could not be loaded
 * @cssState complete - every required field is filled in
 * @cssState focused - a field has the focus
 * @cssState invalid - a field shows an error
 * @cssPart alert - the sentence that the pane could not load, or that a submit failed
 * @cssPart retry - the button beside it
 *
 * @example
 * <form action="/pay" method="post">
 *   <card-pane name="payment" fields="number expiry cvv cardholder?"></card-pane>
 *   <button>Pay</button>
 * </form>
 */
export class CardPaneElement extends elementBase() implements CardPane {
  static readonly formAssociated = true;
  static readonly observedAttributes = [...Object.keys(attributes), defer];

  readonly #internals = internalsOf(this);
  readonly #pane = new Pane({}, () => this.#setStates());
  readonly #form = new FormParticipation(this, this.#internals, (text) => this.#pane.notify(text));
  readonly #fields = new Set<CardPaneFieldElement>();
  /** The values as they were set, so that a getter returns the same object. */
  readonly #unreflected: Partial<Pick<CardPaneOptions, UnreflectedProperty>> = {};
  /** The element is writing an attribute for a property; its option is set already. */
  #isReflecting = false;

  /** Base address of a release on the pane's host. */
  declare src: CardPaneOptions["src"];
  /** Origin of the pane's host, in place of `src`. */
  declare host: CardPaneOptions["host"];
  /** Id of an environment that the pane's host lists. */
  declare environment: string | null | undefined;
  /** The fields in order, as a list or as the attribute's text. */
  declare fields: string | readonly FieldOption[] | null | undefined;
  /** Month and year in one field, in two, or in two lists. */
  declare expiry: CardPaneOptions["expiry"] | null;
  /** BCP 47 tags separated by commas, or `auto`. */
  declare locale: string | null | undefined;
  /** Light, dark, or the scheme of the page. */
  declare scheme: CardPaneOptions["scheme"] | null;
  /** The base of the look. */
  declare theme: CardPaneOptions["theme"] | null;
  /** The position of the labels. */
  declare labels: CardPaneOptions["labels"] | null;
  /** The distribution of the fields to rows. */
  declare rows: CardPaneOptions["rows"] | null;
  /** Sizes and gaps for which no token is set. */
  declare density: CardPaneOptions["density"] | null;
  /** Selector of an input of the page whose look is copied. */
  declare match: CardPaneOptions["match"];
  /** Networks that are accepted, as a list or as the attribute's text. */
  declare supportedBrands: CardPaneOptions["supportedBrands"] | string;
  /** For a card with several networks, the initial choice in order of preference. */
  declare preferredNetworks: CardPaneOptions["preferredNetworks"] | string | null;
  /** Reports the first 6 or 8 digits of the number. */
  declare bin: CardPaneOptions["bin"];
  /** Shows only the last four digits when a valid number loses focus. */
  declare maskNumber: boolean;
  /** Moves the focus to the next field when a keystroke completes a valid one. */
  declare autoAdvance: boolean;
  /** The fields cannot be edited. */
  declare readOnly: boolean;
  /** Prints the steps of handshake and session to the console. */
  declare debug: boolean;

  static {
    for (const [attribute, [option]] of Object.entries(attributes)) {
      if (unreflectedProperties.some((name) => name === option)) continue;
      const name = attribute as AttributeName;
      Object.defineProperty(CardPaneElement.prototype, option, {
        configurable: true,
        enumerable: true,
        get(this: CardPaneElement) {
          return readAttribute(name, this.getAttribute(name));
        },
        set(this: CardPaneElement, given: unknown) {
          this.#setProperty(name, given);
        },
      });
    }
  }

  constructor() {
    super();
    attachRoot(this);
    this.addEventListener(joining, (event: CustomEventInit<Joining>) => {
      (event as Event).stopPropagation();
      this.#join(event.detail as Joining);
    });
  }

  connectedCallback(): void {
    if (this.hasAttribute(defer)) return;
    // A property that the page set before the element was defined shadows the accessor, so it is set again.
    for (const name of Object.keys(this)) {
      const value: unknown = Reflect.get(this, name);
      if (name in CardPaneElement.prototype && Reflect.deleteProperty(this, name))
        Reflect.set(this, name, value);
    }
    // Field elements that exist now join by their own event. One that is added later replaces the whole form.
    whenEarlyIframe(this, () => this.#pane.attach(this, !this.querySelector("card-pane-field"), true));
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.unmount();
    });
  }

  /** Empty, because `moveBefore()` keeps the iframe's document. Without this method the element would be reconnected and reload. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
    if (attribute === defer) {
      // Only the removal of `defer` is handled. When it is set, fields may not be upgraded yet.
      if (text !== null || !this.isConnected) return;
      this.connectedCallback();
      // A DOM simulator may connect a field before its <card-pane> is defined.
      const fields = this.querySelectorAll<CardPaneFieldElement>("card-pane-field");
      for (const field of new Set([...this.#fields, ...fields])) field.connectedCallback();
      return;
    }
    // The browser calls this for observed attributes only.
    const name = attribute as AttributeName;
    const [option] = attributes[name];
    if (!this.#isReflecting) this.#setOption(option, text === null ? undefined : readAttribute(name, text));
  }

  formAssociatedCallback(form: HTMLFormElement | null): void {
    this.#form.attach(form);
  }

  formDisabledCallback(disabled: boolean): void {
    this.#setOption("disabled", disabled);
    this.#setStates();
  }

  formResetCallback(): void {
    this.#form.reset();
  }

  /** The status of the pane. */
  get status(): PaneStatus {
    return this.#pane.status;
  }

  /** The public state of the form; `null` until the pane is ready. It never contains typed text. */
  get snapshot(): Snapshot | null {
    return this.#pane.snapshot;
  }

  /** The reason of the failure, while the status is `failed`. */
  get error(): CardpaneError | null {
    return this.#pane.error;
  }

  /** Disables all fields; the element then takes no part in its form. */
  get disabled(): boolean {
    return this.hasAttribute("disabled");
  }
  set disabled(isDisabled: boolean) {
    this.toggleAttribute("disabled", !!isDisabled);
  }

  /** The name of the token in the form's data. Without it the element takes no part in its form. */
  get name(): string | null {
    return this.getAttribute("name");
  }
  set name(name: string | null | undefined) {
    this.#setAttribute("name", name || null);
  }

  /** Design tokens. */
  get tokens(): CardPaneOptions["tokens"] {
    return this.#unreflected.tokens;
  }
  set tokens(value: CardPaneOptions["tokens"]) {
    this.#setUnreflected("tokens", value);
  }

  /** Design tokens that override `tokens` in the dark scheme. */
  get darkTokens(): CardPaneOptions["darkTokens"] {
    return this.#unreflected.darkTokens;
  }
  set darkTokens(value: CardPaneOptions["darkTokens"]) {
    this.#setUnreflected("darkTokens", value);
  }

  /** A saved card: the form shows its CVV field only. The attribute `saved-card` accepts it as JSON. */
  get savedCard(): CardPaneOptions["savedCard"] {
    return this.#unreflected.savedCard;
  }
  set savedCard(value: CardPaneOptions["savedCard"]) {
    this.#setUnreflected("savedCard", value);
  }

  /** Initial values: cardholder and postal code. The attribute `values` accepts them as JSON. */
  get values(): CardPaneOptions["values"] {
    return this.#unreflected.values;
  }
  set values(value: CardPaneOptions["values"]) {
    this.#setUnreflected("values", value);
  }

  /** Texts of the page that replace the pane's own. */
  get texts(): CardPaneOptions["texts"] {
    return this.#unreflected.texts;
  }
  set texts(value: CardPaneOptions["texts"]) {
    this.#setUnreflected("texts", value);
  }

  /** Milliseconds after which a frame that is not ready has failed to load. */
  get loadTimeoutMs(): CardPaneOptions["loadTimeoutMs"] {
    return this.#unreflected.loadTimeoutMs;
  }
  set loadTimeoutMs(value: CardPaneOptions["loadTimeoutMs"]) {
    this.#setUnreflected("loadTimeoutMs", value);
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

  /** Focuses a field, or the first invalid one; in a failed pane, the failure message. Does nothing while the pane loads. */
  override focus(field?: FieldName | FocusOptions): void {
    // A page may pass the options of the platform's `focus()`. They are not a field name and are ignored.
    this.#pane.focus(field as FieldName);
  }

  /** Removes the focus from the fields. */
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
  /** The platform's method, with the types of the pane's events. */
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener, options);
  }

  /**
   * Sets an option from an attribute or a property. An invalid one changes nothing and is reported like an exception of a callback.
   * It is not thrown, because that would interrupt a framework that sets the property during an update.
   */
  #setOption(option: keyof CardPaneOptions, value: unknown): boolean {
    try {
      this.update({ [option]: value });
      return true;
    } catch (error) {
      // DOM simulators may lack `reportError`.
      (globalThis.reportError ?? console.error)(error);
      return false;
    }
  }

  #setProperty(attribute: AttributeName, given: unknown): void {
    const value = readProperty(attribute, given);
    if (!this.#setOption(attributes[attribute][0], value)) return;
    this.#isReflecting = true;
    this.#setAttribute(attribute, writeAttribute(attribute, value));
    this.#isReflecting = false;
  }

  #setUnreflected<Name extends UnreflectedProperty>(name: Name, value: CardPaneOptions[Name]): void {
    if (this.#setOption(name, value)) this.#unreflected[name] = value;
  }

  #setAttribute(name: string, text: string | null): void {
    if (text === null) this.removeAttribute(name);
    else this.setAttribute(name, text);
  }

  #join({ field, accept }: Joining): void {
    this.#fields.add(field);
    // The field joins again when the attribute is removed.
    if (this.hasAttribute(defer)) return;
    accept((option, host) => {
      if (!option) this.#fields.delete(field);
      this.#pane.place(option, host, true);
    });
  }

  /** Sets the custom states: `card-pane:state(invalid)`. */
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
