/** The wallet operations of one user. */
import type { RequestOptions } from "../client/settings.ts";
import { createAccounts, type WalletAccounts } from "./accounts.ts";
import type { WalletPayments, WalletRefills, WalletTopUps } from "./money.ts";
import type { WalletUser } from "./records.ts";
import { userUnknown } from "./tokens.ts";
import { createTransactions, type WalletTransactions } from "./transactions.ts";
import type { ExecuteOperation } from "./wallet-request.ts";

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
