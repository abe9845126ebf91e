/**
 * One frame of a pane in its mount point: loads it, exchanges messages with it, and shows it. mounted-pane.ts handles the effects
 * of messages and lost frames on the whole pane.
 */
import type { PageToFrame, PaneOptions } from "@cardpane/contract/messages";
import type { FrameSignal } from "../connection/connection.ts";
import type { DebugLog } from "../pane/debug-log.ts";
import { FrameView, type ShownTexts } from "../ui/frame-view.ts";
import { unclobbered } from "../ui/unclobbered.ts";
import { type FrameLink, openFrameLink } from "./frame-link.ts";
import type { MountPoint } from "./mount-point.ts";

const maxRestarts = 3;
const restartWindowMs = 10_000;

interface SlotOptions {
  /** The same object for all slots of one form. */
  readonly form: object;
  readonly mountPoint: MountPoint;
  readonly options: (host: Element) => PaneOptions;
  readonly texts: () => ShownTexts;
  readonly onSignal: (slot: FrameSlot, signal: FrameSignal) => void;
  readonly log: DebugLog;
}

/** A frame and its view in the page; `load()` loads the frame. */
export class FrameSlot {
  readonly mountPoint: MountPoint;
  readonly #owner: SlotOptions;
  /** The page's view of the frame, and of the messages in its place. */
  readonly view: FrameView;
  #iframe: HTMLIFrameElement | undefined;
  #link: FrameLink | undefined;
  #restarts: readonly number[] = [];
  #heightPx = 0;
  /** The options that were sent last, as JSON. */
  #sentOptions = "";
  #isReady = false;
  #frameOrigin = "";
  #frameNonce = "";
  #leaderNonce = "";

  constructor(owner: SlotOptions) {
    const { mountPoint, texts } = owner;
    this.#owner = owner;
    this.mountPoint = mountPoint;
    this.view = new FrameView(mountPoint.host, mountPoint.field, texts);
  }

  /** Whether the frame's inputs are painted and usable. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** The nonce of the frame's `hello`; empty before it. */
  get frameNonce(): string {
    return this.#frameNonce;
  }

  /** The origin that the frame is loaded from; empty before `load()`. */
  get frameOrigin(): string {
    return this.#frameOrigin;
  }

  load(url: URL, timeoutMs: number): void {
    this.stop();
    const { form, log } = this.#owner;
    const { host, field } = this.mountPoint;
    this.#frameOrigin = url.origin;
    log("loading frame", { origin: url.origin, field });
    const first = this.view.takeFirst();
    // Removes an iframe of an earlier load, so that only the first one, or one of the page's HTML, can be adopted.
    this.view.clear();
    const link = openFrameLink({
      form,
      host,
      first,
      url,
      field,
      timeoutMs,
      options: () => this.#firstOptions(),
      onSignal: (signal) => this.#handleSignal(signal),
      log,
    });
    this.#link = link;
    this.#iframe = link.iframe;
    this.view.load(link.iframe);
  }

  send(message: PageToFrame): void {
    this.#link?.send(message);
  }

  /** Ends the connection; the view stays as it is. */
  stop(): void {
    this.send({ type: "close" });
    this.#link?.stop();
    this.#isReady = false;
    this.#frameNonce = this.#leaderNonce = "";
  }

  /** Waits for `ready` again, because the frame becomes the leader or is replaced. */
  awaitReady(): void {
    this.#isReady = false;
  }

  /** Whether this frame still needs to be introduced to the leader; returns `true` once for each pair. */
  claimIntroduction(leaderNonce: string): boolean {
    if (!this.#frameNonce || this.#leaderNonce === leaderNonce) return false;
    this.#leaderNonce = leaderNonce;
    return true;
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

  #options(): PaneOptions {
    return this.#owner.options(this.mountPoint.host);
  }

  #firstOptions(): PaneOptions {
    const options = this.#options();
    this.#sentOptions = JSON.stringify(options);
    return options;
  }

  #handleSignal(signal: FrameSignal): void {
    if (signal.type === "connected") {
      this.#frameNonce = signal.frameNonce;
    } else if (signal.type === "labelled") {
      this.view.setLabel(signal.label);
    } else if (signal.type === "ready") {
      this.#heightPx = signal.heightPx;
      this.#isReady = true;
    } else if (signal.type === "resized") this.view.resize(signal.heightPx);
    this.#owner.onSignal(this, signal);
  }
}
