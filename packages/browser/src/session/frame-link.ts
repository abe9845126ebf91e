/** The iframe of a slot and what is known of its document: whether it loads, and its messages. */
import type { FieldName, PageToFrame, PaneOptions } from "@cardpane/contract/messages";
import { Connection, type FrameSignal } from "../connection/handshake.ts";
import { LoadMonitor } from "../connection/load-monitor.ts";
import type { DebugLog } from "../pane/debug-log.ts";
import { adoptIframe, createIframe } from "../ui/iframe.ts";

/** What a frame is loaded with. */
export interface FrameOptions {
  /** The same object for all frames of one form. */
  readonly form: object;
  /** The element that shows the frame. */
  readonly host: Element;
  readonly url: URL;
  /** The one field that the frame draws, or `null`: the whole form. */
  readonly field: FieldName | null;
  readonly timeoutMs: number;
  /** Read when the frame sends its hello. */
  readonly options: () => PaneOptions;
  readonly onSignal: (signal: FrameSignal) => void;
  readonly log: DebugLog;
}

/** A frame that loads as soon as its iframe is put into the page, where it is not there yet. */
export interface FrameLink {
  readonly iframe: HTMLIFrameElement;
  /** Drops the message while there is no connection. */
  send(message: PageToFrame): void;
  /** Ends it. May be called twice. */
  stop(): void;
}

/** Opens a frame. */
export type OpenFrame = (options: FrameOptions) => FrameLink;

let openFrame: OpenFrame = openRealFrame;

/** Opens the frame of a slot. */
export function openFrameLink(options: FrameOptions): FrameLink {
  return openFrame(options);
}

/** Puts other frames in the place of the real ones, for a merchant's tests; `null` brings those back. */
export function replaceFrames(open: OpenFrame | null): void {
  openFrame = open ?? openRealFrame;
}

/** Whether a test has put other frames in the place of the real ones. */
export function areFramesReplaced(): boolean {
  return openFrame !== openRealFrame;
}

function openRealFrame({ host, url, field, timeoutMs, options, onSignal, log }: FrameOptions): FrameLink {
  const created = createIframe(url);
  const adopted = adoptIframe(host, created);
  const iframe = adopted ?? created;
  // The empty document that an iframe begins with is the page's own: the frame has not begun to run.
  const isEarly = !!adopted && !adopted.contentDocument;
  if (adopted) log("adopted iframe", { isEarly: String(isEarly) });
  const monitor = new LoadMonitor({ iframe, url, isEarly, timeoutMs, onSignal });
  const connection = new Connection({
    iframe,
    url,
    isEarly,
    field,
    options,
    log,
    onSignal: (signal) => {
      // Its first message: a hello alone may be of a document whose other script was refused.
      if (signal.type === "localized") monitor.handleOpened();
      else if (signal.type === "ready") monitor.stop();
      onSignal(signal);
    },
  });
  let loads = 0;
  iframe.onload = () => {
    loads += 1;
    // The first belongs to the document that sends the hello, any other to one that took its place.
    if (loads > 1) connection.handleReload();
    // Unless the first was before this: that document answers once more.
    else if (isEarly) connection.verify();
  };
  return {
    iframe,
    send: (message) => connection.send(message),
    stop() {
      connection.close();
      monitor.stop();
    },
  };
}
