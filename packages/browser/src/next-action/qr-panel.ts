/** A QR code in the dialog, with its text to copy on a phone, which cannot scan itself, and a link to the payment's page. */
import type { DialogTexts } from "@cardpane/contract/page-texts";
import type { RenderQr } from "../api/next-action.ts";
import { createElement } from "../ui/create-element.ts";
import type { Dialog } from "./dialog.ts";
import type { Settle } from "./settle.ts";

interface Code {
  readonly qrCode: string;
  readonly url: URL | undefined;
  readonly texts: DialogTexts;
  readonly renderQr: RenderQr;
  readonly settle: Settle;
}

/**
 * Shows the code. No event reports the payment to the page: the shopper confirms it, or the merchant's server receives the
 * notification.
 */
export function showCode({ body }: Dialog, { qrCode, url, texts, renderQr, settle }: Code): void {
  const picture = createElement("div");
  const text = createElement("textarea", {
    readOnly: true,
    rows: 3,
    value: qrCode,
    onfocus: () => text.select(),
  });
  const copy = createElement("button", { type: "button", textContent: texts.copy, ariaLive: "polite" });
  copy.onclick = async () => {
    try {
      await navigator.clipboard.writeText(qrCode);
      copy.textContent = texts.copied;
    } catch {
      // No permission, or no secure context: the text is selected to copy it by hand. Selecting also focuses it, so not earlier.
      text.select();
    }
  };
  const done = createElement("button", {
    type: "button",
    className: "done",
    textContent: texts.done,
    onclick: () => settle({ status: "completed", hint: null }),
  });
  const page =
    url && createElement("a", { href: url.href, target: "_blank", rel: "noopener", textContent: texts.open });
  body.append(
    createElement("div", { className: "code" }, [
      createElement("p", { textContent: texts.scan }),
      picture,
      createElement("label", {}, [texts.code, text]),
      copy,
      ...(page ? [page] : []),
      done,
    ]),
  );
  // If the code cannot be rendered, the text remains.
  void renderQr(qrCode, picture, texts.scan);
}
