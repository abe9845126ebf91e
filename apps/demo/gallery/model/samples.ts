/** Sample values for options that need an example. */
import type { CardPaneOptions, SavedCard } from "@cardpane/browser";

const kept = {
  paymentAccountId: "5f2b1c0e-8a4d-4e6f-9b7a-1c2d3e4f5a6b",
  consumerId: "gallery-shopper",
} as const;

/** Cards that a gateway might store; these ids do not exist. */
export const savedCards = {
  visa: { ...kept, brand: "visa", lastFour: "4242" },
  amex: { ...kept, brand: "american-express", lastFour: "0005" },
  unknown: { ...kept, brand: null, lastFour: null },
} as const satisfies Record<string, SavedCard>;

/** Values that a page might know of its shopper. */
export const givenValues = {
  cardholder: { cardholder: "Ada Example" },
  both: { cardholder: "Ada Example", postalCode: "10115" },
} as const satisfies Record<string, NonNullable<CardPaneOptions["values"]>>;

/** Looks of the page's e-mail input, which `match` copies. The style sheet has a rule for each. */
export const matchSamples = {
  rounded: "#email",
  underlined: "#email",
  square: "#email",
  soft: "#email",
} as const;

/** Widths of the pane's container, in CSS pixels. */
export const widths = ["280", "320", "480", "720"] as const;

/** Languages of the page around the pane: some for each direction and script. */
export const pageLanguages = ["en", "de", "fr-CH", "ar", "he", "ja", "pt-BR", "zh-TW"] as const;

/** The languages of the pane. A test compares them with the frame's. */
export const paneLanguages = (
  "ar bg cs da de el en en-AU en-CA en-GB en-NZ en-US es es-419 es-ES et fi fil fr fr-CA fr-FR he hr hu id it it-IT ja ko lt lv " +
  "ms mt nb nl no pl pt pt-BR ro ru sk sl sv th tr uk vi zh zh-HK zh-TW"
).split(" ");

/** A language's name in that language. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
}
