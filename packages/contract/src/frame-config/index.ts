/** What the pane's host writes into the frame's document: the one thing that crosses from the one to the other. */
import type { Brand } from "../messages/types.ts";

/** A font that the host serves, in the form that the frame receives. */
export interface HostedFont {
  readonly family: string;
  /** As CSS writes it: `"400"`, or the range of a variable font. */
  readonly weight: string;
  readonly style: "normal" | "italic";
  /** Relative to the document. */
  readonly url: string;
  readonly integrity: string;
}

/**
 * First digits of cards, as text: networks of the card, first the one that was given the number (ISO/IEC 7812-1), then
 * prefixes and ranges of prefixes, 1 to 8 digits long, with a blank between.
 */
export type NetworkRanges = readonly (readonly [card: readonly Brand[], prefixes: string])[];

/** The configuration in the document. No message of a page can change any of it. */
export interface FrameConfig<Locale = unknown> {
  /** The gateway's base address. */
  readonly gateway: string;
  /** Headers that tokenize sends besides those of its JSON. */
  readonly tokenizeHeaders: Readonly<Record<string, string>>;
  /** Tokenize sends an `X-Request-ID` of its own. */
  readonly sendsRequestId: boolean;
  /** The host serves a private network over http, for tests on a phone: absent in a real one. */
  readonly lanOverHttp?: true;
  /** Version of the release. */
  readonly version: string;
  /** Numbers of networks that issued some without a check digit are checked, too. */
  readonly strictLuhn: boolean;
  /** First digits of cards that the host knows besides ours. */
  readonly ranges: NetworkRanges;
  /** What a page may name as a font, besides what the shopper's device has. */
  readonly fonts: readonly HostedFont[];
  /** The locale that the document was requested with, as the build wrote it for the frame. */
  readonly locale: Locale;
}
