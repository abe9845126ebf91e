/**
 * How the frames of one form find each other, without card data ever passing through the page.
 *
 * Each frame sends the page `hello` with a nonce that it made itself: 128 random bits. The page opens one of them as the
 * leader and passes nonces on, over each frame's own port: to the leader, whom to `admit`; to the others, whom to `follow`.
 *
 *  1. The leader listens on the channel `cardpane:<nonce of the leader>`, of the pane's own origin.
 *  2. A follower sends `join` there, with its nonce and the field that it renders, when the page names its leader and whenever
 *     it is invited, so that either side may come first.
 *  3. The leader accepts a `join` with an admitted nonce, for the field that the nonce was admitted for, from a frame with the
 *     same page, once. It makes a new name of 128 random bits, sends it in `joined`, and from then on uses the
 *     channel of that name, with this follower alone.
 *  4. The follower accepts one `joined` that is addressed to its nonce and comes from a frame with the same page, and sends
 *     `connected` over the new channel. Only now is any typed text sent.
 *  5. When every admitted frame has joined, the leader closes the pairing channel. It opens it again when the page admits
 *     another frame.
 *  6. A follower that the page gives another leader, or makes the leader, sends nothing more to the leader that it has. It
 *     keeps its text only if that leader sends `closed`, which it does when it is closed and has wiped everything. Otherwise the
 *     field is wiped (split-field.ts).
 *
 * What holds, and why:
 *
 *  - A page has another origin and receives none of this. It knows the names of the pairing channels, and no other name.
 *  - Only documents of the pane's origin can be on these channels, and they run this script alone: the policy names its hash. A
 *    hostile page has only frames of ours, placed where it likes, with the messages that it likes.
 *  - `page` is the whole chain of origins above a frame, as the browser reports it. A frame that another page embeds has another
 *    chain; it neither joins nor is followed, whatever nonces leaked to it. Most browsers also separate channels by the site of
 *    the top page; nothing here relies on that.
 *  - Panes of one page, tabs and windows of one shop have the same chain and other nonces. Frames make the nonces, so no page
 *    can give a frame the nonce of another.
 *  - Replayed messages are ignored: a nonce joins once, and a new join has a new channel.
 *  - A frame renders one field for as long as it lives: the one that its `open` named, before anyone typed. The frame itself
 *    sends that name. If the page could send it, a hidden form could admit the frame of the CVV as the number, and its snapshot
 *    would validate the CVV as a number: an oracle that reveals half of the code.
 *  - One leader at a time holds the typed text. A page that moves the same frames from one leader to the next, to get several
 *    tokens for one entry or to keep a leader from wiping them, gets empty fields.
 *  - A page that lies in other ways gets a form that does not start, or a field that has a wrong label from the start. The
 *    shopper is on that page; it could as well render a form of its own.
 *
 * Nothing is encrypted: code that could read these channels runs in the pane's origin and could read the inputs.
 */
import type { FieldName } from "@cardpane/contract/messages";
import { type PairingMessage, parsePairingMessage } from "./messages.ts";

/** Identifies a frame to the others of its form. */
export interface Identity {
  /** The nonce of its `hello`. */
  readonly nonce: string;
  /** Every origin above it, the nearest first. */
  readonly page: string;
}

/** Identifies a follower to its leader. */
export interface FollowerIdentity extends Identity {
  /** The field that it renders. */
  readonly field: FieldName;
}

/** Sends to one frame and receives from it. */
export interface Channel<Message> {
  /** Sends nothing while the channel is closed. */
  send(message: Message): void;
  close(): void;
  /** Opens it again after `close`. */
  open(): void;
}

/** Opens the channel of a name; what arrives is read by a guard first. */
export function openChannel<Out, In>(
  name: string,
  parse: (data: unknown) => In | undefined,
  onMessage: (message: In) => void,
): Channel<Out> {
  let channel: BroadcastChannel | undefined;
  function open(): void {
    const opened = new BroadcastChannel(`cardpane:${name}`);
    channel = opened;
    opened.onmessage = ({ data }) => {
      const message = channel === opened ? parse(data) : undefined;
      if (message) onMessage(message);
    };
  }
  open();
  return {
    open,
    send: (message) => channel?.postMessage(message),
    close() {
      channel?.close();
      channel = undefined;
    },
  };
}

/** The leader's side of the pairing. */
export interface Pairing {
  /** Lets a frame join for a field. */
  admit(field: FieldName, nonce: string): void;
  close(): void;
}

/**
 * Pairs the leader with each frame that it admits.
 *
 * @param onJoin called for each frame that joined, with the name of the channel of the two
 * @param createName 128 random bits in hex
 */
export function hostPairing(
  { nonce, page }: Identity,
  createName: () => string,
  onJoin: (field: FieldName, channel: string) => void,
): Pairing {
  const admitted = new Map<string, FieldName>();
  let channel: Channel<PairingMessage> | undefined;

  function handleMessage(message: PairingMessage): void {
    if (message.type !== "join" || message.page !== page || admitted.get(message.from) !== message.field)
      return;
    admitted.delete(message.from);
    const name = createName();
    onJoin(message.field, name);
    channel?.send({ type: "joined", page, to: message.from, channel: name });
    if (admitted.size === 0) close();
  }

  function close(): void {
    channel?.close();
    channel = undefined;
  }

  return {
    admit(field, to) {
      // A field has one frame: the newest.
      for (const [known, other] of admitted) if (other === field) admitted.delete(known);
      admitted.set(to, field);
      channel ??= openChannel(nonce, parsePairingMessage, handleMessage);
      channel.send({ type: "invite", page, to });
    },
    close,
  };
}

/**
 * Pairs a follower with its leader.
 *
 * @param onJoin called once, with the name of the channel of the two
 * @returns a function that stops the attempt
 */
export function joinPairing(
  { nonce, page, field }: FollowerIdentity,
  leaderNonce: string,
  onJoin: (channel: string) => void,
): () => void {
  const channel = openChannel<PairingMessage, PairingMessage>(leaderNonce, parsePairingMessage, (message) => {
    if (message.page !== page || message.type === "join" || message.to !== nonce) return;
    if (message.type === "invite") return join();
    channel.close();
    onJoin(message.channel);
  });
  function join(): void {
    channel.send({ type: "join", page, from: nonce, field });
  }
  join();
  return channel.close;
}
