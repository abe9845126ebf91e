/**
 * The shopper's return (section 6). The query of the return URL is for display only; it is not proof of payment, because
 * anybody can type it. The notification settles the order.
 *
 * *Assumption*: the gateway adds `order_id`, `transaction_id`, `is_approved` (0 or 1) and `code` to `url.redirectUrl`.
 */

/** What the address says, unverified. */
export interface RedirectHint {
  readonly kind: "hint";
  /** Always: whether it is true, only the notification tells. Look the order up by your own reference. */
  readonly verified: false;
  readonly orderId: string;
  readonly transactionId: string;
  /** Show "thank you, we are checking" or "that did not work", and nothing that costs money. */
  readonly isApproved: boolean;
  /** Payment code of section 7, where there is one. */
  readonly code: string | undefined;
}

/** Why an address says nothing. */
export interface NoRedirectHint {
  readonly kind: "none";
  readonly verified: false;
  /** `missing`: a field is not there; `repeated`: one is there twice; `malformed`: one cannot be. */
  readonly why: "missing" | "repeated" | "malformed";
}

const fields = ["order_id", "transaction_id", "is_approved", "code"] as const;

function parse(url: string | URL): RedirectHint | NoRedirectHint {
  const none = (why: NoRedirectHint["why"]): NoRedirectHint => ({ kind: "none", verified: false, why });
  const text = String(url);
  const start = text.indexOf("?");
  const query = new URLSearchParams(start === -1 ? "" : text.slice(start + 1).split("#")[0]);
  const given = fields.map((field) => query.getAll(field));
  if (given.some((values) => values.length > 1)) return none("repeated");
  const [orderId, transactionId, approved, code] = given.map(([value]) => value);
  if (!orderId || !transactionId || !approved) return none("missing");
  const isId = (id: string) => /^[\x21-\x7e]{5,36}$/.test(id);
  const isCode = !code || /^\d{1,6}$/.test(code);
  if (!isId(orderId) || !isId(transactionId) || !/^[01]$/.test(approved) || !isCode) return none("malformed");
  const isApproved = approved === "1";
  return { kind: "hint", verified: false, orderId, transactionId, isApproved, code: code || undefined };
}

/** The way back from a bank's page or a challenge. */
export const redirects = Object.freeze({
  /**
   * Reads the address that a shopper came back to: absolute, or path and query. Never throws; what is not whole, or twice
   * there, is no hint.
   *
   * @example
   * const hint = redirects.parse(request.url);
   * if (hint.kind === "hint" && !hint.isApproved) showDeclined(explainCode(hint.code));
   */
  parse,
});
