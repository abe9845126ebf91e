/** The input of one payment and its result: the types that the orders, the session and the gateway share. */
import type { DeviceData, FieldErrors, PaymentResult, PaymentSource } from "@cardpane/node";
import type { OrderKind } from "../orders/order.ts";
import type { Brand } from "../shop/brand.ts";
import type { Contact } from "../shop/contact.ts";
import type { ShopperWallet } from "../wallet/shopper-wallet.ts";
import type { PaymentOutcome } from "./payment-result.ts";

/** The wallet as the source of a payment. */
export interface WalletSource {
  readonly kind: "wallet";
  /** The wallet's current login is read when the request is sent: a new login replaces it. */
  readonly wallet: ShopperWallet;
  readonly userId: number;
  readonly accountId: number;
  /** One-time token of the form. */
  readonly formToken: string;
}

/** The parts of the shopper's request that 3D Secure requires, stored so that the same request can be sent again. */
export interface Visitor {
  readonly headers: Readonly<Record<string, string>>;
  readonly remoteAddress: string;
}

/** The source of a payment. */
export type PaidBy =
  | {
      readonly kind: "token";
      readonly token: string;
      readonly device: Partial<DeviceData>;
      /** The network that the form named: the shopper's choice if the card has several networks. */
      readonly network: Brand | null;
      readonly threeDs: boolean;
    }
  | {
      readonly kind: "other";
      /** The values as the shopper typed them: `create` validates them before it sends anything. */
      readonly paymentSource: PaymentSource;
      readonly cpf: string | null;
      /** One-time token of the form. */
      readonly formToken: string;
    }
  | WalletSource;

/** The input of one payment. */
export interface PaymentInput {
  /** `X-Request-ID`: the same each time this attempt is sent. */
  readonly requestId: string;
  readonly orderId: string;
  /** Names the order on the pages of the bank and the gateway and in the wallet, in the shopper's language: `Order 8fXk2`. */
  readonly title: string;
  readonly orderKind: OrderKind;
  /** The amount of the purchase in cents, computed by the shop. */
  readonly amountMinor: number;
  readonly source: PaidBy;
  readonly contact: Contact;
  /** The shop's own id of the shopper. */
  readonly shopperId: string;
  /** The gateway's id of the shopper, if the payment uses a card or an account that the gateway stores. */
  readonly consumerId: string | null;
  readonly visitor: Visitor;
  readonly emulateCode: string | null;
  /** The soft decline that this payment retries with 3D Secure, as the same order at the gateway. */
  readonly scaDecline: PaymentResult | null;
}

/** The result of a payment. */
export interface Sent extends PaymentOutcome {
  /** The errors of the request, by path; if there are any, nothing was sent, or the gateway refused the request. */
  readonly errors: FieldErrors;
}

/** Sends a payment; never throws. */
export type SendPayment = (input: PaymentInput) => Promise<Sent>;
