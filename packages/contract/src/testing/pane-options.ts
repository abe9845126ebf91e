/** Options and results of a pane; tests change single values of them. */
import { defaultLook } from "../appearance/index.ts";
import type { PaneOptions, SavedCard, TokenizeSuccess } from "../messages/index.ts";

/** The options that a page without settings sends to its frame. */
export const examplePaneOptions: PaneOptions = {
  fields: [
    { name: "number", required: true },
    { name: "expiry", required: true },
    { name: "cvv", required: true },
  ],
  expiry: "single",
  locale: "en",
  texts: {},
  disabled: false,
  readOnly: false,
  values: {},
  supportedBrands: null,
  preferredNetworks: [],
  bin: null,
  maskNumber: false,
  autoAdvance: false,
  decline: null,
  savedCard: null,
  appearance: { ...defaultLook, scheme: "light", tokens: {}, dark: {} },
};

export const savedCard: SavedCard = {
  paymentAccountId: "7d3f7f9e-0c35-4a67-9d2b-0f2b8a1c9e11",
  consumerId: "12345",
  brand: "visa",
  lastFour: "4242",
};

/** A response of the gateway. */
export const success: TokenizeSuccess = {
  token: savedCard.paymentAccountId,
  expireAt: 1_795_253_358,
  device: {
    browserJavaEnabled: false,
    browserLanguage: "en-US",
    browserColorDepth: 24,
    browserScreenHeight: 600,
    browserScreenWidth: 800,
    browserTimezone: "-120",
  },
  card: { brand: "visa", lastFour: "4242", hasName: false },
};
