/**
 * The knobs of the gallery: one for each option of the pane, and those of the page around it. A new option is a row here; a
 * test reports a missing one. A knob's value is a text, which the pane itself reads, validates and reports.
 */
import { densities, labelPlaces, rowKinds, themes } from "@cardpane/contract/appearance";
import { localeTags } from "@cardpane/contract/locales";
import { brands, expiryKinds } from "@cardpane/contract/messages";

/** The effect in one line, and what can be chosen: words of which one is the default, a line of text with examples, or a checkbox. */
export interface Knob {
  readonly about: string;
  readonly words?: readonly string[];
  /** @default the first of the words */
  readonly initial?: string;
  readonly examples?: readonly string[];
}

/** A card that a gateway might store; these ids do not exist. */
export const savedCard = JSON.stringify({
  paymentAccountId: "5f2b1c0e-8a4d-4e6f-9b7a-1c2d3e4f5a6b",
  consumerId: "gallery-shopper",
  brand: "visa",
  lastFour: "4242",
});

/** Every knob, by its group and by its name in the address. */
export const knobs: Readonly<Record<string, Readonly<Record<string, Knob>>>> = {
  Form: {
    fields: {
      about: "Which fields, in which order; one with ? may stay empty.",
      examples: ["number expiry cvv", "number expiry cvv cardholder? postalCode?", "cvv expiry number"],
    },
    expiry: { about: "One field, two fields, or two lists.", words: expiryKinds },
    disabled: { about: "Disables all fields." },
    readOnly: { about: "Fields can't be edited." },
    autoAdvance: { about: "Moves to the next field when one is complete." },
    values: {
      about: "Values the page already knows; the form starts with them.",
      examples: ['{"cardholder":"Ada Example","postalCode":"10115"}'],
    },
  },
  Look: {
    theme: { about: "The look to start from.", words: themes },
    scheme: { about: "Light, dark, or the same as the page.", words: ["auto", "light", "dark"] },
    labels: { about: "Position of labels; hidden labels are for screen readers only.", words: labelPlaces },
    rows: {
      about: "Which fields share a row; inline from 560 px on; joined in one frame.",
      words: rowKinds,
      initial: "paired",
    },
    density: { about: "Amount of spacing.", words: densities, initial: "comfortable" },
    match: { about: "An input of the page whose look the pane copies.", examples: ["#email"] },
    tokens: { about: "Design tokens.", examples: ['{"radius":2,"colorAccent":"#b3261e"}'] },
    darkTokens: { about: "Extra tokens for the dark scheme.", examples: ['{"colorAccent":"#ffb4ab"}'] },
  },
  Language: {
    locale: { about: "BCP 47 tags in order of preference, or auto.", examples: ["auto", ...localeTags] },
    texts: { about: "Custom texts.", examples: ['{"labels":{"cvv":"Code on the back"}}'] },
  },
  Card: {
    supportedBrands: { about: "Accepted networks; none accepts all.", examples: [brands.join(" ")] },
    preferredNetworks: {
      about: "The network selected first when a card has several.",
      examples: ["cartes-bancaires visa"],
    },
    bin: { about: "Reports the first digits of the number.", words: ["", "6", "8"] },
    maskNumber: { about: "Shows only the last four digits after a valid number loses focus." },
    decline: { about: "The code of a payment that was declined.", examples: ["5082", "5051", "5041"] },
    savedCard: { about: "A card stored by the gateway: only its CVV is requested.", examples: [savedCard] },
  },
  Host: {
    environment: { about: "ID of the gateway environment, as listed by the pane's host.", words: [] },
    loadTimeoutMs: {
      about: "Milliseconds to wait for the frame before it counts as failed.",
      examples: ["15000"],
    },
  },
  "Surrounding page": {
    form: { about: "One frame for the whole form, or one per field.", words: ["whole", "split"] },
    width: { about: "Width in px.", words: ["280", "320", "480", "720", "full"], initial: "480" },
    page: { about: "Colour scheme.", words: ["auto", "light", "dark"] },
    dir: { about: "Direction.", words: ["ltr", "rtl"] },
    lang: { about: "Language; locale auto follows it.", words: ["", "en", "de", "ar", "he", "ja"] },
  },
};
