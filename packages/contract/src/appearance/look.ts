/** A pane's appearance: its theme, the placement of labels and fields, and the tokens that override the theme. */
import { type Guard, misfit, oneOf, pattern, record, text } from "../guards/guards.ts";

/**
 * `none` has no border, background or padding, for fields in boxes that the page draws.
 */
export const themes = ["classic", "flat", "line", "none"] as const;
export type Theme = (typeof themes)[number];

/** A `floating` label is shown in the empty input and moves up; a `hidden` one is only read out by screen readers. */
export const labelPlaces = ["above", "floating", "hidden"] as const;
export type LabelPlace = (typeof labelPlaces)[number];

/**
 * `paired`: short fields share a row; `stacked`: one row per field; `inline`: one row for up to three, if it is wide enough; `joined`:
 * the rows of `paired` in one frame, with one line for errors.
 */
export const rowKinds = ["paired", "stacked", "inline", "joined"] as const;
export type Rows = (typeof rowKinds)[number];

/** The spacing of a form, unless tokens set it. */
export const densities = ["compact", "comfortable", "spacious"] as const;
export type Density = (typeof densities)[number];

/** The choices of an appearance, without its tokens. */
export interface LookChoice {
  readonly theme: Theme;
  readonly labels: LabelPlace;
  readonly rows: Rows;
  readonly density: Density;
}

/**
 * Tokens that are not checked yet: short names with texts or numbers. Only the frame checks names and values
 * (`fittingTokens`), so that the page's script does not carry the table. An invalid token is ignored, the others apply.
 */
export type GivenTokens = Readonly<Record<string, string | number>>;

/** The default choices. */
export const defaultLook = {
  theme: "classic",
  labels: "above",
  rows: "paired",
  density: "comfortable",
} as const satisfies LookChoice;

/** A pane's appearance. */
export interface Appearance extends LookChoice {
  /** The page resolves it: only the page knows its `color-scheme`. */
  readonly scheme: "light" | "dark";
  readonly tokens: GivenTokens;
  /** Override `tokens` when the scheme is dark. */
  readonly dark: GivenTokens;
}

/** A guard for each choice. */
export const lookGuards = {
  theme: oneOf(themes),
  labels: oneOf(labelPlaces),
  rows: oneOf(rowKinds),
  density: oneOf(densities),
} as const;

const words = text(0, 500);

const tokenValue: Guard<string | number> = (value, trace) =>
  Number.isFinite(value) ? (value as number) : (words(value) ?? misfit(trace, "token"));

/** Reads tokens; their names and values are checked later, by `fittingTokens`. */
export const givenTokens: Guard<GivenTokens> = record(
  pattern(/^[a-z]{1,40}$/i),
  tokenValue,
) as Guard<GivenTokens>;
