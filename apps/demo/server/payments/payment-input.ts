/** The input of one payment and its result: the types that the orders, the session and the gateway share. */
import type { DeviceData, FieldErrors, PaymentResult, PaymentSource } from "@cardpane/node";
import type { OrderKind } from "../orders/order.ts";
import type { Brand } from "../shop/brand.ts";
import type { Contact } from "../shop/contact.ts";
import type { ShopperWallet } from "../wallet/shopper-wallet.ts";
import type { PaymentOutcome } from "./payment-result.ts";

/** The wallet, where it is what pays. */
export interface WalletSource {
  readonly kind: "wallet";
  /** Whose login it is when the request is sent: another one after a new login. */
  readonly wallet: ShopperWallet;
  readonly userId: number;
  readonly accountId: number;
  /** One-time token of the form. */
  readonly formToken: string;
}

/** The parts of the shopper's request that 3D Secure requires, kept so that the same can be sent again. */
export interface Visitor {
  readonly headers: Readonly<Record<string, string>>;
  readonly remoteAddress: string;
}

/** What pays. */
export type PaidBy =
  | {
      readonly kind: "token";
      readonly token: string;
      readonly device: Partial<DeviceData>;
      /** The network that the shopper's form named: the chosen one where several share the card. */
      readonly network: Brand | null;
      readonly threeDs: boolean;
    }
  | {
      readonly kind: "other";
      /** As the shopper filled it in: `create` checks it before anything is sent. */
      readonly paymentSource: PaymentSource;
      readonly cpf: string | null;
      /** One-time token of the form. */
      readonly formToken: string;
    }
  | WalletSource;

/** One payment to make. */
export interface PaymentInput {
  /** `X-Request-ID`: the same for every sending of this attempt. */
  readonly requestId: string;
  readonly orderId: string;
  /** Names the order on the pages of bank and gateway and in the wallet, in the shopper's language: `Order 8fXk2`. */
  readonly title: string;
  readonly orderKind: OrderKind;
  /** What is due with the purchase, in cents, the shop's own number. */
  readonly amountMinor: number;
  readonly source: PaidBy;
  readonly contact: Contact;
  /** The shop's own id of the shopper. */
  readonly shopperId: string;
  /** The gateway's id of the shopper, where something is used that the gateway keeps. */
  readonly consumerId: string | null;
  readonly visitor: Visitor;
  readonly emulateCode: string | null;
  /** The decline for want of 3D Secure that this answers: it is sent as the same order of the gateway's. */
  readonly scaDecline: PaymentResult | null;
}

/** What became of it. */
export interface Sent extends PaymentOutcome {
  /** What was wrong with the request, by path; nothing was sent, or it was refused. */
  readonly errors: FieldErrors;
}

/** Makes a payment; never throws. */
export type SendPayment = (input: PaymentInput) => Promise<Sent>;
