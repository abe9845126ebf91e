/** What a merchant puts into a page: script tag, policy, one line of CSS. */
import type { DeploymentManifest } from "./deployment.ts";

/**
 * The one line of CSS that keeps the page from moving while the pane loads. It stands here alone: the height of the form is
 * the frame's to define.
 */
export const reservedHeight = "card-pane:not(:defined) { display: block; min-height: 198px }";

/** Writes the recipe as HTML with comments. */
export function pageRecipe(
  { origin, prefix, releases, files }: DeploymentManifest,
  environment: string,
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
`;
}
