/** The input of one payment: the types that the orders, the session and the gateway share. */
import type { DeviceData, PaymentResult, PaymentSource } from "@cardpane/node";
import type { OrderKind } from "../orders/order.ts";
import type { Brand } from "../shop/brand.ts";
import type { Contact } from "../shop/contact.ts";
import type { ShopperWallet } from "../wallet/shopper-wallet.ts";
import type { PaymentAnswer } from "./payment-result.ts";

/** The parts of the shopper's request that 3D Secure requires. */
export interface Visitor {
  readonly headers: Readonly<Record<string, string>>;
  readonly remoteAddress: string;
}

/** The pane's token as the source of a payment. */
export interface TokenSource {
  readonly kind: "token";
  readonly token: string;
  readonly device: Partial<DeviceData>;
  /** The network that the form named: the shopper's choice if the card has several networks. */
  readonly network: Brand | null;
  readonly threeDs: boolean;
}

/** Another source of the interface, with the values as the shopper typed them: `create` validates them before it sends anything. */
export interface OtherSource {
  readonly kind: "other";
  readonly paymentSource: PaymentSource;
  readonly cpf: string | null;
}

/** The wallet as the source of a payment. */
export interface WalletSource {
  readonly kind: "wallet";
  /** The wallet's current login is read when the request is sent: a new login replaces it. */
  readonly wallet: ShopperWallet;
  readonly userId: number;
  readonly accountId: number;
}

/** The input of one payment. */
export interface PaymentInput {
  readonly orderId: string;
  /** Names the order on the pages of the bank and the gateway and in the wallet, in the shopper's language: `Order 8fXk2`. */
  readonly title: string;
  readonly orderKind: OrderKind;
  /** The amount of the purchase in cents, computed by the shop. */
  readonly amountMinor: number;
  readonly source: TokenSource | OtherSource | WalletSource;
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

/** Pays; never throws. */
export type Pay = (input: PaymentInput) => Promise<PaymentAnswer>;
