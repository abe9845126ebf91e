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
  type FieldName,
  type TokenizeExtra,
  type TokenizeOutcome,
  tokenizeExtra,
} from "@cardpane/contract/messages";
import { frameAddress } from "./address.ts";
import { createCalls } from "./calls.ts";
import { CardpaneError } from "./errors.ts";
import { type CardPaneEvent, createEmitter } from "./events.ts";
import { handleNextAction } from "./handle-next-action.ts";
import { type CardPaneOptions, invalidOption, milliseconds, readOptions } from "./options.ts";
import { createPresence, type PaneState, type Presence } from "./presence.ts";
import { findElement } from "./target.ts";
import type { CardPane, TokenizeResult } from "./types.ts";

const validateTimeoutMs = 5_000;
/** What the page knows of a form that it cannot ask. */
const nothingKnown = { fields: {}, brand: null, empty: true, complete: false };

/**
 * Makes a pane; {@link CardPane.mount} puts it into the page.
 *
 * @throws CardpaneError `options_invalid`, naming the option.
 * @example
 * const pane = createCardPane({ src: "https://pane.example/0.1.0/", fields: ["number", "expiry", "cvv"] });
 * pane.mount("#card");
 * const { token, device, error } = await pane.tokenize();
 */
export function createCardPane(options: CardPaneOptions = {}): CardPane {
  return makePane({}, options).pane;
}

/**
 * Makes an object a pane.
 *
 * @param changed called before each event: status or snapshot may be others.
 * @returns the same object, and a way to mount it that does not throw: what is wrong is a failure of the pane then, shown
 * and told like any other.
 */
export function makePane<Target extends object>(
  target: Target,
  options: CardPaneOptions,
  changed?: () => void,
): { readonly pane: Target & CardPane; readonly adopt: (host: Element) => void } {
  const { on, off, target: listeners } = createEmitter();
  const calls = createCalls();
  const ending = new AbortController();
  let given = options;
  let settings = readOptions(given);
  let presence: Presence | undefined;
  let tokenizing: Promise<TokenizeResult> | null = null;

  function adopt(host: Element): void {
    if (pane.status === "destroyed") return;
    unmount();
    presence = createPresence({
      host,
      state: pane,
      settings: () => settings,
      calls,
      emit: (event) => emit(event, host),
      gone: unmount,
    });
    presence.start();
  }

  function unmount(): void {
    const was = presence;
    if (!was) return;
    presence = undefined;
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
    const host = presence?.host;
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

  function emit([name, detail]: CardPaneEvent, host: Element | undefined): void {
    changed?.();
    for (const target of [listeners, host]) {
      // Enter has a consequence that a page may want to prevent.
      target?.dispatchEvent(new CustomEvent(name, { detail, cancelable: name === "enter" }));
    }
  }

  const methods: Omit<CardPane, keyof PaneState> = {
    on,
    once: (name, listener) => on(name, listener, { once: true }),
    off,
    unmount,
    mount(element) {
      if (pane.status === "destroyed") throw new CardpaneError("destroyed");
      const host = findElement(element);
      if (presence?.host !== host) {
        frameAddress(settings, host);
        adopt(host);
      }
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
      else presence?.refresh();
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
      if (!milliseconds(timeoutMs)) throw invalidOption("timeoutMs");
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
  return { pane, adopt };
}

function toResult({ ok, ...outcome }: TokenizeOutcome): TokenizeResult {
  return "code" in outcome ? { error: new CardpaneError(outcome.code, outcome) } : outcome;
}
