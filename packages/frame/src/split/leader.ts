/**
 * The screen of a form whose fields have frames of their own, as the leader sees it: its own field and one follower for each
 * of the others. To the form it is a screen like any other.
 */
import type { FieldName } from "@cardpane/contract/messages";
import { Secret } from "../card/secret.ts";
import { ChangeTracker } from "../form/change-tracker.ts";
import type { FormScreen, ScreenEvent } from "../form/form-controller.ts";
import { type FormView, viewOfField } from "../form/view-model.ts";
import { type FollowerMessage, type LeaderMessage, parseFollowerMessage } from "./messages.ts";
import { type Channel, hostPairing, type Identity, openChannel, type Pairing } from "./pairing.ts";

/** A screen that can also be filled in from elsewhere. */
export interface FillableScreen extends FormScreen {
  /** Fills a field that is empty, as the browser would. */
  fill(field: FieldName, text: string): void;
}

interface LeaderOptions extends Identity {
  /** The field of the leader's own frame. */
  readonly field: FieldName;
  readonly screen: FillableScreen;
  readonly createName: () => string;
  /** Handles a user action in the field of a follower. */
  readonly dispatch: (event: ScreenEvent) => void;
}

interface FollowerLink {
  readonly channel: Channel<LeaderMessage>;
  /** Its `here` has arrived. */
  isHere: boolean;
  /** The view that it has. */
  readonly shown: ChangeTracker<FormView>;
  /** The id of the last `flush` that it replied to. */
  flushed: number;
}

/** No live frame takes longer to send its pending edits. */
const maxSilenceMs = 2_000;

export class LeaderScreen implements FormScreen {
  readonly #options: LeaderOptions;
  readonly #pairing: Pairing;
  readonly #followers = new Map<FieldName, FollowerLink>();
  /** Called when a follower has replied to a `flush`. */
  readonly #waiting = new Set<() => void>();
  #view: FormView | null = null;
  #flushId = 0;
  #isLocalOnly = false;

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.#pairing = hostPairing(options, options.createName, (field, name) => this.#join(field, name));
  }

  /** The frame with this nonce may join, in place of the one that the field had before. */
  admit(field: FieldName, nonce: string): void {
    if (field === this.#options.field) return;
    if (this.#drop(field)) {
      // The text of the frame that is replaced is no longer in any input.
      this.#options.dispatch({ type: "typed", field, entry: Secret.empty, source: "other" });
    }
    this.#pairing.admit(field, nonce);
  }

  draw(view: FormView | null): void {
    const { screen, field } = this.#options;
    this.#view = view;
    screen.draw(view && viewOfField(view, field));
    if (!view) this.release();
    for (const [name, follower] of this.#followers) {
      if (view?.fields.some((shown) => shown.name === name)) this.#show(name, follower);
      else this.#drop(name);
    }
  }

  /** Left to the page, which moves the focus when it receives the wrong fields; a frame may not take it from another. */
  focusField(): void {}

  blur(): void {
    this.#options.screen.blur();
  }

  wipe(fields: readonly FieldName[]): void {
    this.#options.screen.wipe(fields);
    if (this.#isLocalOnly) return;
    for (const field of fields) this.#followers.get(field)?.channel.send({ type: "wipe" });
  }

  /**
   * Runs something that concerns this frame only: when it goes, its followers keep their texts. When the page goes, each of
   * them wipes its own.
   */
  locallyOnly(act: () => void): void {
    this.#isLocalOnly = true;
    act();
    this.#isLocalOnly = false;
  }

  /** Sends `gone` to every follower, so that each may send its text to the next leader. The form must have wiped everything. */
  release(): void {
    this.#pairing.close();
    for (const { channel } of this.#followers.values()) {
      channel.send({ type: "gone" });
      channel.close();
    }
    this.#followers.clear();
  }

  /** Closes the channels until `wake`: a message would evict the page from the back-forward cache. */
  sleep(): void {
    for (const { channel } of this.#followers.values()) channel.close();
  }

  /** Opens the channels again and sends every follower the view, which it may have missed. */
  wake(): void {
    for (const [field, follower] of this.#followers) {
      follower.channel.open();
      this.#show(field, follower, true);
    }
  }

  announce(text: string): void {
    this.#options.screen.announce(text);
  }

  /** Fills in a field whose text the browser put into another frame. */
  fill(field: FieldName, text: string): void {
    if (field === this.#options.field) this.#options.screen.fill(field, text);
    else this.#followers.get(field)?.channel.send({ type: "fill", text });
  }

  /**
   * Waits for pending edits of all followers: a click on the page can arrive before the last keystroke in another frame.
   *
   * @returns the fields whose frame is silent, after 2 s or the time given
   */
  flush(timeoutMs: number): Promise<readonly FieldName[]> {
    const flushId = ++this.#flushId;
    const others = (this.#view?.fields ?? []).flatMap(({ name }) =>
      name === this.#options.field ? [] : [name],
    );
    const silent = () => others.filter((name) => (this.#followers.get(name)?.flushed ?? 0) < flushId);
    for (const { channel } of this.#followers.values()) channel.send({ type: "flush", flushId });
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve(silent());
      };
      const check = () => {
        if (silent().length === 0) done();
      };
      const timer = setTimeout(done, Math.min(timeoutMs, maxSilenceMs));
      this.#waiting.add(check);
      check();
    });
  }

  #join(field: FieldName, name: string): void {
    this.#drop(field);
    const channel = openChannel<LeaderMessage, FollowerMessage>(name, parseFollowerMessage, (message) =>
      this.#handleMessage(field, follower, message),
    );
    const follower: FollowerLink = { channel, isHere: false, shown: new ChangeTracker(), flushed: 0 };
    this.#followers.set(field, follower);
  }

  #handleMessage(field: FieldName, follower: FollowerLink, message: FollowerMessage): void {
    const { dispatch } = this.#options;
    switch (message.type) {
      case "here":
        follower.isHere = true;
        this.#show(field, follower, true);
        // A flush may be waiting already.
        if (this.#flushId > 0) follower.channel.send({ type: "flush", flushId: this.#flushId });
        break;
      case "typed":
        dispatch({ type: "typed", field, entry: Secret.of(message.text), source: message.source });
        break;
      case "entered":
      case "left":
        dispatch({ type: message.type, field });
        break;
      case "chosen":
        dispatch(message);
        break;
      case "filled":
        this.fill(message.field, message.text);
        break;
      case "flushed":
        follower.flushed = message.flushId;
        for (const check of this.#waiting) check();
        break;
      default:
        message satisfies never;
    }
  }

  #show(field: FieldName, follower: FollowerLink, again = false): void {
    const view = this.#view && viewOfField(this.#view, field);
    if (!view || !follower.isHere) return;
    if (follower.shown.track(view) || again) follower.channel.send({ type: "view", view });
  }

  /** Removes the follower of a field; returns whether there was one. */
  #drop(field: FieldName): boolean {
    const follower = this.#followers.get(field);
    follower?.channel.send({ type: "over" });
    follower?.channel.close();
    return this.#followers.delete(field);
  }
}
