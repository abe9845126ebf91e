/**
 * The way of a payment through `@cardpane/node`: the order's amount, the pane's token and device data, and the shopper's own
 * request go in; what the order makes of the answer comes out. Everything a merchant's server does stands here.
 */
import {
  type CardpaneError,
  createClient,
  type DeviceData,
  isCardpaneError,
  isDeclined,
  isSuccessful,
  nextAction,
  type PaymentResult,
} from "@cardpane/node";
import { paneBrand } from "./brand.ts";
import { currency } from "./catalogue.ts";
import type { Booking } from "./config.ts";
import type { Contact } from "./contact.ts";
import { toWire } from "./money.ts";
import type { Answer, Receipt } from "./orders/order.ts";
import type { SavedCard } from "./session.ts";

/** The parts of the shopper's request that 3D Secure asks for, kept so that the same can be sent again. */
export interface Visitor {
  readonly headers: Readonly<Record<string, string>>;
  readonly remoteAddress: string;
}

/** One payment to make. */
export interface PaymentInput {
  /** `X-Request-ID`: the same for every sending of this attempt. */
  readonly requestId: string;
  readonly orderId: string;
  /** In cents, the shop's own number. */
  readonly amountMinor: number;
  readonly token: string;
  readonly device: Partial<DeviceData>;
  readonly contact: Contact;
  /** The shop's own id of the shopper. */
  readonly shopperId: string;
  /** The gateway's id of the shopper, where a saved card is used. */
  readonly consumerId: string | null;
  readonly visitor: Visitor;
  readonly threeDs: boolean;
  readonly emulateCode: string | null;
}

/** What became of it. */
export interface PaymentOutcome {
  readonly answer: Answer;
  /** The card, where the gateway keeps it. */
  readonly savedCard: SavedCard | null;
}

/** Makes a payment; never throws. */
export type SendPayment = (input: PaymentInput) => Promise<PaymentOutcome>;

export interface GatewayOptions {
  readonly gatewayUrl: string;
  readonly apiKey: string;
  readonly booking: Booking;
  readonly publicUrl: () => string;
  readonly fetch: typeof fetch;
  /** Told of errors that somebody has to look at. */
  readonly log: (line: string) => void;
}

/** Connects the shop to the gateway. */
export function createSendPayment({
  gatewayUrl,
  apiKey,
  booking,
  publicUrl,
  fetch: send,
  log,
}: GatewayOptions): SendPayment {
  const client = createClient({ apiKey, baseUrl: gatewayUrl, fetch: send });
  return async (input) => {
    const price = [{ amount: toWire(input.amountMinor), currency, repeat: false }];
    try {
      const result = await client.payments.createFromToken(
        {
          token: input.token,
          device: input.device,
          httpRequest: input.visitor,
          sku: { ...booking, price, title: `Order ${input.orderId}` },
          consumer: {
            ...(input.consumerId === null ? {} : { id: input.consumerId }),
            externalId: input.shopperId,
            ...input.contact,
          },
          url: {
            // Notifications are received by a later version of the shop; the interface wants the address all the same.
            ipnUrl: `${publicUrl()}/ipn`,
            redirectUrl: `${publicUrl()}/orders/${input.orderId}/return`,
          },
          metadata: { udf1: input.orderId },
          threeDs: input.threeDs,
          ...(input.emulateCode === null ? {} : { emulateCode: input.emulateCode }),
        },
        { requestId: input.requestId },
      );
      return toOutcome(result);
    } catch (error) {
      if (!isCardpaneError(error)) {
        log(`payment ${input.requestId} failed: ${error instanceof Error ? error.name : "unknown error"}`);
        return { answer: { kind: "lost" }, savedCard: null };
      }
      log(`payment ${input.requestId} ${error.outcome}: ${error.message}`);
      return { answer: fromError(error), savedCard: null };
    }
  };
}

function fromError(error: CardpaneError): Answer {
  if (error.outcome === "unknown") return { kind: "lost" };
  if (error.code === "token_unusable") return { kind: "not_made", why: "token_spent" };
  // What failed on the way can be sent again as it is; what was refused, here or there, needs the shop to change.
  return { kind: "not_made", why: error.outcome === "not_sent" && error.retryable ? "not_sent" : "refused" };
}

function toOutcome(result: PaymentResult): PaymentOutcome {
  const { payment } = result;
  const ids = { orderId: payment.orderId, transactionId: payment.transactionId };
  if (isSuccessful(result))
    return { answer: { kind: "paid", receipt: toReceipt(result) }, savedCard: toSavedCard(result) };
  if (isDeclined(result))
    return { answer: { kind: "declined", code: payment.code ?? null }, savedCard: null };
  const action = nextAction(result);
  // Pending without a page to go to: neither paid nor declined, so nobody knows yet.
  const answer: Answer =
    action.type === "redirect" && isWebAddress(action.url)
      ? { kind: "redirect", url: action.url, ids }
      : { kind: "lost" };
  return { answer, savedCard: null };
}

function toReceipt({ payment }: PaymentResult): Receipt {
  return {
    orderId: payment.orderId,
    transactionId: payment.transactionId,
    code: payment.code ?? "0",
    amount: payment.amount,
    currency: payment.currency,
    descriptor: payment.descriptor ?? null,
    brand: paneBrand(payment.source?.brand),
    lastFour: lastFourOf(payment.source?.number),
  };
}

/** The gateway keeps the card under an id of its own: that and the consumer's is all that paying again needs. */
function toSavedCard({ payment, consumer }: PaymentResult): SavedCard | null {
  const { paymentAccountId, disabled, brand, number } = payment.source ?? {};
  if (paymentAccountId === undefined || disabled === true) return null;
  return {
    paymentAccountId,
    consumerId: consumer.id,
    brand: paneBrand(brand),
    lastFour: lastFourOf(number),
  };
}

function lastFourOf(maskedNumber: string | undefined): string | null {
  return maskedNumber?.match(/\d{4}$/)?.[0] ?? null;
}

/** A `javascript:` address would run in the shop's page. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
