/**
 * The shop's state of a shopper's wallet. The gateway stores accounts, balances and transactions, and the shop requests them for
 * each page. The shop stores pending refills and the login, whose tokens never reach a browser.
 */
import type { UserAuthenticator, WalletEvent, WalletSession } from "@cardpane/node";
import type { Receipt } from "../orders/order.ts";

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
  /** In the currency's major unit. */
  readonly amount: number;
  readonly currency: string;
  readonly isTest: boolean;
  /** The gateway's page, as soon as its address is known. */
  readonly url: string | null;
  readonly state: RefillState;
}

/** A change that the shopper did not make: an automatic refill or a low balance. The newest is first. */
export type WalletNews = Pick<
  WalletEvent,
  "type" | "paymentAccountId" | "amountMinor" | "currency" | "transaction"
>;

/** A change of a subscription or a saved card. */
export type ChangeNotice =
  | "subscription_canceled"
  | "subscription_recovered"
  | "card_changed"
  | "card_enabled"
  | "card_disabled";

/** A message that is shown once, on the next page of the wallet, a subscription or the saved cards. */
export type WalletNotice =
  | { readonly kind: "session_ended" | "blocked" | "logged_out" | "saved" | "account_created" | "voided" }
  | { readonly kind: ChangeNotice }
  | {
      readonly kind: "topped_up" | "taken_back" | "refunded";
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
  news: readonly WalletNews[];
  notice: WalletNotice | null;
  /** The path to open after the login. */
  comeBack: string | null;
}

/** The maximum number of remembered refills and news. */
const limit = 20;

export function emptyWallet(): ShopperWallet {
  return {
    ...{ login: null, email: null, authenticator: null, news: [], notice: null, comeBack: null },
    refills: new Map(),
  };
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

/** The shop's reference of a refill or an account, used at the gateway and in its notifications. */
export function walletReference(shopperId: string, formToken: string): string {
  return `${shopperId}.${formToken}`;
}

/** Stores the outcome that a notification reports; a refill that has succeeded stays so. */
export function settleRefill(wallet: ShopperWallet, formToken: string, state: RefillState): void {
  const refill = wallet.refills.get(formToken);
  if (refill && refill.state.status !== "succeeded") keepRefill(wallet, { ...refill, state });
}

export function addAccountEvent(wallet: ShopperWallet, event: WalletEvent): void {
  const { type, paymentAccountId, amountMinor, currency, transaction } = event;
  wallet.news = [{ type, paymentAccountId, amountMinor, currency, transaction }, ...wallet.news].slice(
    0,
    limit,
  );
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
