/**
 * Why a notification was refused. The merchant's log is told all of it; the sender is told nothing but that it was, so
 * that nobody can find out by trying what a good one looks like. No message holds anything that came with the request.
 */

/** Every reason with what happened and the likely mistake behind it. */
export const notificationRefusals = {
  method_wrong: [
    "The notification was no POST",
    "Route POST requests of the notification address here, and no others",
  ],
  capability_missing: [
    "The address holds no capability",
    "Send the address that createUrl() gave as url.ipnUrl, or as webhookUrl, and keep its query: a proxy or a framework's rewrite may drop it",
  ],
  capability_repeated: [
    "The address holds a part of the capability twice",
    "Nothing that createUrl() makes looks like this: somebody added to the address",
  ],
  capability_malformed: ["The capability cannot be read", "Check that no proxy changes the query"],
  capability_forged: [
    "The capability is not ours",
    "If you did not expect an attack: the notification is of another environment or of the other receiver, or the secret was changed without keeping the old one after the new one in `secret`",
  ],
  capability_expired: [
    "The capability has expired",
    "Raise expiresInDays of createUrl(), and check this server's clock",
  ],
  order_unknown: [
    "Nothing is recorded for this reference",
    "Await createUrl() before the payment is sent, and give every process the same store: a memory store is known to one process only",
  ],
  body_consumed: [
    "The body was read before it got here, and its bytes are gone",
    "A signature covers the raw bytes: mount the handler before express.json(), or parse its route with express.raw({ type: '*/*' })",
  ],
  body_too_long: ["The body is longer than a notification can be", "Nothing the gateway sends is"],
  body_broken: ["The body broke off", "The gateway sends it again"],
  body_unreadable: [
    "The body is not a notification",
    "Check that the address of each receiver is given in its own place: url.ipnUrl for payments, webhookUrl for the wallet",
  ],
  signature_missing: [
    "The signature's headers are missing",
    "Check that the gateway signs with the scheme in `signature`, and that proxies pass its headers on",
  ],
  signature_wrong: [
    "The signature is wrong",
    "Check the scheme's secret, and that the body arrives byte for byte",
  ],
  signature_stale: [
    "The signature is too old, or from the future",
    "Check this server's clock; an old notification may have been sent again by somebody else",
  ],
  order_wrong: [
    "The notification is about another order",
    "One address serves one reference: call createUrl() for each payment",
  ],
  wallet_wrong: [
    "The notification is about another user or payment account",
    "One address serves one reference: call createUrl() for each refill, payment or account",
  ],
  movement_wrong: [
    "The notification is about another kind of movement than was recorded",
    "Give createUrl() the type of what the address is for, and test: true for a refill that is a test",
  ],
  currency_wrong: [
    "The notification tells another currency than was recorded",
    "Record the currency of sku.price, or of the payment account, in createUrl()",
  ],
  amount_wrong: [
    "The notification tells another amount than was recorded",
    "Record the amount of sku.price in createUrl(), that of later charges too; more or less is taken with code 1001 or 1002 only. Of a refill, record what the account gets",
  ],
  transaction_contradicted: [
    "The transaction has ended already, in another way",
    "Ask the gateway's support which of the two holds",
  ],
  delivery_reused: [
    "The delivery's id was used for another transaction",
    "Ask the gateway's support: X-Delivery-ID names one notification",
  ],
} as const satisfies Record<string, readonly [what: string, advice: string]>;

/** Stable name of the reason. */
export type NotificationRefusalCode = keyof typeof notificationRefusals;

/** A notification that changed nothing. Given to `onRefused`, and thrown by `record`. */
export class NotificationRefusedError extends Error {
  override readonly name = "NotificationRefusedError";
  /** Stable, for programs; the message is for people and may change. */
  readonly code: NotificationRefusalCode;
  /** The merchant's reference, once the capability was found good. */
  readonly reference: string | undefined;

  constructor(code: NotificationRefusalCode, reference?: string) {
    const [what, advice] = notificationRefusals[code];
    super(`${what}. Nothing was changed. ${advice}. (${code})`);
    this.code = code;
    this.reference = reference;
  }

  /** What a log needs. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { name, code, reference, message } = this;
    return { name, code, reference, message };
  }
}
