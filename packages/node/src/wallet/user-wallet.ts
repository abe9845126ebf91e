/** Wallet operations, for one user or with the user in each call. */
import type { RequestOptions } from "../client/settings.ts";
import { invalidRequest } from "../errors/errors.ts";
import { createAccounts, type WalletAccounts } from "./accounts.ts";
import type { ClientScope } from "./client-scope.ts";
import type { WalletPayments, WalletRefills, WalletTopUps } from "./money.ts";
import type { WalletUser } from "./records.ts";
import { createTransactions, type WalletTransactions } from "./transactions.ts";
import type { ExecuteOperation } from "./wallet-request.ts";

/** The operations of a wallet. `Scope` determines whether each call names the user. */
export interface WalletOperations<Scope extends ClientScope> {
  readonly accounts: WalletAccounts<Scope>;
  readonly transactions: WalletTransactions<Scope>;
  readonly refills: WalletRefills<Scope>;
  readonly topUps: WalletTopUps<Scope>;
  readonly payments: WalletPayments<Scope>;
}

/** One user's wallet. */
export interface UserWallet<Scope extends ClientScope> extends WalletOperations<Scope> {
  /** The user's id; `undefined` if a session does not know it. */
  readonly userId: number | undefined;
  /** Gets the user. @throws RejectedError `not_found` */
  user(options?: RequestOptions): Promise<WalletUser>;
}

/** Creates the operations of a wallet. */
export function createOperations<Scope extends ClientScope>(
  execute: ExecuteOperation,
): WalletOperations<Scope> {
  const into = (name: "refill" | "topUp") =>
    Object.freeze({
      create: (id: number, input?: object, options?: RequestOptions) => execute(name, { id, input, options }),
    });
  const payments = Object.freeze({
    create: (input?: object, options?: RequestOptions) => execute("payFromAccount", { input, options }),
  });
  return {
    accounts: createAccounts<Scope>(execute),
    transactions: createTransactions<Scope>(execute),
    refills: into("refill") as WalletRefills<Scope>,
    topUps: into("topUp") as WalletTopUps<Scope>,
    payments: payments as WalletPayments<Scope>,
  };
}

/** Creates the wallet of one user. */
export function createUserWallet<Scope extends ClientScope>(
  execute: ExecuteOperation,
  userId: number | undefined,
): UserWallet<Scope> {
  return Object.freeze({
    ...createOperations<Scope>(execute),
    userId,
    user: async (options?: RequestOptions) => {
      if (userId === undefined)
        throw invalidRequest({ userId: 'is required: pass it, or "look-up", to login()' });
      return execute("getUser", { id: userId, options });
    },
  });
}
