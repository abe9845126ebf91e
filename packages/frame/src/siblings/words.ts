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
import { type EntryMeans, entryMeans } from "../form/state.ts";
import type { FormView } from "../form/view.ts";

/** On the channel where frames meet. `page` says which page embeds the frame, told by the browser. */
export type MeetingWord =
  /** The lead: a frame with this nonce may join. */
  | { readonly type: "invite"; readonly page: string; readonly to: string }
  /** A sibling: here I am, and this is the field that I draw. */
  | { readonly type: "join"; readonly page: string; readonly from: string; readonly field: FieldName }
  /** The lead: the two of us go on by a channel of this name. */
  | { readonly type: "joined"; readonly page: string; readonly to: string; readonly channel: string };

/** What a sibling says to the lead. The field is the one that it joined with; it cannot name another. */
export type SiblingWord =
  /** First word on the channel of the two. */
  | { readonly type: "here" }
  | { readonly type: "typed"; readonly text: string; readonly by: EntryMeans }
  | { readonly type: "entered" }
  | { readonly type: "left" }
  /** One of the networks that share the card was chosen. */
  | { readonly type: "chosen"; readonly network: Brand }
  /** The browser filled in another field, in this frame, because it fills one frame only. */
  | { readonly type: "filled"; readonly field: FieldName; readonly text: string }
  /** All that was typed before this was asked for has been said. */
  | { readonly type: "told"; readonly turn: number };

/** What the lead says to a sibling. */
export type LeadWord =
  | { readonly type: "view"; readonly view: FormView }
  | { readonly type: "wipe" }
  | { readonly type: "fill"; readonly text: string }
  | { readonly type: "tell"; readonly turn: number }
  /** The form no longer has this frame; the frame wipes its field. */
  | { readonly type: "over" }
  /** The lead is closed and has forgotten everything; the frame may send its text to another lead. */
  | { readonly type: "gone" };

/** Longer than anything that a field keeps. */
export const longestEntry = 500;

const page = text(1, 10_000);
const entry = text(0, longestEntry);
const turn = integer(1, Number.MAX_SAFE_INTEGER);
const words = text(0, 300);
const brand = oneOf(brands);

const fieldView = exact({
  name: field,
  label: words,
  optional: nullable(words),
  placeholder: words,
  hint: words,
  error: nullable(words),
  required: boolean,
  choices: nullable(array(text(1, 4), 1, 50)),
  half: boolean,
  last: boolean,
  masked: boolean,
  given: nullable(words),
  networks: nullable(exact({ label: words, brands: array(brand, 2, brands.length), chosen: brand })),
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

/** Reads a word of the meeting, or answers `undefined`. */
export const parseMeetingWord = union<MeetingWord>({
  invite: { page, to: nonce },
  join: { page, from: nonce, field },
  joined: { page, to: nonce, channel: nonce },
});

/** Reads a word of a sibling, or answers `undefined`. */
export const parseSiblingWord = union<SiblingWord>({
  here: {},
  typed: { text: entry, by: oneOf(entryMeans) },
  entered: {},
  left: {},
  chosen: { network: brand },
  filled: { field, text: entry },
  told: { turn },
});

/** Reads a word of the lead, or answers `undefined`. */
export const parseLeadWord = union<LeadWord>({
  view: { view },
  wipe: {},
  fill: { text: entry },
  tell: { turn },
  over: {},
  gone: {},
});
