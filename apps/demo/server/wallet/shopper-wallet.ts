/**
 * The shop's state of a shopper's wallet. The gateway stores accounts, balances and transactions, and the shop requests them for
 * each page. The shop stores the last refill, and the login, whose tokens never reach a browser.
 */
import { createHash } from "node:crypto";
import {
  type Money,
  type PaymentAccount,
  toMinor,
  type UserAuthenticator,
  type WalletEvent,
  type WalletSession,
} from "@cardpane/node";
import type { Receipt } from "../orders/order.ts";
import { currency } from "../shop/catalogue.ts";

/** The last state of a refill that the shop knows. */
export type RefillState =
  /** The shopper is on the gateway's page, or has left it. */
  | { readonly status: "waiting" }
  /** A hint that the shopper's browser carried. */
  | { readonly status: "reported"; readonly approved: boolean; readonly code: string | null }
  | { readonly status: "succeeded"; readonly transactionId: number }
  | { readonly status: "failed"; readonly code: string | null };

/** One refill by card. */
export interface Refill extends Money {
  /** Unguessable part of the refill's address; together with the shopper's id, it is the refill's reference at the gateway. */
  readonly formToken: string;
  readonly accountName: string;
  /** The gateway's page, as soon as its address is known. */
  readonly url: string | null;
  /** What was sent: after an unknown outcome, the same is sent again. */
  readonly call: Parameters<WalletSession["refills"]["create"]>;
  readonly state: RefillState;
}

/** A form of the wallet's page that was sent. */
export interface SentForm {
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly sentAt: number;
}

export interface ShopperWallet {
  /** The login of the current customer. */
  login: WalletSession | null;
  /** The customer whose data this is. */
  email: string | null;
  /** The e-mail address that was typed last. */
  typedEmail: string | null;
  /** The authenticator of a new wallet: shown until the first login. */
  authenticator: UserAuthenticator | null;
  /** The refill that was started last. */
  refill: Refill | null;
  /** Forms whose outcome is not known, by their one-time tokens: each can only be sent again as it was, until it is answered. */
  inDoubt: Map<string, SentForm>;
  /** The code that QA's button fetched, shown once. */
  qaCode: string;
  /** What the accounts in the shop's currency held when they were last read, for the list of ways to pay. */
  balance: Money | null;
  /** The path to open after the login. */
  comeBack: string | null;
}

export function emptyWallet(): ShopperWallet {
  return {
    login: null,
    email: null,
    typedEmail: null,
    authenticator: null,
    refill: null,
    balance: null,
    comeBack: null,
    inDoubt: new Map(),
    qaCode: "",
  };
}

/** Ends the login in the shop. The customer's refill is kept for the next login. */
export function endLogin(wallet: ShopperWallet): void {
  wallet.login?.forget();
  wallet.login = null;
  wallet.balance = null;
}

/** Removes the customer's data: the next customer must not see it, nor the setup code of a new wallet. */
export function forgetCustomer(wallet: ShopperWallet): void {
  endLogin(wallet);
  // A new map: a request that is under way notes its outcome in the old one.
  Object.assign(wallet, {
    inDoubt: new Map(),
    email: null,
    typedEmail: null,
    authenticator: null,
    refill: null,
  });
}

/** Accounts that an order can be paid from. */
export function payingAccounts(accounts: readonly PaymentAccount[]): readonly PaymentAccount[] {
  return accounts.filter((account) => account.currency === currency && account.isActive);
}

/** Notes the sum of the accounts that an order can be paid from. */
export function noteBalance(wallet: ShopperWallet, accounts: readonly PaymentAccount[]): void {
  const own = payingAccounts(accounts);
  const amountMinor = own.reduce((sum, { balance }) => sum + toMinor(balance ?? 0, currency), 0);
  wallet.balance = own.length > 0 ? { amountMinor, currency } : null;
}

/** The shop's reference of a refill, used at the gateway and in its notifications. */
export function walletReference(shopperId: string, formToken: string): string {
  return `${shopperId}.${formToken}`;
}

/**
 * Stores what is known of a refill: a notification's outcome, which stays, or the hint of the browser, which only a waiting refill
 * shows.
 */
export function noteRefill(wallet: ShopperWallet, formToken: string, state: RefillState): void {
  const { refill } = wallet;
  if (state.status !== "reported") wallet.inDoubt.delete(formToken);
  if (!refill || refill.formToken !== formToken || refill.state.status === "succeeded") return;
  if (state.status === "reported" && refill.state.status !== "waiting") return;
  wallet.refill = { ...refill, state };
}

/** A short hash of what the wallet's page shows of the last refill. */
export function walletVersion({ refill }: ShopperWallet): string {
  const state = JSON.stringify(refill?.state ?? null);
  return createHash("sha256").update(state).digest("base64url").slice(0, 16);
}

/** The receipt of a wallet payment, for the order's page. */
export function walletReceipt({ transaction }: Pick<WalletEvent, "transaction">): Receipt {
  const { id, uuid, code, price, currency, descriptor, userId: walletUserId } = transaction;
  return {
    orderId: uuid ?? String(id),
    transactionId: String(id),
    code: code ?? "0",
    amount: price,
    currency,
    descriptor,
    method: "wallet",
    brand: null,
    lastFour: null,
    walletUserId,
  };
}
