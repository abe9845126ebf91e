/** The way in: a client for one gateway and one merchant account. */
import { invalidRequest } from "./errors.ts";
import { createPayments, type Payments } from "./payments.ts";
import { type ClientOptions, resolveSettings, type Settings } from "./settings.ts";
import type { ShopperRequest } from "./shopper/request.ts";
import { readShopper, type Shopper, type ShopperOptions } from "./shopper/shopper.ts";
import { createWallet, type Wallet } from "./wallet/wallet.ts";
import type { ClientsOwn, EachCall, WhoseWallet } from "./wallet/whose.ts";

/** A client. It can be shared, printed and logged: it holds no readable secret. */
export interface Client<Who extends WhoseWallet = EachCall> {
  readonly payments: Payments;
  /** The wallet: users, accounts, transactions, refills, top-ups, payments, and customers' sessions. */
  readonly wallet: Wallet<Who>;
  /**
   * The part of `consumer` that the shopper's request tells, by the rules of `createFromToken`: for `payments.create`, whose
   * sources have no token, and for refills of a wallet.
   *
   * @throws NotSentError (`invalid_request`) by path of `httpRequest` and `device`, for example for an IPv6 address without
   * `ipv6Fallback`; ConfigurationError for a `proxyDepth` out of range.
   * @example
   * const consumer = { ...client.shopper(req), externalId: order.customer, email: order.email };
   * await client.payments.create({ paymentSource: { type: "ideal" }, sku, consumer, url });
   */
  shopper(httpRequest: ShopperRequest, options?: ShopperOptions): Shopper;
  /** The gateway it calls, without a slash at the end. */
  readonly baseUrl: string;
}

/**
 * Creates a client. Nothing is sent.
 *
 * @throws ConfigurationError for an API key that is unset or blank, an address that is not https, a number out of range.
 * @example
 * const client = createClient({ apiKey: process.env.GATEWAY_API_KEY, baseUrl: process.env.GATEWAY_URL });
 * const { payment } = await client.payments.createFromToken({ token, device, httpRequest: req, sku, consumer, url });
 */
export function createClient(options: ClientOptions & { readonly clientId: number }): Client<ClientsOwn>;
export function createClient(options: ClientOptions): Client;
export function createClient(options: ClientOptions): Client {
  const settings = resolveSettings(options);
  return Object.freeze({
    payments: createPayments(settings),
    wallet: createWallet<EachCall>(settings),
    shopper: (httpRequest: ShopperRequest, shopper: ShopperOptions = {}) =>
      shopperOf(httpRequest, shopper, settings),
    baseUrl: settings.baseUrl,
  });
}

function shopperOf(httpRequest: ShopperRequest, options: ShopperOptions, settings: Settings): Shopper {
  const { fields, errors } = readShopper(httpRequest, options, settings);
  if (fields.ip === undefined || Object.keys(errors).length > 0) throw invalidRequest(errors);
  return { ...fields, ip: fields.ip };
}
