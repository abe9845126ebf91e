/**
 * How the frames of one form find one another, without card data ever passing through the page.
 *
 * Each frame has said hello to the page with a nonce of its own making: 128 random bits. The page opens one of them as the
 * lead and passes nonces on, by each frame's own port: to the lead, whom to `admit`; to the others, whom to `follow`.
 *
 *  1. The lead meets whom it admits on the channel `cardpane:<nonce of the lead>`, of the pane's own origin.
 *  2. A sibling says `join` there, with its nonce and the field that it draws, when it is told to follow and whenever it is
 *     invited, so that either may come first.
 *  3. The lead takes a `join` of a nonce that it was told to admit, for the field that it was told to admit it for, from a
 *     frame with the same page, once. It makes a new name of 128 random bits, says it in `joined`, and goes on by the
 *     channel of that name, with this sibling alone.
 *  4. The sibling takes one `joined` that is addressed to its nonce and from a frame with the same page, and says `here` by
 *     the new channel. Only now is anything typed told.
 *  5. When everybody who was admitted has joined, the lead leaves the meeting. It comes back when the page admits another.
 *  6. A sibling that is told to follow another lead, or to lead, sends nothing more to the lead it has. It keeps its text
 *     only if that lead says `gone`, which it does when it is closed and has forgotten everything. Otherwise the field is
 *     wiped (seat.ts).
 *
 * What holds, and why:
 *
 *  - A page is of another origin and hears none of this. It knows the names of meetings, and no name that follows.
 *  - Only documents of the pane's origin can be on these channels, and they run this script alone: the policy names its
 *    hash. What a hostile page has is frames of ours, put where it likes and told what it likes.
 *  - `page` is the whole chain of origins above a frame, told by the browser. A frame that another page embeds has another
 *    one; it neither joins nor is followed, whatever nonces leaked to it. Most browsers also keep channels apart by the site
 *    of the top page; nothing here counts on that.
 *  - Panes of one page, tabs and windows of one shop have the same chain and other nonces. Frames make them, so no page can
 *    give a frame the nonce of another.
 *  - Words that are said again fall flat: a nonce joins once, a new join has a new channel.
 *  - A frame draws one field for as long as it lives: the one that its `open` named, before anyone typed. The frame itself
 *    says which. If the page could say it, a hidden form could admit the frame of the CVV as the number, and its snapshot
 *    would judge the CVV as a number: an oracle that tells half of the code.
 *  - One lead at a time holds what was typed. A page that leads the same frames from one lead to the next, to get several
 *    tokens of one typing or to keep a lead from wiping them, gets empty fields.
 *  - A page that lies in other ways gets a form that does not start, or a field that has a wrong label from the start. It is
 *    the page that the shopper is on; it could as well draw a form of its own.
 *
 * Nothing is encrypted: whoever could read these channels runs in the pane's origin and could read the inputs.
 */
import type { FieldName } from "@cardpane/contract/messages";
import { type PairingMessage, parsePairingMessage } from "./messages.ts";

/** Who a frame is to its siblings. */
export interface Identity {
  /** What it said hello with. */
  readonly nonce: string;
  /** Every origin above it. */
  readonly page: string;
}

/** Who a frame is to its lead. */
export interface FollowerIdentity extends Identity {
  /** What it draws. */
  readonly field: FieldName;
}

/** A way to say things to one frame, and to stop hearing it. */
export interface Channel<Message> {
  /** Says nothing while it is closed. */
  send(message: Message): void;
  close(): void;
  /** Opens it again. */
  open(): void;
}

/** Opens the channel of a name; what comes by it is read by a guard first. */
export function openChannel<Out, In>(
  name: string,
  parse: (data: unknown) => In | undefined,
  handleMessage: (message: In) => void,
): Channel<Out> {
  let channel: BroadcastChannel | undefined;
  function open(): void {
    const opened = new BroadcastChannel(`cardpane:${name}`);
    channel = opened;
    opened.onmessage = ({ data }) => {
      const message = channel === opened ? parse(data) : undefined;
      if (message) handleMessage(message);
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

/** The lead's side of the meeting. */
export interface Meeting {
  /** A frame may join for a field. */
  admit(field: FieldName, nonce: string): void;
  close(): void;
}

/**
 * Holds a meeting.
 *
 * @param joined called for each frame that was admitted, with the name of the channel to go on by
 * @param createName 128 random bits in hex
 */
export function hostPairing(
  { nonce, page }: Identity,
  createName: () => string,
  joined: (field: FieldName, channel: string) => void,
): Meeting {
  const admitted = new Map<string, FieldName>();
  let channel: Channel<PairingMessage> | undefined;

  function handleMessage(message: PairingMessage): void {
    if (message.type !== "join" || message.page !== page || admitted.get(message.from) !== message.field)
      return;
    admitted.delete(message.from);
    const name = createName();
    joined(message.field, name);
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
 * Goes to a meeting.
 *
 * @param joined called once, with the name of the channel to go on by
 * @returns stops trying
 */
export function joinPairing(
  { nonce, page, field }: FollowerIdentity,
  leadNonce: string,
  joined: (channel: string) => void,
): () => void {
  const channel = openChannel<PairingMessage, PairingMessage>(leadNonce, parsePairingMessage, (message) => {
    if (message.page !== page || message.type === "join" || message.to !== nonce) return;
    if (message.type === "invite") return join();
    channel.close();
    joined(message.channel);
  });
  function join(): void {
    channel.send({ type: "join", page, from: nonce, field });
  }
  join();
  return channel.close;
}
