/**
 * A pane while it is in the page.
 *
 *   loading --frame is ready--> ready      loading, ready --failure--> failed --retry--> loading
 *
 *   loading, ready --frame lost--> loading     afresh, in a new iframe; at most 3 times in 10 s, then failed
 *
 * Until it is known why a frame was lost, its iframe stays, covered: a page that a script led it to may still speak, and is
 * then told from a mere reload.
 */
import type { PaneErrorCode } from "@cardpane/contract/errors";
import type { FieldName, PageToFrame, PaneOptions, Snapshot } from "@cardpane/contract/messages";
import { frameAddress } from "./address.ts";
import type { Calls } from "./calls.ts";
import { CardpaneError } from "./errors.ts";
import { type CardPaneEvent, eventsBetween } from "./events.ts";
import { createFrameElement } from "./frame-element.ts";
import { type FrameWord, type Line, shakeHands } from "./handshake.ts";
import { type LoadWatch, watchLoading } from "./loading.ts";
import { fieldsOf, type Settings } from "./options.ts";
import { darkIsPreferred, localeOf, schemeOf } from "./surroundings.ts";
import type { PaneStatus } from "./types.ts";
import { createView } from "./view.ts";

const mostRestarts = 3;
const restartsWithinMs = 10_000;

/** What the pane shows of itself to the page, written here. */
export interface PaneState {
  status: PaneStatus;
  snapshot: Snapshot | null;
  error: CardpaneError | null;
}

interface Owner {
  readonly host: Element;
  readonly state: PaneState;
  readonly settings: () => Settings;
  readonly calls: Calls;
  readonly emit: (event: CardPaneEvent) => void;
  /** The element was taken out of the page together with its frame. */
  readonly gone: () => void;
}

export type Presence = ReturnType<typeof createPresence>;

/** Makes the pane's presence in an element; `start()` loads the frame. */
export function createPresence({ host, state, settings, calls, emit, gone }: Owner) {
  const view = createView(host);
  const preference = darkIsPreferred();
  let iframe: HTMLIFrameElement | undefined;
  let line: Line | undefined;
  let loading: LoadWatch | undefined;
  let restartedAt: readonly number[] = [];

  preference.addEventListener("change", refresh);

  /** Loads a frame; the one before it, if any, is given up. */
  function start() {
    let url: URL;
    stop();
    try {
      url = frameAddress(settings(), host);
    } catch (cause) {
      // It throws nothing else.
      return fail(cause as CardpaneError);
    }
    load(url);
  }

  function load(url: URL): void {
    const frame = createFrameElement(url);
    let loads = 0;
    iframe = frame;
    loading = watchLoading({ iframe: frame, url, timeoutMs: settings().loadTimeoutMs, failed: ended });
    line = shakeHands({
      messages: window,
      frame: () => frame.contentWindow,
      origin: url.origin,
      options: paneOptions,
      heard: loading.heard,
      said: hear,
      lost,
      ended,
    });
    frame.onload = () => {
      loads += 1;
      // The first belongs to the document that says hello, any other to one that took its place.
      if (loads > 1) line?.replaced();
    };
    view.load(frame);
    lost();
  }

  /** Gives up the frame. */
  function stop(): void {
    line?.send({ type: "close" });
    line?.close();
    loading?.stop();
    state.snapshot = null;
    state.error = null;
  }

  function hear(message: FrameWord) {
    switch (message.type) {
      case "ready":
        return ready(message.snapshot, message.heightPx);
      case "resized":
        view.resize(message.heightPx);
        return emit(["resize", { heightPx: message.heightPx }]);
      case "changed": {
        const before = state.snapshot;
        state.snapshot = message.snapshot;
        return eventsBetween(before, message.snapshot).forEach(emit);
      }
      case "submitted":
        return emit(["enter", null]);
      case "escaped":
        return emit(["escape", null]);
      case "validated":
      case "tokenized":
        return calls.answered(message);
      default:
        message satisfies never;
    }
  }

  function ready(snapshot: Snapshot, heightPx: number): void {
    if (state.status !== "loading") return;
    loading?.stop();
    state.status = "ready";
    state.snapshot = snapshot;
    view.reveal(heightPx);
    calls.online(say);
    emit(["ready", snapshot]);
  }

  /** No frame is ready: the first is on its way, or one was lost. */
  function lost(): void {
    const isNews = state.status !== "loading";
    state.status = "loading";
    state.snapshot = null;
    calls.offline();
    view.cover(paneOptions(), settings().texts);
    if (isNews) emit(["loading", null]);
  }

  function ended(code: PaneErrorCode) {
    if (!host.isConnected) return gone();
    const now = Date.now();
    restartedAt = [...restartedAt.filter((at) => now - at < restartsWithinMs), now];
    if (code === "frame_gone" && restartedAt.length <= mostRestarts) start();
    else fail(new CardpaneError(code));
  }

  function fail(cause: CardpaneError): void {
    stop();
    state.status = "failed";
    state.error = cause;
    calls.offline(cause);
    view.fail(settings().texts, cause.retryable ? retry : null);
    // For whoever builds the page; it holds no more than the catalogue says.
    console.error(String(cause));
    emit(["loaderror", cause]);
  }

  function retry(): void {
    if (state.status !== "failed") return;
    restartedAt = [];
    start();
  }

  /** Options or surroundings may have changed. */
  function refresh(): void {
    if (state.status === "failed") return;
    view.restyle(paneOptions(), settings().texts);
    say({ type: "update", options: paneOptions() });
  }

  /** Says something to the frame; drops it while there is none that speaks with us. */
  function say(message: PageToFrame): void {
    // A script took the iframe out of the page, of which no event tells.
    if (iframe?.contentWindow === null) ended("frame_gone");
    else line?.send(message);
  }

  function paneOptions(): PaneOptions {
    const { src, environment, loadTimeoutMs, texts, scheme, tokens, darkTokens, ...options } = settings();
    const { title, failed, retry, ...own } = texts;
    return {
      ...options,
      texts: own,
      fields: options.savedCard ? [{ name: "cvv", required: true }] : fieldsOf(settings()),
      locale: localeOf(options.locale, host),
      appearance: { scheme: schemeOf(scheme, host), tokens, dark: darkTokens },
    };
  }

  return {
    host,
    start,
    retry,
    refresh,
    say,
    focus(field: FieldName): void {
      // Without it a frame may not be allowed to focus an input of its own. A frame that has the focus keeps it: given
      // again, Chromium 156 sometimes takes it from the input that the frame is just about to focus.
      iframe?.matches(":focus") || iframe?.focus();
      say({ type: "focus", field });
    },
    blur(): void {
      say({ type: "blur" });
      iframe?.blur();
    },
    /** Takes the pane out of the page. */
    end(): void {
      stop();
      preference.removeEventListener("change", refresh);
      view.remove();
    },
  };
}
