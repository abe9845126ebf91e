/** The configuration that the pane's host writes into the frame's document. The host passes nothing else to the frame. */
import type { Brand } from "../messages/option-types.ts";

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
 * First digits of cards. Each entry: the networks of the card, first the one that the number was assigned to
 * (ISO/IEC 7812-1), then as text prefixes and ranges of prefixes, 1 to 8 digits long, separated by blanks.
 */
export type NetworkRanges = readonly (readonly [card: readonly Brand[], prefixes: string])[];

/** The configuration in the document. No message of a page can change any of it. */
export interface FrameConfig<Locale = unknown> {
  /** The gateway's base address. */
  readonly gateway: string;
  /** Headers that a tokenize request has besides those of its JSON body. */
  readonly tokenizeHeaders: Readonly<Record<string, string>>;
  /** Whether a tokenize request has an `X-Request-ID`. */
  readonly sendsRequestId: boolean;
  /** The host serves a private network over http, for tests on a phone. Absent in production. */
  readonly lanOverHttp?: true;
  /** The check digit is required even of networks that have issued numbers without one. */
  readonly strictLuhn: boolean;
  /** First digits of cards that the host adds to the frame's table. */
  readonly ranges: NetworkRanges;
  /** The fonts that a page may name, besides those of the shopper's device. */
  readonly fonts: readonly HostedFont[];
  /** The locale that the document was requested with, in the form that the build writes for the frame. */
  readonly locale: Locale;
}
