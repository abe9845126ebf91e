/**
 * Reasons to refuse a notification. The merchant's log gets the reason. The sender gets a 400 for a wrong URL or signature or a body
 * that no gateway sends, and a 500 for a body that could not be read, so that the gateway sends it again. No message contains data of the request.
 */

/** Every reason, with what happened and its likely cause. */
export const notificationRefusals = table({
  method_wrong: [
    "The notification was no POST",
    "Route POST requests of the notification address here, and no others",
  ],
  signed_url_missing: [
    "The URL carries no signature",
    "Send the address that begin() gave as url.ipnUrl, or as webhookUrl, and keep its query: a proxy or a framework's rewrite may drop it",
  ],
  signed_url_repeated: [
    "The URL carries a part of its signature twice",
    "begin() never returns such a URL: a part was added to it",
  ],
  signed_url_malformed: ["The signature of the URL is malformed", "Check that no proxy changes the query"],
  signed_url_forged: [
    "The signature of the URL is wrong",
    "If you did not expect an attack: the notification is of another environment, or one of the wallet at the endpoint of payments or the other way round, or the secret was changed without keeping the old one after the new one in `secret`",
  ],
  signed_url_expired: [
    "The URL has expired",
    "It was valid for two years, or ten if the payment can renew: check this server's clock",
  ],
  body_consumed: [
    "The body was read before it got here, and its bytes are gone",
    "A signature covers the raw bytes: mount the handler before express.json(), or parse its route with express.raw({ type: '*/*' })",
  ],
  body_too_long: ["The body is longer than a notification can be", "Nothing the gateway sends is"],
  body_broken: ["The body broke off", "The gateway sends it again"],
  body_unreadable: ["The body is not JSON", "It may have been cut off: the gateway sends it again"],
  body_too_deep: [
    "The body is nested more deeply than a notification can be",
    "Nothing the gateway sends is",
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
