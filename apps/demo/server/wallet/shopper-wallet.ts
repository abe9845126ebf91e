/**
 * The shop's state of a shopper's wallet. Accounts, balances and transactions are the gateway's and are requested when they are
 * shown. The shop keeps the login, whose tokens no browser ever sees, and pending refills.
 */
import type { UserAuthenticator, WalletEvent, WalletSession } from "@cardpane/node";
import type { Receipt } from "../orders/order.ts";

/** The state of a refill, as far as the gateway has reported it. */
export type RefillState =
  /** The shopper is on the gateway's page, or has left it. */
  | { readonly status: "waiting" }
  /** What the shopper's own browser brought back: a hint. */
  | { readonly status: "reported"; readonly approved: boolean; readonly code: string | null }
  | { readonly status: "succeeded"; readonly transactionId: number }
  | { readonly status: "failed"; readonly code: string | null };

/** One refill by card. */
export interface Refill {
  /** Unguessable part of its address; with the shopper's id its reference at the gateway. */
  readonly formToken: string;
  readonly accountId: number;
  readonly accountName: string;
  /** In the currency's major unit. */
  readonly amount: number;
  readonly currency: string;
  readonly isTest: boolean;
  /** The gateway's page, once it has given one. */
  readonly url: string | null;
  readonly state: RefillState;
}

/** Something that moved without the shopper: an autoreload, a balance that fell low. The newest first. */
export type WalletNews = Pick<
  WalletEvent,
  "type" | "paymentAccountId" | "amountMinor" | "currency" | "transaction"
>;

/** What was done with a subscription or a saved card. */
export type ChangeNotice =
  | "subscription_canceled"
  | "subscription_recovered"
  | "card_changed"
  | "card_enabled"
  | "card_disabled";

/** A message that is shown once, on the next page of the wallet, of a subscription or of saved cards. */
export type WalletNotice =
  | { readonly kind: "session_ended" | "blocked" | "logged_out" | "saved" | "account_created" | "voided" }
  | { readonly kind: ChangeNotice }
  | {
      readonly kind: "topped_up" | "taken_back" | "refunded";
      readonly amount: number;
      readonly currency: string;
    }
  | { readonly kind: "declined"; readonly code: string | null };

/** A shopper's wallet. */
export interface ShopperWallet {
  /** The customer who is logged in. */
  login: WalletSession | null;
  /** Whose wallet it is, or was: the log-in form has it filled in. */
  email: string | null;
  /** Of a wallet that was just opened: shown until the first login. */
  authenticator: UserAuthenticator | null;
  /** By form token. */
  readonly refills: Map<string, Refill>;
  news: readonly WalletNews[];
  notice: WalletNotice | null;
  /** Where to go on after a login. */
  comeBack: string | null;
}

/** Most refills and news that are remembered. */
const limit = 20;

export function emptyWallet(): ShopperWallet {
  return {
    ...{ login: null, email: null, authenticator: null, news: [], notice: null, comeBack: null },
    refills: new Map(),
  };
}

/** Takes a refill down, as it is now. */
export function keepRefill(wallet: ShopperWallet, refill: Refill): void {
  wallet.refills.set(refill.formToken, refill);
  for (const oldest of wallet.refills.keys()) {
    if (wallet.refills.size <= limit) break;
    wallet.refills.delete(oldest);
  }
}

/** Takes over the hint that the browser brought back. It is shown until the gateway reports the outcome, and changes no money. */
export function noteReturn(wallet: ShopperWallet, refill: Refill, approved: boolean, code: string | null) {
  if (refill.state.status !== "waiting") return;
  keepRefill(wallet, { ...refill, state: { status: "reported", approved, code } });
}

/** The shop's name for a refill or an account, at the gateway and in its notifications. */
export function walletReference(shopperId: string, formToken: string): string {
  return `${shopperId}.${formToken}`;
}

/** Takes over a notification about a refill; a refill that has succeeded stays so. */
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

/** A payment from a wallet, as the order's page shows it. */
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
