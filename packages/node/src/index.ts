/** @cardpane/node: the gateway client for the merchant's server. It pays with the pane's tokens and verifies notifications. */

export type { Actor } from "@cardpane/contract/errors";
export type { DeviceData } from "@cardpane/contract/messages";
export type { PaneMarkupOptions } from "@cardpane/contract/pane-markup";
export { paneMarkup } from "@cardpane/contract/pane-markup";
export type {
  CreateUserRequest,
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
export { fromMinor, isPaymentCode, paymentCodes, toMinor } from "@cardpane/gateway";
export type { Extra, WithExtra } from "./call/extras.ts";
export type { ErrorEvent, Hooks, Logger, RequestEvent, ResponseEvent } from "./call/observer.ts";
export type { GatewayResponse } from "./call/response-of.ts";
export { responseOf } from "./call/response-of.ts";
export type { Checkout, TicketCheck, TicketOptions, TicketRefusalCode } from "./checkout/tickets.ts";
export { checkCheckoutTicket, createCheckoutTicket } from "./checkout/tickets.ts";
export type { Client } from "./client/client.ts";
export { createClient } from "./client/client.ts";
export type { GatewayOptions, GatewayPreset, HeaderNames, RedirectNames } from "./client/gateway.ts";
export { isSecret, Secret } from "./client/secret.ts";
export type { ClientOptions, Clock, RequestOptions } from "./client/settings.ts";
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
export type { RefusedTransaction } from "./errors/notification-refused.ts";
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
  NotificationVerifier,
  Verification,
  VerifiedNotice,
  VerifiedTransaction,
} from "./notifications/notification-verifier.ts";
export { createNotificationVerifier } from "./notifications/notification-verifier.ts";
export type { ExpectedPayment, Notifications } from "./notifications/notifications.ts";
export { createNotifications } from "./notifications/notifications.ts";
export type {
  OrderEvent,
  PaymentAuthorized,
  PaymentChargeback,
  PaymentConfirmed,
  PaymentFailed,
  PaymentRefunded,
  PaymentReversed,
  PaymentSucceeded,
  PaymentUnderpaid,
  PaymentVoided,
  RefundFailed,
  Settled,
  SubscriptionChargeFailed,
  SubscriptionNotice,
  SubscriptionRenewed,
  SubscriptionState,
  SubscriptionUnderpaid,
  UnknownEvent,
} from "./notifications/orders/order-event.ts";
export type { OrderRecord } from "./notifications/orders/order-record.ts";
export type { Senders } from "./notifications/senders.ts";
export type {
  NotificationsOptions,
  PaymentProofOptions,
  ProofOptions,
  ReceiverOptions,
  VerifyOptions,
} from "./notifications/settings.ts";
export type {
  SecretOptions,
  SignatureProblem,
  SignatureScheme,
  SignedNotification,
  StandardWebhooksOptions,
} from "./notifications/signatures.ts";
export { signatures } from "./notifications/signatures.ts";
export { createMemoryStore } from "./notifications/stores/memory-store.ts";
export type { MySqlConnection, MySqlPool } from "./notifications/stores/mysql-store.ts";
export { createMySqlStore, mysqlSchema } from "./notifications/stores/mysql-store.ts";
export type { SqlConnection, SqlPool, SqlTransactions } from "./notifications/stores/postgres-store.ts";
export { createPostgresStore, postgresSchema } from "./notifications/stores/postgres-store.ts";
export type { SqliteDatabase, SqliteStatement } from "./notifications/stores/sqlite-store.ts";
export { createSqliteStore, sqliteSchema } from "./notifications/stores/sqlite-store.ts";
export type { NotificationStore, OrderTransaction, StoredRecord } from "./notifications/stores/store.ts";
export type { TestNotificationOptions } from "./notifications/test-notification.ts";
export type { TestNotification } from "./notifications/test-request.ts";
export type { ReceivedBody, ReceivedNotification } from "./notifications/verify-request.ts";
export type {
  AccountLow,
  AccountMoved,
  AccountVoided,
  RefillFailed,
  RefillSucceeded,
  RefillVoided,
  WalletEvent,
  WalletPaymentFailed,
  WalletPaymentSucceeded,
  WalletPaymentVoided,
  WalletUnknown,
} from "./notifications/wallet/wallet-event.ts";
export type {
  ExpectedMovement,
  WalletNotifications,
  WalletNotificationsOptions,
} from "./notifications/wallet/wallet-notifications.ts";
export { createWalletNotifications } from "./notifications/wallet/wallet-notifications.ts";
export type { WalletRecord, WalletTransactionRecord } from "./notifications/wallet/wallet-record.ts";
export type { TestWebhookOptions } from "./notifications/wallet/wallet-test-webhook.ts";
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
export type { Money } from "./payments/money.ts";
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
} from "./payments/payment-request-types.ts";
export type {
  PaidWith,
  PaymentDetails,
  PaymentResult,
  ResultConsumer,
  ResultSubscription,
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
export type { DeclinedOrder, ScaPayment } from "./payments/sca-retry.ts";
export { needsSca } from "./payments/sca-retry.ts";
export type { ConsumerDetails, TokenPayment } from "./payments/token-payment.ts";
export type { UnlistedPaymentRequest, UnlistedSourceType } from "./payments/unlisted-source.ts";
export { unlistedSource } from "./payments/unlisted-source.ts";
export type { Ipv6Choice } from "./shopper/address.ts";
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
export type {
  NewSubscriptionCard,
  Subscription,
  SubscriptionCancellation,
  SubscriptionChange,
  Subscriptions,
} from "./subscriptions/subscriptions.ts";
export type { AccountChange, AccountFilter, NewAccount, WalletAccounts } from "./wallet/accounts.ts";
export type { AuthenticatorDetails } from "./wallet/authenticator.ts";
export { authenticator } from "./wallet/authenticator.ts";
export type { BoundUser, ClientDefault, ClientScope, ListOptions, PerCall } from "./wallet/client-scope.ts";
export type { Listing, Page, Pages } from "./wallet/listing.ts";
export type {
  NewRefill,
  NewTopUp,
  NewWalletPayment,
  WalletPayments,
  WalletRefills,
  WalletTopUps,
} from "./wallet/money.ts";
export type {
  CreatedUser,
  PaymentAccount,
  StartedRefill,
  UserAuthenticator,
  WalletTransaction,
  WalletUser,
} from "./wallet/records.ts";
export type { LoginOptions, WalletSession } from "./wallet/session.ts";
export type { SessionTokens, TokenListener } from "./wallet/tokens.ts";
export type { TransactionFilter, VoidDetails, WalletTransactions } from "./wallet/transactions.ts";
export type { UserWallet, WalletOperations } from "./wallet/user-wallet.ts";
export type { UserFilter, WalletUsers } from "./wallet/users.ts";
export type { Wallet } from "./wallet/wallet.ts";
