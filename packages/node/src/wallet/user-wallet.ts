/** One user's wallet (sections 2.9, 2.10 and 4.4): accounts, their transactions, and refills by card, top-ups and payments. */
import type {
  CreateAccountRequest,
  ListAccountsRequest,
  ListTransactionsRequest,
  RefillRequest,
  TopUpRequest,
  UpdateAccountRequest,
  VoidTransactionRequest,
  WalletPaymentRequest,
} from "@cardpane/gateway";
import type { WithExtra } from "../call/extras.ts";
import type { Money } from "../call/money.ts";
import type { StartedRefill } from "../payments/payment-result.ts";
import type { ListOptions, RequestOptions } from "../settings/settings.ts";
import { inOrder, type Listing, listing, numberedPages, type Pages } from "./listing.ts";
import type { PaymentAccount, WalletTransaction, WalletUser } from "./records.ts";
import { userUnknown } from "./tokens.ts";
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

/** Filter, order and page size (`limit`, 1 to 500) of a list of transactions. @default ascending id */
export type TransactionFilter = Omit<ListTransactionsRequest, "clientId" | "page">;
/** Reason of a void. */
export type VoidDetails = Omit<VoidTransactionRequest, "clientId">;

/** Operations on transactions. */
export interface WalletTransactions {
  /**
   * Lists transactions. The oldest comes first, unless the filter sets another order.
   *
   * @example
   * const filter = { orderColumn: "id", orderDirection: "desc", limit: 20 } as const;
   * const newest = await client.wallet.forUser(userId).transactions.list(filter).page(1);
   */
  list(filter?: TransactionFilter, options?: ListOptions): Pages<WalletTransaction>;
  /** Gets one transaction. @throws RejectedError `not_found` */
  get(id: number, options?: RequestOptions): Promise<WalletTransaction>;
  /**
   * Voids a transaction and its children. The `child` of the result contains the void.
   *
   * @throws RejectedError `bad_request` for a transaction that is already voided, `not_found`
   */
  void(id: number, details?: VoidDetails & WithExtra, options?: RequestOptions): Promise<WalletTransaction>;
}

/** An extra line of a refill's bill: a fee, or a discount with a negative amount. */
export interface RefillMod {
  /** In minor units of the refill's currency. */
  readonly amountMinor: number;
  readonly title: string;
}

/** Metadata of a refill: your own data, and two keys that the gateway reads. */
export type RefillMetadata = Omit<NonNullable<RefillRequest["metadata"]>, "amountMods"> & {
  readonly amountMods?: readonly RefillMod[] | undefined;
};

/** A refill by card. `currency` is the account's; it is used to convert the amounts and is not sent. */
export type NewRefill = Omit<RefillRequest, "clientId" | "amount" | "metadata"> &
  Money & { readonly metadata?: RefillMetadata | undefined };
/**
 * Virtual money: a positive amount credits the account, a negative amount debits it. `currency` is the account's; it is used
 * to convert the amount and is not sent.
 */
export type NewTopUp = Omit<TopUpRequest, "clientId" | "amount"> & Money;
/** A payment from an account, in the account's currency. */
export type NewWalletPayment = Omit<WalletPaymentRequest, "clientId" | "amount" | "currency"> & Money;

/** Refills of accounts. */
export interface WalletRefills {
  /**
   * Starts a refill by card. With `secure` the consumer's 3D Secure fields are required.
   *
   * @param accountId id of the account to refill
   * @throws RejectedError `not_found`
   * @example
   * const refill = await wallet.refills.create(account.id, { name: "Refill", amountMinor: 2500, currency: "EUR", consumer, webhookUrl, redirectUrl });
   * const action = nextAction(refill);
   * if (action.type === "redirect") response.redirect(303, action.url);
   */
  create(accountId: number, refill: NewRefill & WithExtra, options?: RequestOptions): Promise<StartedRefill>;
}

/** Top-ups of accounts. */
export interface WalletTopUps {
  /**
   * Credits virtual money to an account, or debits it.
   *
   * @throws RejectedError `not_found`
   */
  create(
    accountId: number,
    topUp: NewTopUp & WithExtra,
    options?: RequestOptions,
  ): Promise<WalletTransaction>;
}

/** Payments from accounts. */
export interface WalletPayments {
  /**
   * Pays from an account. If the balance does not suffice, the result is a transaction with `status: "fail"` and code `5051`,
   * not an error.
   *
   * @throws RejectedError `not_found`; `bad_request` for a currency that is not the account's
   */
  create(payment: NewWalletPayment & WithExtra, options?: RequestOptions): Promise<WalletTransaction>;
}

/** One user's wallet. */
export interface UserWallet {
  readonly accounts: WalletAccounts;
  readonly transactions: WalletTransactions;
  readonly refills: WalletRefills;
  readonly topUps: WalletTopUps;
  readonly payments: WalletPayments;
  /** The user's id; `undefined` if a session does not know it. */
  readonly userId: number | undefined;
  /** Gets the user. @throws RejectedError `not_found` */
  user(options?: RequestOptions): Promise<WalletUser>;
}

/** Creates the wallet of one user. */
export function createUserWallet(execute: ExecuteOperation, userId: number | undefined): UserWallet {
  return Object.freeze<UserWallet>({
    accounts: Object.freeze<WalletAccounts>({
      list: (input, options) => listing(() => execute("listAccounts", { input, options })),
      create: async (input, options) => execute("createAccount", { input, options }),
      get: async (id, options) => execute("getAccount", { id, options }),
      update: async (id, input, options) => execute("updateAccount", { id, input, options }),
    }),
    transactions: Object.freeze<WalletTransactions>({
      list: (filter = {}, options) =>
        numberedPages((page) =>
          execute("listTransactions", { input: { ...inOrder(filter, "asc"), page }, options }),
        ),
      get: async (id, options) => execute("getTransaction", { id, options }),
      void: async (id, input, options) => execute("voidTransaction", { id, input, options }),
    }),
    refills: Object.freeze<WalletRefills>({
      create: async (id, input, options) => execute("refill", { id, input, options }),
    }),
    topUps: Object.freeze<WalletTopUps>({
      create: async (id, input, options) => execute("topUp", { id, input, options }),
    }),
    payments: Object.freeze<WalletPayments>({
      create: async (input, options) => execute("payFromAccount", { input, options }),
    }),
    userId,
    user: async (options) => {
      if (userId === undefined) throw userUnknown();
      return execute("getUser", { id: userId, options });
    },
  });
}
