/**
 * Verifies notifications without a store, for shops that keep the records themselves. It stores nothing and calls no listener:
 * the caller gets the verified notification or the reason for the refusal, and responds to the gateway.
 *
 * The caller must compare order, amount and currency with its own record, act once for each `transactionId`, `kind` and
 * `status`, and respond with 2xx only after its database has committed.
 */
import { type NotificationRefusalCode, notificationRefusals } from "../errors/notification-refusals.ts";
import type { TransactionKind } from "../payments/interpret-result.ts";
import type { Money } from "../payments/money.ts";
import type { ResultSubscription, TransactionResult } from "../payments/payment-result.ts";
import { fetchBody } from "./fetch-body.ts";
import type { SubscriptionNotice } from "./orders/order-event.ts";
import { type PaymentReport, parseNotification } from "./orders/payment-report.ts";
import { checkReportOptions, resolveVerifySettings, type VerifyOptions } from "./settings.ts";
import { chargebackDays, checkReference, createSignedUrl, expiryOf, isExpired } from "./signed-url.ts";
import { type ReceivedNotification, type VerifiedRequest, verifyRequest } from "./verify-request.ts";

/** A verified transaction. The signed URL proves the reference. Amount and currency are not compared with any record. */
export interface VerifiedTransaction {
  /** Money was paid only if the kind is `charge` and the `status` is `success` or `confirmed`. */
  readonly kind: TransactionKind;
  /** `success`, `fail`, `pending`, `confirmed`, or a newer status. */
  readonly status: string;
  readonly transactionId: string;
  readonly orderId: string | undefined;
  readonly parentTransactionId: string | undefined;
  readonly money: Money | undefined;
  readonly subscription: ResultSubscription | undefined;
  readonly result: TransactionResult;
}

/** A verified notice without a payment. */
export interface VerifiedNotice {
  readonly kind: "notice";
  readonly notice: SubscriptionNotice["notice"];
  readonly raw: unknown;
}

/** The result of a verification. */
export type Verification =
  | {
      readonly ok: true;
      /** Your reference, as passed to `createUrl`. */
      readonly reference: string;
      /** Id of the delivery, the same for every re-send; `undefined` if the gateway sends none. */
      readonly deliveryId: string | undefined;
      readonly notification: VerifiedTransaction | VerifiedNotice;
    }
  | {
      readonly ok: false;
      readonly code: NotificationRefusalCode;
      /** Your reference; `undefined` if the URL was not verified. */
      readonly reference: string | undefined;
      /** For your log. It contains no data of the request. */
      readonly message: string;
    };

/** Verifies notifications. */
export interface NotificationVerifier {
  /**
   * Returns the URL to send as `url.ipnUrl`. `expiresInDays` is 1 to 3,650, and 540 by default, because chargebacks can come
   * that late.
   *
   * @throws NotSentError (`invalid_request`)
   */
  createUrl(payment: {
    readonly reference: string;
    readonly expiresInDays?: number | undefined;
  }): Promise<string>;
  /** Verifies a Fetch request, or a request of any framework. Never throws. Respond to a refused request with 400. */
  verify(request: Request | ReceivedNotification): Promise<Verification>;
}

/**
 * Creates a verifier. Nothing is sent or stored.
 *
 * @throws ConfigurationError for an invalid option
 * @example
 * const verifier = createNotificationVerifier({ secret, environment: "live", ipnUrl });
 * const verified = await verifier.verify(request);
 * if (!verified.ok) return new Response("refused", { status: 400 });
 * await fulfilOnce(verified.reference, verified.notification); // compares the amount with the order's
 * return new Response("ok");
 */
export function createNotificationVerifier(options: VerifyOptions): NotificationVerifier {
  const settings = resolveVerifySettings("payment", options, ["ipnUrl", options.ipnUrl]);
  const reportOptions = checkReportOptions(options, settings);
  return Object.freeze({
    createUrl: async ({
      reference,
      expiresInDays = chargebackDays,
    }: Parameters<NotificationVerifier["createUrl"]>[0]) =>
      createSignedUrl(settings, {
        reference: checkReference(reference),
        expiresAt: expiryOf(expiresInDays, settings.now()),
      }),
    verify: async (request: Request | ReceivedNotification) => {
      try {
        const { method, url, headers } = request;
        const body = request instanceof Request ? fetchBody(request) : request.body;
        const verified = await verifyRequest({ method, url, headers, body }, settings, (json, deliveryId) =>
          parseNotification(json, deliveryId, reportOptions),
        );
        return verified.ok && isExpired(verified.expiresAt, settings.now())
          ? refusal("signed_url_expired", verified.reference)
          : toVerification(verified);
      } catch {
        // The merchant's own signature scheme may throw. The signature is then not verified.
        return refusal("signature_wrong", undefined);
      }
    },
  });
}

function toVerification(verified: VerifiedRequest<PaymentReport>): Verification {
  if (!verified.ok) return refusal(verified.code, verified.reference);
  const { reference, report } = verified;
  const base = { ok: true, reference, deliveryId: report.deliveryId } as const;
  if (report.kind === "notice") {
    const { kind, notice, raw } = report;
    return { ...base, notification: { kind, notice, raw } };
  }
  const { kind, status, transactionId, orderId, parentTransactionId, money, subscription, result } = report;
  const notification = {
    kind,
    status,
    transactionId,
    orderId,
    parentTransactionId,
    money,
    subscription,
    result,
  };
  return { ...base, notification };
}

function refusal(code: NotificationRefusalCode, reference: string | undefined): Verification {
  const [what, advice] = notificationRefusals[code];
  return { ok: false, code, reference, message: `${what}. ${advice}. (${code})` };
}
