/**
 * `<card-pane>`: the pane as a custom element, configured by attributes or properties. The last one that was set applies; a property
 * changes no attribute except `disabled` and `name`.
 *
 * It mounts when it is connected. It unmounts when it is removed and not inserted again in the same task. When it is moved, it
 * reloads, because a moved iframe loses its document.
 *
 * Each `<card-pane-field>` inside it is the mount point of one field; the element itself then has no frame.
 *
 * An iframe in the page's HTML (a child in the slot `cardpane-frame`) is adopted if it equals the one that the element would
 * create, and replaced otherwise.
 */

import type { FieldName } from "@cardpane/contract/messages";
import type { CardPaneEventName, CardPaneEvents } from "../api/events.ts";
import type { CardPaneOptions } from "../api/options.ts";
import type { CardPane } from "../api/types.ts";
import { Pane } from "../pane/pane.ts";
import { attachRoot } from "../ui/element-root.ts";
import {
  attributeOptions,
  defer,
  elementOptions,
  isFlag,
  readAttribute,
  readProperty,
} from "./attributes.ts";
import { elementBase, internalsOf, isDisabled } from "./base.ts";
import { type CardPaneFieldElement, type Joining, joining } from "./card-pane-field.ts";
import { setStates } from "./custom-states.ts";
import { FormParticipation } from "./form-participation.ts";
import { whenEarlyIframe } from "./parsed-iframe.ts";

/** The pane's methods that the element passes on. */
const methods = [
  "mount",
  "field",
  "unmount",
  "destroy",
  "blur",
  "clear",
  "announce",
  "showDecline",
  "validate",
  "tokenize",
  "handleNextAction",
  "retry",
  "on",
] as const;

/** The events of {@link CardPaneElement}: those of the pane, each with its detail. */
export type CardPaneElementEventMap = {
  readonly [Name in CardPaneEventName]: CustomEvent<CardPaneEvents[Name]>;
};

/** The type of an option's property: a list may be set as text, and a missing attribute is `null` or `false`. */
type PropertyOf<Option> = boolean extends Option
  ? boolean
  : Option | null | (NonNullable<Option> extends readonly unknown[] ? string : never);

/** A property for each option, which sets the same as the attribute and has the value that was set last, by either. */
type OptionProperties = {
  -readonly [Name in keyof CardPaneOptions as Exclude<Name, "disabled">]-?: PropertyOf<CardPaneOptions[Name]>;
};

export interface CardPaneElement extends Omit<CardPane, "focus" | "update">, OptionProperties {
  /** Removes the focus from the fields. */
  blur(): void;
  /** The platform's method, with the types of the pane's events. */
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
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: it defines the members of the interface in loops over their names.
export class CardPaneElement extends elementBase() {
  // Not a field: compilers turn a static field into a static block, which Safari before 16.4 cannot parse.
  static get formAssociated(): boolean {
    return true;
  }

  /** Read once, when the element is defined: before that, nothing can use the members that it adds to the class. */
  static get observedAttributes(): readonly string[] {
    CardPaneElement.#addMembers();
    return [...attributeOptions().keys(), "disabled", defer];
  }

  static #addMembers(): void {
    const define = (name: string, member: PropertyDescriptor & ThisType<CardPaneElement>) =>
      Object.defineProperty(CardPaneElement.prototype, name, {
        configurable: true,
        enumerable: true,
        ...member,
      });
    for (const name of elementOptions())
      define(name, {
        get() {
          return this.#pane.options[name] ?? (isFlag(name) ? false : null);
        },
        set(given: unknown) {
          this.#report(() => this.update({ [name]: readProperty(name, given) }));
        },
      });
    for (const name of ["status", "snapshot", "error"] as const)
      define(name, {
        get() {
          return this.#pane[name];
        },
      });
    for (const name of methods)
      define(name, {
        writable: true,
        value(...given: readonly never[]) {
          const result = (this.#pane[name] as (...given: readonly never[]) => unknown)(...given);
          return result === this.#pane ? this : result;
        },
      });
  }

  readonly #internals = internalsOf(this);
  readonly #pane = new Pane(
    {},
    () => this.#setStates(),
    () => this.#form.cancel(),
  );
  readonly #form = new FormParticipation(this, this.#pane);
  readonly #fields = new Set<CardPaneFieldElement>();
  /** An attribute was read. */
  #hasRead = false;

