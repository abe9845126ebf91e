/** Generates the page of error codes, with the meaning and the advice of each, from the tables that the packages use. */
import { errorCodes } from "../../../contract/src/errors/index.ts";
import { paymentCodes } from "../../../gateway/src/index.ts";
import { type ErrorCode, errorCatalogue } from "../../../node/src/errors/errors.ts";
import { notificationRefusals } from "../../../node/src/errors/notification-refusals.ts";

/** The page's words for the actors of errors. */
const actors = {
  customer: "the shopper",
  merchant: "you",
  network: "the network",
  gateway: "the gateway",
} as const;

/**
 * The meaning of each code of the server. The package has no such table, because it composes the message for each call. The
 * compiler requires an entry for a new code.
 */
const serverEvents: Readonly<Record<ErrorCode, string>> = {
  invalid_configuration: "An option of `createClient` or of a receiver is missing or invalid.",
  invalid_request: "An argument of the call is invalid; `errors` names each field. Nothing was sent.",
  too_many_attempts: "The order, the shopper or the address had too many declines. Nothing was sent.",
  card_unusable: "The bank has refused this saved card for good. Nothing was sent.",
  order_paid: "The order is paid. Nothing was sent.",
  attempt_open: "An attempt of the order is not decided yet. Nothing was sent.",
  called_in_event:
    "A method was called inside of `onEvent`, whose transaction it would wait for. Nothing was sent.",
  refresh_failed: "The wallet session could not be refreshed. Nothing was sent.",
  connection_failed: "The gateway could not be reached. Nothing was sent.",
  tls_failed: "No secure connection to the gateway could be made. Nothing was sent.",
  aborted: "The signal of the call was aborted. `outcome` says whether the request was under way.",
  timeout: "The gateway did not respond in time. `outcome` says whether the request was under way.",
  bad_request: "The gateway refused the request with status 400. `errors` names each field.",
  token_unusable: "The token was used or has expired.",
  unauthorized: "The gateway did not accept the API key (401).",
  forbidden: "The gateway forbids this request (403).",
  not_found: "The gateway does not know the id or the operation (404). `missing` says what it did not find.",
  already_exists: "The gateway has another user with this e-mail address or `externalUserId`.",
  login_refused: "The gateway did not accept this e-mail address and code.",
  session_ended: "The gateway no longer accepts the tokens of this wallet session.",
  rate_limited: "The gateway was called too often (429). `retryAfterMs` is its `Retry-After`.",
  refused: "The gateway refused the request with another status from 400 to 499.",
  connection_lost: "The connection was lost after the request was sent, or the response broke off.",
  gateway_error: "The gateway failed with a status of 500 or more.",
  conflict:
    "The gateway, or a proxy before it, answered 408, 409 or 499: an earlier call with the same key may still be running.",
  redirected: "The gateway redirected the request. Redirects are never followed.",
  unexpected_status: "The gateway answered with a status that is none of this operation.",
  unreadable_answer: "The gateway's response could not be read.",
};

/** The advice for codes whose outcome may be unknown. */
const byOutcome =
  "**If `outcome` is `unknown`, do not pay again:** wait for the notification. If it is `read_failed`, call again.";

/** The page, in Markdown. */
export function errorsPage(): string {
  return `${[
    "---\noutline: 2\n---",
    "# Error codes",
    "Every error has a stable `code`, an `actor` who can act on it, and `retryable`: whether the same call may succeed later without a change. No error holds card data, a token or the API key. This page is generated from the tables that the packages use.",
    "- [In the page](#in-the-page): `CardpaneError` of `@cardpane/browser`, in results of `tokenize()`, in the events `loaderror` and `tokenerror`, and thrown for mistakes of the page.\n- [On the server](#on-the-server): `CardpaneError` of `@cardpane/node`.\n- [Refused notifications](#refused-notifications): `NotificationRefusedError` of `@cardpane/node`, passed to `onRefused`.\n- [Payment codes](#payment-codes): `payment.code` of a result. A decline is a result, not an error.",
    "## In the page",
    ...Object.entries(errorCodes).map(([code, { actor, retryable, message }]) =>
      entry({ code, anchor: code, text: message, actor: actors[actor], retryable }),
    ),
    "## On the server",
    "`outcome` says whether money may have moved: only with `unknown`. See [declines and unknown outcomes](declines.md).",
    ...Object.entries(errorCatalogue).map(([code, { outcomes, actor, retryable, advice }]) =>
      entry({
        code,
        anchor: `server-${code}`,
        text: [serverEvents[code as ErrorCode], advice, outcomes.includes("unknown") ? byOutcome : ""]
          .filter(Boolean)
          .join(" "),
        actor: actors[actor],
        retryable,
      }),
    ),
    "## Refused notifications",
    "Nothing was changed. The sender gets a 400, or a 500 for a body that could not be read, without the reason; your log gets the reason.",
    ...Object.entries(notificationRefusals).map(([code, [what, advice]]) =>
      entry({ code, anchor: `notification-${code}`, text: `${what}. ${advice}.` }),
    ),
    "## Payment codes",
    "`explainCode(code)` of `@cardpane/node` gives these texts for your log, never for shoppers; `isPaymentCode(code)` narrows a code for a `switch`. In the sandbox, [a test card](test-cards.md) ends with any of them.",
    [
      "| code | text |",
      "| --- | --- |",
      ...Object.entries(paymentCodes).map(([code, text]) => `| \`${code}\` | ${text} |`),
    ].join("\n"),
  ].join("\n\n")}\n`;
}

interface Entry {
  readonly code: string;
  readonly anchor: string;
  readonly text: string;
  readonly actor?: string;
  readonly retryable?: boolean;
}

function entry({ code, anchor, text, actor, retryable }: Entry): string {
  const acts =
    actor === undefined
      ? ""
      : `\n\nWho can act: ${actor}.${retryable ? " The same call may succeed later." : ""}`;
  return `### <a id="${anchor}"></a>\`${code}\`\n\n${text}${acts}`;
}
