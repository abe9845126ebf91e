/** The options that a page without settings sends to its frame; tests change single values of them. */
import { defaultLook } from "../appearance/index.ts";
import type { PaneOptions } from "../messages/index.ts";

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
  savedCard: null,
  appearance: { ...defaultLook, scheme: "light", tokens: {}, dark: {} },
};
