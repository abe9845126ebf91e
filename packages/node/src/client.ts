/** The way in: a client for one gateway and one merchant account. */
import { createPayments, type Payments } from "./payments.ts";
import { type ClientOptions, resolveSettings } from "./settings.ts";
import { createWallet, type Wallet } from "./wallet/wallet.ts";
import type { ClientsOwn, EachCall, WhoseWallet } from "./wallet/whose.ts";

/** A client. It can be shared, printed and logged: it holds no readable secret. */
export interface Client<Who extends WhoseWallet = EachCall> {
  readonly payments: Payments;
  /** The wallet: users, accounts, transactions, refills, top-ups, payments, and customers' sessions. */
  readonly wallet: Wallet<Who>;
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
    baseUrl: settings.baseUrl,
  });
}
