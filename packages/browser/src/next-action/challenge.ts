/**
 * A challenge in the dialog: an iframe that the bank and the gateway navigate, finally to the return page, which posts a message.
 *
 * The message is accepted if its source is this iframe's window and its origin is the page's own. Its content is only a hint.
 */
import { exact, oneOf, text } from "@cardpane/contract/messages";
import type { DialogTexts } from "@cardpane/contract/page-texts";
import type { NextActionHint } from "../api/next-action.ts";
import { pageOrigin } from "../connection/page-origin.ts";
import { createElement } from "../ui/create-element.ts";
import { pageDocument } from "../ui/unclobbered.ts";
import type { Dialog } from "./dialog.ts";
import type { NextActionSettings } from "./read-input.ts";
import { failed, type Settle } from "./settle.ts";

const returned = exact({ type: oneOf(["cardpane:returned"]), query: text(0, 8_000) });

/**
 * The permissions that a bank's page needs: its "Cancel" may ask by `confirm()`. Without `allow-top-navigation` it cannot navigate the
 * merchant's page. Its windows stay in the sandbox, because in some browsers one outside of it could.
 */
const permissions = "allow-forms allow-modals allow-scripts allow-same-origin allow-popups";

/**
 * What a bank's page needs to confirm a payment by passkey or by Secure Payment Confirmation. For every origin, because the gateway
 * forwards the frame to the bank, whose origin is not known before.
 */
const features = "publickey-credentials-get *; payment *";

interface Challenge {
  readonly url: URL;
  readonly texts: DialogTexts;
  readonly settings: NextActionSettings;
  readonly settle: Settle;
  readonly ended: AbortSignal;
}

/** Loads the challenge into a dialog. */
export function showChallenge(
  { body, announce }: Dialog,
  { url, texts, settings, settle, ended }: Challenge,
): void {
  const iframe = createElement("iframe", {
    title: texts.title,
    src: url.href,
    referrerPolicy: "strict-origin",
  });
  iframe.sandbox = permissions;
  iframe.allow = features;
  announce(texts.loading);

  const silence = setTimeout(
    () => settle(failed("load_timeout", "The page of the payment's next action did not load in time.")),
    settings.loadTimeoutMs,
  );
  ended.addEventListener("abort", () => clearTimeout(silence));
  iframe.addEventListener("load", () => {
    clearTimeout(silence);
    announce("");
  });
  pageDocument.addEventListener(
    "securitypolicyviolation",
    ({ blockedURI, disposition, effectiveDirective }) => {
      const isOurs = effectiveDirective === "frame-src" && blockedURI.startsWith(url.origin);
      if (isOurs && disposition === "enforce")
        settle(failed("load_blocked", `The page's policy needs frame-src ${url.origin}.`));
    },
    { signal: ended },
  );
  addEventListener(
    "message",
    ({ source, origin, data }) => {
      if (source !== iframe.contentWindow || origin !== pageOrigin()) return;
      const message = returned(data);
      if (message) settle({ status: "completed", hint: readHint(message.query, settings.redirect) });
    },
    { signal: ended },
  );
  body.append(iframe);
}

/** Parses the query that the gateway adds to `redirectUrl` (*assumption*: the default names, and the `cb_` names of live gateways). */
export function readHint(query: string, names: NextActionSettings["redirect"]): NextActionHint {
  const values = new URLSearchParams(query);
  const read = (list: readonly string[]) =>
    list.map((name) => values.get(name)).find((value) => value !== null) ?? null;
  const approved = read(names.isApproved);
  return {
    verified: false,
    orderId: read(names.orderId),
    transactionId: read(names.transactionId),
    isApproved: approved === "1" || (approved === "0" ? false : null),
    code: read(names.code),
  };
}
