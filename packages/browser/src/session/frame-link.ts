/** The iframe of a slot, with the monitor of its load and the connection to its document. */
import type { FieldName, PageToFrame, PaneOptions } from "@cardpane/contract/messages";
import { Connection, type FrameSignal } from "../connection/connection.ts";
import { LoadMonitor } from "../connection/load-monitor.ts";
import type { DebugLog } from "../pane/debug-log.ts";
import { adoptIframe, createIframe } from "../ui/iframe.ts";

/** The parameters of a frame. */
export interface FrameOptions {
  /** The same object for all frames of one form. */
  readonly form: object;
  /** The element that shows the frame. */
  readonly host: Element;
  /** The iframe that start-frames.ts has inserted in this task; `null` in all other cases. */
  readonly first: HTMLIFrameElement | null;
  readonly url: URL;
  /** The field that the frame renders, or `null` for the whole form. */
  readonly field: FieldName | null;
  readonly timeoutMs: number;
  /** Called when the frame sends its `hello`. */
  readonly options: () => PaneOptions;
  readonly onSignal: (signal: FrameSignal) => void;
  readonly log: DebugLog;
}

/** A frame. It loads when its iframe is inserted into the page, unless the iframe is in the page already. */
export interface FrameLink {
  readonly iframe: HTMLIFrameElement;
  /** Sends a message; does nothing while there is no connection. */
  send(message: PageToFrame): void;
  /** Closes the connection and stops the monitor. May be called twice. */
  stop(): void;
}

/** Opens a frame. */
export type OpenFrame = (options: FrameOptions) => FrameLink;

let openFrame: OpenFrame = openRealFrame;

/** Opens the frame of a slot. */
export function openFrameLink(options: FrameOptions): FrameLink {
  return openFrame(options);
}

/** Replaces real frames by fakes, for a merchant's tests; `null` restores the real ones. */
export function replaceFrames(open: OpenFrame | null): void {
  openFrame = open ?? openRealFrame;
}

/** Whether a test has replaced real frames by fakes. */
export function areFramesReplaced(): boolean {
  return openFrame !== openRealFrame;
}

function openRealFrame({
  host,
  first,
  url,
  field,
  timeoutMs,
  options,
  onSignal,
  log,
}: FrameOptions): FrameLink {
  const created = createIframe(url);
  const adopted = adoptIframe(host, created, first);
  const iframe = adopted ?? created;
  // The initial empty document of an iframe has the page's origin and is readable; the frame's document has not replaced it yet.
  const isEarly = !!adopted && !adopted.contentDocument;
  if (adopted && adopted !== first) log("adopted iframe", { isEarly: String(isEarly) });
  const monitor = new LoadMonitor({ iframe, url, isEarly, timeoutMs, onSignal });
  const connection = new Connection({
    iframe,
    url,
    isEarly,
    field,
    options,
    log,
    onSignal: (signal) => {
      // `localized` is the first message of the second script. `hello` is not enough, because that script may have been blocked.
      if (signal.type === "localized") monitor.handleOpened();
      else if (signal.type === "ready") monitor.stop();
      onSignal(signal);
    },
  });
  let loads = 0;
  iframe.onload = () => {
    loads += 1;
    // The first load event belongs to the document that sends the `hello`, any later one to a document that replaced it.
    if (loads > 1) connection.handleReload();
    // For an adopted iframe this event may be the second one, so the document is checked with a `greet`.
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
