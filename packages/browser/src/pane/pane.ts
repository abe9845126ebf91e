/**
 * The life of a pane.
 *
 *   unmounted --mount--> loading, ready or failed (presence.ts) --unmount--> unmounted
 *   any --destroy--> destroyed, final
 *
 * Whoever waits for an answer gets one whatever happens: a lost frame answers `frame_gone`, a failure its own code, unmount
 * and destroy `destroyed`.
 */
import {
  announcement,
  type FieldName,
  type TokenizeExtra,
  type TokenizeOutcome,
  tokenizeExtra,
} from "@cardpane/contract/messages";
import { frameAddress } from "../connection/frame-url.ts";
import { handleNextAction } from "../next-action/handle-next-action.ts";
import { findElement } from "../session/find-element.ts";
import { inDocumentOrder, type Place } from "../session/mount-point.ts";
import { createPresence, type PaneState, type Presence } from "../session/mounted-pane.ts";
import { createCalls } from "../session/pending-requests.ts";
import { unclobbered } from "../ui/unclobbered.ts";
import { CardpaneError } from "./errors.ts";
import { type CardPaneEvent, createEmitter } from "./events.ts";
import {
  type CardPaneOptions,
  checkTimeout,
  checkValue,
  type FieldOption,
  readField,
  readOptions,
  type Settings,
} from "./options.ts";
import type { CardPane, TokenizeResult } from "./types.ts";

/** Puts a field into an element, or with `null` takes the one that is there out. */
export type Put = (option: FieldOption | null, host: Element) => void;

const validateTimeoutMs = 5_000;
/** What the page knows of a form that it cannot ask. */
const nothingKnown = { fields: {}, brand: null, brands: [], empty: true, complete: false };

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
  const { pane, ended } = makePane({}, options);
  if (signal?.aborted) pane.destroy();
  signal?.addEventListener("abort", pane.destroy, { signal: ended });
  return pane;
}

/**
 * Makes an object a pane.
 *
 * @param changed called before each event: status or snapshot may be others.
 * @returns the same object, and ways to mount it and its fields that do not throw: what is wrong is a failure of the pane
 * then, shown and told like any other.
 */
