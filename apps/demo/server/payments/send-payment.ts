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
  /** Of the wallet. */
  readonly webhooks: Pick<WalletNotifications, "createUrl" | "record">;
  /** Gets errors that somebody has to look at. */
  readonly log: (line: string) => void;
}

/** Connects the shop to the gateway. A payment from a wallet goes the same way, by the operations in wallet/pay.ts. */
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

  /** What is wrong here is a mistake in what was recorded; the payment is made all the same, and its answer is true. */
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
    url: { ipnUrl, redirectUrl: `${publicUrl}/orders/${orderId}/return` },
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

function fromError(error: CardpaneError, source: PaidBy): Answer {
  const { outcome, retryable } = error;
  if (outcome === "unknown") return { kind: "lost" };
  const why = source.kind === "wallet" ? walletRefusal(error) : refusalOf(error, source);
  // What failed on the way can be sent again as it is; what was refused, here or there, needs the shop to change.
  return { kind: "not_made", why: why ?? (outcome === "not_sent" && retryable ? "not_sent" : "refused") };
}

function refusalOf({ code, errors = {} }: CardpaneError, { kind }: ByPayment): NotMade | undefined {
  const isTyped = Object.keys(errors).some(
    (path) => path.startsWith("paymentSource.") || path === "consumer.cpf",
  );
  if (kind === "other" && isTyped) return "invalid";
  return code === "token_unusable" ? "token_spent" : undefined;
}
