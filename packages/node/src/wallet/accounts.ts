/** Payment accounts (sections 2.9 and 4.4). */
import type {
  CreateAccountRequest,
  ListAccountsRequest,
  UpdateAccountRequest,
} from "@cardpane/contract/gateway";
import type { RequestOptions } from "../settings.ts";
import { type Listing, listing } from "./listing.ts";
import type { Perform } from "./perform.ts";
import type { PaymentAccount } from "./records.ts";
import {
  type Asked,
  apart,
  type ClientsOwn,
  type Filtered,
  type Given,
  type ListOptions,
  type WhoseWallet,
} from "./whose.ts";

/** Which accounts. */
export type AccountFilter = Omit<ListAccountsRequest, "clientId">;
/** A new account: `fiat` unless `type` says `promo`. */
export type NewAccount = Omit<CreateAccountRequest, "clientId">;
/** What of an account is to change; what is left out stays. */
export type AccountChange = Omit<UpdateAccountRequest, "clientId">;

/** What can be done with payment accounts. */
export interface WalletAccounts<Who extends WhoseWallet> {
  /**
   * Lists the accounts of a user, all at once: the gateway has no pages of them.
   *
   * @example
   * const accounts = await client.wallet.accounts.list({ clientId }).toArray();
   */
  list(...filter: Filtered<Who, AccountFilter>): Listing<PaymentAccount>;
  create(...account: Given<Who, NewAccount>): Promise<PaymentAccount>;
  /** Gets one account. @throws RejectedError `not_found` */
  get(id: number, ...options: Asked<Who>): Promise<PaymentAccount>;
  /** Updates an account, its autoreload and its low-balance notice. @throws RejectedError `not_found` */
  update(id: number, ...change: Given<Who, AccountChange>): Promise<PaymentAccount>;
}

export function createAccounts<Who extends WhoseWallet>(perform: Perform): WalletAccounts<Who> {
  return Object.freeze({
    list: (input: ClientsOwn & AccountFilter = {}, options?: ListOptions) =>
      listing<PaymentAccount>(() => perform("listAccounts", { input, options })),
    create: (input: object | undefined, options?: RequestOptions) =>
      perform("createAccount", { input, options }),
    get: (id: number, given?: ClientsOwn & RequestOptions) => perform("getAccount", { id, ...apart(given) }),
    update: (id: number, input: object | undefined, options?: RequestOptions) =>
      perform("updateAccount", { id, input, options }),
  }) as WalletAccounts<Who>;
}
