/** The shop's texts. Every language implements the whole of it: no key is optional, so none falls back to English. */

import type { GalleryTexts } from "../../gallery/texts/types.ts";
import type { PageTexts } from "../../web/wire.ts";
import type { NotMade } from "../orders/order.ts";
import type { OtherType, SourceFieldName, SourceGroup } from "../payments/sources.ts";
import type { ItemId } from "../shop/catalogue.ts";
import type { ContactField, ContactProblem } from "../shop/contact.ts";
import type { AfterPaymentTexts } from "./after-payment/types.ts";
import type { WalletTexts } from "./wallet/types.ts";

/** Why a payment was declined, as far as it helps a shopper. */
export type DeclineKind =
  | "bank"
  | "funds"
  | "expired"
  | "cvv"
  | "number"
  | "authentication"
  /** Given up. */
  | "stopped"
  | "timed_out"
  /** 3D Secure was not requested, and is required. */
  | "sca"
  | "technical";

/** The errors of a form's field: it is empty, or its value is invalid. */
export interface FieldProblemTexts {
  readonly missing: string;
  readonly invalid: string;
}

export interface Texts {
  readonly language: string;
  readonly direction: "ltr" | "rtl";

  readonly tagline: string;
  readonly intro: string;
  readonly skip: string;
  readonly home: string;
  readonly demoNote: string;
  readonly languageLabel: string;
  readonly schemeLabel: string;
  readonly schemes: Readonly<Record<"auto" | "light" | "dark", string>>;
  readonly products: Readonly<Record<ItemId, { readonly name: string; readonly line: string }>>;
  readonly productsTitle: string;
  readonly addToBasket: string;
  /** For screen readers: which product. */
  readonly addNamed: (name: string) => string;
  readonly added: (name: string) => string;

  readonly basket: string;
  readonly viewBasket: string;
  /** Beside a basket whose goods are in an order that waits at the bank, too. */
  readonly openPayment: (amount: string) => string;
  readonly viewOpenPayment: string;
  readonly basketEmpty: string;
  readonly basketHint: string;
  readonly more: (name: string) => string;
  readonly fewer: (name: string) => string;
  readonly quantity: string;
  readonly total: string;
  readonly qaAmount: string;
  readonly toCheckout: string;

  readonly checkout: string;
  readonly contactTitle: string;
  readonly contact: Readonly<Record<ContactField, string>>;
  readonly chooseCountry: string;
  /** The error of each field when it is empty, by its name. */
  readonly contactMissing: Readonly<Record<ContactField, string>>;
  readonly contactProblems: Readonly<Record<Exclude<ContactProblem, "required">, string>>;
  readonly paymentTitle: string;
  readonly paymentHint: string;
  readonly pay: (amount: string) => string;
  readonly paying: string;
  readonly summary: string;
  readonly otherWays: string;
  readonly anotherCard: string;
  readonly anotherHint: string;
  /** For screen readers: the choice between the saved card and another one. */
  readonly cardChoice: string;
  readonly savedHint: string;
  /** Of a card whose network is not known. */
  readonly card: string;
  readonly savedCard: (brand: string, lastFour: string) => string;
  readonly plainWay: string;
  readonly plainTitle: string;
  readonly plainHint: string;
  readonly scriptWay: string;
  readonly otherWay: string;
  readonly otherTitle: string;
  readonly chooseSource: string;
  readonly choose: string;
  readonly optional: string;
  /** Of a field without a text of its own. */
  readonly required: string;
  /** Of a wrong value in a field without a text of its own. */
  readonly checkField: string;
  readonly sourceGroups: Readonly<Record<SourceGroup, string>>;
  /** Of sources without a name of their own. */
  readonly sourceNames: Readonly<Partial<Record<OtherType, string>>> &
    Readonly<
      Record<
        "consumer" | "paymentAccountId" | "banktransferChile" | "onlinebanking" | "sepa" | "crypto",
        string
      >
    >;
  readonly sourceFields: Readonly<Record<SourceFieldName, string>>;
  readonly sourceProblems: Readonly<Record<SourceFieldName, FieldProblemTexts>>;
  /** By the interface's letters: checking, savings. */
  readonly accountTypes: Readonly<Record<"C" | "S", string>>;
  readonly boxTitle: string;
  readonly boxTerms: (first: string, monthly: string) => string;
  readonly toSubscribe: string;
  readonly paneMissing: string;
  readonly reload: string;
  /** A message, and what the shopper can do. */
  readonly paneFailed: string;
  readonly paneLoading: string;
  readonly noScript: string;
  readonly shopUnreachable: string;

