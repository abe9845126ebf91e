/** The payments of a client: `POST /payment` (section 4.3). */
import { type PaymentRequest, type PaymentResult, parsePaymentRequest } from "@cardpane/contract/gateway";
import { redactor, secretsOf } from "./call/redact.ts";
import { send } from "./call/send.ts";
import { invalidRequest } from "./errors.ts";
import {
  checkMaxRetries,
  checkRequestId,
  checkTimeout,
  type RequestOptions,
  type Settings,
} from "./settings.ts";
import { draftFromToken, mergeErrors, type TokenPayment } from "./token-payment.ts";

/** What a client can do with payments. */
export interface Payments {
  /**
   * Creates a payment from any source. A declined or pending payment is a result, not an error.
   *
   * @throws CardpaneError whose `outcome` says whether money may have moved; a wrong field is told before anything is sent.
   */
  create(request: PaymentRequest, options?: RequestOptions): Promise<PaymentResult>;
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
  requestFromToken(payment: TokenPayment): PaymentRequest;
}

/** Makes the payments of a client. Its settings live in this closure, where nothing can print them. */
export function createPayments(settings: Settings): Payments {
  const idOf = (options: RequestOptions) => checkRequestId(options.requestId ?? settings.createRequestId());
  return Object.freeze({
    create: async (request: PaymentRequest, options: RequestOptions = {}) => {
      const requestId = idOf(options);
      const checked = check(request, settings);
      if (!checked.ok) throw invalidRequest(checked.errors, requestId);
      return pay(settings, checked.value, requestId, options);
    },
    createFromToken: async (payment: TokenPayment, options: RequestOptions = {}) => {
      const requestId = idOf(options);
      return pay(settings, requestFromToken(settings, payment, requestId), requestId, options);
    },
    requestFromToken: (payment: TokenPayment) => requestFromToken(settings, payment),
  });
}

function requestFromToken(settings: Settings, payment: TokenPayment, requestId?: string): PaymentRequest {
  const draft = draftFromToken(payment, settings);
  const checked = check(draft.request, settings);
  if (checked.ok && Object.keys(draft.errors).length === 0) return checked.value;
  throw invalidRequest(mergeErrors(draft.errors, checked.ok ? {} : checked.errors), requestId);
}

async function pay(
  settings: Settings,
  request: PaymentRequest,
  requestId: string,
  options: RequestOptions,
): Promise<PaymentResult> {
  const { paymentSource } = request;
  return send(settings, {
    body: JSON.stringify(request),
    requestId,
    timeoutMs: checkTimeout(options.timeoutMs ?? settings.timeoutMs),
    maxRetries: checkMaxRetries(options.maxRetries ?? settings.maxRetries),
    signal: options.signal,
    asked: {
      success: settings.route.success,
      paidByToken: paymentSource.type === "token",
      redact: redactor([settings.apiKey, ...secretsOf(paymentSource)]),
    },
  });
}

/** Checks what would be sent, and not what it is made from: a getter, a Date or an `undefined` is read once, here. */
function check(request: unknown, settings: Settings): ReturnType<typeof parsePaymentRequest> {
  let plain: unknown;
  try {
    const text = JSON.stringify(request);
    plain = text === undefined ? undefined : JSON.parse(text);
  } catch {
    // A cycle, a BigInt, a getter that throws: its own message may hold what was given.
    return { ok: false, errors: { "(body)": "must be JSON data" } };
  }
  return parsePaymentRequest(plain, { threeDsMissing: settings.threeDsMissing });
}
