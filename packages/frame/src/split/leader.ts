/**
 * The screen of a form whose fields are in separate frames: the leader's own field, and a follower for each of the others. The
 * form uses it like the screen of a single frame.
 */
import type { FieldName } from "@cardpane/contract/messages";
import { Secret } from "../card/secret.ts";
import { ChangeTracker } from "../form/change-tracker.ts";
import type { FormScreen, ScreenEvent } from "../form/form-controller.ts";
import { type FormView, viewOfField } from "../form/view-model.ts";
import { type FollowerMessage, type LeaderMessage, parseFollowerMessage } from "./messages.ts";
import { type Channel, hostPairing, type Identity, openChannel, type Pairing } from "./pairing.ts";

/** A screen whose fields can also be filled in by another frame. */
export interface FillableScreen extends FormScreen {
  /** Fills in an empty field and dispatches the events of autofill. */
  fill(field: FieldName, text: string): void;
  /** Reports a text that came into the input without an event. */
  notice?(): void;
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
  /** Whether its `connected` has arrived. */
  isConnected: boolean;
  /** The last view that was sent. */
  readonly sentView: ChangeTracker<FormView>;
  /** The id of the last `flush` that it replied to. */
  lastFlushed: number;
}

/** The maximum wait for the reply to a `flush`; a frame that takes longer counts as gone. */
const maxFlushMs = 2_000;

/** The screen of a split form. */
export class LeaderScreen implements FormScreen {
  readonly #options: LeaderOptions;
  readonly #pairing: Pairing;
  readonly #followers = new Map<FieldName, FollowerLink>();
  /** The checks of pending flushes, run whenever a follower replies. */
  readonly #flushChecks = new Set<() => void>();
  #view: FormView | null = null;
  #flushId = 0;
  #isLocalOnly = false;

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.#pairing = hostPairing(options, options.createName, (field, name) => this.#join(field, name));
  }

  /** Allows the frame with this nonce to join. It replaces the frame that the field had before. */
  admit(field: FieldName, nonce: string): void {
    if (field === this.#options.field) return;
    if (this.#drop(field)) {
      // The replaced frame has wiped its input, so the form must not keep its text.
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

  /** Does nothing: a frame cannot move the focus into another one, so the page does, when it receives the invalid fields. */
  focusField(): void {}

  blur(): void {
    this.#options.screen.blur();
  }

  wipe(fields: readonly FieldName[]): void {
    this.#options.screen.wipe(fields);
    if (this.#isLocalOnly) return;
    for (const field of fields) this.#followers.get(field)?.channel.send({ type: "wipe" });
  }

  keep(fields: readonly FieldName[] | null): void {
    this.#options.screen.keep(fields);
    for (const { channel } of this.#followers.values()) channel.send({ type: "keep", fields });
  }

  /**
   * Runs a function whose wipes apply to this frame only, because followers keep their texts when the leader's frame is removed.
   * When the whole page is unloaded, each follower wipes its own field.
   */
  wipeLocally(act: () => void): void {
    this.#isLocalOnly = true;
    act();
    this.#isLocalOnly = false;
  }

  /**
   * Sends `closed` to every follower, so that each may send its text to the next leader. The form must have wiped everything
   * before.
   */
  release(): void {
    this.#pairing.close();
    for (const { channel } of this.#followers.values()) {
      channel.send({ type: "closed" });
      channel.close();
    }
    this.#followers.clear();
  }

  /** Closes the channels until `wake`, because a message would evict the page from the back-forward cache. */
  sleep(): void {
    for (const { channel } of this.#followers.values()) channel.close();
  }

  /** Opens the channels again and sends the view to every follower, which may have missed one. */
  wake(): void {
    for (const [field, follower] of this.#followers) {
      follower.channel.open();
      this.#show(field, follower, true);
    }
  }

  announce(text: string): void {
    this.#options.screen.announce(text);
  }

  /** Fills in a field whose autofill arrived in another frame. */
  fill(field: FieldName, text: string): void {
    if (field === this.#options.field) this.#options.screen.fill(field, text);
    else this.#followers.get(field)?.channel.send({ type: "autofill", text });
  }

  /**
   * Waits for pending edits of all followers: a click on the page can arrive before the last keystroke in another frame.
   *
   * @returns the fields whose frame did not reply within the given time, 2 s at most
   */
  flush(timeoutMs: number): Promise<readonly FieldName[]> {
    const flushId = ++this.#flushId;
    const others = (this.#view?.fields ?? []).flatMap(({ name }) =>
      name === this.#options.field ? [] : [name],
    );
    const missing = () => others.filter((name) => (this.#followers.get(name)?.lastFlushed ?? 0) < flushId);
    for (const { channel } of this.#followers.values()) channel.send({ type: "flush", flushId });
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#flushChecks.delete(check);
        resolve(missing());
      };
      const check = () => {
        if (missing().length === 0) done();
      };
      const timer = setTimeout(done, Math.min(timeoutMs, maxFlushMs));
      this.#flushChecks.add(check);
      check();
    });
  }

  #join(field: FieldName, name: string): void {
    this.#drop(field);
    const channel = openChannel<LeaderMessage, FollowerMessage>(name, parseFollowerMessage, (message) =>
      this.#handleMessage(field, follower, message),
    );
    const follower: FollowerLink = {
      channel,
      isConnected: false,
      sentView: new ChangeTracker(),
      lastFlushed: 0,
    };
    this.#followers.set(field, follower);
  }

  #handleMessage(field: FieldName, follower: FollowerLink, message: FollowerMessage): void {
    const { dispatch } = this.#options;
    switch (message.type) {
      case "connected":
        follower.isConnected = true;
        this.#show(field, follower, true);
        // A flush may be pending already.
        if (this.#flushId > 0) follower.channel.send({ type: "flush", flushId: this.#flushId });
        break;
      case "typed":
        dispatch({ type: "typed", field, entry: Secret.of(message.text), source: message.source });
        break;
      case "focused":
      case "blurred":
        dispatch({ type: message.type, field });
        break;
      case "chosen":
        dispatch(message);
        break;
      case "autofilled":
        this.fill(message.field, message.text);
        break;
      case "flushed":
        follower.lastFlushed = message.flushId;
        for (const check of this.#flushChecks) check();
        break;
      default:
        message satisfies never;
    }
  }

  #show(field: FieldName, follower: FollowerLink, isForced = false): void {
    const view = this.#view && viewOfField(this.#view, field);
    if (!view || !follower.isConnected) return;
    if (follower.sentView.track(view) || isForced) follower.channel.send({ type: "view", view });
  }

  /** Removes the follower of a field; returns whether there was one. */
  #drop(field: FieldName): boolean {
    const follower = this.#followers.get(field);
    follower?.channel.send({ type: "removed" });
    follower?.channel.close();
    return this.#followers.delete(field);
  }
}
