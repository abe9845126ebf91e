/**
 * One frame of a pane in its mount point: loads it, exchanges messages with it, shows it. The consequences of a message or of
 * a loss for the pane as a whole are in mounted-pane.ts.
 */
import type { PageToFrame, PaneOptions } from "@cardpane/contract/messages";
import type { FrameSignal } from "../connection/handshake.ts";
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

/** A frame and its place in the page; `load()` loads the frame. */
export class FrameSlot {
  readonly mountPoint: MountPoint;
  readonly #owner: SlotOptions;
  readonly #view: FrameView;
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
    this.#view = new FrameView(mountPoint.host, mountPoint.field, texts);
  }

  /** The frame's inputs are painted and usable. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** The nonce of the frame's hello, or empty before it. */
  get frameNonce(): string {
    return this.#frameNonce;
  }

  /** Where the frame was loaded from, or empty before that. */
  get frameOrigin(): string {
    return this.#frameOrigin;
  }

  load(url: URL, timeoutMs: number): void {
    this.stop();
    const { form, log } = this.#owner;
    const { host, field } = this.mountPoint;
    this.#frameOrigin = url.origin;
    log("loading frame", { origin: url.origin, field });
    // First: only an iframe of the page's HTML is there to adopt, none of an earlier load.
    this.#view.clear();
    const link = openFrameLink({
      form,
      host,
      url,
      field,
      timeoutMs,
      options: () => this.#firstOptions(),
      onSignal: (signal) => this.#handleSignal(signal),
      log,
    });
    this.#link = link;
    this.#iframe = link.iframe;
    this.#view.load(link.iframe);
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

  /** The frame must send `ready` once more: it leads from now on, or is another one. */
  awaitReady(): void {
    this.#isReady = false;
  }

  /** Whether frame and leader are still to be introduced to each other; answers `true` once for each pair. */
  claimIntroduction(leaderNonce: string): boolean {
    if (!this.#frameNonce || this.#leaderNonce === leaderNonce) return false;
    this.#leaderNonce = leaderNonce;
    return true;
  }

  /** Sends the options where they have changed. */
  refresh(): void {
    const options = this.#options();
    const json = JSON.stringify(options);
    if (json === this.#sentOptions) return;
    this.#sentOptions = json;
    this.#view.restyle(options);
    this.send({ type: "update", options });
  }

  /** Look and texts around the frame may have changed. */
  restyle(): void {
    this.#view.restyle(this.#options());
  }

  cover(): void {
    this.#view.cover(this.#options());
  }

  reveal(): void {
    this.#view.reveal(this.#heightPx);
  }

  fail(retry: (() => void) | null): void {
    this.#view.fail(retry);
  }

  notify(text: string | null): void {
    this.#view.notify(text);
  }

  focusAlert(): void {
    this.#view.focusAlert();
  }

  /** The focus is on the sentences of its own, or on what is left of them. */
  hasAlertFocus(): boolean {
    return this.#view.hasAlertFocus();
  }

  clear(): void {
    this.#view.clear();
  }

  /** A script took the iframe out of the page; no event reports that. */
  isCutOff(): boolean {
    return this.#iframe?.contentWindow === null;
  }

  /** Whether the page has left the frame's box in its element. */
  isInPlace(): boolean {
    return this.#view.isInPlace();
  }

  /** Whether it may load once more by itself: a bounded number of times, so that a reload loop ends. */
  mayRestart(): boolean {
    const now = Date.now();
    this.#restarts = [...this.#restarts.filter((at) => now - at < restartWindowMs), now];
    return this.#restarts.length <= maxRestarts;
  }

  /** Forgets earlier restarts, when the page or the shopper requested this one. */
  forgetRestarts(): void {
    this.#restarts = [];
  }

  /** The focus is in the frame. Chromium 156 matches no `:focus` on an iframe whose document has it. */
  hasFocus(): boolean {
    const iframe = this.#iframe;
    return !!iframe && unclobbered(iframe.getRootNode() as Document).activeElement === iframe;
  }

  /**
   * Gives the frame the focus: without it a frame may not be allowed to focus an input of its own. A frame that has the focus
   * keeps it: given again, Chromium 156 sometimes takes it from the input that the frame is just about to focus.
   */
  focus(): void {
    if (!this.hasFocus()) this.#iframe?.focus();
  }

  blur(): void {
    this.send({ type: "blur" });
    this.#iframe?.blur();
  }

  /** Takes the frame out of the page. */
  remove(): void {
    this.stop();
    this.#view.remove();
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
      this.#view.setLabel(signal.label);
      this.restyle();
    } else if (signal.type === "ready") {
      this.#heightPx = signal.heightPx;
      this.#isReady = true;
    } else if (signal.type === "resized") this.#view.resize(signal.heightPx);
    this.#owner.onSignal(this, signal);
  }
}
