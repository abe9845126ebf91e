/** One user's wallet, and the part of the merchant's that has whose wallet it is in each call. */

import { invalidRequest } from "../errors.ts";
import type { RequestOptions } from "../settings.ts";
import { createAccounts, type WalletAccounts } from "./accounts.ts";
import {
  createRefills,
  createTopUps,
  createWalletPayments,
  type WalletPayments,
  type WalletRefills,
  type WalletTopUps,
} from "./money.ts";
import type { Perform } from "./perform.ts";
import type { WalletUser } from "./records.ts";
import { createTransactions, type WalletTransactions } from "./transactions.ts";
import type { WhoseWallet } from "./whose.ts";

/** What is done with wallets, whoever does it. */
export interface WalletOperations<Who extends WhoseWallet> {
  readonly accounts: WalletAccounts<Who>;
  readonly transactions: WalletTransactions<Who>;
  readonly refills: WalletRefills<Who>;
  readonly topUps: WalletTopUps<Who>;
  readonly payments: WalletPayments<Who>;
}

/** One user's wallet. */
export interface UserWallet<Who extends WhoseWallet> extends WalletOperations<Who> {
  /** The user's id; `undefined` where a session does not know it. */
  readonly userId: number | undefined;
  /** Gets the user. @throws RejectedError `not_found` */
  user(options?: RequestOptions): Promise<WalletUser>;
}

export function createOperations<Who extends WhoseWallet>(perform: Perform): WalletOperations<Who> {
  return {
    accounts: createAccounts<Who>(perform),
    transactions: createTransactions<Who>(perform),
    refills: createRefills<Who>(perform),
    topUps: createTopUps<Who>(perform),
    payments: createWalletPayments<Who>(perform),
  };
}

export function createUserWallet<Who extends WhoseWallet>(
  perform: Perform,
  userId: number | undefined,
): UserWallet<Who> {
  return Object.freeze({
    ...createOperations<Who>(perform),
    userId,
    user: async (options?: RequestOptions) => {
      if (userId === undefined) throw invalidRequest({ userId: "is required: give it to login()" });
      return perform("getUser", { id: userId, options });
    },
  });
}
