/**
 * The life of a pane.
 *
 *   unmounted --mount--> loading, ready or failed (mounted-pane.ts) --unmount--> unmounted
 *   any --destroy--> destroyed, final
 *
 * Every request settles: with `frame_gone` when the frame is lost, with the code of a failure, with `destroyed` on unmount and
 * destroy.
 */
import {
  announcement,
  type FieldName,
  type Snapshot,
  type TokenizeExtra,
  type TokenizeOutcome,
  tokenizeExtra,
  withoutUndefined,
} from "@cardpane/contract/messages";
import { loadDeferred } from "#lazy";
import { CardpaneError } from "../api/errors.ts";
import type { CardPaneEvent, CardPaneEventName, CardPaneListener } from "../api/events.ts";
import type { NextActionOptions, NextActionResult, NextActionSource } from "../api/next-action.ts";
import {
  type CardPaneOptions,
  checkTokenizable,
  checkValue,
  type FieldOption,
  milliseconds,
  readField,
  readOptions,
  type Settings,
} from "../api/options.ts";
import type { CardPane, PaneStatus, TokenizeOptions, TokenizeResult } from "../api/types.ts";
import { frameAddress } from "../connection/frame-url.ts";
import { handleNextActionIn } from "../next-action/handle-next-action.ts";
import { MountedPane } from "../session/mounted-pane.ts";
import { PendingRequests, type RequestLimits } from "../session/pending-requests.ts";
import { deepestFocus } from "../ui/deepest-focus.ts";
import { findElement, inDocumentOrder, type MountPoint } from "../ui/mount-point.ts";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";

const validateTimeoutMs = 5_000;
/** The result of `validate()` if the form has sent no snapshot. */
const emptySnapshot = { fields: {}, brand: null, brands: [], empty: true, complete: false };

/** The pane that was mounted last in each element. */
const occupants = new WeakMap<Element, Pane>();

/**
 * Creates a pane; {@link CardPane.mount} inserts it into the page.
 *
 * @throws CardpaneError `options_invalid`, which names the option
 * @example
 * const pane = createCardPane({ src: "https://pane.example/0.1.0/", fields: ["number", "expiry", "cvv"] });
 * pane.mount("#card");
 * const { token, device, error } = await pane.tokenize();
 */
export function createCardPane(options?: CardPaneOptions): CardPane {
  return new Pane(options);
}

/** The implementation of {@link createCardPane} and `<card-pane>`. Its state is read-only from outside. */
export class Pane implements CardPane {
  /** Calls the listeners. The browser reports one that throws, and calls the others. */
  readonly #target = new EventTarget();
  readonly #requests = new PendingRequests();
  readonly #ending = new AbortController();
  readonly #onChange: () => void;
  readonly #onCardReplaced: () => void;
  #options: CardPaneOptions;
  #settings: Settings;
  #mounted: MountedPane | undefined;
  #mountPoints: readonly MountPoint[] = [];
  #isArranging = false;
  #tokenizing: Promise<TokenizeResult> | null = null;

