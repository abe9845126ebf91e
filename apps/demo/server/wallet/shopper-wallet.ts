/**
 * The shop's state of a shopper's wallet. The gateway stores accounts, balances and transactions, and the shop requests them for
 * each page. The shop stores pending refills and the login, whose tokens never reach a browser.
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
export interface Refill {
  /** Unguessable part of the refill's address; together with the shopper's id, it is the refill's reference at the gateway. */
  readonly formToken: string;
  readonly accountId: number;
  readonly accountName: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** The gateway's page, as soon as its address is known. */
  readonly url: string | null;
  readonly state: RefillState;
}

/** A change of a subscription or a saved card. */
export type ChangeNotice =
  | "subscription_canceled"
  | "subscription_recovered"
  | "card_changed"
  | "card_enabled"
  | "card_disabled";

/** A message that is shown once, on the next page of the wallet, a subscription or the saved cards. */
export type WalletNotice =
  | { readonly kind: "session_ended" | "blocked" | "logged_out" | "account_created" }
  | { readonly kind: ChangeNotice }
  | {
      readonly kind: "topped_up" | "taken_back";
      readonly amount: number;
      readonly currency: string;
    }
  | { readonly kind: "declined"; readonly code: string | null };

export interface ShopperWallet {
  /** The login of the current customer. */
  login: WalletSession | null;
  /** The e-mail address of the current or last customer, which the login form shows. */
  email: string | null;
  /** The authenticator of a new wallet: shown until the first login. */
  authenticator: UserAuthenticator | null;
  /** By form token. */
  readonly refills: Map<string, Refill>;
  notice: WalletNotice | null;
  /** What the accounts in the shop's currency held when they were last read, for the list of ways to pay. */
  balance: Money | null;
  /** The path to open after the login. */
  comeBack: string | null;
}

/** The maximum number of remembered refills. */
const limit = 20;

export function emptyWallet(): ShopperWallet {
  return {
    ...{ login: null, email: null, authenticator: null, balance: null, notice: null, comeBack: null },
    refills: new Map(),
  };
}

/** Notes the sum of the accounts that an order can be paid from. */
export function noteBalance(wallet: ShopperWallet, accounts: readonly PaymentAccount[]): void {
  const own = accounts.filter((account) => account.currency === currency && account.isActive);
  const amountMinor = own.reduce((sum, { balance }) => sum + toMinor(balance ?? 0, currency), 0);
  wallet.balance = own.length > 0 ? { amountMinor, currency } : null;
}

/** Stores the current state of a refill. */
export function keepRefill(wallet: ShopperWallet, refill: Refill): void {
  wallet.refills.set(refill.formToken, refill);
  for (const oldest of wallet.refills.keys()) {
    if (wallet.refills.size <= limit) break;
    wallet.refills.delete(oldest);
  }
}

/** Stores the hint that the browser carried. The page shows it until the gateway reports the outcome; it changes no money. */
export function noteReturn(wallet: ShopperWallet, refill: Refill, approved: boolean, code: string | null) {
  if (refill.state.status !== "waiting") return;
  keepRefill(wallet, { ...refill, state: { status: "reported", approved, code } });
}

/** The shop's reference of a refill, used at the gateway and in its notifications. */
export function walletReference(shopperId: string, formToken: string): string {
  return `${shopperId}.${formToken}`;
}

/** Stores the outcome that a notification reports; a refill that has succeeded stays so. */
export function settleRefill(wallet: ShopperWallet, formToken: string, state: RefillState): void {
  const refill = wallet.refills.get(formToken);
  if (refill && refill.state.status !== "succeeded") keepRefill(wallet, { ...refill, state });
}

/** The refill that was started last. */
export function newestRefill({ refills }: ShopperWallet): Refill | undefined {
  return [...refills.values()].at(-1);
}

/** A short hash of what the wallet's page shows of the last refill. */
export function walletVersion(wallet: ShopperWallet): string {
  const state = JSON.stringify(newestRefill(wallet)?.state ?? null);
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
