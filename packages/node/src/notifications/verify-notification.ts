/**
 * Verifies notifications without a store, for shops that keep the records themselves.
 *
 * The caller must compare order, amount and currency with its own record, act once for each fact, and answer with 2xx only after
 * its database has committed.
 */

import { isSuccess } from "../payments/interpret-result.ts";
import { checkAddress } from "../settings/settings.ts";
import { type PaymentReport, parseNotification } from "./payment-report.ts";
import {
  type ProofOptions,
  type ReportSettings,
  resolveProofSettings,
  resolveReportOptions,
} from "./settings.ts";
import { checkAttemptId, checkReference, createSignedUrl, type UrlSubject } from "./signed-url.ts";
import { type NotificationRequest, verifyRequest } from "./verify-request.ts";

/** Options of {@link verifyNotification}. */
export interface VerifyOptions extends ProofOptions, ReportSettings {}

/** A verified notification, discriminated by `kind`. */
export type VerifiedNotification = PaymentReport & {
  /** Your reference of the order. */
  readonly reference: string;
  /** Id of the attempt. */
  readonly attempt: string;
  /**
   * Whether it is a charge of a readable amount that succeeded and whose code does not contradict that. The order is paid if `money` also is what the
   * attempt was for.
   */
  readonly isPaid: boolean;
  /** Id of the delivery, the same for every re-send; `undefined` if the gateway sends none. */
  readonly deliveryId: string | undefined;
};

/**
 * Verifies a notification: a Fetch request, or a request of any framework.
 *
 * @throws NotificationRefusedError; `error.answer` is the status to answer. ConfigurationError for an invalid option
 * @example
 * const notification = await verifyNotification(request, { secret, environment: "live" });
 * if (notification.kind === "charge" && notification.isPaid) {
 *   await fulfilOnce(notification.reference, notification.money); // compare the money with the order's
 * }
 * return new Response("ok");
 */
export async function verifyNotification(
  request: NotificationRequest,
  options: VerifyOptions,
): Promise<VerifiedNotification> {
  const settings = resolveProofSettings("payment", options);
  const reportOptions = resolveReportOptions(options, settings);
  const { reference, attempt, deliveryId, body } = await verifyRequest(request, settings);
  const report = parseNotification(body, reportOptions);
  const isPaid = report.kind === "charge" && isSuccess(report) && report.money !== undefined;
  return { reference, attempt, deliveryId, isPaid, ...report };
}

/**
 * Creates the URL to send as `url.ipnUrl`, for {@link verifyNotification}. It is valid for ten years; with `renews: false`, for a payment
 * without later charges, for two.
 *
 * @throws ConfigurationError, or NotSentError (`invalid_request`) for an invalid reference or attempt
 */
export async function createNotificationUrl(
  { reference, attempt, renews }: UrlSubject,
  options: ProofOptions & { readonly ipnUrl: string },
): Promise<string> {
  const address = checkAddress("ipnUrl", options.ipnUrl).href;
  const about = { reference: checkReference(reference), attempt: checkAttemptId(attempt), renews };
  return createSignedUrl({ ...resolveProofSettings("payment", options), address }, about);
}
