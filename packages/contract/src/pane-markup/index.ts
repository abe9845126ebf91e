/** Writes the element with its iframe as HTML, so that the frame loads while the page's script is still loading. */

import { earlyFrameAttributes, escapeHtml, releaseOf } from "../embed/index.ts";
import { optionGuards } from "../messages/option-guards.ts";

/** Options of {@link paneMarkup}. */
export interface PaneMarkupOptions {
  /** Base address of a release on the pane's host, for example `"https://pane.example/0.1.0/"`. */
  readonly src: string;
  /** Id of an environment that the pane's host lists. @default "live" */
  readonly environment?: string | undefined;
  /** BCP 47 tag of the page's language, or up to 8 separated by commas. */
  readonly locale: string;
  /**
   * Other attributes of `<card-pane>`, by name: `{ name: "payment", fields: "number expiry cvv" }`. `true` writes an attribute
   * without a value; `false`, `null` and `undefined` write none.
   *
   * @default {}
   */
  readonly attributes?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined;
}

/**
 * Writes `<card-pane>` with its iframe as HTML, escaped. The element adopts the iframe, so the frame loads in parallel with the
 * page's script and not after it.
 *
 * @throws TypeError an option is invalid. The message names the option and the valid values, not the given value.
 *
 * @example
 * paneMarkup({ src: "https://pane.example/0.1.0/", environment: "live", locale: "en", attributes: { name: "payment" } });
 */
export function paneMarkup({
  src,
  environment = "live",
  locale,
  attributes = {},
}: PaneMarkupOptions): string {
  const base = src.replace(/\/?$/, "/");
  check(
    // With the host alone, the element would load the frame of its own version, and this iframe in vain.
    /^https?:\/\/[^\s?#]+$/.test(src) && releaseOf(base, "other") === base,
    "src",
    'the base address of a release, like "https://pane.example/0.1.0/"',
  );
  check(
    /^[a-z][a-z0-9-]{0,31}$/.test(environment),
    "environment",
    "an id in lower case, up to 32 characters",
  );
  check(optionGuards.locale(locale) !== undefined, "locale", 'BCP 47 tags separated by commas, like "en"');
  for (const name of Object.keys(attributes)) {
    const isOther = /^(?!on)[a-z][a-z0-9-]*$/.test(name) && !own.includes(name);
    check(
      isOther,
      `attributes.${name}`,
      "an attribute of the element that is no handler and no other option",
    );
  }
  // Without `allow`: a server does not know which policies the browser supports, and the browser logs an error for each that it
  // does not support. In a browser that needs `allow`, the element replaces the iframe.
  const iframe = earlyFrameAttributes(base, { environment, locale });
  const pane = { early: true, src: base, environment, locale, ...attributes };
  return `<card-pane${write(pane)}><iframe${write(iframe)}></iframe></card-pane>`;
}

/** The attributes that {@link paneMarkup} writes from other options. */
const own = ["early", "src", "environment", "locale"];

function check(fits: boolean, path: string, what: string): void {
  if (!fits) throw new TypeError(`paneMarkup: \`${path}\` must be ${what}.`);
}

function write(attributes: NonNullable<PaneMarkupOptions["attributes"]>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`))
    .join("");
}
