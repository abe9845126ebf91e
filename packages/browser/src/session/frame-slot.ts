/**
 * One frame of a pane in its mount point: loads it, exchanges messages with it, and shows it. mounted-pane.ts handles the effects
 * of messages and lost frames on the whole pane.
 */
import type { FieldName, PageToFrame, PaneOptions } from "@cardpane/contract/messages";
import { Connection, type FrameSignal } from "../connection/connection.ts";
import { LoadMonitor } from "../connection/load-monitor.ts";
import { FrameView, type ShownTexts } from "../ui/frame-view.ts";
import { adoptIframe, createIframe } from "../ui/iframe.ts";
import type { MountPoint } from "../ui/mount-point.ts";
import { unclobbered } from "../ui/unclobbered.ts";

const maxRestarts = 3;
const restartWindowMs = 10_000;

interface SlotOptions {
  /** The same object for all slots of one form. */
  readonly form: object;
  readonly mountPoint: MountPoint;
  readonly options: (host: Element) => PaneOptions;
  readonly texts: () => ShownTexts;
  readonly onSignal: (slot: FrameSlot, signal: FrameSignal) => void;
}

/** What a fake frame of a test is created from. */
export interface FrameRequest {
  /** The same object for all frames of one form. */
  readonly form: object;
  /** The element that shows the frame. */
  readonly host: Element;
  /** The field that the frame renders, or `null` for the whole form. */
  readonly field: FieldName | null;
  /** The options of the frame; read when it opens. */
  readonly options: () => PaneOptions;
  readonly onSignal: (signal: FrameSignal) => void;
}

/** A fake frame of a test, in place of an iframe with a document and the connection to it. */
export interface FakeFrame extends Pick<Connection, "send" | "close"> {
  readonly iframe: HTMLIFrameElement;
}

type CreateFakeFrame = (request: FrameRequest) => FakeFrame;

let createFakeFrame: CreateFakeFrame | null = null;

/** Replaces the frames of all slots by fakes, for a merchant's tests; `null` restores the real ones. */
export function replaceFrames(create: CreateFakeFrame | null): void {
  createFakeFrame = create;
}

/** Whether a test has replaced real frames by fakes. */
export function areFramesReplaced(): boolean {
  return createFakeFrame !== null;
}

/** A frame and its view in the page; `load()` loads the frame. */
export class FrameSlot {
  readonly mountPoint: MountPoint;
  /** The page's view of the frame, and of the messages in its place. */
  readonly view: FrameView;
  /** Whether the frame's inputs are painted and usable. */
  isReady = false;
  /** The nonce of the frame's `hello`; empty before it. */
  frameNonce = "";
  /** The nonce of the leader to which the frame was introduced; empty before that. */
  leaderNonce = "";
  /** The origin that the frame is loaded from; empty before `load()`. */
  frameOrigin = "";
  /** The times of the last restarts. */
  #restarts: readonly number[] = [];
  readonly #owner: SlotOptions;
  #iframe: HTMLIFrameElement | undefined;
  #connection: Pick<Connection, "send" | "close"> | undefined;
  #monitor: LoadMonitor | undefined;
  #heightPx = 0;
  /** The options that were sent last, as JSON. */
  #sentOptions = "";

  constructor(owner: SlotOptions) {
    const { mountPoint, texts } = owner;
    this.#owner = owner;
    this.mountPoint = mountPoint;
    this.view = new FrameView(mountPoint.host, mountPoint.field, texts);
  }

