/** The payments of a client: `POST /payment` (section 4.3). */
import { fieldsOf } from "@cardpane/contract/record";
import type { PaymentSourceType } from "@cardpane/gateway";
import { sendChecked } from "../call/checked-call.ts";
import { invalidRequest } from "../errors/errors.ts";
import type { RequestOptions, Settings } from "../settings/settings.ts";
import type { PaymentRequest } from "./payment-request-types.ts";
import { type PaymentResult, parsePaymentResult } from "./payment-result.ts";
import { type RefundDetails, type RefundResult, refundPayment, type VoidPaymentDetails } from "./refunds.ts";
import {
  type Draft,
  draftFromShopper,
  type SourcePayment,
  type SourceType,
  type TokenPayment,
} from "./token-payment.ts";

/** The payment operations of a client. */
export interface Payments {
  /**
   * Creates a payment from any source. A declined or pending payment is a result, not an error.
   *
   * @throws CardpaneError whose `outcome` tells whether money may have moved. Invalid fields are reported before anything is
   * sent.
   */
  create<Type extends PaymentSourceType>(
    request: PaymentRequest<Type>,
    options?: RequestOptions,
  ): Promise<PaymentResult>;
  /**
   * Creates a payment from a token of the pane, with the IP address, user agent and accept header of the shopper's request.
   *
   * @throws CardpaneError as `create` does; `token_unusable` if the token was used, has expired or is unknown.
   */
  createFromToken(payment: TokenPayment, options?: RequestOptions): Promise<PaymentResult>;
  /**
   * Creates a payment from any other source, with the same of the shopper's request; or off session, without one and with
   * `consumer.ip`.
   *
   * @throws CardpaneError as `create` does, and for the raw card
   */
  createFromSource<Type extends SourceType>(
    payment: SourcePayment<Type>,
    options?: RequestOptions,
  ): Promise<PaymentResult>;
  /**
   * Refunds a payment: `amountMinor` and `currency` refund a part; without them the rest is refunded. *Not in the document.*
   *
   * @param transactionId `payment.transactionId` of the payment
   * @throws CardpaneError; with `outcome: "unknown"` the refund may have been made: do not refund again, wait for the
   * notification (`payment.refunded`). RejectedError `not_found`, or `bad_request` if the amount exceeds the rest.
   * @example
   * const { refund } = await client.payments.refund(transactionId, { reason: "Sent back", amountMinor: 450, currency: "EUR" });
   */
  refund(transactionId: string, details: RefundDetails, options?: RequestOptions): Promise<RefundResult>;
  /**
   * Reverses a whole payment. The gateway voids an unsettled payment and refunds a settled one: `refund.kind` tells which.
   * *Not in the document.*
   *
   * @throws CardpaneError as `refund` does
   */
  void(transactionId: string, details: VoidPaymentDetails, options?: RequestOptions): Promise<RefundResult>;
}

/** Creates the payments of a client. The settings stay in this closure, so that no log can print them. */
export function createPayments(settings: Settings): Payments {
  const pay = (draft: Draft, options: RequestOptions | undefined): Promise<PaymentResult> =>
    sendChecked(settings, {
      ...draft,
      name: "payment",
      options,
      effect: "payment",
      read: (body, redact) => parsePaymentResult(body, redact, settings.gateway.currencies),
    });
  return Object.freeze<Payments>({
    create: async (input, options) => pay({ input }, options),
    createFromToken: async (payment, options) => pay(draftFromShopper(payment, settings), options),
    createFromSource: async (payment, options) => pay(draftFromShopper(payment, settings), options),
    refund: async (transactionId, details, options) =>
      refundPayment(settings, transactionId, details, options),
    void: async (transactionId, details, options) => {
      const { amountMinor } = fieldsOf<{ amountMinor: unknown }>(details);
      // A void has no amount: the gateway would reverse the whole payment.
      if (amountMinor !== undefined) throw invalidRequest({ amountMinor: "must be left out: use refund()" });
      return refundPayment(settings, transactionId, details, options);
    },
  });
}