export function makePane<Target extends object>(
  target: Target,
  options: CardPaneOptions,
  changed?: () => void,
): {
  readonly pane: Target & CardPane;
  readonly adopt: (host: Element, isWhole: boolean) => void;
  readonly put: Put;
  /** Aborted when the pane is destroyed. */
  readonly ended: AbortSignal;
} {
  const { on, off, target: listeners } = createEmitter();
  const calls = createCalls();
  const ending = new AbortController();
  let given = options;
  let settings = readOptions(given);
  let presence: Presence | undefined;
  let places: readonly Place[] = [];
  let isArranging = false;
  let tokenizing: Promise<TokenizeResult> | null = null;

  /** Comes into the page: the whole form in an element, or as yet nothing. */
  function adopt(host: Element | null, isWhole: boolean): void {
    if (pane.status === "destroyed") return;
    unmount();
    if (host && isWhole) places = [{ field: null, required: true, host }];
    presence = createPresence({
      host,
      places: () => asked(places, settings),
      state: pane,
      settings: () => settings,
      calls,
      emit: (event) => emit(event, host),
      gone: ({ field, host: from }) => (field ? put(null, from) : unmount()),
    });
    presence.arrange();
  }

  /** Puts a field into an element, in place of the one that was there, or takes it out. */
  function put(option: FieldOption | null, host: Element): void {
    const { name: field, required = true } = option ? readField(option) : {};
    const known = places.find((place) => place.host === host && place.field);
    if (!known || known.field !== field || known.required !== required) {
      places = places.filter((place) => place.field && place !== known && place.field !== field);
      if (field) places = [...places, { field, required, host }];
    }
    if (field && !presence) adopt(null, false);
    if (isArranging) return;
    // Fields come and go together: once for all of them.
    isArranging = true;
    queueMicrotask(() => {
      isArranging = false;
      presence?.arrange();
    });
  }

  /** The element that a page named, if a frame may be put into it. */
  function hostFor(target: string | Element): Element {
    if (pane.status === "destroyed") throw new CardpaneError("destroyed");
    const host = findElement(target);
    frameAddress(settings, host);
    return host;
  }

  function unmount(): void {
    const was = presence;
    if (!was) return;
    presence = undefined;
    places = [];
    calls.offline(new CardpaneError("destroyed"));
    was.end();
    pane.status = "unmounted";
    emit(["closed", null], was.host);
  }

  async function tokenize(
    extra: TokenizeExtra,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<TokenizeResult> {
    const host = presence?.host ?? null;
    const fit = tokenizeExtra(extra);
    const answer = fit
      ? await ask(
          "tokenized",
          (requestId, leftMs) => ({ type: "tokenize", requestId, timeoutMs: leftMs, extra: fit }),
          timeoutMs,
          signal,
        )
      : new CardpaneError("extra_invalid");
    const result = answer instanceof CardpaneError ? { error: answer } : toResult(answer.outcome);
    // A frame may not be allowed to take the focus from the page; the page may give it.
    if (result.error?.fields[0]) pane.focus(result.error.fields[0]);
    emit(result.error ? ["tokenerror", result.error] : ["token", result], host);
    return result;
  }

  /** Asks, unless it is known that there will be no answer. */
  const ask: typeof calls.ask = async (...question) => {
    if (presence) return pane.error ?? calls.ask(...question);
    return new CardpaneError(pane.status === "destroyed" ? "destroyed" : "not_ready");
  };

  function emit([name, detail]: CardPaneEvent, host: Element | null): void {
    changed?.();
    for (const target of [listeners, host]) {
      // Enter has a consequence that a page may want to prevent.
      if (target)
        unclobbered(target).dispatchEvent(new CustomEvent(name, { detail, cancelable: name === "enter" }));
    }
  }

  const methods: Omit<CardPane, keyof PaneState> = {
    on,
    once: (name, listener) => on(name, listener, { once: true }),
    off,
    unmount,
    mount(element) {
      const host = hostFor(element);
      if (!places.some((place) => place.host === host && !place.field)) adopt(host, true);
      return pane;
    },
    field(option, element) {
      const { name } = readField(option);
      const before = places.find(({ field }) => field === name);
      if (element !== null) put(option, hostFor(element));
      else if (before) put(null, before.host);
      return pane;
    },
    destroy() {
      unmount();
      ending.abort();
      pane.status = "destroyed";
    },
    update(changes) {
      const { src, environment } = settings;
      const merged = { ...given, ...changes };
      settings = readOptions(merged);
      given = merged;
      if (src !== settings.src || environment !== settings.environment) presence?.start();
      else presence?.arrange();
    },
    focus(field) {
      const fields = pane.snapshot?.fields ?? {};
      const names = Object.keys(fields) as FieldName[];
      // An element's focus() may be called with options instead.
      const wanted =
        names.find((name) => name === field) ?? names.find((name) => !fields[name]?.valid) ?? names[0];
      if (wanted) presence?.focus(wanted);
    },
    blur: () => presence?.blur(),
    clear: () => presence?.say({ type: "clear" }),
    announce(text) {
      checkValue(announcement, "text", text);
      presence?.say({ type: "announce", text });
    },
    async validate() {
      const answer = await ask(
        "validated",
        (requestId) => ({ type: "validate", requestId }),
        validateTimeoutMs,
      );
      if (!(answer instanceof CardpaneError)) return answer.snapshot;
      return { ...(pane.snapshot ?? nothingKnown), valid: false };
    },
    tokenize(extra = {}, { timeoutMs = 30_000, signal } = {}) {
      checkTimeout(timeoutMs);
      tokenizing ??= tokenize(extra, timeoutMs, signal).finally(() => {
        tokenizing = null;
      });
      return tokenizing;
    },
    retry: () => presence?.retry(),
    handleNextAction: (payment, options) => handleNextAction(payment, options, ending.signal),
  };
  const pane = Object.assign<Target, PaneState, typeof methods>(
    target,
    { status: "unmounted", snapshot: null, error: null },
    methods,
  );
  return { pane, adopt, put, ended: ending.signal };
}

/** The places that a form has a use for, in the order of the page: a saved card asks for its CVV alone. */
function asked(places: readonly Place[], { savedCard }: Settings): readonly Place[] {
  return inDocumentOrder(places).filter(({ field }) => !savedCard || !field || field === "cvv");
}

function toResult({ ok, ...outcome }: TokenizeOutcome): TokenizeResult {
  return "code" in outcome ? { error: new CardpaneError(outcome.code, outcome) } : outcome;
}
