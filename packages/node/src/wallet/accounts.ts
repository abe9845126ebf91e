/** Payment accounts (sections 2.9 and 4.4). */
import type { CreateAccountRequest, ListAccountsRequest, UpdateAccountRequest } from "@cardpane/gateway";
import type { WithExtra } from "../call/extras.ts";
import type { ListOptions, RequestOptions } from "../settings/settings.ts";
import { type Listing, listing } from "./listing.ts";
import type { PaymentAccount } from "./records.ts";
import type { ExecuteOperation } from "./wallet-request.ts";

/** Filter of a list of accounts. */
export type AccountFilter = Omit<ListAccountsRequest, "clientId">;
/** A new account: `fiat` unless `type` is `promo`. */
export type NewAccount = Omit<CreateAccountRequest, "clientId">;
/** Changes of an account. Omitted fields keep their value. */
export type AccountChange = Omit<
  UpdateAccountRequest,
  "clientId" | "autoReloadAmount" | "autoReloadMinAmount" | "notifyAmount"
> & {
  /** Amount that autoreload adds, in minor units. */
  readonly autoReloadAmountMinor?: number | undefined;
  /** Autoreload starts when the balance falls below this amount, in minor units. */
  readonly autoReloadMinAmountMinor?: number | undefined;
  /** The gateway sends a notice when the balance falls below this amount, in minor units. */
  readonly notifyAmountMinor?: number | undefined;
  /** The account's currency, required with an amount. It is used to convert amounts and is not sent. */
  readonly currency?: string | undefined;
};

/** Operations on payment accounts. */
export interface WalletAccounts {
  /**
   * Lists all accounts of a user in one request: the gateway does not split this list into pages.
   *
   * @example
   * const accounts = await client.wallet.forUser(userId).accounts.list().toArray();
   */
  list(filter?: AccountFilter, options?: ListOptions): Listing<PaymentAccount>;
  create(account: NewAccount & WithExtra, options?: RequestOptions): Promise<PaymentAccount>;
  /** Gets one account. @throws RejectedError `not_found` */
  get(id: number, options?: RequestOptions): Promise<PaymentAccount>;
  /** Updates an account, its autoreload and its low-balance notice. @throws RejectedError `not_found` */
  update(id: number, change: AccountChange & WithExtra, options?: RequestOptions): Promise<PaymentAccount>;
}

/** Creates the operations on accounts. */
export function createAccounts(execute: ExecuteOperation): WalletAccounts {
  return Object.freeze<WalletAccounts>({
    list: (input, options) => listing(() => execute("listAccounts", { input, options })),
    create: async (input, options) => execute("createAccount", { input, options }),
    get: async (id, options) => execute("getAccount", { id, options }),
    update: async (id, input, options) => execute("updateAccount", { id, input, options }),
  });
}
