/**
 * A frame that follows: it renders the views that its leader sends and sends it what people do, over a channel of the two.
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

/** The connection to a leader. */
export interface Follower {
  /** Sends an event of the field. Dropped until the leader is listening; then the text of the field is sent as it is. */
  dispatch(event: ScreenEvent): void;
  /** Sends what the browser filled in here for another field. */
  relayAutofill(field: FieldName, text: string): void;
  /** Closes the channel until `wake`: a message would evict the page from the back-forward cache. */
  sleep(): void;
  wake(): void;
  /**
   * Stops sending to the leader, and waits up to a second for its `gone`.
   *
   * @returns whether the text of the field may go to another leader: this one never got it, or has wiped it
   */
  leave(): Promise<boolean>;
  close(): void;
}

/** `gone` arrives over a channel and the page's `follow` over a port, so `follow` may arrive first. */
const maxLeaveMs = 1_000;

/** Follows the leader with a nonce. */
export function createFollower({
  leaderNonce,
  field,
  screen,
  onJoin,
  onView,
  ...identity
}: FollowerOptions): Follower {
  let channel: Channel<FollowerMessage> | undefined;
  /** The leader may hold the text of the field. */
  let mayHoldText = false;
  let isLeaving = false;
  let onParted: (() => void) | undefined;

  function handleMessage(message: LeaderMessage): void {
    // After leaving, only messages that remove something are handled.
    if (isLeaving && message.type !== "wipe" && message.type !== "over" && message.type !== "gone") return;
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
        channel?.send({ type: "flushed", flushId: message.flushId });
        break;
      case "over":
        screen.wipe([field]);
        part();
        break;
      case "gone":
        part();
        break;
      default:
        message satisfies never;
    }
  }

  const stopJoining = joinPairing({ ...identity, field }, leaderNonce, (name) => {
    mayHoldText = true;
    channel = openChannel(name, parseLeaderMessage, handleMessage);
    channel.send({ type: "here" });
    onJoin();
  });

  function part(): void {
    mayHoldText = false;
    close();
    onParted?.();
  }

  function close(): void {
    stopJoining();
    channel?.close();
  }

  return {
    dispatch: (event) => channel?.send(messageFor(event)),
    relayAutofill: (other, text) =>
      channel?.send({ type: "filled", field: other, text: text.slice(0, maxEntryLength) }),
    sleep: () => channel?.close(),
    wake() {
      channel?.open();
      channel?.send({ type: "here" });
    },
    leave() {
      isLeaving = true;
      stopJoining();
      return new Promise((resolve) => {
        const timer = setTimeout(done, maxLeaveMs);
        function done(): void {
          clearTimeout(timer);
          close();
          resolve(!mayHoldText);
        }
        onParted = done;
        if (!mayHoldText) done();
      });
    },
    close,
  };
}

function messageFor(event: ScreenEvent): FollowerMessage {
  if (event.type === "chosen") return event;
  if (event.type !== "typed") return { type: event.type };
  return { type: "typed", text: reveal(event.entry).slice(0, maxEntryLength), source: event.source };
}