  /** Loads the frame, in a new iframe or in the one that the page's HTML has for it. */
  load(url: URL, timeoutMs: number): void {
    this.stop();
    this.frameOrigin = url.origin;
    const first = this.view.takeFirst();
    // Removes an iframe of an earlier load, so that only the first one, or one of the page's HTML, can be adopted.
    this.view.clear();
    const onSignal = (signal: FrameSignal) => this.#handleSignal(signal);
    const fake = createFakeFrame?.({
      ...this.mountPoint,
      form: this.#owner.form,
      options: this.#firstOptions,
      onSignal,
    });
    this.#connection = fake;
    this.#iframe = fake?.iframe ?? this.#open(url, timeoutMs, first);
    this.view.load(this.#iframe);
  }

  send(message: PageToFrame): void {
    this.#connection?.send(message);
  }

  /** Ends the connection; the view stays as it is. */
  stop(): void {
    this.send({ type: "close" });
    this.#connection?.close();
    this.#monitor?.stop();
    this.#iframe = undefined;
    this.isReady = false;
    this.frameNonce = this.leaderNonce = "";
  }

  /** Sends the options if they have changed. */
  refresh(): void {
    const options = this.#options();
    const json = JSON.stringify(options);
    if (json === this.#sentOptions) return;
    this.#sentOptions = json;
    this.view.restyle(options);
    this.send({ type: "update", options });
  }

  cover(): void {
    this.view.cover(this.#options());
  }

  reveal(): void {
    this.view.reveal(this.#heightPx);
  }

  /** Whether a script has removed the iframe from the page, which no event reports. */
  isDetached(): boolean {
    return this.#iframe?.contentWindow === null;
  }

  /** Counts a restart; returns whether it is allowed. The number in a time window is limited, so that a reload loop ends. */
  mayRestart(): boolean {
    const now = Date.now();
    this.#restarts = [...this.#restarts.filter((at) => now - at < restartWindowMs), now];
    return this.#restarts.length <= maxRestarts;
  }

  /** Resets the count of restarts, when the page or the shopper requests one. */
  forgetRestarts(): void {
    this.#restarts = [];
  }

  /** Whether the focus is in the frame. Not by `:focus`, which Chromium 156 does not match on an iframe whose document has the focus. */
  hasFocus(): boolean {
    const iframe = this.#iframe;
    return !!iframe && unclobbered(iframe.getRootNode() as Document).activeElement === iframe;
  }

  /**
   * Moves the focus into the frame, which may be unable to focus its inputs otherwise. Does nothing if the frame has the focus: in
   * Chromium 156, focusing it again sometimes removes the focus from the input that the frame is focusing at that moment.
   */
  focus(): void {
    if (!this.hasFocus()) this.#iframe?.focus();
  }

  blur(): void {
    this.send({ type: "blur" });
    this.#iframe?.blur();
  }

  /** Removes the frame from the page. */
  remove(): void {
    this.stop();
    this.view.remove();
  }

  /** Adopts or creates the iframe, and waits for its document. */
  #open(url: URL, timeoutMs: number, first: HTMLIFrameElement | null): HTMLIFrameElement {
    const { host, field } = this.mountPoint;
    const created = createIframe(url);
    const adopted = adoptIframe(host, created, first);
    const iframe = adopted ?? created;
    // The initial empty document of an iframe has the page's origin and is readable; the frame's document has not replaced it yet.
    const isEarly = !!adopted && !adopted.contentDocument;
    const loading = {
      iframe,
      url,
      isEarly,
      timeoutMs,
      field,
      options: this.#firstOptions,
      onSignal: (signal: FrameSignal) => this.#handleSignal(signal),
    };
    this.#monitor = new LoadMonitor(loading);
    const connection = new Connection(loading);
    this.#connection = connection;
    iframe.onload = () => connection.handleLoad();
    return iframe;
  }

  #options(): PaneOptions {
    return this.#owner.options(this.mountPoint.host);
  }

  readonly #firstOptions = (): PaneOptions => {
    const options = this.#options();
    this.#sentOptions = JSON.stringify(options);
    return options;
  };

  #handleSignal(signal: FrameSignal): void {
    switch (signal.type) {
      case "connected":
        this.frameNonce = signal.frameNonce;
        if (this.#monitor) this.#monitor.stage = 1;
        break;
      case "localized":
        // The first message of the second script. `hello` is not enough, because that script may have been blocked.
        if (this.#monitor) this.#monitor.stage = 2;
        break;
      case "labelled":
        this.view.setLabel(signal.label);
        break;
      case "ready":
        this.#monitor?.stop();
        this.#heightPx = signal.heightPx;
        this.isReady = true;
        break;
      case "resized":
        this.#heightPx = signal.heightPx;
        this.view.resize(signal.heightPx);
        break;
    }
    this.#owner.onSignal(this, signal);
  }
}
