/**
 * The shopper's return (section 6). The query of the return URL is for display only; it is not proof of payment, because
 * anyone can type it. The notification decides.
 *
 * *Assumption*: the gateway adds `order_id`, `transaction_id`, `is_approved` (0 or 1) and `code` to `url.redirectUrl`. Live
 * gateways add `cb_transaction_id` and `cb_code`; both are read, and `gateway.redirect` names others.
 */
import { type Gateway, type GatewayOptions, type GatewayPreset, resolveGateway } from "../client/gateway.ts";
import { queryOf } from "../shopper/request.ts";
import { readCode } from "./payment-result.ts";

/** The content of the return address, unverified. */
export interface RedirectHint {
  readonly kind: "hint";
  /** Always true: the parameters are not verified. Only the notification proves a payment. Look the order up by your own reference. */
  readonly verified: false;
  readonly orderId: string;
  readonly transactionId: string;
  /** Show "thank you, we are checking" or "that did not work". `false` may also mean that it is not decided yet. */
  readonly isApproved: boolean;
  /** Payment code of section 7, where there is one. */
  readonly code: string | undefined;
}

/** Why an address has no hint. */
export interface NoRedirectHint {
  readonly kind: "none";
  readonly verified: false;
  /** `missing`: a field is not there; `repeated`: one is there twice; `malformed`: one cannot be. */
  readonly why: "missing" | "repeated" | "malformed";
}

/** Reads an address by the gateway's names. */
export function parseRedirect(url: string | URL, names: Gateway["redirect"]): RedirectHint | NoRedirectHint {
  const none = (why: NoRedirectHint["why"]): NoRedirectHint => ({ kind: "none", verified: false, why });
  const query = queryOf(String(url));
  // Of several names the first that is there counts: a shop's own query may hold one of the others.
  const valuesOf = (list: readonly string[]) => query.getAll(list.find((name) => query.has(name)) ?? "");
  const given = [names.orderId, names.transactionId, names.isApproved, names.code].map(valuesOf);
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

/** The way back from a bank's page or a challenge. */
export const redirects = Object.freeze({
  /**
   * Reads the address that a shopper came back to: absolute, or path and query. What is not whole, or twice there, is no hint.
   *
   * @param gateway the same as the client's, where it names other parameters
   * @throws ConfigurationError for an invalid `gateway`; never for an address
   * @example
   * const hint = redirects.parse(request.url);
   * if (hint.kind === "hint" && !hint.isApproved) showDeclined(explainCode(hint.code));
   */
  parse: (url: string | URL, gateway?: GatewayPreset | GatewayOptions): RedirectHint | NoRedirectHint =>
    parseRedirect(url, resolveGateway(gateway).redirect),
});
