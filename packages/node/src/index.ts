/** @cardpane/node: a token becomes a payment, safely. */

export type { Actor } from "@cardpane/contract/errors";
export type {
  FieldErrors,
  JsonValue,
  OperationOverrides,
  PaymentCode,
  PaymentMethod,
  PaymentResult,
  PaymentSourceType,
} from "@cardpane/contract/gateway";
export { isPaymentCode, paymentCodes } from "@cardpane/contract/gateway";
export type { DeviceData } from "@cardpane/contract/messages";
export type { Client } from "./client.ts";
export { createClient } from "./client.ts";
export type { ErrorCode, ErrorDetails, Outcome } from "./errors.ts";
export {
  CardpaneError,
  ConfigurationError,
  errorCatalogue,
  isCardpaneError,
  NotSentError,
  RejectedError,
  UnknownOutcomeError,
} from "./errors.ts";
export type {
  OrderEvent,
  PaymentFailed,
  PaymentSucceeded,
  PaymentUnderpaid,
  Settled,
  SubscriptionChargeFailed,
  SubscriptionRenewed,
  SubscriptionState,
  SubscriptionUnderpaid,
  UnknownEvent,
} from "./notifications/event.ts";
export { createMemoryStore } from "./notifications/memory-store.ts";
export type {
  FastifyLikeReply,
  FastifyLikeRequest,
  IncomingRequest,
  OutgoingResponse,
} from "./notifications/node-handlers.ts";
export { toFastifyHandler, toNodeHandler } from "./notifications/node-handlers.ts";
export type { ExpectedPayment, Notifications, Reply } from "./notifications/notifications.ts";
export { createNotifications } from "./notifications/notifications.ts";
export type { OrderRecord } from "./notifications/order.ts";
export type { SqlConnection, SqlPool, SqlTransactions } from "./notifications/postgres-store.ts";
export { createPostgresStore, postgresSchema } from "./notifications/postgres-store.ts";
export type { ReceivedBody, ReceivedNotification } from "./notifications/receive.ts";
export type { NotificationRefusalCode } from "./notifications/refusal.ts";
export { NotificationRefusedError, notificationRefusals } from "./notifications/refusal.ts";
export type { Secrets } from "./notifications/secret.ts";
export type { NotificationsOptions } from "./notifications/settings.ts";
export type {
  SecretOptions,
  SignatureProblem,
  SignatureScheme,
  SignedNotification,
  StandardWebhooksOptions,
} from "./notifications/signatures.ts";
export { signatures } from "./notifications/signatures.ts";
export type { NotificationStore, OrderTransaction } from "./notifications/store.ts";
export type { TestNotification, TestNotificationOptions } from "./notifications/test-notification.ts";
export type { NextAction } from "./outcome.ts";
export { explainCode, isDeclined, isPending, isSuccessful, nextAction } from "./outcome.ts";
export type {
  ApplePayDecoded,
  ApplePayToken,
  CommonRequest,
  Consumer,
  Identity,
  PartialApproval,
  PaymentRequest,
  PaymentSource,
  PriceItem,
  Sku,
} from "./payment-request.ts";
export type { Payments } from "./payments.ts";
export type { Charge, Money } from "./price-schedule.ts";
export { priceSchedule } from "./price-schedule.ts";
export type { NoRedirectHint, RedirectHint } from "./redirects.ts";
export { redirects } from "./redirects.ts";
export type { ScaPayment } from "./sca-retry.ts";
export { needsSca } from "./sca-retry.ts";
export type { ClientOptions, Clock, RequestOptions } from "./settings.ts";
export type { FormValue } from "./shopper/form-value.ts";
export { readFormValue } from "./shopper/form-value.ts";
export type { NodeRequest, RequestHeaders, RequestWithAddress, ShopperRequest } from "./shopper/request.ts";
export type { Shopper, ShopperOptions } from "./shopper/shopper.ts";
export type { ConsumerDetails, TokenPayment } from "./token-payment.ts";
