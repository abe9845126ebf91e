/**
 * A follower: renders the views that its leader sends, and sends it the user actions, over a channel of their own.
 * One of the three files that reveal a `Secret`: the typed text has to reach the form.
 */
import type { FieldName } from "@cardpane/contract/messages";
import { reveal } from "../card/secret.ts";
import type { ScreenEvent } from "../form/form-controller.ts";
import type { FormView } from "../form/view-model.ts";
import type { FillableScreen } from "./leader.ts";
import { type FollowerMessage, type LeaderMessage, maxEntryLength, parseLeaderMessage } from "./messages.ts";
import { type Channel, type FollowerIdentity, joinPairing, openChannel } from "./pairing.ts";

interface FollowerOptions extends FollowerIdentity {
  readonly leaderNonce: string;
  readonly screen: FillableScreen;
  /** The leader is listening: what is in the field already has to be sent. */
  readonly onJoin: () => void;
  readonly onView: (view: FormView) => void;
}

/** `gone` arrives over a channel and the page's `follow` over a port, so `follow` may arrive first. */
const maxLeaveMs = 1_000;

/** The connection to the leader with a nonce; the constructor starts to join it. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #stopJoining: () => void;
  #channel: Channel<FollowerMessage> | undefined;
  /** The leader may hold the text of the field. */
  #mayHoldText = false;
  #isLeaving = false;
  #onParted: (() => void) | undefined;

  constructor(options: FollowerOptions) {
    const { leaderNonce, nonce, page, field } = options;
    this.#options = options;
    this.#stopJoining = joinPairing({ nonce, page, field }, leaderNonce, (name) => this.#join(name));
  }

  /** Sends an event of the field. Dropped until the leader is listening; then the text of the field is sent as it is. */
  dispatch(event: ScreenEvent): void {
    this.#channel?.send(messageFor(event));
  }

  /** Sends what the browser filled in here for another field. */
  relayAutofill(field: FieldName, text: string): void {
    this.#channel?.send({ type: "filled", field, text: text.slice(0, maxEntryLength) });
  }

  /** Closes the channel until `wake`: a message would evict the page from the back-forward cache. */
  sleep(): void {
    this.#channel?.close();
  }

  wake(): void {
    this.#channel?.open();
    this.#channel?.send({ type: "here" });
  }

  /**
   * Stops sending to the leader, and waits up to a second for its `gone`.
   *
   * @returns whether the text of the field may go to another leader: this one never got it, or has wiped it
   */
  leave(): Promise<boolean> {
    this.#isLeaving = true;
    this.#stopJoining();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.close();
        resolve(!this.#mayHoldText);
      };
      const timer = setTimeout(done, maxLeaveMs);
      this.#onParted = done;
      if (!this.#mayHoldText) done();
    });
  }

  close(): void {
    this.#stopJoining();
    this.#channel?.close();
  }

  #join(name: string): void {
    this.#mayHoldText = true;
    this.#channel = openChannel(name, parseLeaderMessage, (message) => this.#handleMessage(message));
    this.#channel.send({ type: "here" });
    this.#options.onJoin();
  }

  #handleMessage(message: LeaderMessage): void {
    const { field, screen, onView } = this.#options;
    // After leaving, only messages that remove something are handled.
    const removes = message.type === "wipe" || message.type === "over" || message.type === "gone";
    if (this.#isLeaving && !removes) return;
    switch (message.type) {
      case "view":
        if (message.view.fields[0]?.name === field) onView(message.view);
        break;
      case "wipe":
        screen.wipe([field]);
        break;
      case "fill":
        screen.fill(field, message.text);
        break;
      case "flush":
        this.#channel?.send({ type: "flushed", flushId: message.flushId });
        break;
      case "over":
        screen.wipe([field]);
        this.#part();
        break;
      case "gone":
        this.#part();
        break;
      default:
        message satisfies never;
    }
  }

  #part(): void {
    this.#mayHoldText = false;
    this.close();
    this.#onParted?.();
  }
}

function messageFor(event: ScreenEvent): FollowerMessage {
  if (event.type === "chosen") return event;
  if (event.type !== "typed") return { type: event.type };
  return { type: "typed", text: reveal(event.entry).slice(0, maxEntryLength), source: event.source };
}
