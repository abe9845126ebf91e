/** What the pane gets for a state of the gallery. */
import type { CardPaneOptions, FieldName } from "@cardpane/browser";
import type { State } from "./address.ts";
import { type OptionName, optionKnobs } from "./knobs.ts";

const optionNames = Object.keys(optionKnobs) as OptionName[];

/** The options that were changed, and those that the shop itself needs. */
export function optionsOf(state: State, { environment }: { readonly environment: string }): CardPaneOptions {
  const turned = optionNames.flatMap((name) => {
    const value = state[name] === undefined ? undefined : optionKnobs[name].read(state[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { environment, ...Object.fromEntries(turned) };
}

/** The same for `update()`: an option that is not changed goes back to its default. */
export function everyOption(options: CardPaneOptions): CardPaneOptions {
  const none = Object.fromEntries(optionNames.map((name) => [name, undefined]));
  return { ...none, ...options };
}

/** A field, with a `?` behind it where it may stay empty. */
export type PlaceName = FieldName | `${FieldName}?`;

/** The fields of a form whose fields have places of their own, the expiry in as many as are selected. */
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
