/** What a merchant puts into a page: script tag, policy, one line of CSS. */
import { paneMarkup } from "@cardpane/contract/pane-markup";
import { integrityOf } from "../read-assets.ts";
import type { DeploymentManifest } from "./deployment.ts";

/**
 * The one line of CSS that keeps the page from moving while the pane loads. It stands here alone: the height of the form is
 * the frame's to define.
 */
export const reservedHeight = "card-pane:not(:defined) { display: block; min-height: 198px }";

/** Hides the border of an iframe that stands in the page's HTML until the script is there. */
export const hiddenIframe = "card-pane:not(:defined) > iframe { visibility: hidden }";

/**
 * Writes the recipe as HTML with comments.
 *
 * @param earlyLoader of the current release, where it has one
 */
export function pageRecipe(
  { origin, prefix, releases, files }: DeploymentManifest,
  environment: string,
  earlyLoader?: string,
): string {
  const [version = ""] = releases;
  const script = files.find(({ url }) => url === `${version}/cardpane.js`);
  const base = `${origin}${prefix}/${version}/`;
  return `<!--
  Cardpane ${version}: what a checkout page needs.

  1. The page's policy, as a header. Add these sources to your own directives; connect-src lets the script find out why a
     frame does not load.

     Content-Security-Policy: script-src ${base}; frame-src ${origin}; connect-src ${origin}

  2. Into <head>. Whoever changes a byte of the script stops it from loading.
-->
<script src="${base}cardpane.js" integrity="${script?.integrity}" crossorigin="anonymous"></script>
<!--
  3. Into your style sheet: the height of the form, reserved before the script is there, so that nothing moves.

     ${reservedHeight}

  4. Into your form. The token comes with the form's data, under the element's name.
-->
<card-pane name="payment" environment="${environment}"></card-pane>
<!--
  The fastest: in place of 4, with your page's language as locale, twice, and with defer in the script tag of 2, so that the
  parser goes on to the iframe. The frame then loads beside the script and not after it. paneMarkup() of @cardpane/node writes
  the same. One more line for your style sheet:

     ${hiddenIframe}

${paneMarkup({ src: base, environment, locale: "en", attributes: { name: "payment" } })
  .replace("><iframe", ">\n  <iframe")
  .replace("</card-pane>", "\n</card-pane>")}
-->${earlyLoader === undefined ? "" : loaderRecipe(base, earlyLoader)}
`;
}

function loaderRecipe(base: string, earlyLoader: string): string {
  return `
<!--
  Nearly as fast, where only <head> can be changed: this script before the one of 2, which must have defer or async. It puts the
  iframe into <card-pane> as soon as the page's parser has come to it. Leave it out where the iframe stands in the HTML, or a
  framework hydrates <card-pane>. For the policy's script-src, which a nonce attribute serves as well:

     '${integrityOf(earlyLoader)}'

<script data-src="${base}">${earlyLoader}</script>
-->`;
}
