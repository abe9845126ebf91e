/**
 * The way of a payment through `@cardpane/node`: the order's amount, what pays it and the shopper's own request go in; what
 * the order makes of the answer comes out. Everything a merchant's server does stands here, in this order:
 *
 *   createUrl   the order is recorded, and gets the address that proves a notification is about it
 *   pay         by the pane's token, or by any other source
 *   record      what the gateway answered
 */
import {
  type CardpaneError,
  type Client,
  isCardpaneError,
  type Notifications,
  type PaymentRequest,
  type PaymentResult,
  type PriceItem,
  priceSchedule,
  type Shopper,
} from "@cardpane/node";
import type { Booking } from "../config.ts";
import type { Answer } from "../orders/order.ts";
import { box, currency } from "../shop/catalogue.ts";
import { type PayFromWalletOptions, payFromWallet } from "../wallet/pay.ts";
import type { PaidBy, PaymentInput, SendPayment, WalletSource } from "./payment-input.ts";
import { toOutcome } from "./payment-result.ts";

type ByPayment = Exclude<PaidBy, WalletSource>;

export interface GatewayOptions {
  readonly client: Client;
  readonly booking: Booking;
  readonly publicUrl: () => string;
  readonly notifications: Pick<Notifications, "createUrl" | "record">;
  /** Of the wallet. */
  readonly webhooks: PayFromWalletOptions["webhooks"];
  /** Gets errors that somebody has to look at. */
  readonly log: (line: string) => void;
}

/** Connects the shop to the gateway. */
export function createSendPayment(options: GatewayOptions): SendPayment {
  const { client, notifications, log } = options;

  async function pay(input: PaymentInput, source: ByPayment): Promise<PaymentResult> {
    const { orderId: reference, requestId: idempotencyKey } = input;
    const price = priceOf(input);
    const common = commonOf(input, price, options, await notifications.createUrl({ reference, price }));
    if (source.kind === "other") {
      const shopper = client.shopper(input.visitor);
      return client.payments.create(fromOtherSource(input, source, common, shopper), { idempotencyKey });
    }
    const { token, device, threeDs } = source;
    const { emulateCode, scaDecline, visitor: httpRequest } = input;
    const payment = {
      ...{ token, device, httpRequest, ...common },
      ...(emulateCode === null ? {} : { emulateCode }),
    };
    return scaDecline
      ? client.payments.retryWithSca(scaDecline.payment, payment, { idempotencyKey })
      : client.payments.createFromToken({ ...payment, threeDs }, { idempotencyKey });
  }

  return async (input) => {
    const { requestId, source } = input;
    if (source.kind === "wallet") return payFromWallet(input, source, options);
    try {
      const result = await pay(input, source);
      // What is wrong here is a mistake in what was recorded; the payment is made all the same, and this answer is true.
      await notifications.record(input.orderId, result).catch((error: unknown) => {
        log(`payment ${requestId} is not as recorded: ${error instanceof Error ? error.message : "unknown"}`);
      });
      return { ...toOutcome(result), errors: {} };
    } catch (error) {
      const nothing = { savedCard: null, subscription: null, scaDecline: null };
      if (!isCardpaneError(error)) {
        log(`payment ${requestId} failed: ${error instanceof Error ? error.name : "unknown error"}`);
        return { answer: { kind: "lost" }, errors: {}, ...nothing };
      }
      log(`payment ${requestId} ${error.outcome}: ${error.message}`);
      return { answer: fromError(error, source), errors: error.errors ?? {}, ...nothing };
    }
  };
}

/** What is charged: once, or for the box now and every month. The shop's own amounts, in the gateway's form. */
function priceOf({ orderKind, amountMinor }: PaymentInput): readonly PriceItem[] {
  const { monthlyMinor, everyDays } = box;
  return orderKind === "box"
    ? priceSchedule(currency, [{ amountMinor }, { amountMinor: monthlyMinor, everyDays }])
    : priceSchedule(currency, [{ amountMinor }]);
}

function commonOf(
  input: PaymentInput,
  price: readonly PriceItem[],
  { booking, publicUrl }: GatewayOptions,
  ipnUrl: string,
) {
  const { orderId, title, consumerId, shopperId, contact, source } = input;
  return {
    sku: { ...booking, price, title },
    consumer: {
      ...(consumerId === null ? {} : { id: consumerId }),
      externalId: shopperId,
      ...contact,
    },
    url: { ipnUrl, redirectUrl: `${publicUrl()}/orders/${orderId}/return` },
    metadata: {
      udf1: orderId,
      // The gateway derives the network from the number, which may be another one of the card: `udf2` returns the shopper's choice.
      ...(source.kind === "token" && source.network !== null ? { udf2: source.network } : {}),
    },
  };
}

function fromOtherSource(
  { emulateCode }: PaymentInput,
  { paymentSource, cpf }: Extract<PaidBy, { kind: "other" }>,
  common: ReturnType<typeof commonOf>,
  shopper: Shopper,
): PaymentRequest {
  // The interface lists no emulateCode for ACH.
  const mayEmulate = emulateCode !== null && paymentSource.type !== "ach";
  const consumer = { ...common.consumer, ...shopper, ...(cpf === null ? {} : { cpf }) };
  // A source that is chosen by the shopper cannot be known to the compiler; `create` checks every rule of it.
  return {
    ...common,
    consumer,
    paymentSource: { ...paymentSource, ...(mayEmulate ? { emulateCode } : {}) },
  } as PaymentRequest;
}

function fromError(error: CardpaneError, source: ByPayment): Answer {
  if (error.outcome === "unknown") return { kind: "lost" };
  const isTyped = Object.keys(error.errors ?? {}).some(
    (path) => path.startsWith("paymentSource.") || path === "consumer.cpf",
  );
  if (source.kind === "other" && isTyped) return { kind: "not_made", why: "invalid" };
  if (error.code === "token_unusable") return { kind: "not_made", why: "token_spent" };
  // What failed on the way can be sent again as it is; what was refused, here or there, needs the shop to change.
  return { kind: "not_made", why: error.outcome === "not_sent" && error.retryable ? "not_sent" : "refused" };
}
