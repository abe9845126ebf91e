/**
 * The knobs of the gallery: one for each option of the pane, and those of the page around it. A new option is a row here;
 * the type of the table does not let one be forgotten. Panel, address, pane and the code to copy follow from it.
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
  disabled: flag({ group: "form", attribute: "disabled", about: "Takes no input." }),
  readOnly: flag({
    group: "form",
    attribute: "readonly",
    about: "Nobody may change what stands in the fields.",
  }),
  autoAdvance: flag({
    group: "form",
    attribute: "auto-advance",
    about: "Goes on to the next field when a key has filled one as far as it goes.",
  }),
  values: sample(givenValues, {
    group: "form",
    attribute: "values",
    about: "What the page knows already and the form starts with.",
  }),
  theme: choice(themes, "classic", {
    group: "look",
    attribute: "theme",
    about: "What the look starts from.",
  }),
  scheme: choice(["auto", "light", "dark"], "auto", {
    group: "look",
    attribute: "scheme",
    about: "Light, dark, or what the page is.",
  }),
  labels: choice(labelPlaces, "above", {
    group: "look",
    attribute: "labels",
    about: "Where labels stand; hidden ones are read out only.",
  }),
  rows: choice(rowKinds, "paired", {
    group: "look",
    attribute: "rows",
    about: "Which fields share a row; inline from 560 px on.",
  }),
  density: choice(densities, "comfortable", {
    group: "look",
    attribute: "density",
    about: "How much room there is.",
  }),
  match: sample(matchSamples, {
    group: "look",
    attribute: "match",
    about: "An input of the page, whose look the pane takes.",
  }),
  tokens: own({ type: "lines", separator: ";", example: "radius: 2\ncolorAccent: #b3261e" }, readTokens, {
    group: "look",
    about: "Design tokens, one a line.",
  }),
  darkTokens: own({ type: "lines", separator: ";", example: "colorAccent: #ffb4ab" }, readTokens, {
    group: "look",
    about: "On top of tokens when it is dark.",
  }),
  locale: own(
    { type: "text", suggestions: ["auto", ...paneLanguages, "fr-CH,de", "es-MX"], initial: "auto" },
    (text) => optionGuards.locale(text),
    { group: "language", attribute: "locale", about: "BCP 47 tags, the best first, or auto." },
  ),
  texts: own(
    { type: "lines", separator: "\n", example: "labels.cvv: Code on the back\noptional: if you like" },
    readTexts,
    {
      group: "language",
      about: "The page's own words, one a line.",
    },
  ),
  supportedBrands: list(brands, {
    group: "card",
    attribute: "supported-brands",
    about: "Networks that are taken; none chosen takes all.",
  }),
  preferredNetworks: list(brands, {
    group: "card",
    attribute: "preferred-networks",
    about: "Which stands chosen where networks share a card.",
  }),
  bin: sample({ 6: 6, 8: 8 } as const, {
    group: "card",
    attribute: "bin",
    about: "Tells the first digits of the number.",
  }),
  maskNumber: flag({
    group: "card",
    attribute: "mask-number",
    about: "Shows the last four digits only, once it is right and left.",
  }),
  savedCard: sample(savedCards, {
    group: "card",
    attribute: "saved-card",
    about: "A card that the gateway keeps: asks for its CVV alone.",
  }),
  environment: own(
    { type: "text", suggestions: [], initial: "" },
    (text) => (/^[a-z][a-z0-9-]{0,31}$/.test(text) ? text : undefined),
    {
      group: "host",
      attribute: "environment",
      about: "Which gateway, by the id that the pane's host lists.",
    },
  ),
  loadTimeoutMs: whole(
    { min: 1, max: 600_000, initial: 15_000 },
    { group: "host", about: "Milliseconds until a frame that does not get ready is given up." },
  ),
  debug: flag({
    group: "host",
    attribute: "debug",
    about: "Prints the steps of handshake and session to the console; never card data, never a token.",
  }),
  src: own<string>({ type: "fixed" }, () => undefined, {
    group: "host",
    attribute: "src",
    about: "Where the pane's script came from. A page that takes it from npm says it.",
  }),
} satisfies {
  // The gallery's page has the script tag, so it needs no `host`.
  readonly [Name in keyof Required<Omit<CardPaneOptions, "host">>]: Knob<NonNullable<CardPaneOptions[Name]>>;
};

/** Knobs of the page around the pane. */
const pageKnobs = {
  form: choice(["whole", "split"], "whole", {
    group: "page",
    about: "One frame for the form, or each field in its own place.",
  }),
  width: choice([...widths, "full"], "480", { group: "page", about: "Of the pane's container, in px." }),
  page: choice(["auto", "light", "dark"], "auto", {
    group: "page",
    about: "Colour scheme of the page around it.",
  }),
  dir: choice(["ltr", "rtl"], "ltr", { group: "page", about: "Direction of the page around it." }),
  lang: choice(["none", ...pageLanguages], "none", {
    group: "page",
    about: "Language of the page around it, which locale auto follows.",
  }),
} as const satisfies Record<string, Knob<string>>;

export type OptionName = keyof typeof optionKnobs;
export type PageKnobName = keyof typeof pageKnobs;
export type KnobName = OptionName | PageKnobName;

/** Every knob, by its name in the address. */
export const knobs: Readonly<Record<KnobName, Knob>> = { ...optionKnobs, ...pageKnobs };

/** Says whether there is a knob of this name. */
export function isKnob(name: string): name is KnobName {
  return Object.hasOwn(knobs, name);
}

/** Names of the fields, `?` behind one that may stay empty; at least one, none twice, the expiry in one way. */
function readFields(text: string): NonNullable<CardPaneOptions["fields"]> | undefined {
  const names = text.split(",");
  const asked = names.map((name) => ({ name: name.replace(/\?$/, ""), required: !name.endsWith("?") }));
  return optionGuards.fields(asked) ? (names as NonNullable<CardPaneOptions["fields"]>) : undefined;
}
