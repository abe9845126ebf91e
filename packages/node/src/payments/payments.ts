/** The payments of a client: `POST /payment` (section 4.3). */
import {
  type PaymentSourceType,
  parsePaymentRequest,
  type PaymentRequest as WirePaymentRequest,
} from "@cardpane/contract/gateway";
import { redactor, secretsOf } from "../call/redact.ts";
import { send } from "../call/send.ts";
import { toJsonValue } from "../call/to-json.ts";
import {
  checkMaxRetries,
  checkTimeout,
  maxIpLength,
  merchantAuthorization,
  type RequestOptions,
  resolveIdempotencyKey,
  type Settings,
} from "../client/settings.ts";
import { invalidRequest } from "../errors/errors.ts";
import { expectPayment } from "./expect-payment.ts";
import type { PaymentRequest } from "./payment-request.ts";
import type { PaymentResult } from "./payment-result.ts";
import { type DeclinedOrder, draftScaRetry, type ScaPayment } from "./sca-retry.ts";
import { type Draft, draftFromToken, renameErrors, type TokenPayment } from "./token-payment.ts";
import { toPublicPaths, toWireRequest } from "./wire-request.ts";

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
   * Pays the same order again with 3D Secure, after a decline that asked for it (5227) or happened during it (5220 to 5228).
   * The payment is sent with `sku.action`, and every field that 3D Secure needs is required. The decline has spent the token:
   * pass a new one, or the card.
   *
   * @param declined the gateway's order: `{ orderId }`, `result.payment`, or a `payment.failed` event
   * @throws CardpaneError as `create` does; `declined.code` among its `errors` if the decline had another reason.
   * @example
   * const { orderId } = declined.payment; // stored with the order: it is all that is needed
   * await client.payments.retryWithSca({ orderId }, { token, device, httpRequest: req, sku, consumer, url });
   */
  retryWithSca(
    declined: DeclinedOrder,
    payment: ScaPayment,
    options?: RequestOptions,
  ): Promise<PaymentResult>;
}

/** Makes the payments of a client. Its settings live in this closure, where nothing can print them. */
export function createPayments(settings: Settings): Payments {
  const keyOf = (options: RequestOptions) => resolveIdempotencyKey(options, settings);
  const fromToken = (payment: TokenPayment, idempotencyKey?: string) =>
    checked(draftFromToken(payment, settings), settings, idempotencyKey);
  return Object.freeze({
    create: async <Type extends PaymentSourceType>(
      request: PaymentRequest<Type>,
      options: RequestOptions = {},
    ) => {
      const idempotencyKey = keyOf(options);
      const draft = { request, errors: {} };
      return pay(settings, checked(draft, settings, idempotencyKey), idempotencyKey, options);
    },
    createFromToken: async (payment: TokenPayment, options: RequestOptions = {}) => {
      const idempotencyKey = keyOf(options);
      return pay(settings, fromToken(payment, idempotencyKey), idempotencyKey, options);
    },
    requestFromToken: (payment: TokenPayment) => {
      const draft = draftFromToken(payment, settings);
      checked(draft, settings);
      // Validated above; a JSON copy can be stored.
      return JSON.parse(JSON.stringify(draft.request)) as PaymentRequest<"token">;
    },
    retryWithSca: async (declined: DeclinedOrder, payment: ScaPayment, options: RequestOptions = {}) => {
      const idempotencyKey = keyOf(options);
      const draft = draftScaRetry(declined, payment, settings);
      return pay(
        settings,
        checked(draft, { ...settings, threeDsMissing: "refuse" }, idempotencyKey),
        idempotencyKey,
        options,
      );
    },
  });
}

/** @throws NotSentError (`invalid_request`) */
function checked(draft: Draft, settings: Settings, idempotencyKey?: string): WirePaymentRequest {
  const { threeDsMissing } = settings;
  const json = toJsonValue(draft.request);
  if (!json.ok) throw invalidRequest(json.errors, idempotencyKey);
  const wire = toWireRequest(json.value);
  const parsed = parsePaymentRequest(wire.request, { threeDsMissing, maxIpLength: maxIpLength(settings) });
  const isValid = Object.keys(draft.errors).length === 0 && Object.keys(wire.errors).length === 0;
  if (parsed.ok && isValid) return parsed.value;
  const errors = { ...(parsed.ok ? {} : toPublicPaths(parsed.errors)), ...wire.errors };
  throw invalidRequest(
    draft.fromToken ? renameErrors(draft.errors, errors) : { ...errors, ...draft.errors },
    idempotencyKey,
  );
}

async function pay(
  settings: Settings,
  request: WirePaymentRequest,
  idempotencyKey: string,
  options: RequestOptions,
): Promise<PaymentResult> {
  const { paymentSource } = request;
  const { method, path, success } = settings.routes.payment;
  const redact = redactor([settings.apiKey, ...secretsOf(paymentSource)]);
  return send(settings, {
    method,
    url: settings.baseUrl + path,
    authorization: merchantAuthorization(settings),
    body: JSON.stringify(request),
    idempotencyKey,
    timeoutMs: checkTimeout(options.timeoutMs ?? settings.timeoutMs),
    maxRetries: checkMaxRetries(options.maxRetries ?? settings.maxRetries),
    signal: options.signal,
    expected: { success, ...expectPayment(paymentSource.type === "token", redact) },
  });
}
