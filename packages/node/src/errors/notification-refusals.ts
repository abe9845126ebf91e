/**
 * Reasons to refuse a notification. The merchant's log gets the reason. The sender gets only a 400, so that an attacker cannot
 * probe for a valid notification. No message contains data of the request.
 */

/** Every reason, with what happened and its likely cause. */
export const notificationRefusals = table({
  method_wrong: [
    "The notification was no POST",
    "Route POST requests of the notification address here, and no others",
  ],
  signed_url_missing: [
    "The URL carries no signature",
    "Send the address that createUrl() gave as url.ipnUrl, or as webhookUrl, and keep its query: a proxy or a framework's rewrite may drop it",
  ],
  signed_url_repeated: [
    "The URL carries a part of its signature twice",
    "createUrl() never returns such a URL: a part was added to it",
  ],
  signed_url_malformed: ["The signature of the URL is malformed", "Check that no proxy changes the query"],
  signed_url_forged: [
    "The signature of the URL is wrong",
    "If you did not expect an attack: the notification is of another environment or of the other receiver, or the secret was changed without keeping the old one after the new one in `secret`",
  ],
  signed_url_expired: [
    "The URL has expired",
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
    "Check this server's clock; an old notification may be a replay",
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
    "Pass the matching kind to createUrl(), and test: true for a test refill",
  ],
  currency_wrong: [
    "The notification has another currency than was recorded",
    "Record the currency of sku.price, or of the payment account, in createUrl()",
  ],
  amount_wrong: [
    "The notification has another amount than was recorded",
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
});

/** The reason to refuse a notification, and the advice to the merchant. */
export type NotificationRefusal = readonly [what: string, advice: string];

/** Infers the codes, not the texts, as literal types, so that the type declarations list each code once. */
function table<Code extends string>(
  refusals: Readonly<Record<Code, NotificationRefusal>>,
): Readonly<Record<Code, NotificationRefusal>> {
  return refusals;
}

/** Stable code of the reason. */
export type NotificationRefusalCode = keyof typeof notificationRefusals;
