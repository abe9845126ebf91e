/**
 * A pane while it is in the page: one frame for the whole form, or one frame for each field.
 *
 *   loading --all frames are ready--> ready      loading, ready --failure--> failed --retry--> loading
 *
 *   loading --not ready in time--> failed --all frames are ready after all--> ready
 *
 *   loading, ready --frame lost--> loading     in a new iframe; at most 3 times in 10 s, then failed
 *
 * One of several frames is the leader: it holds the form's state and sends the snapshots. The page introduces the others to it
 * (`follow`, `admit`). When the leader is removed, another frame becomes the leader.
 *
 * A lost iframe stays in the page, covered, until the cause is known: a message from another origin means that a script has
 * navigated it, a new `hello` means that it was reloaded.
 */

import type { PaneErrorCode } from "@cardpane/contract/errors";
import { type FieldName, optionGuards, type PageToFrame, type Snapshot } from "@cardpane/contract/messages";
import { englishTexts } from "@cardpane/contract/page-texts-en";
import { loadPageTexts } from "#lazy";
import { CardpaneError } from "../api/errors.ts";
import { type CardPaneEvent, eventsBetween } from "../api/events.ts";
import { checkTokenizable, checkValue, type Settings } from "../api/options.ts";
import type { PaneStatus } from "../api/types.ts";
import type { FrameSignal } from "../connection/connection.ts";
import { frameAddress } from "../connection/frame-url.ts";
import { PageContext } from "../page-style/page-context.ts";
import { localeOf } from "../page-style/page-preferences.ts";
import type { ShownTexts } from "../ui/frame-view.ts";
import { isEnglish, localizedTexts } from "../ui/localized-texts.ts";
import type { MountPoint } from "../ui/mount-point.ts";
import type { LocalizedTexts } from "../ui/page-texts.ts";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";
import { formFields, frameOptions } from "./frame-options.ts";
import { FrameSlot } from "./frame-slot.ts";
import type { PendingRequests } from "./pending-requests.ts";

interface PaneOwner {
  /** The element of the whole pane, or `null` if a script mounted the fields separately. */
  readonly host: Element | null;
  /** The pane was in another place, where it had typed text. */
  readonly isTextLost: boolean;
  /** In document order. */
  readonly mountPoints: () => readonly MountPoint[];
  readonly settings: () => Settings;
  readonly requests: PendingRequests;
  readonly emit: (event: CardPaneEvent) => void;
  /** A mount point was removed from the page together with its frame. */
  readonly onRemoved: (mountPoint: MountPoint) => void;
}

/** The frames of a pane; `arrange()` loads them. */
export class MountedPane {
  readonly host: Element | null;
  /** `unmounted` before the first `arrange()` and after `remove()`. */
  status: Exclude<PaneStatus, "destroyed"> = "unmounted";
  /** `null` unless the status is `failed`. */
  error: CardpaneError | null = null;
  readonly #owner: PaneOwner;
  readonly #context: PageContext;
  #slots: readonly FrameSlot[] = [];
  #leader: FrameSlot | undefined;
  /**
   * The texts around the frames in the shopper's language: the name of the iframe, the message of a failed load, and the dialog of a
   * next action. A frame sends them with its language. If none has sent any, they are loaded for the failure message; `undefined` means
   * English, which is part of the code.
   */
  localizedTexts: LocalizedTexts | undefined;
  /** The BCP 47 tags that they are for. */
  #textTags = "";
  /** The tags of the language in which the failure is shown, or loads; empty before that. */
  #failureTags = "";
  /** The leader's last snapshot. */
  #latest: Snapshot | null = null;
  /** A frame was lost together with typed text. */
  #isTextLost: boolean;

