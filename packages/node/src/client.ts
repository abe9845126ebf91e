/** `createClient`: a client for one gateway and one merchant account. */
import { createSavedCards, type SavedCards } from "./consumers/saved-cards.ts";
import { invalidRequest } from "./errors/errors.ts";
import { createSenders, type Senders } from "./notifications/senders.ts";
import { createPayments, type Payments } from "./payments/payments.ts";
import { type ClientOptions, resolveSettings } from "./settings/settings.ts";
import type { ShopperRequest } from "./shopper/request.ts";
import { readShopper, type Shopper, type ShopperOptions } from "./shopper/shopper.ts";
import { createSubscriptions, type Subscriptions } from "./subscriptions/subscriptions.ts";
import { createWallet, type Wallet } from "./wallet/wallet.ts";

/** A client. Safe to share and to log: it exposes no secret. */
export interface Client {
  readonly payments: Payments;
  /** The wallet: `users`, one user's wallet (`forUser`), and sessions of customers (`login`, `resume`). */
  readonly wallet: Wallet;
  /** Subscriptions: read, change, cancel, recover, replace the card. *Not in the document.* */
  readonly subscriptions: Subscriptions;
  /** Saved cards of a consumer: list, enable, disable. *Not in the document.* */
  readonly savedCards: SavedCards;
  /** The IP addresses from which the gateway sends notifications. *Not in the document.* */
  readonly senders: Senders;
  /**
   * Reads the fields of `consumer` that come from the shopper's HTTP request. Use it with `payments.create` and wallet
   * refills; `createFromToken` applies the same rules by itself.
   *
   * @throws NotSentError (`invalid_request`), whose `errors` name paths in `httpRequest` and `device`, for example for an
   * IPv6 address with `ipv6: "refuse"`.
   * @example
   * const consumer = { ...client.shopper(req), externalId: order.customer, email: order.email };
   * await client.payments.create({ paymentSource: { type: "ideal" }, sku, consumer, url });
   */
  shopper(httpRequest: ShopperRequest, options?: ShopperOptions): Shopper;
}

/**
 * Creates a client. Sends nothing.
 *
 * @throws ConfigurationError for an API key that is unset or blank, a base URL that is not https, or a number out of range.
 * @example
 * const client = createClient({ apiKey: process.env.GATEWAY_API_KEY, baseUrl: process.env.GATEWAY_URL, ipv6: "send" });
 * const { payment } = await client.payments.createFromToken({ token, device, httpRequest: req, sku, consumer, url });
 */
export function createClient(options: ClientOptions): Client {
  const settings = resolveSettings(options);
  return Object.freeze<Client>({
    payments: createPayments(settings),
    wallet: createWallet(settings),
    subscriptions: createSubscriptions(settings),
    savedCards: createSavedCards(settings),
    senders: createSenders(settings),
    shopper: (httpRequest, shopper = {}) => {
      const { fields, errors } = readShopper(httpRequest, shopper, settings);
      if (fields.ip === undefined || Object.keys(errors).length > 0) throw invalidRequest(errors);
      return { ...fields, ip: fields.ip };
    },
  });
}
