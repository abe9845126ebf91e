/**
 * Pays an order. The input is the order's amount, the payment source and the shopper's own request; the package decides whether
 * the order may be paid, and what became of the attempt:
 *
 *   the pane's token       checkout.pay({ reference, price, token, ... })
 *   any other call         checkout.begin, the call, checkout.settle
 *   the customer's wallet  wallet/pay.ts
 *
 * Two requests for one order at once: the first is sent, the second is answered with `in_progress`.
 */
import {
  type CardpaneError,
  type Checkout,
  type CheckoutOutcome,
  type Client,
  isCardpaneError,
  type PaymentRequest,
  type PriceItem,
  priceSchedule,
  type WalletNotifications,
} from "@cardpane/node";
import type { Booking } from "../config.ts";
import type { NotMade } from "../orders/order.ts";
import { box, currency } from "../shop/catalogue.ts";
import { payFromWallet } from "../wallet/pay.ts";
import type { OtherSource, Pay, PaymentInput, TokenSource } from "./payment-input.ts";
import { inDoubt, notMade, type PaymentAnswer, toAnswer } from "./payment-result.ts";

export interface PayOptions {
  readonly client: Client;
  readonly checkout: Checkout;
  /** The wallet's notifications. */
  readonly webhooks: Pick<WalletNotifications, "begin" | "settle">;
  readonly booking: Booking;
  readonly publicUrl: string;
  /** Receives one line for each attempt that was not made, or whose outcome is unknown. */
  readonly log: (line: string) => void;
}

/** Creates the function that pays; it never throws. */
export function createPay(options: PayOptions): Pay {
  return async (input) => {
    const { orderId, source } = input;
    try {
      if (source.kind === "wallet") return await payFromWallet(input, source, options.webhooks);
      const outcome =
        source.kind === "token"
          ? await payByToken(options, input, source)
          : await payBySource(options, input, source);
      if ("error" in outcome) options.log(`order ${orderId} ${outcome.type}: ${inWords(outcome.error)}`);
      return toAnswer(outcome, (error) => reasonOf(error, source.kind));
    } catch (error) {
      options.log(`order ${orderId} failed: ${inWords(error)}`);
      return refusalOf(error, source.kind);
    }
  };
}

/** The pane's token. After a soft decline (5227), the next card is sent as a retry of the same order with 3D Secure. */
async function payByToken(
  options: PayOptions,
  input: PaymentInput,
  { token, device, threeDs }: TokenSource,
): Promise<CheckoutOutcome> {
  const { client, checkout } = options;
  const { orderId: reference, emulateCode, scaDecline, visitor: httpRequest } = input;
  const { sku, redirectUrl, ...common } = commonOf(input, options);
  const price = priceOf(input);
  const payment = {
    token,
    device,
    httpRequest,
    ...common,
    ...(emulateCode === null ? {} : { emulateCode }),
  };
  if (!scaDecline) return checkout.pay({ reference, price, sku, redirectUrl, threeDs, ...payment });
  const attempt = await checkout.begin({ reference, price });
  const retry = { ...payment, sku: { ...sku, price }, url: { ipnUrl: attempt.ipnUrl, redirectUrl } };
  const idempotencyKey = attempt.id;
  return checkout.settle(
    attempt,
    client.payments.retryWithSca(scaDecline.payment, retry, { idempotencyKey }),
  );
}

/** A bank transfer, a voucher, a stored account: any source of the interface. */
async function payBySource(
  options: PayOptions,
  input: PaymentInput,
  { paymentSource, cpf }: OtherSource,
): Promise<CheckoutOutcome> {
  const { client, checkout } = options;
  const { orderId: reference, emulateCode, visitor } = input;
  const { sku, redirectUrl, consumer, metadata } = commonOf(input, options);
  const price = priceOf(input);
  const attempt = await checkout.begin({ reference, price });
  // The interface lists no emulateCode for ACH.
  const mayEmulate = emulateCode !== null && paymentSource.type !== "ach";
  const request = {
    sku: { ...sku, price },
    consumer: { ...consumer, ...client.shopper(visitor), ...(cpf === null ? {} : { cpf }) },
    url: { ipnUrl: attempt.ipnUrl, redirectUrl },
    metadata,
    paymentSource: { ...paymentSource, ...(mayEmulate ? { emulateCode } : {}) },
  };
  // The compiler cannot know which source the shopper chose; `create` validates each one.
  const sent = client.payments.create(request as PaymentRequest, { idempotencyKey: attempt.id });
  return checkout.settle(attempt, sent);
}

/** The price: one charge, or for the box one now and one every month. The shop sets the amounts; the gateway sets the format. */
function priceOf({ orderKind, amountMinor }: PaymentInput): readonly PriceItem[] {
  const { monthlyMinor, everyDays } = box;
  return orderKind === "box"
    ? priceSchedule(currency, [{ amountMinor }, { amountMinor: monthlyMinor, everyDays }])
    : priceSchedule(currency, [{ amountMinor }]);
}

function commonOf(
  { orderId, title, consumerId, shopperId, contact, source }: PaymentInput,
  { booking, publicUrl }: PayOptions,
) {
  return {
    sku: { ...booking, title },
    consumer: { ...(consumerId === null ? {} : { id: consumerId }), externalId: shopperId, ...contact },
    redirectUrl: `${publicUrl}/orders/${orderId}/return`,
    metadata: {
      udf1: orderId,
      // The gateway derives one network from the number, though a card can have several: `udf2` returns the shopper's choice.
      ...(source.kind === "token" && source.network !== null ? { udf2: source.network } : {}),
    },
  };
}

/** The answer to an error before anything was sent, or of the wallet. */
function refusalOf(error: unknown, kind: PaymentInput["source"]["kind"]): PaymentAnswer {
  if (!isCardpaneError(error) || error.outcome === "unknown") return inDoubt;
  if (error.code === "attempt_open" || error.code === "order_paid") return inDoubt;
  return notMade(reasonOf(error, kind), error.errors);
}

function reasonOf({ code, outcome, retryable, errors = {} }: CardpaneError, kind: string): NotMade {
  if (kind === "wallet") {
    if (code === "session_ended") return "logged_out";
    if (code === "forbidden") return "blocked";
    // The account was deactivated in the meantime, or is another customer's.
    if (code === "bad_request" || code === "not_found") return "invalid";
  }
  const isTyped = Object.keys(errors).some(
    (path) => path.startsWith("paymentSource.") || path === "consumer.cpf",
  );
  if (kind === "other" && isTyped) return "invalid";
  if (code === "token_unusable") return "token_spent";
  // A request that failed in transit can be sent again unchanged; after a refusal, here or at the gateway, it must change.
  return outcome === "not_sent" && retryable ? "not_sent" : "refused";
}

function inWords(error: unknown): string {
  if (isCardpaneError(error)) return `${error.outcome}: ${error.message}`;
  return error instanceof Error ? error.name : "unknown error";
}
