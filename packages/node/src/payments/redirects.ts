/**
 * The shopper's return (section 6). The query of the return URL is for display only; it is not proof of payment, because
 * anyone can type it. The notification decides.
 *
 * *Assumption*: the gateway adds `order_id`, `transaction_id`, `is_approved` (0 or 1) and `code` to `url.redirectUrl`. Live
 * gateways add `cb_transaction_id` and `cb_code`. Both spellings are read, these first, because a shop has no such parameters of its
 * own; `gateway.redirect` sets other names.
 */

import { readCode } from "../call/read-values.ts";
import { type GatewayOptions, resolveGateway } from "../settings/gateway.ts";
import { queryOf } from "../shopper/request.ts";

/** The parameters of the return URL, unverified. */
export interface RedirectHint {
  readonly kind: "hint";
  /** Always false: only the notification proves a payment. Look the order up by your own reference. */
  readonly verified: false;
  readonly orderId: string;
  readonly transactionId: string;
  /** Show "thank you, we are checking" or "that did not work". `false` may also mean that the payment is still undecided. */
  readonly isApproved: boolean;
  /** Payment code (section 7), if the URL has one. */
  readonly code: string | undefined;
}

/** A return URL without a usable hint. */
export interface NoRedirectHint {
  readonly kind: "none";
  readonly verified: false;
  /** `missing`: a parameter is absent; `repeated`: a parameter occurs twice; `malformed`: a value is invalid. */
  readonly why: "missing" | "repeated" | "malformed";
}

/** Reads the URL of a shopper who returns from a bank's page or a challenge. */
export const redirects = Object.freeze({
  /**
   * Reads the return URL, absolute or path and query. Missing, repeated or malformed parameters give `kind: "none"`.
   *
   * @param gateway the client's `gateway` option, needed if it sets other parameter names
   * @throws ConfigurationError for an invalid `gateway`; never for a URL
   * @example
   * const hint = redirects.parse(request.url);
   * if (hint.kind === "hint" && !hint.isApproved) showDeclined(explainCode(hint.code));
   */
  parse,
});

function parse(url: string | URL, gateway?: GatewayOptions): RedirectHint | NoRedirectHint {
  const none = (why: NoRedirectHint["why"]): NoRedirectHint => ({ kind: "none", verified: false, why });
  const { redirect: names } = resolveGateway(gateway);
  const query = queryOf(String(url));
  const nameOf = (name: "transactionId" | "code", document: string) =>
    names[name] ?? (query.has(`cb_${document}`) ? `cb_${document}` : document);
  const ids = [names.orderId, nameOf("transactionId", "transaction_id")];
  const given = [...ids, names.isApproved, nameOf("code", "code")].map((name) => query.getAll(name));
  if (given.some((values) => values.length > 1)) return none("repeated");
  const [orderId, transactionId, approved, code] = given.map(([value]) => value);
  if (!orderId || !transactionId || !approved) return none("missing");
  // Live gateways have ids of four digits.
  const isId = (id: string) => /^[\x21-\x7e]{1,36}$/.test(id);
  const isCode = !code || /^\d{1,6}$/.test(code);
  if (!isId(orderId) || !isId(transactionId) || !/^[01]$/.test(approved) || !isCode) return none("malformed");
  const isApproved = approved === "1";
  return { kind: "hint", verified: false, orderId, transactionId, isApproved, code: readCode(code) };
}
