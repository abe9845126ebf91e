/**
 * Sends a payment with `@cardpane/node`. The input is the order's amount, the payment source and the shopper's own request;
 * the result is the answer for the order. A merchant's server does these steps, in this order:
 *
 *   createUrl   records the order, and creates the address that proves that a notification is about it
 *   pay         with the pane's token, or with another source
 *   record      records the gateway's response
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
  type WalletNotifications,
} from "@cardpane/node";
import type { Booking } from "../config.ts";
import type { Answer, NotMade } from "../orders/order.ts";
import { box, currency } from "../shop/catalogue.ts";
import { payFromWallet, walletAnswer, walletRefusal } from "../wallet/pay.ts";
import type { PaidBy, PaymentInput, SendPayment, WalletSource } from "./payment-input.ts";
import { answerOnly, type PaymentOutcome, toOutcome } from "./payment-result.ts";

type ByPayment = Exclude<PaidBy, WalletSource>;

export interface GatewayOptions {
  readonly client: Client;
  readonly booking: Booking;
  readonly publicUrl: string;
  readonly notifications: Pick<Notifications, "createUrl" | "record">;
  /** The wallet's notifications. */
  readonly webhooks: Pick<WalletNotifications, "createUrl" | "record">;
  /** Receives errors that need attention. */
  readonly log: (line: string) => void;
}

/** Connects the shop to the gateway. Wallet payments take the same path, with the operations in wallet/pay.ts. */
export function createSendPayment(options: GatewayOptions): SendPayment {
  const { client, notifications, webhooks, log } = options;

  async function pay(input: PaymentInput): Promise<PaymentOutcome> {
    const { orderId, requestId, source } = input;
    if (source.kind !== "wallet") {
      const result = await request(input, source);
      await keepRecord(requestId, notifications.record(orderId, result));
      return toOutcome(result);
    }
    const { login } = source.wallet;
    if (!login) return answerOnly({ kind: "not_made", why: "logged_out" });
    const transaction = await payFromWallet(input, source, login, webhooks);
    await keepRecord(requestId, webhooks.record(orderId, transaction));
    return answerOnly(walletAnswer(transaction));
  }

  async function request(input: PaymentInput, source: ByPayment): Promise<PaymentResult> {
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

  /** Logs an error of the record only: the payment was made, and its response is valid. */
  async function keepRecord(requestId: string, recorded: Promise<unknown>): Promise<void> {
    await recorded.catch((error: unknown) => {
      log(`payment ${requestId} is not as recorded: ${error instanceof Error ? error.message : "unknown"}`);
    });
  }

  return async (input) => {
    const { requestId, source } = input;
    try {
      return { ...(await pay(input)), errors: {} };
    } catch (error) {
      if (!isCardpaneError(error)) {
        log(`payment ${requestId} failed: ${error instanceof Error ? error.name : "unknown error"}`);
        return { ...answerOnly({ kind: "lost" }), errors: {} };
      }
      log(`payment ${requestId} ${error.outcome}: ${error.message}`);
      return { ...answerOnly(fromError(error, source)), errors: error.errors ?? {} };
    }
  };
}

/** The price: one charge, or for the box one now and one every month. The shop sets the amounts; the gateway sets the format. */
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
    url: { ipnUrl, redirectUrl: `${publicUrl}/orders/${orderId}/return` },
    metadata: {
      udf1: orderId,
      // The gateway derives one network from the number, though a card can have several: `udf2` returns the shopper's choice.
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
  // The compiler cannot know which source the shopper chose; `create` validates each one.
  return {
    ...common,
    consumer,
    paymentSource: { ...paymentSource, ...(mayEmulate ? { emulateCode } : {}) },
  } as PaymentRequest;
}

function fromError(error: CardpaneError, source: PaidBy): Answer {
  const { outcome, retryable } = error;
  if (outcome === "unknown") return { kind: "lost" };
  const why = source.kind === "wallet" ? walletRefusal(error) : refusalOf(error, source);
  // A request that failed in transit can be sent again unchanged; after a refusal, here or at the gateway, it must change.
  return { kind: "not_made", why: why ?? (outcome === "not_sent" && retryable ? "not_sent" : "refused") };
}

function refusalOf({ code, errors = {} }: CardpaneError, { kind }: ByPayment): NotMade | undefined {
  const isTyped = Object.keys(errors).some(
    (path) => path.startsWith("paymentSource.") || path === "consumer.cpf",
  );
  if (kind === "other" && isTyped) return "invalid";
  return code === "token_unusable" ? "token_spent" : undefined;
}
