/**
 * A follower: renders the views that its leader sends, and sends user actions to the leader, over a channel of these two frames.
 * One of the three files that reveal a `Secret`, because the leader's form needs the typed text.
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
  /** The leader receives events now; the current text of the field must be sent. */
  readonly onJoin: () => void;
  readonly onView: (view: FormView) => void;
}

/** The maximum wait for `closed`, which arrives over a channel, after the page's `follow`, which arrives over a port. */
const maxLeaveMs = 1_000;

/** The connection to the leader; the constructor starts to join it. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #stopJoining: () => void;
  #channel: Channel<FollowerMessage> | undefined;
  /** The leader may hold the text of the field. */
  #mayHoldText = false;
  #isLeaving = false;
  #onEnd: (() => void) | undefined;

  constructor(options: FollowerOptions) {
    const { leaderNonce, nonce, page, field } = options;
    this.#options = options;
    this.#stopJoining = joinPairing({ nonce, page, field }, leaderNonce, (name) => this.#join(name));
  }

  /** Sends an event of the field. Events before the leader has accepted the frame are dropped; `onJoin` then sends the current text. */
  dispatch(event: ScreenEvent): void {
    this.#channel?.send(messageFor(event));
  }

  /** Sends a text that the browser filled in here for another field. */
  relayAutofill(field: FieldName, text: string): void {
    this.#channel?.send({ type: "autofilled", field, text: text.slice(0, maxEntryLength) });
  }

  /** Closes the channel until `wake`, because a message would evict the page from the back-forward cache. */
  sleep(): void {
    this.#channel?.close();
  }

  /** Opens the channel again. */
  wake(): void {
    this.#channel?.open();
    this.#channel?.send({ type: "connected" });
  }

  /**
   * Stops sending to the leader, and waits up to one second for its `closed`.
   *
   * @returns whether the text of the field may be sent to another leader, because this one never received it or has wiped it
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
      this.#onEnd = done;
      if (!this.#mayHoldText) done();
    });
  }

  /** Ends the connection at once. */
  close(): void {
    this.#stopJoining();
    this.#channel?.close();
  }

  #join(name: string): void {
    this.#mayHoldText = true;
    this.#channel = openChannel(name, parseLeaderMessage, (message) => this.#handleMessage(message));
    this.#channel.send({ type: "connected" });
    this.#options.onJoin();
  }

  #handleMessage(message: LeaderMessage): void {
    const { field, screen, onView } = this.#options;
    // While leaving, only messages that remove something are handled.
    const removes = ["wipe", "keep", "removed", "closed"].includes(message.type);
    if (this.#isLeaving && !removes) return;
    switch (message.type) {
      case "view":
        if (message.view.fields[0]?.name === field) onView(message.view);
        break;
      case "wipe":
        screen.wipe([field]);
        break;
      case "keep":
        screen.keep(message.fields);
        break;
      case "autofill":
        screen.fill(field, message.text);
        break;
      case "flush":
        screen.notice?.();
        this.#channel?.send({ type: "flushed", flushId: message.flushId });
        break;
      case "removed":
        screen.wipe([field]);
        this.#end();
        break;
      case "closed":
        this.#end();
        break;
      default:
        message satisfies never;
    }
  }

  #end(): void {
    this.#mayHoldText = false;
    this.close();
    this.#onEnd?.();
  }
}

function messageFor(event: ScreenEvent): FollowerMessage {
  if (event.type === "chosen") return event;
  if (event.type !== "typed") return { type: event.type };
  return { type: "typed", text: reveal(event.entry).slice(0, maxEntryLength), source: event.source };
}
