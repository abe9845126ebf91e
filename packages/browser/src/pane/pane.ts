/**
 * The life of a pane.
 *
 *   unmounted --mount--> loading, ready or failed (mounted-pane.ts) --unmount--> unmounted
 *   any --destroy--> destroyed, final
 *
 * Every request gets a response whatever happens: `frame_gone` from a lost frame, its own code from a failure, `destroyed`
 * from unmount and destroy.
 */
import {
  announcement,
  type FieldName,
  type Snapshot,
  type TokenizeExtra,
  type TokenizeOutcome,
  tokenizeExtra,
} from "@cardpane/contract/messages";
import { frameAddress, mayLackAddress } from "../connection/frame-url.ts";
import { handleNextActionIn } from "../next-action/handle-next-action.ts";
import type { NextActionOptions, NextActionResult, NextActionSource } from "../next-action/types.ts";
import { findElement, inDocumentOrder, type MountPoint } from "../session/mount-point.ts";
import { MountedPane, type PaneState } from "../session/mounted-pane.ts";
import { PendingRequests } from "../session/pending-requests.ts";
import { unclobbered } from "../ui/unclobbered.ts";
import { createDebugLog } from "./debug-log.ts";
import { CardpaneError } from "./errors.ts";
import { type CardPaneEvent, type CardPaneEventName, type CardPaneListener, Emitter } from "./events.ts";
import {
  type CardPaneOptions,
  checkTimeout,
  checkTokenizable,
  checkValue,
  type FieldOption,
  readField,
  readOptions,
  type Settings,
} from "./options.ts";
import type { CardPane, PaneStatus, TokenizeOptions, TokenizeResult } from "./types.ts";

const validateTimeoutMs = 5_000;
/** Stands for the snapshot of a form that has sent none. */
const emptySnapshot = { fields: {}, brand: null, brands: [], empty: true, complete: false };

/** The pane that was put into an element last. */
const occupants = new WeakMap<Element, Pane>();

/** How long a pane lives. */
export interface PaneLifetime {
  /** Aborted, it destroys the pane, wherever it is on its way; a pane that is made after that is destroyed from the start. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a pane; {@link CardPane.mount} puts it into the page.
 *
 * @throws CardpaneError `options_invalid`, naming the option.
 * @example
 * const pane = createCardPane({ src: "https://pane.example/0.1.0/", fields: ["number", "expiry", "cvv"] });
 * pane.mount("#card");
 * const { token, device, error } = await pane.tokenize();
 */
export function createCardPane(options: CardPaneOptions = {}, { signal }: PaneLifetime = {}): CardPane {
  const pane = new Pane(options);
  if (signal?.aborted) pane.destroy();
  signal?.addEventListener("abort", pane.destroy, { signal: pane.ended });
  return pane;
}

/** The pane behind both {@link createCardPane} and `<card-pane>`. Its state can be read from outside, not written. */
export class Pane implements CardPane {
  readonly #state: PaneState = { status: "unmounted", snapshot: null, error: null };
  readonly #emitter = new Emitter();
  readonly #requests = new PendingRequests();
  readonly #ending = new AbortController();
  readonly #log = createDebugLog(() => this.#settings.debug);
  readonly #onChange: () => void;
  #options: CardPaneOptions;
  #settings: Settings;
  #mounted: MountedPane | undefined;
  #mountPoints: readonly MountPoint[] = [];
  #isArranging = false;
  #tokenizing: Promise<TokenizeResult> | null = null;

