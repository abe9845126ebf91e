/**
 * The knobs of the gallery: one for each option of the pane, and those of the page around it. A new option is a row here;
 * the type of the table reports a missing one. Panel, address, pane and the code to copy are derived from the table.
 */
import type { CardPaneOptions } from "@cardpane/browser";
import { densities, labelPlaces, rowKinds, themes } from "@cardpane/contract/appearance";
import { brands, expiryKinds, fieldNames, optionGuards } from "@cardpane/contract/messages";
import { choice, flag, type Knob, list, own, sample, whole } from "./knob.ts";
import { readTexts, readTokens } from "./lines.ts";
import { givenValues, matchSamples, pageLanguages, paneLanguages, savedCards, widths } from "./samples.ts";

export const optionKnobs = {
  fields: own<NonNullable<CardPaneOptions["fields"]>>(
    { type: "fields", values: fieldNames, initial: "number,expiry,cvv" },
    readFields,
    { group: "form", attribute: "fields", about: "Which fields, in which order, and which may stay empty." },
  ),
  expiry: choice(expiryKinds, "single", {
    group: "form",
    attribute: "expiry",
    about: "One field, two fields, or two lists.",
  }),
  disabled: flag({ group: "form", attribute: "disabled", about: "Disables all fields." }),
  readOnly: flag({
    group: "form",
    attribute: "readonly",
    about: "Fields can't be edited.",
  }),
  autoAdvance: flag({
    group: "form",
    attribute: "auto-advance",
    about: "Moves to the next field when one is complete.",
  }),
  values: sample(givenValues, {
    group: "form",
    attribute: "values",
    about: "Values the page already knows; the form starts with them.",
  }),
  theme: choice(themes, "classic", {
    group: "look",
    attribute: "theme",
    about: "The look to start from.",
  }),
  scheme: choice(["auto", "light", "dark"], "auto", {
    group: "look",
    attribute: "scheme",
    about: "Light, dark, or the same as the page.",
  }),
  labels: choice(labelPlaces, "above", {
    group: "look",
    attribute: "labels",
    about: "Position of labels; hidden labels are for screen readers only.",
  }),
  rows: choice(rowKinds, "paired", {
    group: "look",
    attribute: "rows",
    about: "Which fields share a row; inline from 560 px on.",
  }),
  density: choice(densities, "comfortable", {
    group: "look",
    attribute: "density",
    about: "Amount of spacing.",
  }),
  match: sample(matchSamples, {
    group: "look",
    attribute: "match",
    about: "An input of the page whose look the pane copies.",
  }),
  tokens: own({ type: "lines", separator: ";", example: "radius: 2\ncolorAccent: #b3261e" }, readTokens, {
    group: "look",
    about: "Design tokens, one per line.",
  }),
  darkTokens: own({ type: "lines", separator: ";", example: "colorAccent: #ffb4ab" }, readTokens, {
    group: "look",
    about: "Extra tokens for the dark scheme.",
  }),
  locale: own(
    { type: "text", suggestions: ["auto", ...paneLanguages, "fr-CH,de", "es-MX"], initial: "auto" },
    (text) => optionGuards.locale(text),
    { group: "language", attribute: "locale", about: "BCP 47 tags in order of preference, or auto." },
  ),
  texts: own(
    { type: "lines", separator: "\n", example: "labels.cvv: Code on the back\noptional: if you like" },
    readTexts,
    {
      group: "language",
      about: "Custom texts, one per line.",
    },
  ),
  supportedBrands: list(brands, {
    group: "card",
    attribute: "supported-brands",
    about: "Accepted networks; none selected accepts all.",
  }),
  preferredNetworks: list(brands, {
    group: "card",
    attribute: "preferred-networks",
    about: "The network selected first when a card has several.",
  }),
  bin: sample({ 6: 6, 8: 8 } as const, {
    group: "card",
    attribute: "bin",
    about: "Reports the first digits of the number.",
  }),
  maskNumber: flag({
    group: "card",
    attribute: "mask-number",
    about: "Shows only the last four digits after a valid number loses focus.",
  }),
  savedCard: sample(savedCards, {
    group: "card",
    attribute: "saved-card",
    about: "A card stored by the gateway: only its CVV is requested.",
  }),
  environment: own(
    { type: "text", suggestions: [], initial: "" },
    (text) => (/^[a-z][a-z0-9-]{0,31}$/.test(text) ? text : undefined),
    {
      group: "host",
      attribute: "environment",
      about: "ID of the gateway environment, as listed by the pane's host.",
    },
  ),
  loadTimeoutMs: whole(
    { min: 1, max: 600_000, initial: 15_000 },
    { group: "host", about: "Milliseconds to wait for the frame before it counts as failed." },
  ),
  debug: flag({
    group: "host",
    attribute: "debug",
    about: "Logs handshake and session steps to the console; never card data or tokens.",
  }),
  src: own<string>({ type: "fixed" }, () => undefined, {
    group: "host",
    attribute: "src",
    about: "URL of the pane's script; set it when you install from npm.",
  }),
} satisfies {
  // The gallery's page contains the script tag, so it needs no `host`.
  readonly [Name in keyof Required<Omit<CardPaneOptions, "host">>]: Knob<NonNullable<CardPaneOptions[Name]>>;
};

/** Knobs of the page around the pane. */
const pageKnobs = {
  form: choice(["whole", "split"], "whole", {
    group: "page",
    about: "One frame for the whole form, or one frame per field.",
  }),
  width: choice([...widths, "full"], "480", {
    group: "page",
    about: "Width of the pane's container, in px.",
  }),
  page: choice(["auto", "light", "dark"], "auto", {
    group: "page",
    about: "Colour scheme of the surrounding page.",
  }),
  dir: choice(["ltr", "rtl"], "ltr", { group: "page", about: "Direction of the surrounding page." }),
  lang: choice(["none", ...pageLanguages], "none", {
    group: "page",
    about: "Language of the surrounding page; locale auto follows it.",
  }),
} as const satisfies Record<string, Knob<string>>;

export type OptionName = keyof typeof optionKnobs;
export type PageKnobName = keyof typeof pageKnobs;
export type KnobName = OptionName | PageKnobName;

/** Every knob, by its name in the address. */
export const knobs: Readonly<Record<KnobName, Knob>> = { ...optionKnobs, ...pageKnobs };

export function isKnob(name: string): name is KnobName {
  return Object.hasOwn(knobs, name);
}

/** Names of fields, with `?` after an optional one; at least one, no duplicates, and one kind of expiry. */
function readFields(text: string): NonNullable<CardPaneOptions["fields"]> | undefined {
  const names = text.split(",");
  const fields = names.map((name) => ({ name: name.replace(/\?$/, ""), required: !name.endsWith("?") }));
  return optionGuards.fields(fields) ? (names as NonNullable<CardPaneOptions["fields"]>) : undefined;
}
