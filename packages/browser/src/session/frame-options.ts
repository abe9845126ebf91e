/** The options of a frame: those of the page, the mounted fields, and the language and look of the page around it. */
import { type GivenTokens, lookGuards } from "@cardpane/contract/appearance";
import {
  type FieldOptions,
  hasOwn,
  optionGuards,
  ownTextGuards,
  type PaneOptions,
} from "@cardpane/contract/messages";
import type { Settings } from "../api/options.ts";
import { localeOf, schemeOf } from "../page-style/page-preferences.ts";
import type { MountPoint } from "../ui/mount-point.ts";

interface PaneContext {
  /** The element of the whole pane, or `null`. */
  readonly host: Element | null;
  /** In document order. */
  readonly mountPoints: () => readonly MountPoint[];
  readonly settings: () => Settings;
}

/**
 * The options of the frame in an element.
 *
 * @param look the tokens of the page's look at the element
 */
export function frameOptions(pane: PaneContext, at: Element, look: GivenTokens): PaneOptions {
  const settings = pane.settings();
  const mountPoints = pane.mountPoints();
  return {
    ...pick(optionGuards, settings),
    texts: pick(ownTextGuards, settings.texts),
    fields: formFields(settings, mountPoints),
    // One language for all frames of a form.
    locale: localeOf(settings.locale, pane.host ?? mountPoints[0]?.host ?? at),
    appearance: {
      ...pick(lookGuards, settings),
      scheme: schemeOf(settings.scheme, at),
      tokens: { ...look, ...settings.tokens },
      dark: settings.darkTokens,
    },
  };
}

/** The fields that are mounted separately, or the CVV of a saved card, or those of the options with the expiry split as configured. */
export function formFields(
  { fields, expiry, savedCard }: Settings,
  mountPoints: readonly MountPoint[],
): readonly FieldOptions[] {
  const placed = mountPoints.flatMap(({ field, required }) => (field ? { name: field, required } : []));
  if (placed[0]) return placed;
  if (savedCard) return [{ name: "cvv", required: true }];
  return fields.flatMap((field) =>
    field.name === "expiry" && expiry !== "single"
      ? (["expiryMonth", "expiryYear"] as const).map((name) => ({ ...field, name }))
      : field,
  );
}

/** The values whose names are keys of another object. */
function pick<Names extends object, Values extends object>(names: Names, values: Values) {
  const own = Object.entries(values).filter(([name]) => hasOwn(names, name));
  return Object.fromEntries(own) as Pick<Values, keyof Names & keyof Values>;
}
