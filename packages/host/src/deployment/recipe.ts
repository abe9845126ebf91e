/** The recipe for a merchant's page: policy, script tag, CSS and markup. */
import { guardScript } from "@cardpane/contract/embed";
import { paneMarkup } from "@cardpane/contract/pane-markup";
import { integrityOf } from "../read-assets.ts";
import type { DeploymentManifest } from "./deployment.ts";

/**
 * The CSS that reserves the height of the form, so that the page does not move while the pane loads, and draws a bar for each field. No
 * other CSS is needed, because the frame sets the height later.
 */
export const reservedHeight = `card-pane:not(:defined) {
  --bar: linear-gradient(#8883 0 0) no-repeat; display: block; min-height: 156px;
  background: var(--bar) 0 28px/100% 44px, var(--bar) 0 108px/calc(50% - 6px) 44px, var(--bar) 100% 108px/calc(50% - 6px) 44px
}`;

/** The CSS that hides an iframe in the page's HTML until the script has loaded. */
export const hiddenIframe = "card-pane:not(:defined) > iframe { visibility: hidden }";

/** What the guard shows. */
const fallback =
  '<p slot="cardpane-fallback" hidden>This browser cannot show the card form. <a href="/help">Other ways to pay</a></p>';

/**
 * Writes the recipe as HTML with comments.
 *
 * @param earlyLoader the early loader of the current release
 */
export function pageRecipe(
  { origin, prefix, releases, files }: DeploymentManifest,
  environment: string,
  earlyLoader: string,
): string {
  const [version = ""] = releases;
  const script = files.find(({ url }) => url === `${version}/cardpane.js`);
  const base = `${origin}${prefix}/${version}/`;
  return `<!--
  Cardpane ${version}: the recipe for a checkout page.

  1. The page's policy, as a header. Add these sources to your own directives. connect-src allows the script to
     diagnose a frame that does not load.

     Content-Security-Policy: script-src ${base} '${integrityOf(guardScript)}';
       frame-src ${origin}; connect-src ${origin}

  2. In <head>. The browser refuses the script if a byte of it was changed. The guard, whose hash is in the policy, works in any
     browser: where the pane cannot, it keeps the form from posting without a token, and shows the sentence of 4.
-->
<script src="${base}cardpane.js" integrity="${script?.integrity}" crossorigin="anonymous"></script>
<script>${guardScript}</script>
<!--
  3. In your style sheet. It reserves the height of the form until the script has loaded, so that the page does not move.

     ${reservedHeight}

  4. In your form. The token is part of the form's data, under the name of the element. The sentence is in the language of your
     page, with a link of yours.
-->
<card-pane name="payment" environment="${environment}">
  ${fallback}
</card-pane>
<!--
  The fastest way, in place of 4: the frame loads in parallel with the script. Set the language of your page as both locales, and
  add defer to the script tag of 2, so that the parser continues to the iframe. paneMarkup() of @cardpane/node writes the same
  markup. Add one line to your style sheet:

     ${hiddenIframe}

${paneMarkup({ src: base, environment, locale: "en", attributes: { name: "payment" } })
  .replace("><iframe", ">\n  <iframe")
  .replace("</card-pane>", `\n  ${fallback}\n</card-pane>`)}
-->

<!--
  Nearly as fast, if you can change only <head>: this script before that of 2, which must have defer or async. It inserts the
  iframe into <card-pane> as soon as the parser has reached the element. Do not use it if the HTML contains the iframe, or if a
  framework hydrates <card-pane>. As a file it costs one more request; inlined, its hash must be in script-src of the policy:

     '${integrityOf(earlyLoader)}'

<script async src="${base}start.js" integrity="${integrityOf(earlyLoader)}" crossorigin="anonymous"></script>

<script data-src="${base}">${earlyLoader}</script>
-->
`;
}