  /** @param onChange called before each event: status or snapshot may have changed. */
  constructor(options: CardPaneOptions = {}, onChange: () => void = () => {}) {
    this.#options = options;
    this.#settings = readOptions(options);
    this.#onChange = onChange;
    // Pages pass methods on: `return pane.destroy` in an effect, `const { tokenize } = pane`.
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Pane.prototype))) {
      if (name !== "constructor" && value) Object.defineProperty(this, name, { value: value.bind(this) });
    }
  }

  get status(): PaneStatus {
    return this.#state.status;
  }

  get snapshot(): Snapshot | null {
    return this.#state.snapshot;
  }

  get error(): CardpaneError | null {
    return this.#state.error;
  }

  /** Aborted when the pane is destroyed. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  mount(target: string | Element): this {
    const host = this.#resolve(target);
    checkTokenizable(this.#settings);
    if (!this.#mountPoints.some((point) => point.host === host && !point.field)) this.attach(host, true);
    return this;
  }

  field(option: FieldOption, target: string | Element | null): this {
    const { name } = readField(option);
    const before = this.#mountPoints.find(({ field }) => field === name);
    const host = target === null ? null : this.#resolve(target);
    const occupant = this.#mountPoints.find((point) => point.host === host && point.field);
    if (occupant && occupant.field !== name) {
      throw new CardpaneError("options_invalid", {
        message: `The element of \`${name}\` already has the field \`${occupant.field}\`. Give each field an element of its own.`,
      });
    }
    if (before && before.host !== host) this.place(null, before.host);
    if (host) this.place(option, host);
    return this;
  }

  unmount(): void {
    const mounted = this.#mounted;
    if (!mounted) return;
    this.#setMountPoints([]);
    this.#mounted = undefined;
    this.#requests.disconnect(new CardpaneError("destroyed"));
    mounted.remove();
    this.#state.status = "unmounted";
    this.#emit(["closed", null], mounted.host);
  }

  destroy(): void {
    this.unmount();
    this.#ending.abort();
    this.#state.status = "destroyed";
  }

  update(changes: Partial<CardPaneOptions>): void {
    const { src, host, environment } = this.#settings;
    const options = { ...this.#options, ...changes };
    const settings = readOptions(options);
    if (this.#mountPoints.some(({ field }) => !field)) checkTokenizable(settings);
    this.#options = options;
    this.#settings = settings;
    const isThere = src === settings.src && host === settings.host && environment === settings.environment;
    if (isThere) this.#mounted?.arrange();
    else this.#mounted?.restart();
  }

  focus(field?: FieldName): void {
    if (this.status === "failed") this.notify("");
    const fields = this.snapshot?.fields ?? {};
    const names = Object.keys(fields) as FieldName[];
    // An element's focus() may be called with options instead.
    const target =
      names.find((name) => name === field) ?? names.find((name) => !fields[name]?.valid) ?? names[0];
    if (target) this.#mounted?.focus(target);
  }

  blur(): void {
    this.#mounted?.blur();
  }

  clear(): void {
    this.#mounted?.send({ type: "clear" });
  }

  announce(text: string): void {
    checkValue(announcement, "text", text);
    this.#mounted?.send({ type: "announce", text });
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
    { timeoutMs = 30_000, signal }: TokenizeOptions = {},
  ): Promise<TokenizeResult> {
    checkTimeout(timeoutMs);
    this.#tokenizing ??= this.#tokenize(extra, timeoutMs, signal).finally(() => {
      this.#tokenizing = null;
    });
    return this.#tokenizing;
  }

  async handleNextAction(payment: NextActionSource, options?: NextActionOptions): Promise<NextActionResult> {
    const { tags, aroundTexts: texts } = this.#mounted ?? {};
    // Seen behind the dialog, empty fields look as if what was typed were lost.
    const uncover = hasNextAction(payment) ? this.#mounted?.cover() : undefined;
    const result = await handleNextActionIn({ tags, texts }, payment, options, this.ended);
    uncover?.();
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
    return this.#emitter.on(name, listener, options);
  }

  once<Name extends CardPaneEventName>(name: Name, listener: CardPaneListener<Name>): () => void {
    return this.#emitter.on(name, listener, { once: true });
  }

  off<Name extends CardPaneEventName>(name: Name, listener: CardPaneListener<Name>): void {
    this.#emitter.off(name, listener);
  }

  /**
   * Comes into the page: the whole form in an element, or no field as yet. Throws nothing: errors are failures of the pane.
   *
   * @param isBound options that are missing may come within the task, as a framework sets them.
   */
  attach(host: Element | null, isWhole: boolean, isBound = false): void {
    if (this.status === "destroyed") return;
    // A browser connects an element before those in it; happy-dom after them, so their fields are here already.
    const early = this.#mounted?.host === null ? this.#mountPoints : [];
    this.unmount();
    if (host) this.#setMountPoints(isWhole ? [{ field: null, required: true, host }] : early);
    this.#mounted = new MountedPane({
      host,
      mountPoints: () => usedMountPoints(this.#mountPoints, this.#settings),
      state: this.#state,
      settings: () => this.#settings,
      requests: this.#requests,
      emit: (event) => this.#emit(event, host),
      onRemoved: (point) => (point.field ? this.place(null, point.host) : this.unmount()),
      log: this.#log,
      waits: isBound && mayLackAddress(this.#options),
    });
    this.#mounted.arrange();
  }

  /** Puts a field into an element, in place of the one that is there, or takes that out. */
  place(option: FieldOption | null, host: Element, isBound = false): void {
    const { name: field, required = true } = option ? readField(option) : {};
    const known = this.#mountPoints.find((point) => point.host === host && point.field);
    if (!known || known.field !== field || known.required !== required) {
      const others = this.#mountPoints.filter((point) => point.field && point !== known);
      this.#setMountPoints(field ? [...others, { field, required, host }] : others);
    }
    if (field && !this.#mounted) this.attach(null, false, isBound);
    if (this.#isArranging) return;
    // Fields come and go together: once for all of them.
    this.#isArranging = true;
    queueMicrotask(() => {
      this.#isArranging = false;
      this.#mounted?.arrange();
    });
  }

  /** Shows a sentence below the form and gives it the focus; `null` takes the last away, `""` is a failure without words. */
  notify(text: string | null): void {
    this.#mounted?.notify(text);
  }

  /** Whether an element has the pane; one that the page has emptied has it no longer. */
  isIn(host: Element): boolean {
    return this.#mounted?.isIn(host) ?? false;
  }

  /** The element of a selector, if a frame may be put into it. */
  #resolve(target: string | Element): Element {
    if (this.status === "destroyed") throw new CardpaneError("destroyed");
    const host = findElement(target);
    const occupant = occupants.get(host);
    if (occupant && occupant !== this && occupant.isIn(host)) {
      throw new CardpaneError("options_invalid", {
        message:
          "The element already has another pane. Unmount that one first, or give each pane an element of its own.",
      });
    }
    frameAddress(this.#settings, host);
    return host;
  }

  #setMountPoints(mountPoints: readonly MountPoint[]): void {
    for (const { host } of this.#mountPoints) if (occupants.get(host) === this) occupants.delete(host);
    for (const { host } of mountPoints) occupants.set(host, this);
    this.#mountPoints = mountPoints;
  }

  async #tokenize(
    extra: TokenizeExtra,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<TokenizeResult> {
    const host = this.#mounted?.host ?? null;
    const result = await this.#requestToken(extra, timeoutMs, signal);
    // A frame may not be allowed to take the focus from the page; the page may give it.
    const [field] = result.error?.fields ?? [];
    if (field) this.focus(field);
    this.#emit(result.error ? ["tokenerror", result.error] : ["token", result], host);
    return result;
  }

  async #requestToken(
    extra: TokenizeExtra,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<TokenizeResult> {
    const checked = tokenizeExtra(extra);
    if (!checked) return { error: new CardpaneError("extra_invalid") };
    const response = await this.#request({
      type: "tokenized",
      toMessage: (requestId, leftMs) => ({ type: "tokenize", requestId, timeoutMs: leftMs, extra: checked }),
      timeoutMs,
      signal,
    });
    return response instanceof CardpaneError ? { error: response } : toResult(response.outcome);
  }

  /** Sends a request, unless it is known that there will be no response. */
  readonly #request: PendingRequests["request"] = async (request) => {
    if (this.#mounted) return this.error ?? this.#requests.request(request);
    return new CardpaneError(this.status === "destroyed" ? "destroyed" : "not_ready");
  };

  #emit([name, detail]: CardPaneEvent, host: Element | null): void {
    this.#log(`event ${name}`, { status: this.status, code: this.error?.code ?? null });
    this.#onChange();
    for (const target of [this.#emitter.target, host]) {
      // What the pane does next in a form a page may prevent: submit it, or show why it could not.
      const cancelable = name === "enter" || name === "tokenerror";
      const event = new CustomEvent(name, { detail, cancelable });
      if (target) unclobbered(target).dispatchEvent(event);
    }
  }
}

/** The mount points that a form has a use for, in the order of the page: a saved card takes the CVV alone. */
function usedMountPoints(mountPoints: readonly MountPoint[], { savedCard }: Settings): readonly MountPoint[] {
  return inDocumentOrder(mountPoints).filter(({ field }) => !savedCard || !field || field === "cvv");
}

/** What does not fit is refused later, by the code that reads all of it. */
function hasNextAction(source: NextActionSource): boolean {
  const { payment, action, url, qrCode } = {
    payment: null,
    action: null,
    url: null,
    qrCode: null,
    ...source,
  };
  return Boolean(action ?? url ?? qrCode) || (payment !== null && hasNextAction(payment));
}

function toResult({ ok, ...outcome }: TokenizeOutcome): TokenizeResult {
  return "code" in outcome ? { error: new CardpaneError(outcome.code, outcome) } : outcome;
}