  constructor() {
    super();
    attachRoot(this);
    this.addEventListener(joining, (event: CustomEventInit<Joining>) => {
      (event as Event).stopPropagation();
      this.#join(event.detail as Joining);
    });
    // A label of the page clicks the element that it names.
    this.addEventListener("click", (event) => {
      const [target] = event.composedPath() as CardPaneFieldElement[];
      if (target && ((target as object) === this || this.#fields.has(target)))
        this.focus(target.getAttribute("name")?.replace("?", "") as FieldName);
    });
  }

  connectedCallback(): void {
    if (this.hasAttribute(defer)) return;
    this.#attachToForm();
    // Chromium's parser of XHTML reports no attributes.
    if (!this.#hasRead)
      for (const name of this.getAttributeNames())
        this.attributeChangedCallback(name, null, this.getAttribute(name));
    // A property that the page set before the element was defined shadows the accessor, so it is set again.
    // Not by `Object.keys()`, which Prototype.js before 1.7 replaces by one that lists inherited members, too.
    for (const name of Reflect.ownKeys(this)) {
      const value: unknown = Reflect.get(this, name);
      if (name in CardPaneElement.prototype && Reflect.deleteProperty(this, name))
        Reflect.set(this, name, value);
    }
    // Field elements that exist now join by their own event. One that is added later replaces the whole form.
    whenEarlyIframe(this, () => this.#pane.attach(this, !this.querySelector("card-pane-field")));
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.unmount();
      this.#attachToForm();
    });
  }

  /** Empty, because `moveBefore()` keeps the iframe's document. Without this method the element would be reconnected and reload. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
    this.#hasRead = true;
    if (attribute === defer) {
      // Only the removal of `defer` is handled. When it is set, fields may not be upgraded yet.
      if (text !== null || !this.isConnected) return;
      this.connectedCallback();
      // A DOM simulator may connect a field before its <card-pane> is defined.
      const fields = this.querySelectorAll<CardPaneFieldElement>("card-pane-field");
      for (const field of new Set([...this.#fields, ...fields])) field.connectedCallback();
      return;
    }
    const option = attributeOptions().get(attribute);
    if (attribute === "disabled") this.formDisabledCallback(isDisabled(this));
    else if (option) this.#report(() => this.#pane.update({ [option]: readAttribute(option, text) }));
  }

  formAssociatedCallback(form: HTMLFormElement | null): void {
    this.#form.attach(form);
  }

  formDisabledCallback(disabled: boolean): void {
    this.#pane.update({ disabled });
    this.#setStates();
  }

  /** Safari before 16.4 knows no form-associated elements, so the element finds its form by itself. */
  #attachToForm(): void {
    if (this.#internals.setFormValue) return;
    this.#form.attach(this.isConnected ? this.closest("form") : null);
  }

  /** Disables all fields; the element then takes no part in its form. */
  get disabled(): boolean {
    return this.hasAttribute("disabled");
  }
  set disabled(isDisabled: boolean) {
    this.toggleAttribute("disabled", !!isDisabled);
  }

  /** What the element adds to its form's data: token and device data as JSON; empty without a token. */
  get value(): string {
    return this.#form.value;
  }

  /** The name of the token in the form's data. Without it the element takes no part in its form. */
  get name(): string | null {
    return this.getAttribute("name");
  }
  set name(name: string | null | undefined) {
    if (name) this.setAttribute("name", name);
    else this.removeAttribute("name");
  }

  /**
   * Changes options and keeps the typed text. Properties follow; of the attributes only `disabled`. Another `src` or `environment`
   * reloads the pane.
   *
   * @throws CardpaneError `options_invalid`; then nothing has changed.
   */
  update(options: Partial<CardPaneOptions>): void {
    this.#pane.update(options);
    if (!("disabled" in options)) return;
    this.disabled = !!options.disabled;
    // A fieldset may disable the element as well.
    this.#pane.update({ disabled: isDisabled(this) });
  }

  /** Focuses a field, or the first invalid one; in a failed pane, the failure message. Does nothing while the pane loads. */
  override focus(field?: FieldName | FocusOptions): void {
    // A page may pass the options of the platform's `focus()`. They are not a field name and are ignored.
    this.#pane.focus(field as FieldName);
  }

  /**
   * Sets an option from an attribute or a property. An invalid one changes nothing and is reported like an exception of a callback.
   * It is not thrown, because that would interrupt a framework that sets the property during an update.
   */
  #report(set: () => void): void {
    try {
      set();
    } catch (error) {
      // DOM simulators may lack `reportError`.
      (globalThis.reportError ?? console.error)(error);
    }
  }

  #join({ field, accept }: Joining): void {
    this.#fields.add(field);
    // The field joins again when the attribute is removed.
    if (this.hasAttribute(defer)) return;
    accept((option, host) => {
      if (option) this.#fields.add(field);
      else this.#fields.delete(field);
      this.#pane.place(option, host);
    });
  }

  /** Sets the custom states: `card-pane:state(invalid)`. */
  #setStates(): void {
    const { snapshot, status } = this;
    if (snapshot) this.#form.handleSnapshot(snapshot);
    const fields = snapshot?.fields ?? {};
    const all = Object.values(fields);
    const disabled = isDisabled(this);
    setStates(this.#internals, status, disabled, {
      ...snapshot,
      focused: all.some(({ focused }) => focused),
      error: all.some(({ error }) => error),
    });
    for (const field of this.#fields) field.show(fields, status, disabled);
  }
}
