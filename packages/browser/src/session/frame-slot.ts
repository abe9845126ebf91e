/**
 * One frame of a pane in its place: loads it, speaks with it, shows it. What its words and its loss mean for the pane is
 * the presence's (presence.ts).
 */
import type { PageToFrame, PaneOptions } from "@cardpane/contract/messages";
import { type Line, type LineWord, shakeHands } from "../connection/handshake.ts";
import { type LoadWatch, watchLoading } from "../connection/load-monitor.ts";
import type { PaneTexts } from "../pane/options.ts";
import { createView } from "../ui/frame-view.ts";
import { createFrameElement } from "../ui/iframe.ts";
import { unclobbered } from "../ui/unclobbered.ts";
import type { Place } from "./mount-point.ts";

const mostRestarts = 3;
const restartsWithinMs = 10_000;

interface Owner {
  readonly place: Place;
  readonly options: (host: Element) => PaneOptions;
  readonly texts: () => PaneTexts;
  readonly said: (seat: Seat, word: LineWord) => void;
}

export type Seat = ReturnType<typeof createSeat>;

/** Makes a seat; `load()` loads its frame. */
export function createSeat({ place, options, texts, said }: Owner) {
  const { host, field } = place;
  const view = createView(host, field, texts);
  let iframe: HTMLIFrameElement | undefined;
  let line: Line | undefined;
  let loading: LoadWatch | undefined;
  let restartedAt: readonly number[] = [];
  let heightPx = 0;
  /** The options that the frame was told last. */
  let told = "";

  function stop(): void {
    send({ type: "close" });
    line?.close();
    loading?.stop();
    seat.isReady = false;
    seat.ownNonce = seat.toldNonce = "";
  }

  function firstOptions(): PaneOptions {
    const first = options(host);
    told = JSON.stringify(first);
    return first;
  }

  function send(message: PageToFrame): void {
    line?.send(message);
  }

  function hear(word: LineWord): void {
    if (word.type === "heard") {
      loading?.heard();
      seat.ownNonce = word.frameNonce;
    }
    if (word.type === "labelled") {
      view.name(word.label);
      view.restyle(options(host));
    }
    if (word.type === "ready") {
      loading?.stop();
      heightPx = word.heightPx;
      seat.isReady = true;
    }
    if (word.type === "resized") view.resize(word.heightPx);
    said(seat, word);
  }

  const seat = {
    place,
    /** The frame's inputs are painted and usable. */
    isReady: false,
    /** Where the frame comes from, once it was loaded. */
    origin: "",
    /** What the frame said hello with, or empty. */
    ownNonce: "",
    /** The nonce of the lead that it was told of; its own when it leads. */
    toldNonce: "",
    send,
    stop,
    load(url: URL, timeoutMs: number): void {
      const frame = createFrameElement(url);
      const way = { iframe: frame, url, timeoutMs, field, options: firstOptions, said: hear };
      let loads = 0;
      stop();
      seat.origin = url.origin;
      iframe = frame;
      loading = watchLoading(way);
      line = shakeHands(way);
      frame.onload = () => {
        loads += 1;
        // The first belongs to the document that says hello, any other to one that took its place.
        if (loads > 1) line?.replaced();
      };
      view.load(frame);
    },
    cover: () => view.cover(options(host)),
    reveal: () => view.reveal(heightPx),
    refresh(): void {
      const next = options(host);
      const text = JSON.stringify(next);
      if (text === told) return;
      told = text;
      view.restyle(next);
      send({ type: "update", options: next });
    },
    fail: view.fail,
    clear: view.clear,
    /** A script took the iframe out of the page, of which no event tells. */
    isCutOff: () => iframe?.contentWindow === null,
    /** Whether it may load once more by itself: not again and again. */
    mayRestart(): boolean {
      const now = Date.now();
      restartedAt = [...restartedAt.filter((at) => now - at < restartsWithinMs), now];
      return restartedAt.length <= mostRestarts;
    },
    /** Forgets earlier restarts: someone asked for this one. */
    forgive(): void {
      restartedAt = [];
    },
    /** The focus is in the frame. Chromium 156 matches no `:focus` on an iframe whose document has it. */
    hasFocus: () => iframe && unclobbered(iframe.getRootNode() as Document).activeElement === iframe,
    /** Gives the frame the focus. */
    focus(): void {
      // Without it a frame may not be allowed to focus an input of its own. A frame that has the focus keeps it: given
      // again, Chromium 156 sometimes takes it from the input that the frame is just about to focus.
      seat.hasFocus() || iframe?.focus();
    },
    blur(): void {
      send({ type: "blur" });
      iframe?.blur();
    },
    /** Takes the frame out of the page. */
    end(): void {
      stop();
      view.remove();
    },
  };
  return seat;
}
