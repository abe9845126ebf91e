/** What a frame is told: the page's options, the fields that have places, and of the page itself language and look. */
import { type GivenTokens, lookGuards } from "@cardpane/contract/appearance";
import {
  type FieldOptions,
  optionGuards,
  ownTextGuards,
  type PaneOptions,
} from "@cardpane/contract/messages";
import { localeOf, schemeOf } from "../page-style/page-context.ts";
import type { Settings } from "../pane/options.ts";
import type { Place } from "./mount-point.ts";

interface Told {
  /** The element of the whole pane, or `null`. */
  readonly host: Element | null;
  /** In the order of the page. */
  readonly places: () => readonly Place[];
  readonly settings: () => Settings;
}

/**
 * The options of the frame in an element.
 *
 * @param look what the page looks like there.
 */
export function frameOptions(told: Told, at: Element, look: GivenTokens): PaneOptions {
  const settings = told.settings();
  const places = told.places();
  return {
    ...pick(optionGuards, settings),
    texts: pick(ownTextGuards, settings.texts),
    fields: fieldsOf(settings, places),
    // One language for all frames of a form.
    locale: localeOf(settings.locale, told.host ?? places[0]?.host ?? at),
    appearance: {
      ...pick(lookGuards, settings),
      scheme: settings.theme === "night" ? "dark" : schemeOf(settings.scheme, at),
      tokens: { ...look, ...settings.tokens },
      dark: settings.darkTokens,
    },
  };
}

/** Those that have places of their own, the CVV of a saved card, or what the page asked for, the expiry in as many as it wants. */
function fieldsOf(
  { fields, expiry, savedCard }: Settings,
  places: readonly Place[],
): readonly FieldOptions[] {
  const placed = places.flatMap(({ field, required }) => (field ? { name: field, required } : []));
  if (placed[0]) return placed;
  if (savedCard) return [{ name: "cvv", required: true }];
  return fields.flatMap((field) =>
    field.name === "expiry" && expiry !== "single"
      ? (["expiryMonth", "expiryYear"] as const).map((name) => ({ ...field, name }))
      : field,
  );
}

/** Of the values those that are named. */
function pick<Names extends object, Values extends object>(names: Names, values: Values) {
  const own = Object.entries(values).filter(([name]) => name in names);
  return Object.fromEntries(own) as Pick<Values, keyof Names & keyof Values>;
}
