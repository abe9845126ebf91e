/**
 * `@cardpane/browser/return-page`: the page to which the gateway redirects after a challenge in a dialog. The merchant's server
 * serves it on the shop's own origin and passes its address as `redirectUrl`; `return.html` is the same page as a file.
 *
 *   1. The gateway redirects the dialog's frame here, with `order_id`, `transaction_id`, `is_approved` and `code` in the query.
 *   2. The page posts `{ type: "cardpane:returned", query }` to its parent, addressed to its own origin only.
 *   3. The shop's page accepts the message from its own frame and origin only, and closes the dialog.
 *
 * Opened as a top-level page it posts nothing; it shows a text and a link to the shop, as it does in a frame that does not close.
 */
import { escapeHtml } from "@cardpane/contract/embed";
import { nearestLocale } from "@cardpane/contract/locales";
import { returnPageTexts } from "./return-page-texts.ts";

/** Options of {@link returnPageHtml}. */
export interface ReturnPageOptions {
  /** BCP 47 tags of the shopper's language, separated by commas: `de-AT`. @default "en" */
  readonly lang?: string;
  /** @default "You can go back to the shop now.", in the nearest of the pane's languages */
  readonly text?: string;
  /** Text of the link. @default "Back to the shop", in the nearest of the pane's languages */
  readonly link?: string;
  /** The address of the link. @default "/" */
  readonly href?: string;
}

/**
 * In a frame the page shows nothing for two seconds, in which the dialog closes, because its text would only flash. The script
 * hides the page, because the policy allows no style sheet.
 */
const script =
  "if(parent!==window){" +
  "const page=document.documentElement;page.hidden=true;setTimeout(()=>{page.hidden=false},2000);" +
  'parent.postMessage({type:"cardpane:returned",query:location.search},location.origin)}';

/** The policy that the page requires, for a `Content-Security-Policy` header. A test compares the hash with the script. */
export const returnPagePolicy =
  "default-src 'none'; script-src 'sha256-AJAjDZwTJmXglDZFJ5sta03E+9L9P+pm644MsKQp0Ok='; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** The page. Serve it as `text/html`, with {@link returnPagePolicy}. */
export function returnPageHtml({ lang = "en", text, link, href = "/" }: ReturnPageOptions = {}): string {
  const known = nearestLocale(lang);
  const ours = returnPageTexts[known];
  // The merchant's own texts may be in any language.
  const isOurs = text === undefined && link === undefined;
  return render({
    lang: isOurs ? known : lang,
    text: text ?? ours.text,
    link: link ?? ours.link,
    href,
  });
}

function render({ lang, text, link, href }: Required<ReturnPageOptions>): string {
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
