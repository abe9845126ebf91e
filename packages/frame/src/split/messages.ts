/**
 * The messages between the frames of one form, and the guards that read them. A follower reports events; the leader sends
 * commands, and two notices that end the connection. Card data is in `typed`, `autofilled` and `autofill`, and in no other
 * message; all three go over a channel of two frames (see pairing.ts).
 */
import {
  array,
  type Brand,
  boolean,
  brands,
  exact,
  type FieldName,
  field,
  integer,
  nonce,
  nullable,
  oneOf,
  text,
  union,
} from "@cardpane/contract/messages";
import { type InputSource, inputSources } from "../form/state.ts";
import type { FormView } from "../form/view-model.ts";

/** A message on the pairing channel. `page` is the chain of origins above the frame, as the browser reports it. */
export type PairingMessage =
  /** From the leader: a frame with this nonce may join. */
  | { readonly type: "invite"; readonly page: string; readonly to: string }
  /** From a follower: its nonce and the field that it renders. */
  | { readonly type: "join"; readonly page: string; readonly from: string; readonly field: FieldName }
  /** From the leader: the name of the channel for these two frames. */
  | { readonly type: "joined"; readonly page: string; readonly to: string; readonly channel: string };

/** From a follower to its leader, about the field that it joined with; the message cannot name another field. */
export type FollowerMessage =
  /** The first message on the channel of the two frames: the follower receives messages now. Sent again after `sleep`. */
  | { readonly type: "connected" }
  | { readonly type: "typed"; readonly text: string; readonly source: InputSource }
  | { readonly type: "focused" }
  | { readonly type: "blurred" }
  /** The shopper chose one of the networks that share the card. */
  | { readonly type: "chosen"; readonly network: Brand }
  /** The browser filled in another field in this frame, because autofill is limited to one frame. */
  | { readonly type: "autofilled"; readonly field: FieldName; readonly text: string }
  /** Reply to `flush`: every earlier edit has been sent. */
  | { readonly type: "flushed"; readonly flushId: number };

/** From the leader to a follower. */
export type LeaderMessage =
  | { readonly type: "view"; readonly view: FormView }
  | { readonly type: "wipe" }
  /** Each of these fields is emptied and keeps its text; any other forgets it. `null` gives the kept texts back. */
  | { readonly type: "keep"; readonly fields: readonly FieldName[] | null }
  | { readonly type: "autofill"; readonly text: string }
  | { readonly type: "flush"; readonly flushId: number }
  /** The follower's frame was removed from the form; it wipes its field. */
  | { readonly type: "removed" }
  /** The leader was closed and has wiped everything; the follower may send its text to another leader. */
  | { readonly type: "closed" };

/** The maximum length of a text in a message; no field keeps a longer one. */
export const maxEntryLength = 500;

const page = text(1, 10_000);
const entry = text(0, maxEntryLength);
const flushId = integer(1, Number.MAX_SAFE_INTEGER);
const shortText = text(0, 300);
const brand = oneOf(brands);

const fieldView = exact({
  name: field,
  label: shortText,
  optional: nullable(shortText),
  placeholder: shortText,
  hint: shortText,
  error: nullable(shortText),
  required: boolean,
  choices: nullable(array(text(1, 4), 1, 50)),
  half: nullable(oneOf(["start", "end"])),
  last: boolean,
  masked: boolean,
  given: nullable(shortText),
  networks: nullable(exact({ offer: shortText, brands: array(brand, 2, brands.length), chosen: brand })),
});

const nothing = (value: unknown) => (value === null ? value : undefined);

const view = exact({
  fields: array(fieldView, 1, 1),
  savedCard: nothing,
  marks: array(brand, 0, brands.length),
  cvvDigits: integer(3, 4),
  cvvOnFront: boolean,
  disabled: boolean,
  readOnly: boolean,
  busy: boolean,
  notice: nullable(shortText),
  joined: nothing,
  relayed: array(field, 0, 10),
});

/** Reads a message of the pairing; `undefined` for anything else. */
export const parsePairingMessage = union<PairingMessage>({
  invite: { page, to: nonce },
  join: { page, from: nonce, field },
  joined: { page, to: nonce, channel: nonce },
});

/** Reads a message of a follower; `undefined` for anything else. */
export const parseFollowerMessage = union<FollowerMessage>({
  connected: {},
  typed: { text: entry, source: oneOf(inputSources) },
  focused: {},
  blurred: {},
  chosen: { network: brand },
  autofilled: { field, text: entry },
  flushed: { flushId },
});

/** Reads a message of the leader; `undefined` for anything else. */
export const parseLeaderMessage = union<LeaderMessage>({
  view: { view },
  wipe: {},
  keep: { fields: nullable(array(field, 0, 10)) },
  autofill: { text: entry },
  flush: { flushId },
  removed: {},
  closed: {},
});
