/**
 * `@cardpane/browser/return-page`: the page that a challenge in a dialog ends at. For the merchant's server, which serves it
 * on the shop's own origin and names it as `redirectUrl`; `return.html` is the same as a file.
 *
 *   1. the gateway leads the dialog's frame here, with `order_id`, `transaction_id`, `is_approved` and `code` in the query
 *   2. the page posts `{ type: "cardpane:returned", query }` to its parent, addressed to its own origin alone
 *   3. the shop's page takes it from its own frame and origin alone, and closes the dialog
 *
 * Opened by itself it does nothing, and shows a line and a way back.
 */

/** Options of {@link returnPageHtml}. */
export interface ReturnPageOptions {
  /** Language of the texts. @default "en" */
  readonly lang?: string;
  /** @default "You can go back to the shop now." */
  readonly text?: string;
  /** Text of the link. @default "Back to the shop" */
  readonly link?: string;
  /** Where the link leads. @default "/" */
  readonly href?: string;
}

const script =
  'if(parent!==window)parent.postMessage({type:"cardpane:returned",query:location.search},location.origin)';

/** The one policy the page needs; for a `Content-Security-Policy` header. A test holds the hash to the script. */
export const returnPagePolicy =
  "default-src 'none'; script-src 'sha256-iCruq5Rv3nf9evDHu7kM16Eli5UsLfE9vgjRq+w6xRw='; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** The page. Serve it as `text/html`, with {@link returnPagePolicy}. */
export function returnPageHtml({
  lang = "en",
  text = "You can go back to the shop now.",
  link = "Back to the shop",
  href = "/",
}: ReturnPageOptions = {}): string {
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(text)}</title>
<script>${script}</script>
</head>
<body dir="auto">
<p>${escapeHtml(text)} <a href="${escapeHtml(href)}" target="_top">${escapeHtml(link)}</a></p>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