  /** The messages of the checkout when the challenge was closed, or took too long. */
  readonly unconfirmed: PageTexts["unconfirmed"];
  /** Of the dialog with the challenge. */
  readonly challenge: PageTexts["challenge"];

  readonly declinedTitle: string;
  /** Of a card, where a card can be why. */
  readonly declines: Readonly<Record<DeclineKind, string>>;
  /** Of a wallet, a bank account, or another payment method without a card. */
  readonly accountDeclines: Readonly<Record<"bank" | "funds", string>>;
  readonly declinedRetry: string;
  readonly code: string;
  /** Over what only support and QA need. */
  readonly support: string;
  /** The title of a page that came back with errors. */
  readonly errorTitle: (title: string) => string;
  readonly notMade: Readonly<Record<NotMade, string>>;
  readonly notMadeTitle: string;

  readonly orderNumber: string;
  readonly paidTitle: string;
  readonly paidPartlyTitle: string;
  readonly paidText: (email: string) => string;
  readonly paidPartly: (charged: string, total: string) => string;
  readonly confirmed: string;
  readonly confirming: string;
  readonly receipt: string;
  readonly charged: string;
  readonly paidBy: string;
  readonly reference: string;
  readonly onStatement: string;
  readonly result: string;
  readonly tryAgain: string;
  readonly payingTitle: string;
  readonly payingText: string;
  readonly lookAgain: string;
  /** Link to the order's page, where it is not known what became of the payment. */
  readonly checkOrder: string;
  readonly awaitingTitle: string;
  readonly awaitingText: string;
  readonly toBank: string;
  readonly qrTitle: string;
  /** Names the picture. */
  readonly qrScan: string;
  readonly qrText: string;
  readonly copy: string;
  readonly copied: string;
  readonly leave: string;
  readonly leaveText: string;
  readonly leftTitle: string;
  readonly leftText: string;
  readonly paidElsewhereTitle: string;
  readonly paidElsewhereText: string;
  readonly paidElsewhereLink: string;
  /** Of a payment from a wallet. */
  readonly voidedTitle: string;
  readonly voidedText: string;
  readonly paidTwice: (other: string) => string;
  readonly subscription: string;
  readonly subscriptionStatus: string;
  readonly subscriptionStates: Readonly<Record<"active" | "canceled", string>>;
  readonly cycle: string;
  readonly renewal: string;
  readonly ends: string;
  readonly laterCharges: string;
  readonly chargePaid: string;
  readonly chargeDeclined: string;
  readonly reportedTitle: string;
  readonly reportedText: string;
  readonly reportedApproved: string;
  readonly notConfirmed: string;
  readonly unknownTitle: string;
  readonly unknownText: string;
  readonly askAgain: string;
  readonly createdTitle: string;
  readonly createdText: string;
  readonly shopOn: string;
  readonly notFoundTitle: string;
  readonly notFoundText: string;
  readonly failedTitle: string;
  readonly failedText: string;

  /** The wallet and the operator's pages. */
  readonly gallery: GalleryTexts;
  readonly wallet: WalletTexts;
  /** Refunds, the subscription and saved cards. */
  readonly afterPayment: AfterPaymentTexts;
}
