/** How a pane looks: one of the themes, the places of labels and fields, and the tokens over it. */
import { type Guard, misfit, oneOf, pattern, record, text } from "../guards/guards.ts";

/**
 * `classic` and `flat` and `line` are light or dark as their scheme is, `night` is dark in both; `none` has no border, ground
 * or room of its own, for fields in boxes that the page draws.
 */
export const themes = ["classic", "night", "flat", "line", "none"] as const;
export type Theme = (typeof themes)[number];

/** `floating` labels stand in the empty input and move up; `hidden` ones are read out only. */
export const labelPlaces = ["above", "floating", "hidden"] as const;
export type LabelPlace = (typeof labelPlaces)[number];

/** `paired`: short fields share a row; `stacked`: a row for each; `inline`: one row for up to three, where there is room. */
export const rowKinds = ["paired", "stacked", "inline"] as const;
export type Rows = (typeof rowKinds)[number];

/** The spacing where no token sets it. */
export const densities = ["compact", "comfortable", "spacious"] as const;
export type Density = (typeof densities)[number];

/** What a page chooses of the look, besides tokens. */
export interface LookChoice {
  readonly theme: Theme;
  readonly labels: LabelPlace;
  readonly rows: Rows;
  readonly density: Density;
}

/**
 * Tokens as they come: short words to texts and numbers. What they mean, and whether they fit, is the frame's to judge
 * (`fittingTokens`): the page's script does without the table, and a token that is wrong changes nothing but itself.
 */
export type GivenTokens = Readonly<Record<string, string | number>>;

/** What a page that chooses nothing gets. */
export const defaultLook = {
  theme: "classic",
  labels: "above",
  rows: "paired",
  density: "comfortable",
} as const satisfies LookChoice;

/** How a pane looks. */
export interface Appearance extends LookChoice {
  /** Resolved by the page, which alone knows its own `color-scheme`. */
  readonly scheme: "light" | "dark";
  readonly tokens: GivenTokens;
  /** On top of `tokens` when the scheme is dark. */
  readonly dark: GivenTokens;
}

/** The guards of the choices, one by one. */
export const lookGuards = {
  theme: oneOf(themes),
  labels: oneOf(labelPlaces),
  rows: oneOf(rowKinds),
  density: oneOf(densities),
} as const;

const words = text(0, 500);

const tokenValue: Guard<string | number> = (value, trace) =>
  Number.isFinite(value)
    ? (value as number)
    : (words(value) ?? misfit(trace, "a finite number, or a text of up to 500 characters"));

/** Reads tokens as they come. */
export const givenTokens: Guard<GivenTokens> = record(
  pattern(/^[a-z]{1,40}$/i),
  tokenValue,
) as Guard<GivenTokens>;
