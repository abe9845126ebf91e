/**
 * Connects the frames of one form, so that card data never passes through the page.
 *
 * Each frame sends `hello` to the page, with a nonce that it creates: 128 random bits. The page opens one of the frames as the
 * leader. Over each frame's own port it sends nonces: `admit` with a follower's nonce to the leader, `follow` with the leader's
 * nonce to each follower.
 *
 *  1. The leader listens on the channel `cardpane:<nonce of the leader>`, of the pane's own origin.
 *  2. A follower sends `join` there, with its nonce and the field that it renders, when the page names its leader and whenever
 *     it is invited, so that either side may come first.
 *  3. The leader accepts a `join` once for each admitted nonce, if it names the field that the nonce was admitted for and
 *     comes from a frame with the same page. It creates a name of 128 random bits, sends it in `joined`, and then uses the
 *     channel of that name with this follower only.
 *  4. The follower accepts one `joined` that is addressed to its nonce and comes from a frame with the same page, and sends
 *     `connected` over the new channel. Only now is any typed text sent.
 *  5. When every admitted frame has joined, the leader closes the pairing channel. It opens it again when the page admits
 *     another frame.
 *  6. When the page assigns another leader to a follower, or makes the follower the leader, the follower stops sending to its
 *     current leader. It keeps its text only if that leader sends `closed`, which means that the leader has wiped everything.
 *     Otherwise the follower wipes its field (split-field.ts).
 *
 * Security properties:
 *
 *  - A page has another origin and receives none of this. It knows the names of the pairing channels, and no other name.
 *  - Only documents of the pane's origin can use these channels, and their policy allows only this script, by its hash. A hostile
 *    page can only place our frames and choose the messages that it sends to them.
 *  - `page` is the whole chain of origins above a frame, as the browser reports it. A frame in another page has another chain:
 *    it can neither join nor be followed, even if it knows a nonce. Most browsers also separate channels by the site of the top
 *    page; nothing here relies on that.
 *  - Panes of one page, and tabs and windows of one shop, have the same chain but different nonces. Frames create their nonces,
 *    so a page cannot set the nonce of a frame to that of another.
 *  - Replayed messages are ignored: a nonce joins once, and a new join has a new channel.
 *  - A frame renders the same field during its whole life: the field that its `open` named, before anything was typed. The frame
 *    itself sends that name. If the page could send it, a hidden form could admit the frame of the CVV as the number, and its
 *    snapshot would validate the CVV as a number: an oracle that reveals half of the code.
 *  - One leader at a time holds the typed text. If a page moves the same frames from one leader to the next, to get several
 *    tokens for one entry or to prevent a wipe, it gets empty fields.
 *  - If a page sends other false messages, the form does not start, or a field has a wrong label from the start. The shopper is
 *    on that page, which could as well render its own form.
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
  /** Opens the channel again after `close`. */
  open(): void;
}

/** Opens the channel of a name. A guard reads each message that arrives. */
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
  /** Allows a frame to join for a field. */
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
      // A field has one frame: the one that was admitted last.
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
