/** How money comes to an account and leaves it (section 4.4): refills by card, top-ups, payments. */
import type {
  RefillRequest,
  TopUpRequest,
  WalletPaymentRequest,
  RefillResult as WireRefill,
} from "@cardpane/contract/gateway";
import type { RequestOptions } from "../settings.ts";
import type { Perform } from "./perform.ts";
import { toTransaction, type WalletTransaction } from "./records.ts";
import type { Given, WhoseWallet } from "./whose.ts";

/** A refill by card. */
export type NewRefill = Omit<RefillRequest, "clientId">;
/** A refill that has begun: send the customer to `nextAction(refill)`, and wait for the notification. */
export type StartedRefill = {
  readonly [Key in keyof WireRefill as string extends Key ? never : Key]: WireRefill[Key];
};
/** Virtual money that is added (a positive amount) or taken (a negative one). */
export type NewTopUp = Omit<TopUpRequest, "clientId">;
/** A payment from an account, in its currency. */
export type NewWalletPayment = Omit<WalletPaymentRequest, "clientId">;

/** Refills of accounts. */
export interface WalletRefills<Who extends WhoseWallet> {
  /**
   * Begins a refill by card. With `secure` the consumer's fields of 3D Secure are required.
   *
   * @param accountId the account that is refilled
   * @throws RejectedError `not_found`
   * @example
   * const refill = await wallet.refills.create(account.id, { name: "Refill", amount: 25, consumer, webhookUrl, redirectUrl });
   * const action = nextAction(refill);
   * if (action.type === "redirect") response.redirect(303, action.url);
   */
  create(accountId: number, ...refill: Given<Who, NewRefill>): Promise<StartedRefill>;
}

/** Top-ups of accounts. */
export interface WalletTopUps<Who extends WhoseWallet> {
  /**
   * Adds virtual money to an account, or takes it.
   *
   * @throws RejectedError `not_found`
   */
  create(accountId: number, ...topUp: Given<Who, NewTopUp>): Promise<WalletTransaction>;
}

/** Payments from accounts. */
export interface WalletPayments<Who extends WhoseWallet> {
  /**
   * Pays from an account. Where its money does not suffice, the answer is a transaction with `status: "fail"` and code
   * `5051`, not an error.
   *
   * @throws RejectedError `not_found`, `bad_request` for a currency that is not the account's
   */
  create(...payment: Given<Who, NewWalletPayment>): Promise<WalletTransaction>;
}

export function createRefills<Who extends WhoseWallet>(perform: Perform): WalletRefills<Who> {
  return Object.freeze({
    create: (id: number, input?: object, options?: RequestOptions) =>
      perform("refill", { id, input, options }),
  }) as WalletRefills<Who>;
}

export function createTopUps<Who extends WhoseWallet>(perform: Perform): WalletTopUps<Who> {
  return Object.freeze({
    create: async (id: number, input?: object, options?: RequestOptions) =>
      toTransaction(await perform("topUp", { id, input, options })),
  }) as WalletTopUps<Who>;
}

export function createWalletPayments<Who extends WhoseWallet>(perform: Perform): WalletPayments<Who> {
  return Object.freeze({
    create: async (input?: object, options?: RequestOptions) =>
      toTransaction(await perform("payFromAccount", { input, options })),
  }) as WalletPayments<Who>;
}
