/**
 * A frame that follows: it draws what the lead tells it and tells the lead what people do, over a channel of the two. One
 * of the three files that open a `Secret`: what was typed has to get to the form.
 */
import type { FieldName } from "@cardpane/contract/messages";
import { reveal } from "../card/secret.ts";
import type { ScreenEvent } from "../form/form-controller.ts";
import type { FormView } from "../form/view-model.ts";
import type { FillableScreen } from "./leader.ts";
import { type FollowerMessage, type LeaderMessage, maxEntryLength, parseLeaderMessage } from "./messages.ts";
import { type Channel, type FollowerIdentity, joinPairing, openChannel } from "./pairing.ts";

interface Follower extends FollowerIdentity {
  readonly leadNonce: string;
  readonly screen: FillableScreen;
  /** The lead hears us: what is in the field already has to be told. */
  readonly joined: () => void;
  readonly draw: (view: FormView) => void;
}

/** The way to the lead. */
export interface Following {
  /** Something happened in the field. Dropped until the lead hears us; then the field's text is told as it is. */
  dispatch(event: ScreenEvent): void;
  /** The browser filled in another field in this frame. */
  relayAutofill(field: FieldName, text: string): void;
  /** Says and hears nothing until it wakes: a message would throw a page out of the back-forward cache. */
  sleep(): void;
  wake(): void;
  /**
   * Stops sending to the lead, and waits up to a second for it to say `gone`.
   *
   * @returns whether the text of the field may go to another lead: this one never got it, or has forgotten it
   */
  leave(): Promise<boolean>;
  close(): void;
}

/** `gone` comes by a channel and the page's `follow` by a port, so `follow` may come first. */
const maxLeaveMs = 1_000;

/** Follows the frame with a nonce. */
export function follow({ leadNonce, field, screen, joined, draw, ...identity }: Follower): Following {
  let channel: Channel<FollowerMessage> | undefined;
  /** The lead may hold the text of the field. */
  let isKnown = false;
  let isLeaving = false;
  let parted: (() => void) | undefined;

  function handleMessage(message: LeaderMessage): void {
    // After leaving, only messages that take something away count.
    if (isLeaving && message.type !== "wipe" && message.type !== "over" && message.type !== "gone") return;
    switch (message.type) {
      case "view":
        if (message.view.fields[0]?.name === field) draw(message.view);
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

  const stopJoining = joinPairing({ ...identity, field }, leadNonce, (name) => {
    isKnown = true;
    channel = openChannel(name, parseLeaderMessage, handleMessage);
    channel.send({ type: "here" });
    joined();
  });

  function part(): void {
    isKnown = false;
    close();
    parted?.();
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
          resolve(!isKnown);
        }
        parted = done;
        if (!isKnown) done();
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
