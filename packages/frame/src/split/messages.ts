/**
 * What the frames of one form say to one another, and the guards that read it. Card data is in `typed`, `filled` and
 * `fill`, and in nothing else; all three go by a channel of two frames (see meeting.ts).
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
  knownBrand,
  nonce,
  nullable,
  oneOf,
  text,
  union,
} from "@cardpane/contract/messages";
import { type InputSource, inputSources } from "../form/state.ts";
import type { FormView } from "../form/view-model.ts";

/** On the channel where frames meet. `page` says which page embeds the frame, told by the browser. */
export type PairingMessage =
  /** The lead: a frame with this nonce may join. */
  | { readonly type: "invite"; readonly page: string; readonly to: string }
  /** A sibling: here I am, and this is the field that I draw. */
  | { readonly type: "join"; readonly page: string; readonly from: string; readonly field: FieldName }
  /** The lead: the two of us go on by a channel of this name. */
  | { readonly type: "joined"; readonly page: string; readonly to: string; readonly channel: string };

/** What a sibling says to the lead. The field is the one that it joined with; it cannot name another. */
export type FollowerMessage =
  /** First message on the channel of the two. */
  | { readonly type: "here" }
  | { readonly type: "typed"; readonly text: string; readonly source: InputSource }
  | { readonly type: "entered" }
  | { readonly type: "left" }
  /** One of the networks that share the card was chosen. */
  | { readonly type: "chosen"; readonly network: Brand }
  /** The browser filled in another field, in this frame, because it fills one frame only. */
  | { readonly type: "filled"; readonly field: FieldName; readonly text: string }
  /** All that was typed before this was asked for has been said. */
  | { readonly type: "flushed"; readonly flushId: number };

/** What the lead says to a sibling. */
export type LeaderMessage =
  | { readonly type: "view"; readonly view: FormView }
  | { readonly type: "wipe" }
  | { readonly type: "fill"; readonly text: string }
  | { readonly type: "flush"; readonly flushId: number }
  /** The form no longer has this frame; the frame wipes its field. */
  | { readonly type: "over" }
  /** The lead is closed and has forgotten everything; the frame may send its text to another lead. */
  | { readonly type: "gone" };

/** Longer than anything that a field keeps. */
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
  half: boolean,
  last: boolean,
  masked: boolean,
  given: nullable(shortText),
  networks: nullable(exact({ label: shortText, brands: array(brand, 2, brands.length), chosen: brand })),
});

const view = exact({
  fields: array(fieldView, 1, 1),
  savedCard: (value: unknown) => (value === null ? value : undefined),
  brand: knownBrand,
  isNumberEmpty: boolean,
  accepted: array(brand, 0, brands.length),
  cvvDigits: integer(3, 4),
  disabled: boolean,
  readOnly: boolean,
  busy: boolean,
  relayed: array(field, 0, 10),
});

/** Reads a message of the meeting, or answers `undefined`. */
export const parsePairingMessage = union<PairingMessage>({
  invite: { page, to: nonce },
  join: { page, from: nonce, field },
  joined: { page, to: nonce, channel: nonce },
});

/** Reads a message of a sibling, or answers `undefined`. */
export const parseFollowerMessage = union<FollowerMessage>({
  here: {},
  typed: { text: entry, source: oneOf(inputSources) },
  entered: {},
  left: {},
  chosen: { network: brand },
  filled: { field, text: entry },
  flushed: { flushId },
});

/** Reads a message of the lead, or answers `undefined`. */
export const parseLeaderMessage = union<LeaderMessage>({
  view: { view },
  wipe: {},
  fill: { text: entry },
  flush: { flushId },
  over: {},
  gone: {},
});