  constructor(owner: PaneOwner) {
    this.host = owner.host;
    this.#owner = owner;
    this.#isTextLost = owner.isTextLost;
    this.#context = new PageContext({
      onChange: () => this.#refresh(),
      match: () => owner.settings().match,
    });
  }

  /** `null` unless the status is `ready`. */
  get snapshot(): Snapshot | null {
    return this.status === "ready" ? this.#latest : null;
  }

  /**
   * Loads a frame for each new mount point, removes those without a mount point, and sends the options to the others.
   *
   * @param reloads loads the others, too, because the address of the frames has changed
   */
  arrange(reloads = false): void {
    const before = this.#slots;
    // The new options or mount points may be valid.
    const loadsAll = reloads || this.error?.code === "options_invalid";
    if (loadsAll) this.error = null;
    this.#slots = this.#owner
      .mountPoints()
      .map((point) => before.find(({ mountPoint }) => mountPoint === point) ?? this.#createSlot(point));
    for (const slot of before) if (!this.#slots.includes(slot)) slot.remove();
    const [first] = before;
    if (this.error && first !== this.#slots[0]) {
      // The failure is shown in the first slot.
      first?.view.clear();
      this.#failureTags = "";
    }
    this.#electLeader();
    for (const slot of this.#slots) {
      // A listener may have removed the pane, or changed its slots.
      if (!this.#slots.includes(slot)) continue;
      const isNew = !before.includes(slot);
      if (isNew || loadsAll) this.#load(slot);
      else slot.refresh();
      // After loading, which changes attributes of the element.
      if (isNew) this.#context.observe(slot.mountPoint.host);
    }
    this.#introduce();
    this.#becomeReadyIfComplete();
    this.#showFailure();
  }

  /** The BCP 47 tags of the form and of the texts around it. */
  get tags(): string {
    const host = this.host ?? this.#slots[0]?.mountPoint.host ?? pageDocument.body;
    return localeOf(this.#owner.settings().locale, host);
  }

  retry(): void {
    if (!this.error) return;
    for (const slot of this.#slots) slot.forgetRestarts();
    this.arrange(true);
  }

  /** Sends a message to the frame that holds the form's state; does nothing while there is none. */
  send(message: PageToFrame): void {
    for (const slot of this.#slots) if (slot.isDetached()) this.#handleFailure(slot, "frame_gone");
    this.#leader?.send(message);
  }

  focus(name: FieldName | null): void {
    const slot = name ? this.#slotOf(name) : this.#leader;
    if (slot?.isDetached()) {
      this.#handleFailure(slot, "frame_gone");
      return;
    }
    // The leader tells which field of several frames it is.
    if (name || !slot?.mountPoint.field) slot?.focus();
    slot?.send({ type: "focus", field: name });
  }

  blur(): void {
    for (const slot of this.#slots) slot.blur();
  }

  /** Covers the fields until the returned function is called. */
  cover(): () => void {
    if (this.status !== "ready") return () => {};
    const focused = this.#slots.find((slot) => slot.hasFocus());
    for (const slot of this.#slots) slot.cover();
    return () => {
      // Frames that were lost meanwhile stay covered until they are ready.
      if (this.status !== "ready") return;
      for (const slot of this.#slots) slot.reveal();
      // Not if the shopper has focused another element meanwhile.
      if (pageDocument.activeElement === pageDocument.body) focused?.focus();
    };
  }

  /** Shows a message below the form and focuses it; `null` removes it, `""` shows the general failure message. */
  notify(text: string | null): void {
    if (!this.error) this.#slots.at(-1)?.view.notify(text);
    // A failed pane already shows a message, which is focused.
    else if (text !== null) this.#slots[0]?.view.focusAlert();
  }

  /** Whether an element contains a frame of the pane, or will contain it at the end of this task. */
  isIn(host: Element): boolean {
    const slot = this.#slots.find(({ mountPoint }) => mountPoint.host === host);
    return slot?.view.isInPlace() ?? true;
  }

  /** Removes the pane from the page. */
  remove(): void {
    this.#context.disconnect();
    this.status = "unmounted";
    this.error = null;
    const slots = this.#slots;
    this.#slots = [];
    for (const slot of slots) slot.remove();
  }

  #createSlot(mountPoint: MountPoint): FrameSlot {
    return new FrameSlot({
      form: this,
      mountPoint,
      options: (host) => frameOptions(this.#owner, host, this.#context.lookAt(host)),
      texts: () => this.#shownTexts(),
      onSignal: (slot, signal) => this.#handleSignal(slot, signal),
    });
  }

  #load(slot: FrameSlot): void {
    const { host } = slot.mountPoint;
    slot.stop();
    if (this.error) return;
    try {
      // Every browser below the minimum that can parse this script lacks `at()`.
      if (!("at" in Array.prototype)) throw new CardpaneError("load_unsupported");
      const settings = this.#owner.settings();
      // Only the option that must be valid: the other options are collected after the frame has been requested.
      checkValue(optionGuards.fields, "fields", formFields(settings, this.#owner.mountPoints()));
      if (!slot.mountPoint.field) checkTokenizable(settings);
      slot.load(frameAddress(settings, this.host ?? host), settings.loadTimeoutMs);
    } catch (cause) {
      const isOwn = cause instanceof CardpaneError;
      if (!isOwn) console.error(cause);
      this.#fail(isOwn ? cause : new CardpaneError("load_failed"));
      return;
    }
    this.#coverUntilReady(slot);
  }

  #electLeader(): void {
    if (this.#leader && this.#slots.includes(this.#leader)) return;
    this.#leader = this.#slots[0];
    if (this.#leader) this.#leader.isReady = false;
    if (!this.error) this.#enterLoading(true);
  }

  /** Introduces followers to the leader, each as soon as it and the leader have sent their `hello`. */
  #introduce(): void {
    const leader = this.#leader;
    const leaderNonce = leader?.frameNonce;
    if (!leaderNonce) return;
    for (const slot of [leader, ...this.#slots]) {
      const { frameNonce } = slot;
      const { field } = slot.mountPoint;
      // Once for each pair of frames.
      if (!field || !frameNonce || slot.leaderNonce === leaderNonce) continue;
      slot.leaderNonce = leaderNonce;
      if (slot === leader) leader.send({ type: "lead" });
      else {
        leader.send({ type: "admit", field, frameNonce });
        slot.send({ type: "follow", leaderNonce });
      }
    }
  }

  #handleSignal(slot: FrameSlot, signal: FrameSignal): void {
    const { emit, requests } = this.#owner;
    const isLeader = slot === this.#leader;
    switch (signal.type) {
      case "connected":
        this.#introduce();
        break;
      case "lost":
        if (!this.error) this.#coverUntilReady(slot);
        break;
      case "unready":
        this.#fail(errorOf(slot, signal.code), true);
        break;
      case "failed":
        this.#handleFailure(slot, signal.code);
        break;
      case "ready":
        // A second one, of a frame that became the leader meanwhile, brings no change.
        if (isLeader && this.status !== "ready") this.#latest = signal.snapshot;
        this.#becomeReadyIfComplete();
        break;
      case "changed":
        if (isLeader) this.#handleChange(signal.snapshot);
        break;
      case "advanced":
        // Not if the shopper has focused another element meanwhile.
        if (!signal.from || this.#slotOf(signal.from)?.hasFocus()) this.focus(signal.to);
        break;
      case "validated":
      case "tokenized":
        if (isLeader) requests.handleResponse(signal);
        break;
      case "resized":
        emit(["resize", { heightPx: signal.heightPx, field: slot.mountPoint.field }]);
        break;
      // The messages that are events of the pane have the names of the events.
      case "binchange":
        emit([signal.type, { bin: signal.bin }]);
        break;
      case "autofill":
        emit([signal.type, { fields: signal.fields }]);
        break;
      case "enter":
      case "escape":
        emit([signal.type, null]);
        break;
      case "localized":
        this.localizedTexts = signal;
        this.#textTags = this.tags;
        slot.view.rename();
        break;
      case "labelled":
        // Handled by the slot.
        break;
      default:
        signal satisfies never;
    }
  }

  #handleChange(snapshot: Snapshot): void {
    const before = this.#latest;
    this.#latest = snapshot;
    if (this.status !== "ready") {
      this.#becomeReadyIfComplete();
      return;
    }
    for (const event of eventsBetween(before, snapshot)) {
      // A listener may have removed or reloaded the pane.
      if (this.status === "ready") this.#owner.emit(event);
    }
  }

  /** Sets the status `ready` when every frame is ready and the leader's snapshot has every field. */
  #becomeReadyIfComplete(): void {
    const { requests, emit } = this.#owner;
    const snapshot = this.#latest;
    if ((this.status !== "loading" && !this.error) || !snapshot) return;
    for (const { isReady, mountPoint } of this.#slots) {
      if (!isReady || (mountPoint.field && !snapshot.fields[mountPoint.field])) return;
    }
    this.status = "ready";
    this.error = null;
    // The shopper pressed "Try again" and has not focused another element afterwards.
    const isRetried = this.#slots.some((slot) => slot.view.hasAlertFocus());
    this.#slots[0]?.view.notify(null);
    for (const slot of this.#slots) slot.reveal();
    if (this.#isTextLost) this.send({ type: "reloaded" });
    this.#isTextLost = false;
    requests.connect((message) => this.send(message));
    const [first] = Object.keys(snapshot.fields) as FieldName[];
    if (isRetried && first) this.focus(first);
    emit(["ready", snapshot]);
  }

  /** Covers a slot while its frame loads, for the first time or again. */
  #coverUntilReady(slot: FrameSlot): void {
    const { field } = slot.mountPoint;
    const lost = field ? this.#latest?.fields[field] : this.#latest;
    if (lost?.empty === false) this.#isTextLost = true;
    slot.isReady = false;
    slot.cover();
    this.#enterLoading(slot === this.#leader);
  }

  /** Sets the status `loading`, because a frame is not ready. Without the leader, no request can get a response. */
  #enterLoading(isLeaderless: boolean): void {
    const { requests, emit } = this.#owner;
    const isChange = this.status !== "loading";
    this.status = "loading";
    if (isLeaderless) {
      this.#latest = null;
      requests.disconnect();
    } else requests.pause();
    if (isChange) emit(["loading", null]);
  }

  #handleFailure(slot: FrameSlot, code: PaneErrorCode): void {
    if (!unclobbered(slot.mountPoint.host).isConnected) this.#owner.onRemoved(slot.mountPoint);
    else if (code === "frame_gone" && slot.mayRestart()) this.#load(slot);
    else this.#fail(errorOf(slot, code));
  }

  /** @param keepsFrames the frames may still become ready, so they stay in the page */
  #fail(error: CardpaneError, keepsFrames = false): void {
    const { requests, emit } = this.#owner;
    this.status = "failed";
    this.error = error;
    this.#failureTags = "";
    requests.disconnect(() => error);
    for (const slot of this.#slots) {
      if (keepsFrames) {
        slot.cover();
        slot.view.hide();
      } else {
        slot.stop();
        slot.view.clear();
      }
    }
    this.#showFailure();
    // For the developer of the page. The message contains no typed text.
    console.error(String(error));
    emit(["loaderror", error]);
  }

  /** Shows the failure, if there is one: one message for all frames, in the current language, which may have to be loaded. */
  async #showFailure(): Promise<void> {
    const { tags, error } = this;
    if (!error || tags === this.#failureTags) return;
    this.#failureTags = tags;
    if (tags !== this.#textTags && (this.localizedTexts || !isEnglish(tags))) {
      const texts = await localizedTexts(tags, loadPageTexts);
      // The pane may have been retried, or the language changed, meanwhile.
      if (this.error !== error || tags !== this.#failureTags) return;
      this.localizedTexts = texts;
      this.#textTags = tags;
    }
    this.#slots[0]?.view.fail(error.retryable ? () => this.retry() : null);
  }

  /** The texts of the shopper's language, overridden by the page's own. */
  #shownTexts(): ShownTexts {
    const { settings, requests } = this.#owner;
    const { texts } = settings();
    const isOwn = texts.title !== undefined || texts.failed !== undefined;
    const known = { ...englishTexts, ...this.localizedTexts?.texts };
    return {
      ...known,
      failed: requests.count ? known.failed : `${known.failed} ${known.uncharged}`,
      ...texts,
      lang: isOwn ? "" : (this.localizedTexts?.locale ?? "en"),
    };
  }

  /** Applies changes of the options or of the page around the pane. */
  #refresh(): void {
    for (const slot of this.#slots) {
      // A library that morphs the page to a server's HTML removes the iframe, which that HTML does not contain. A page that has
      // emptied an element of its own may not want the pane back, and one that has removed its element may insert it again.
      const isLost = slot.isDetached() && slot.view.isInPlace();
      if (isLost && unclobbered(slot.mountPoint.host).isConnected) this.#handleFailure(slot, "frame_gone");
      else slot.refresh();
    }
    this.#showFailure();
  }

  #slotOf(name: FieldName): FrameSlot | undefined {
    return this.#slots.find(({ mountPoint: { field } }) => field === null || field === name);
  }
}

function errorOf(slot: FrameSlot, code: PaneErrorCode): CardpaneError {
  return new CardpaneError(code, { where: `Frame: \`${slot.frameOrigin}\`` });
}
