/** The texts of the wallet and of the operator's pages. No key is optional, as in the rest of the dictionary. */

import type { OrderState } from "../../orders/order.ts";
import type { FilterName } from "../../wallet/filters.ts";
import type { RefusalKind } from "../../wallet/refusal.ts";
import type { ChangeNotice, WalletNotice } from "../../wallet/shopper-wallet.ts";

type PlainNotice = Exclude<
  WalletNotice["kind"],
  "topped_up" | "taken_back" | "refunded" | "declined" | ChangeNotice
>;

/** The interface's values that a list shows or offers. */
export type Word =
  | "income"
  | "outcome"
  | "success"
  | "fail"
  | "wallet"
  | "card"
  | "void"
  | "test"
  | "charge"
  | "refund"
  | "deposit"
  | "id"
  | "created_at"
  | "updated_at"
  | "blocked_at"
  | "is_blocked"
  | "is_activated"
  | "email"
  | "price"
  | "currency"
  | "expire_date"
  | "asc"
  | "desc"
  | "refill"
  | "autoreload"
  | "payment"
  | "topup"
  | "expiry";

export interface WalletTexts {
  readonly title: string;
  readonly intro: string;

  readonly logInTitle: string;
  readonly email: string;
  readonly code: string;
  readonly codeHint: string;
  readonly showCode: string;
  readonly codeUsed: string;
  readonly logIn: string;
  readonly logOut: string;
  readonly openTitle: string;
  readonly openText: string;
  readonly open: string;
  readonly opened: (email: string) => string;
  readonly scanTitle: string;
  readonly scanText: string;
  /** Names the picture. */
  readonly qr: string;
  readonly secret: string;
  readonly secretHint: string;
  readonly loggedInAs: (email: string) => string;

  readonly accounts: string;
  readonly noAccounts: string;
  readonly newAccount: string;
  readonly accountName: string;
  readonly currency: string;
  readonly accountType: string;
  readonly accountTypes: Readonly<Record<"fiat" | "promo", string>>;
  readonly createAccount: string;
  readonly inactive: string;
  readonly balance: string;
  /** An account that has no name. */
  readonly unnamed: (currency: string) => string;
  readonly manage: (name: string) => string;
  readonly storedCard: (card: string) => string;
  readonly back: string;

  readonly amount: string;
  readonly refill: string;
  readonly refillText: string;
  readonly refillName: (account: string) => string;
  readonly anotherCard: string;
  readonly testRefill: string;
  readonly goToRefill: string;
  readonly settings: string;
  readonly description: string;
  readonly active: string;
  readonly save: string;
  readonly autoreload: string;
  readonly autoreloadText: string;
  readonly autoReloadOn: string;
  readonly autoReloadAmount: string;
  readonly autoReloadMinAmount: string;
  readonly notify: string;
  readonly notifyText: string;
  readonly notifyOn: string;
  readonly notifyAmount: string;
  readonly topUp: string;
  readonly topUpText: string;
  /** Above the customer's own form, which only QA sees. */
  readonly topUpQaText: string;
  readonly topUpAmount: string;
  readonly reason: string;
  readonly expiresInDays: string;
  readonly topUpNow: string;

  readonly refills: Readonly<
    Record<"waiting" | "reported" | "succeeded" | "failed", { readonly title: string; readonly text: string }>
  >;
  readonly goOn: string;
  readonly testNote: string;
  readonly toWallet: string;

  readonly transactions: string;
  readonly allTransactions: string;
  readonly noTransactions: string;
  readonly filter: string;
  readonly filters: Readonly<Record<FilterName, string>>;
  readonly any: string;
  readonly yes: string;
  readonly no: string;
  readonly apply: string;
  readonly showAll: string;
  /** The names of the interface's values, where they are shown or chosen. */
  readonly words: Readonly<Record<Word, string>>;
  readonly found: (total: number) => string;
  readonly pageOf: (page: number, last: number) => string;
  readonly pages: string;
  readonly previous: string;
  readonly next: string;
  readonly details: string;
  readonly parts: string;
  readonly expires: string;
  readonly unspent: string;
  readonly balanceAfter: string;
  readonly order: string;
  readonly void: string;
  /** What a void does, before it is made. */
  readonly voidText: string;
  readonly voidReason: string;
  readonly isVoided: string;

  readonly payTitle: string;
  readonly payHint: string;
  readonly payWay: string;
  readonly payAccount: string;
  readonly payNoAccount: string;
  readonly payPromoFirst: string;

  readonly notices: Readonly<Record<PlainNotice, string>>;
  readonly toppedUp: (amount: string) => string;
  readonly takenBack: (amount: string) => string;
  readonly declined: string;
  readonly refusals: Readonly<Record<Exclude<RefusalKind, "throttled">, string>>;
  /** `wait` is a time with its unit, like `30 seconds`. */
  readonly throttled: (wait: string) => string;
  readonly taken: string;
  /** By name of the field. */
  readonly fieldProblems: Readonly<
    Record<"email" | "code" | "expiresInDays", { readonly missing: string; readonly invalid: string }>
  >;
  readonly mustBeNumber: string;
  /** Of an amount with more decimals than its currency has. */
  readonly tooExact: string;
  /** Of a refund. */
  readonly moreThanLeft: string;
  readonly newsTitle: string;
  readonly newsLow: (account: string, balance: string) => string;
  readonly newsMoved: (account: string, amount: string) => string;
  readonly newsFailed: (account: string, amount: string) => string;

  readonly operator: string;
  readonly operatorNote: string;
  readonly orderState: string;
  /** Where an order stands, for the operator. */
  readonly orderStates: Readonly<Record<OrderState["status"], string>>;
  readonly takeBack: string;
  readonly takeBackText: string;
  readonly users: string;
  readonly noUsers: string;
  readonly user: string;
  readonly created: string;
  readonly blockedSince: string;
  readonly externalId: string;
  readonly activated: string;
  readonly notActivated: string;
  readonly blocked: string;
  readonly blockedHidden: string;
  readonly block: string;
  readonly unblock: string;
  readonly activate: string;
  readonly deactivate: string;
  readonly regenerate: string;
  readonly regenerateText: string;
  readonly accountToTopUp: string;
}
