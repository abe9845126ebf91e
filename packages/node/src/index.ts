/** @cardpane/node: the gateway client for the merchant's server. It pays with the pane's tokens and verifies notifications. */

export type { Actor } from "@cardpane/contract/errors";
export type { DeviceData } from "@cardpane/contract/messages";
export type { PaneMarkupOptions } from "@cardpane/contract/pane-markup";
export { paneMarkup } from "@cardpane/contract/pane-markup";
export type {
  CreateUserRequest,
  DeclineAdvice,
  FieldErrors,
  JsonValue,
  LoginRequest,
  Moment,
  OperationOverrides,
  PaymentCode,
  PaymentMethod,
  PaymentSourceType,
  UpdateUserRequest,
} from "@cardpane/gateway";
export { adviseDecline, fromMinor, isPaymentCode, paymentCodes, toMinor } from "@cardpane/gateway";
export type { Extra, WithExtra } from "./call/extras.ts";
export type { Money } from "./call/money.ts";
export type { AttemptLimits, AttemptRefusal } from "./checkout/attempt-guard.ts";
export type {
  BegunAttempt,
  ChargeOutcome,
  Checkout,
  CheckoutOptions,
  PayOutcome,
} from "./checkout/checkout.ts";
export { createCheckout } from "./checkout/checkout.ts";
export type { CheckoutCharge, CheckoutPayment } from "./checkout/checkout-payment.ts";
export type { ExpectedPayment } from "./checkout/expected-payment.ts";
export type { OrderRefund, RefundOutcome } from "./checkout/refund.ts";
export type { TestNotificationOptions } from "./checkout/test-notification.ts";
export type { ThreeDsDatum } from "./checkout/three-ds-data.ts";
export type { Client } from "./client.ts";
export { createClient } from "./client.ts";
export type { SavedCard, SavedCards } from "./consumers/saved-cards.ts";
export type { Effect, ErrorCode, ErrorDetails, Missing, Outcome } from "./errors/errors.ts";
export {
  CardpaneError,
  ConfigurationError,
  errorCatalogue,
  isCardpaneError,
  NotSentError,
  ReadFailedError,
  RejectedError,
  UnknownOutcomeError,
} from "./errors/errors.ts";
export type { NotificationRefusalCode } from "./errors/notification-refusals.ts";
export { notificationRefusals } from "./errors/notification-refusals.ts";
export { NotificationRefusedError } from "./errors/notification-refused.ts";
export type { Secrets } from "./notifications/check-secrets.ts";
export type {
  FastifyLikeReply,
  FastifyLikeRequest,
  IncomingRequest,
  OutgoingResponse,
} from "./notifications/node-handlers.ts";
export { toFastifyHandler, toNodeHandler } from "./notifications/node-handlers.ts";
export type { NotificationHandler, Reply } from "./notifications/notification-handler.ts";
export type {
  ChargeReport,
  NoticeDetails,
  NoticeReport,
  OtherReport,
  PaymentReport,
  TransactionContent,
  UnreadableReport,
} from "./notifications/payment-report.ts";
export type { Senders } from "./notifications/senders.ts";
export type { ProofOptions, ReceiverOptions, ReportSettings } from "./notifications/settings.ts";
export type {
  SecretOptions,
  SignatureProblem,
  SignatureScheme,
  SignedNotification,
  StandardWebhooksOptions,
} from "./notifications/signatures.ts";
export { signatures } from "./notifications/signatures.ts";
export type { TestNotification } from "./notifications/test-request.ts";
export type { VerifiedNotification, VerifyOptions } from "./notifications/verify-notification.ts";
export { createNotificationUrl, verifyNotification } from "./notifications/verify-notification.ts";
export type { NotificationRequest } from "./notifications/verify-request.ts";
export type { AttemptState, HistoryEntry, OrderState } from "./orders/attempt.ts";
export type {
  CheckoutEvent,
  EventBase,
  Failed,
  FollowUp,
  MismatchReason,
  TransactionEvent,
} from "./orders/events.ts";
export type { AttemptView, Order, RefundView, Waiting, WaitingReason } from "./orders/order.ts";
export type { OrderListOptions } from "./orders/order-list.ts";
export type { CheckoutOutcome } from "./orders/outcome.ts";
export type { ResolveOptions } from "./orders/resolution.ts";
export type { WaitOptions } from "./orders/wait.ts";
export type { NextAction, TransactionKind } from "./payments/interpret-result.ts";
export {
  explainCode,
  isAuthorized,
  isDeclined,
  isPending,
  isSuccessful,
  nextAction,
  transactionKind,
} from "./payments/interpret-result.ts";
export type {
  ApplePayDecoded,
  ApplePayToken,
  CommonRequest,
  Consumer,
  ConsumerDetails,
  Identity,
  PartialApproval,
  PaymentRequest,
  PaymentSource,
  PriceItem,
  Sku,
  WalletToken,
} from "./payments/payment-request-types.ts";
export type {
  PaidWith,
  PaymentDetails,
  PaymentResult,
  ResultConsumer,
  ResultSubscription,
  StartedRefill,
  TransactionDetails,
  TransactionResult,
} from "./payments/payment-result.ts";
export type { Payments } from "./payments/payments.ts";
export type { Charge } from "./payments/price-schedule.ts";
export { priceSchedule } from "./payments/price-schedule.ts";
export type { NoRedirectHint, RedirectHint } from "./payments/redirects.ts";
export { redirects } from "./payments/redirects.ts";
export type {
  RefundDetails,
  RefundResult,
  RefundTransaction,
  VoidPaymentDetails,
} from "./payments/refunds.ts";
export { isRefunded } from "./payments/refunds.ts";
export type { SourcePayment, SourceType, TokenPayment } from "./payments/token-payment.ts";
export type { Ipv6Choice } from "./settings/address.ts";
export type { ChannelError, ChannelMessages } from "./settings/channels.ts";
export type { GatewayOptions, HeaderNames, RedirectNames } from "./settings/gateway.ts";
export type { AttemptLog, Logger } from "./settings/observer.ts";
export { isSecret, Secret } from "./settings/secret.ts";
export type { ClientOptions, Clock, ListOptions, RequestOptions } from "./settings/settings.ts";
export type { FormValue } from "./shopper/form-value.ts";
export { readFormValue } from "./shopper/form-value.ts";
export type {
  ForwardedRequest,
  NodeRequest,
  RequestHeaders,
  RequestWithAddress,
  ShopperRequest,
} from "./shopper/request.ts";
export type { Shopper, ShopperOptions } from "./shopper/shopper.ts";
export { createMemoryStore } from "./stores/memory-store.ts";
export type { MySqlConnection, MySqlPool } from "./stores/mysql-store.ts";
export { createMySqlStore, mysqlSchema } from "./stores/mysql-store.ts";
export type { SqlConnection, SqlPool, SqlTransactions } from "./stores/postgres-store.ts";
export { createPostgresStore, postgresSchema } from "./stores/postgres-store.ts";
export type { SqliteDatabase, SqliteStatement } from "./stores/sqlite-store.ts";
export { createSqliteStore, sqliteSchema } from "./stores/sqlite-store.ts";
export type { CheckoutStore, StoredKey, StoredOrder, StoreScan } from "./stores/store.ts";
export type {
  NewSubscriptionCard,
  Subscription,
  SubscriptionCancellation,
  SubscriptionChange,
  Subscriptions,
} from "./subscriptions/subscriptions.ts";
export type { Listing, Page, Pages } from "./wallet/listing.ts";
export type {
  CreatedUser,
  PaymentAccount,
  UserAuthenticator,
  WalletTransaction,
  WalletUser,
} from "./wallet/records.ts";
export type { LoginOptions, WalletSession } from "./wallet/session.ts";
export type { SessionTokens, TokenListener } from "./wallet/tokens.ts";
export type {
  AccountChange,
  AccountFilter,
  NewAccount,
  NewRefill,
  NewTopUp,
  NewWalletPayment,
  TransactionFilter,
  UserWallet,
  VoidDetails,
  WalletAccounts,
  WalletPayments,
  WalletRefills,
  WalletTopUps,
  WalletTransactions,
} from "./wallet/user-wallet.ts";
export type { UserFilter, Wallet, WalletUsers } from "./wallet/wallet.ts";
export type {
  MovementEvent,
  Voided,
  WalletEvent,
  WalletEventBase,
} from "./wallet-notifications/wallet-event.ts";
export type {
  BegunMovement,
  ExpectedAccount,
  ExpectedMovement,
  WalletNotifications,
  WalletNotificationsOptions,
} from "./wallet-notifications/wallet-notifications.ts";
export { createWalletNotifications } from "./wallet-notifications/wallet-notifications.ts";
export type { TestWebhookOptions } from "./wallet-notifications/wallet-test-webhook.ts";
