/**
 * The shop's state of a shopper's wallet. The gateway stores accounts, balances and transactions, and the shop requests them for
 * each page. The shop stores the last refill, and the login, whose tokens never reach a browser.
 */
import {
  type Money,
  type PaymentAccount,
  toMinor,
  type UserAuthenticator,
  type WalletSession,
} from "@cardpane/node";
import { currency } from "./catalogue.ts";

/** The last state of a refill that the shop knows; only a notification ends the wait. */
export type RefillState =
  | { readonly status: "waiting" }
  | { readonly status: "succeeded" }
  | { readonly status: "failed"; readonly code: string | null };

/** One refill by card. */
export interface Refill extends Money {
  /** The one-time token of its form; together with the shopper's id, it is the refill's reference at the gateway. */
  readonly formToken: string;
  readonly accountName: string;
  /** The gateway's page, as soon as its address is known. */
  url: string | null;
  /** What was sent: after an unknown outcome, the same is sent again. */
  readonly call: Parameters<WalletSession["refills"]["create"]>;
  state: RefillState;
}

/** A form of the wallet's page that was sent. */
export interface SentForm {
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly sentAt: number;
}

export interface ShopperWallet {
  login: WalletSession | null;
  /** The customer whose data this is. */
  email: string | null;
  typedEmail: string | null;
  /** The authenticator of a new wallet: shown until the first login. */
  authenticator: UserAuthenticator | null;
  refill: Refill | null;
  /** Forms whose outcome is not known, by their one-time tokens: each can only be sent again as it was, until it is answered. */
  inDoubt: Map<string, SentForm>;
  /** The code that QA's button fetched, shown once. */
  qaCode: string;
  /** The accounts that an order can be paid from, as they were when they were last read. */
  accounts: readonly PaymentAccount[] | null;
  /** The path to open after the login. */
  comeBack: string | null;
}

/** The data of a customer, which the next customer must not see, nor the setup code of a new wallet. */
const noCustomer = () => ({
  login: null,
  email: null,
  typedEmail: null,
  authenticator: null,
  refill: null,
  // A new map: a request that is under way notes its outcome in the old one.
  inDoubt: new Map(),
  accounts: null,
});

export function emptyWallet(): ShopperWallet {
  return { ...noCustomer(), qaCode: "", comeBack: null };
}

/** Ends the login in the shop. The customer's refill is kept for the next login. */
export function endLogin(wallet: ShopperWallet): void {
  wallet.login?.forget();
  wallet.login = null;
  wallet.accounts = null;
}

/** Removes the customer's data. */
export function forgetCustomer(wallet: ShopperWallet): void {
  endLogin(wallet);
  Object.assign(wallet, noCustomer());
}

/** Notes the accounts that an order can be paid from, and returns them. */
export function noteAccounts(
  wallet: ShopperWallet,
  all: readonly PaymentAccount[],
): readonly PaymentAccount[] {
  wallet.accounts = all.filter((account) => account.currency === currency && account.isActive);
  return wallet.accounts;
}

/** The sum of the accounts that an order can be paid from; `undefined` if none is known. */
export function balanceOf({ accounts }: ShopperWallet): Money | undefined {
  if (!accounts?.length) return undefined;
  const amountMinor = accounts.reduce((sum, { balance }) => sum + toMinor(balance ?? 0, currency), 0);
  return { amountMinor, currency };
}

/** The name of an account; one without a name is named by its currency. */
export function accountName({ name, currency: own }: Pick<PaymentAccount, "name" | "currency">): string {
  return name ?? own;
}

/** The shop's reference of a refill, used at the gateway and in its notifications. */
export function refillReference(shopperId: string, formToken: string): string {
  return `${shopperId}.${formToken}`;
}

/** Stores the outcome of a refill, from its notification. */
export function noteRefill({ refill, inDoubt }: ShopperWallet, reference: string, state: RefillState): void {
  const formToken = reference.slice(reference.indexOf(".") + 1);
  inDoubt.delete(formToken);
  if (refill?.formToken === formToken && refill.state.status !== "succeeded") refill.state = state;
}
