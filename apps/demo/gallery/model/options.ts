/** The pane's options for a state of the gallery. */
import type { CardPaneOptions, FieldName } from "@cardpane/browser";
import type { State } from "./address.ts";
import { type OptionName, optionKnobs } from "./knobs.ts";

const optionNames = Object.keys(optionKnobs) as OptionName[];

/** The options that were changed, and those that the shop needs itself. */
export function optionsOf(state: State, { environment }: { readonly environment: string }): CardPaneOptions {
  const turned = optionNames.flatMap((name) => {
    const value = state[name] === undefined ? undefined : optionKnobs[name].read(state[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { environment, ...Object.fromEntries(turned) };
}

/** The same options for `update()`: an unchanged option is reset to its default. */
export function everyOption(options: CardPaneOptions): CardPaneOptions {
  const none = Object.fromEntries(optionNames.map((name) => [name, undefined]));
  return { ...none, ...options };
}

/** A field, with a `?` after its name if it is optional. */
export type PlaceName = FieldName | `${FieldName}?`;

/** The fields of a split form; the expiry has as many fields as its option says. */
export function placesOf({
  fields = ["number", "expiry", "cvv"],
  expiry,
}: CardPaneOptions): readonly PlaceName[] {
  const places = fields.flatMap((field) => {
    const text = typeof field === "string" ? field : `${field.name}${field.required === false ? "?" : ""}`;
    const mark = text.endsWith("?") ? "?" : "";
    const isApart = text === `expiry${mark}` && expiry !== undefined && expiry !== "single";
    return isApart ? [`expiryMonth${mark}`, `expiryYear${mark}`] : [text];
  });
  return places as readonly PlaceName[];
}
