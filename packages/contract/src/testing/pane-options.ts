/** What a page tells a frame when it opens it, with nothing but the defaults: what tests start from and then bend. */
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
  supportedBrands: null,
  preferredNetworks: [],
  bin: null,
  maskNumber: false,
  savedCard: null,
  appearance: { ...defaultLook, scheme: "light", tokens: {}, dark: {} },
};
