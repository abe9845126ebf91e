/** Payment accounts (sections 2.9 and 4.4). */
import type {
  CreateAccountRequest,
  ListAccountsRequest,
  UpdateAccountRequest,
} from "@cardpane/contract/gateway";
import type { RequestOptions } from "../client/settings.ts";
import {
  type ClientDefault,
  type ClientScope,
  type FilterArgs,
  type InputArgs,
  type ListOptions,
  type OptionArgs,
  splitScope,
} from "./client-scope.ts";
import { type Listing, listing } from "./listing.ts";
import type { PaymentAccount } from "./records.ts";
import type { ExecuteOperation } from "./wallet-request.ts";

/** Which accounts. */
export type AccountFilter = Omit<ListAccountsRequest, "clientId">;
/** A new account: `fiat` unless `type` is `promo`. */
export type NewAccount = Omit<CreateAccountRequest, "clientId">;
/** What of an account is to change; what is left out stays. */
export type AccountChange = Omit<
  UpdateAccountRequest,
  "clientId" | "autoReloadAmount" | "autoReloadMinAmount" | "notifyAmount"
> & {
  /** What autoreload adds, in minor units. */
  readonly autoReloadAmountMinor?: number | undefined;
  /** Autoreload begins when the balance falls below this, in minor units. */
  readonly autoReloadMinAmountMinor?: number | undefined;
  /** A notice is sent when the balance falls below this, in minor units. */
  readonly notifyAmountMinor?: number | undefined;
  /** The account's, required with an amount: it converts them and is not sent. */
  readonly currency?: string | undefined;
};

/** What can be done with payment accounts. */
export interface WalletAccounts<Scope extends ClientScope> {
  /**
   * Lists the accounts of a user, all at once: the gateway has no pages of them.
   *
   * @example
   * const accounts = await client.wallet.accounts.list({ userId }).toArray();
   */
  list(...filter: FilterArgs<Scope, AccountFilter>): Listing<PaymentAccount>;
  create(...account: InputArgs<Scope, NewAccount>): Promise<PaymentAccount>;
  /** Gets one account. @throws RejectedError `not_found` */
  get(id: number, ...options: OptionArgs<Scope>): Promise<PaymentAccount>;
  /** Updates an account, its autoreload and its low-balance notice. @throws RejectedError `not_found` */
  update(id: number, ...change: InputArgs<Scope, AccountChange>): Promise<PaymentAccount>;
}

/** Creates the operations on accounts. */
export function createAccounts<Scope extends ClientScope>(execute: ExecuteOperation): WalletAccounts<Scope> {
  return Object.freeze({
    list: (input: ClientDefault & AccountFilter = {}, options?: ListOptions) =>
      listing<PaymentAccount>(() => execute("listAccounts", { input, options })),
    create: (input: object | undefined, options?: RequestOptions) =>
      execute("createAccount", { input, options }),
    get: (id: number, given?: ClientDefault & RequestOptions) =>
      execute("getAccount", { id, ...splitScope(given) }),
    update: (id: number, input: object | undefined, options?: RequestOptions) =>
      execute("updateAccount", { id, input, options }),
  }) as WalletAccounts<Scope>;
}
