/** The payments of a client: `POST /payment` (section 4.3). */
import {
  type PaymentRequest as CheckedRequest,
  type PaymentResult,
  type PaymentSourceType,
  parsePaymentRequest,
} from "@cardpane/contract/gateway";
import { readsPayment } from "./call/payment-answer.ts";
import { jsonOf } from "./call/plain.ts";
import { redactor, secretsOf } from "./call/redact.ts";
import { send } from "./call/send.ts";
import { invalidRequest } from "./errors.ts";
import type { PaymentRequest } from "./payment-request.ts";
import { draftScaRetry, type ScaPayment } from "./sca-retry.ts";
import {
  checkMaxRetries,
  checkRequestId,
  checkTimeout,
  type RequestOptions,
  type Settings,
} from "./settings.ts";
import { type Draft, draftFromToken, mergeErrors, type TokenPayment } from "./token-payment.ts";

/** What a client can do with payments. */
export interface Payments {
  /**
   * Creates a payment from any source. A declined or pending payment is a result, not an error.
   *
   * @throws CardpaneError whose `outcome` says whether money may have moved; a wrong field is told before anything is sent.
   */
  create<Type extends PaymentSourceType>(
    request: PaymentRequest<Type>,
    options?: RequestOptions,
  ): Promise<PaymentResult>;
  /**
   * Creates a payment from a token of the pane, with address, user agent and accept header of the shopper's request.
   *
   * @throws CardpaneError as `create` does; `token_unusable` when the token was used, has expired or is not known.
   */
  createFromToken(payment: TokenPayment, options?: RequestOptions): Promise<PaymentResult>;
  /**
   * The request that `createFromToken` would send, checked, with nothing sent. Store it with a request id to be able to
   * make the very same call again when its outcome is unknown.
   *
   * @throws NotSentError (`invalid_request`)
   */
  requestFromToken(payment: TokenPayment): PaymentRequest<"token">;
  /**
   * Pays the same order again with 3D Secure on, after it was declined for want of it (5227) or failed on the way through
   * it (5220 to 5228): the payment is sent with `sku.action`, and every field that 3D Secure needs is required. A token
   * is spent by the decline: give a new one, or the card.
   *
   * @throws CardpaneError as `create` does; `declined.payment.code` among its `errors` when the decline was another.
   * @example
   * if (needsSca(declined)) {
   *   const result = await client.payments.retryWithSca(declined, { token, device, httpRequest: req, sku, consumer, url });
   * }
   */
  retryWithSca(
    declined: PaymentResult,
    payment: ScaPayment,
    options?: RequestOptions,
  ): Promise<PaymentResult>;
}

/** Makes the payments of a client. Its settings live in this closure, where nothing can print them. */
export function createPayments(settings: Settings): Payments {
  const idOf = (options: RequestOptions) => checkRequestId(options.requestId ?? settings.createRequestId());
  const fromToken = (payment: TokenPayment, requestId?: string) =>
    checked(draftFromToken(payment, settings), settings.threeDsMissing, requestId);
  return Object.freeze({
    create: async <Type extends PaymentSourceType>(
      request: PaymentRequest<Type>,
      options: RequestOptions = {},
    ) => {
      const requestId = idOf(options);
      const draft = { request, errors: {} };
      return pay(settings, checked(draft, settings.threeDsMissing, requestId), requestId, options);
    },
    createFromToken: async (payment: TokenPayment, options: RequestOptions = {}) => {
      const requestId = idOf(options);
      return pay(settings, fromToken(payment, requestId), requestId, options);
    },
    // What was checked is what its type says.
    requestFromToken: (payment: TokenPayment) => fromToken(payment) as PaymentRequest<"token">,
    retryWithSca: async (declined: PaymentResult, payment: ScaPayment, options: RequestOptions = {}) => {
      const requestId = idOf(options);
      const draft = draftScaRetry(declined, payment, settings);
      return pay(settings, checked(draft, "refuse", requestId), requestId, options);
    },
  });
}

/** @throws NotSentError (`invalid_request`) */
function checked(
  draft: Draft,
  threeDsMissing: Settings["threeDsMissing"],
  requestId?: string,
): CheckedRequest {
  const parsed = check(draft.request, threeDsMissing);
  if (parsed.ok && Object.keys(draft.errors).length === 0) return parsed.value;
  const errors = parsed.ok ? {} : parsed.errors;
  throw invalidRequest(
    draft.fromToken ? mergeErrors(draft.errors, errors) : { ...errors, ...draft.errors },
    requestId,
  );
}

async function pay(
  settings: Settings,
  request: CheckedRequest,
  requestId: string,
  options: RequestOptions,
): Promise<PaymentResult> {
  const { paymentSource } = request;
  const { method, path, success } = settings.routes.payment;
  const redact = redactor([settings.apiKey, ...secretsOf(paymentSource)]);
  return send(settings, {
    method,
    url: settings.baseUrl + path,
    authorization: settings.apiKey,
    body: JSON.stringify(request),
    requestId,
    timeoutMs: checkTimeout(options.timeoutMs ?? settings.timeoutMs),
    maxRetries: checkMaxRetries(options.maxRetries ?? settings.maxRetries),
    signal: options.signal,
    asked: { success, ...readsPayment(paymentSource.type === "token", redact) },
  });
}

function check(
  request: unknown,
  threeDsMissing: Settings["threeDsMissing"],
): ReturnType<typeof parsePaymentRequest> {
  const plain = jsonOf(request);
  return plain.ok ? parsePaymentRequest(plain.value, { threeDsMissing }) : plain;
}