  /**
   * @param onChange called before each event, because status or snapshot may have changed
   * @param onCardReplaced called when the page empties the form, or changes its saved card or the address of its frames
   */
  constructor(
    options: CardPaneOptions = {},
    onChange: () => void = () => {},
    onCardReplaced: () => void = () => {},
  ) {
    this.#options = options;
    this.#settings = readOptions(options);
    this.#onChange = onChange;
    this.#onCardReplaced = onCardReplaced;
    // Members are bound, because pages detach them (`return pane.destroy` in an effect), and because the proxies of Vue and Alpine
    // call them with the proxy, which has no private members. Spies replace them.
    const own = { configurable: true, writable: true };
    for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(Pane.prototype))) {
      if (get) Object.defineProperty(this, name, { configurable: true, get: get.bind(this) });
      else if (name !== "constructor") Object.defineProperty(this, name, { ...own, value: value.bind(this) });
    }
  }

  get status(): PaneStatus {
    return this.ended.aborted ? "destroyed" : (this.#mounted?.status ?? "unmounted");
  }

  get snapshot(): Snapshot | null {
    return this.#mounted?.snapshot ?? null;
  }

  get error(): CardpaneError | null {
    return this.#mounted?.error ?? null;
  }

  /** As the page gave them. */
  get options(): CardPaneOptions {
    return this.#options;
  }

  /** Aborted when the pane is destroyed. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  mount(target: string | Element): this {
    const host = this.#resolve(target);
    checkTokenizable(this.#settings);
    const isMounted = this.#mountPoints.some((point) => point.host === host && !point.field);
    if (!isMounted || !this.isIn(host)) this.attach(host, true);
    return this;
  }

  field(option: FieldOption, target: string | Element | null): this {
    const { name } = readField(option);
    const before = this.#mountPoints.find(({ field }) => field === name);
    const host = target === null ? null : this.#resolve(target);
    const occupant = this.#mountPoints.find((point) => point.host === host && point.field);
    if (occupant && occupant.field !== name)
      throw new CardpaneError("element_occupied", { where: `Field: \`${occupant.field}\`` });
    if (before && before.host !== host) this.place(null, before.host);
    if (host) this.place(option, host);
    return this;
  }

  unmount(): void {
    const mounted = this.#mounted;
    if (!mounted) return;
    this.#setMountPoints([]);
    this.#mounted = undefined;
    this.#tokenizing = null;
    this.#requests.disconnect(() => new CardpaneError("destroyed"));
    mounted.remove();
    this.#emit(["closed", null], mounted.host);
  }

  destroy(): void {
    // First, so that a listener of `closed` cannot mount the pane again.
    this.#ending.abort();
    this.unmount();
  }

  update(changes: Partial<CardPaneOptions>): void {
    const { src, environment, savedCard } = this.#settings;
    const options = { ...this.#options, ...changes };
    const settings = readOptions(options);
    if (this.#mountPoints.some(({ field }) => !field)) checkTokenizable(settings);
    this.#options = options;
    this.#settings = settings;
    const isSameFrame = src === settings.src && environment === settings.environment;
    if (!isSameFrame || JSON.stringify(savedCard) !== JSON.stringify(settings.savedCard))
      this.#onCardReplaced();
    this.#mounted?.arrange(!isSameFrame);
  }

  focus(field?: FieldName): void {
    if (this.status === "failed") this.notify("");
    const names = Object.keys(this.snapshot?.fields ?? {}) as FieldName[];
    // The page may pass the options of an element's `focus()`, which are not a field name.
    if (names[0]) this.#mounted?.focus(names.find((name) => name === field) ?? null);
  }

  blur(): void {
    this.#mounted?.blur();
  }

  clear(): void {
    this.#onCardReplaced();
    this.#mounted?.send({ type: "clear" });
  }

  /** Empties all fields and fills in `values` again, because the element's form was reset. */
  reset(): void {
    this.#mounted?.send({ type: "reset" });
  }

  announce(text: string): void {
    checkValue(announcement, "text", text);
    this.#mounted?.send({ type: "announce", text });
  }

  showDecline(code: string | null | undefined): void {
    this.#mounted?.send({ type: "decline", code: `${code ?? ""}` });
  }

  async validate(): Promise<Snapshot> {
    const response = await this.#request({
      type: "validated",
      toMessage: (requestId) => ({ type: "validate", requestId }),
      timeoutMs: validateTimeoutMs,
    });
    if (!(response instanceof CardpaneError)) return response.snapshot;
    return { ...(this.snapshot ?? emptySnapshot), valid: false };
  }

  tokenize(
    extra: TokenizeExtra = {},
    { timeoutMs = 30_000, signal, announce = "" }: TokenizeOptions = {},
  ): Promise<TokenizeResult> {
    checkValue(milliseconds, "timeoutMs", timeoutMs);
    checkValue(announcement, "announce", announce);
    if (this.#tokenizing) return this.#tokenizing;
    const host = this.#mounted?.host ?? null;
    const focused = this.#mounted && deepestFocus();
    const tokenizing = this.#requestToken(extra, announce, { timeoutMs, signal }).then((result) => {
      // Before the event, whose listeners may tokenize again. Not if the pane was unmounted and tokenizes again.
      if (tokenizing === this.#tokenizing) this.#tokenizing = null;
      // The frame may be unable to move the focus from the page into itself, so the page moves it, unless the shopper has moved it.
      const [field] = result.error?.fields ?? [];
      if (field && [focused, pageDocument.body].includes(deepestFocus())) this.focus(field);
      // A challenge may follow, whose code this file knows.
      if (!result.error) loadDeferred().catch(() => {});
      this.#emit(result.error ? ["tokenerror", result.error] : ["token", result], host);
      return result;
    });
    this.#tokenizing = tokenizing;
    return tokenizing;
  }

  async handleNextAction(payment: NextActionSource, options?: NextActionOptions): Promise<NextActionResult> {
    const mounted = this.#mounted;
    const pane = { tags: mounted?.tags, texts: mounted?.localizedTexts, cover: () => mounted?.cover() };
    const result = await handleNextActionIn(pane, payment, options, this.ended);
    // The shopper is back at the form, with the card that is still in it.
    if (result.status === "cancelled") mounted?.send({ type: "decline", code: null });
    return result;
  }

  retry(): void {
    this.#mounted?.retry();
  }

  on<Name extends CardPaneEventName>(
    name: Name,
    listener: CardPaneListener<Name>,
    options?: AddEventListenerOptions,
  ): () => void {
    const handler = (event: Event) => listener((event as CustomEvent).detail);
    this.#target.addEventListener(name, handler, options);
    return () => this.#target.removeEventListener(name, handler, options);
  }

  /** Mounts the pane: the whole form in an element, or fields that are placed later. Errors are failures of the pane, not thrown. */
  attach(host: Element | null, isWhole: boolean): void {
    if (this.status === "destroyed") return;
    // A browser connects an element before its descendants. happy-dom connects it after them, so its fields may exist already.
    const early = this.#mounted?.host === null ? this.#mountPoints : [];
    const isTextLost = this.snapshot?.empty === false;
    this.unmount();
    if (host) this.#setMountPoints(isWhole ? [{ field: null, required: true, host }] : early);
    this.#mounted = new MountedPane({
      host,
      isTextLost,
      mountPoints: () => usedMountPoints(this.#mountPoints, this.#settings),
      settings: () => this.#settings,
      requests: this.#requests,
      emit: (event) => this.#emit(event, host),
      onRemoved: (point) => (point.field ? this.place(null, point.host) : this.unmount()),
    });
    this.#mounted.arrange();
  }

  /** Mounts a field in an element, in place of the element's current field; `null` removes that field. */
  place(option: FieldOption | null, host: Element): void {
    const { name: field, required = true } = option ? readField(option) : {};
    const known = this.#mountPoints.find((point) => point.host === host && point.field);
    if (!known || known.field !== field || known.required !== required || !this.isIn(host)) {
      const others = this.#mountPoints.filter((point) => point.field && point !== known);
      this.#setMountPoints(field ? [...others, { field, required, host }] : others);
    }
    if (field && !this.#mounted) this.attach(null, false);
    if (this.#isArranging) return;
    // Fields are often added and removed together; they are arranged once.
    this.#isArranging = true;
    queueMicrotask(() => {
      this.#isArranging = false;
      // Without a field, a pane that has no element of its own would load forever.
      if (this.#mounted?.host === null && this.#mountPoints.length === 0) this.unmount();
      else this.#mounted?.arrange();
    });
  }

  /** Shows a message below the form and focuses it; `null` removes it, `""` shows the general failure message. */
  notify(text: string | null): void {
    this.#mounted?.notify(text);
  }

  /** Emits `tokenerror` for a token that is not sent. */
  refuseToken(error: CardpaneError): void {
    this.#emit(["tokenerror", error], this.#mounted?.host ?? null);
  }

  /** Whether an element contains the pane. An element that the page has emptied does not. */
  isIn(host: Element): boolean {
    return this.#mounted?.isIn(host) ?? false;
  }

  /** Finds the element of a target, and checks that the pane can be mounted there. */
  #resolve(target: string | Element): Element {
    if (this.status === "destroyed") throw new CardpaneError("destroyed");
    const host = findElement(target);
    const occupant = occupants.get(host);
    if (occupant && occupant !== this && occupant.isIn(host)) throw new CardpaneError("element_occupied");
    frameAddress(this.#settings, host);
    return host;
  }

  #setMountPoints(mountPoints: readonly MountPoint[]): void {
    for (const { host } of this.#mountPoints) if (occupants.get(host) === this) occupants.delete(host);
    for (const { host } of mountPoints) occupants.set(host, this);
    this.#mountPoints = mountPoints;
  }

  async #requestToken(
    extra: TokenizeExtra,
    announce: string,
    limits: RequestLimits,
  ): Promise<TokenizeResult> {
    // The frame refuses `null` with `extra_invalid` and its text in the shopper's language.
    const checked = tokenizeExtra(withoutUndefined(extra)) ?? null;
    const response = await this.#request({
      type: "tokenized",
      toMessage: (requestId, timeoutMs) => ({
        type: "tokenize",
        requestId,
        timeoutMs,
        extra: checked,
        announce,
      }),
      ...limits,
    });
    return response instanceof CardpaneError ? { error: response } : toResult(response.outcome);
  }

  /** Sends a request; a pane that is failed or not mounted fails it at once. */
  readonly #request: PendingRequests["request"] = async (request) => {
    if (this.#mounted) return this.error ?? this.#requests.request(request);
    return new CardpaneError(this.status === "destroyed" ? "destroyed" : "not_ready");
  };

  #emit([name, detail]: CardPaneEvent, host: Element | null): void {
    this.#onChange();
    for (const target of [this.#target, host]) {
      // The default actions in a form, which the page may prevent: submitting it, and showing the error.
      const cancelable = name === "enter" || name === "tokenerror";
      const event = new CustomEvent(name, { detail, cancelable });
      if (target) unclobbered(target).dispatchEvent(event);
    }
  }
}

/** The mount points that the form uses, in document order. The form of a saved card uses only the CVV's. */
function usedMountPoints(mountPoints: readonly MountPoint[], { savedCard }: Settings): readonly MountPoint[] {
  return inDocumentOrder(mountPoints).filter(({ field }) => !savedCard || !field || field === "cvv");
}

function toResult({ ok, ...outcome }: TokenizeOutcome): TokenizeResult {
  return "code" in outcome ? { error: new CardpaneError(outcome.code, outcome) } : outcome;
}
