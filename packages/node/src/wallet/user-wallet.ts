/** The wallet operations of one user, money movements of an account (section 4.4) among them: refills by card, top-ups, payments. */
import type { RefillRequest, TopUpRequest, WalletPaymentRequest } from "@cardpane/gateway";
import type { WithExtra } from "../call/extras.ts";
import type { Money } from "../call/money.ts";
import type { StartedRefill } from "../payments/payment-result.ts";
import type { RequestOptions } from "../settings/settings.ts";
import { createAccounts, type WalletAccounts } from "./accounts.ts";
import type { WalletTransaction, WalletUser } from "./records.ts";
import { userUnknown } from "./tokens.ts";
import { createTransactions, type WalletTransactions } from "./transactions.ts";
import type { ExecuteOperation } from "./wallet-request.ts";

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
    accounts: createAccounts(execute),
    transactions: createTransactions(execute),
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
