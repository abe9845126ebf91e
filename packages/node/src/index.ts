/** @cardpane/node: a token becomes a payment, safely. */

export type { Actor } from "@cardpane/contract/errors";
export type {
  CreateUserRequest,
  FieldErrors,
  JsonValue,
  LoginRequest,
  Moment,
  OperationOverrides,
  PaymentCode,
  PaymentMethod,
  PaymentResult,
  PaymentSourceType,
  UpdateUserRequest,
} from "@cardpane/contract/gateway";
export { isPaymentCode, paymentCodes } from "@cardpane/contract/gateway";
export type { DeviceData } from "@cardpane/contract/messages";
export type { Client } from "./client.ts";
export { createClient } from "./client.ts";
export type { Effect, ErrorCode, ErrorDetails, Missing, Outcome } from "./errors.ts";
export {
  CardpaneError,
  ConfigurationError,
  errorCatalogue,
  isCardpaneError,
  NotSentError,
  ReadFailedError,
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
export type { ExpectedPayment, Notifications } from "./notifications/notifications.ts";
export { createNotifications } from "./notifications/notifications.ts";
export type { OrderRecord } from "./notifications/order.ts";
export type { SqlConnection, SqlPool, SqlTransactions } from "./notifications/postgres-store.ts";
export { createPostgresStore, postgresSchema } from "./notifications/postgres-store.ts";
export type { ReceivedBody, ReceivedNotification } from "./notifications/receive.ts";
export type { Receiver, Reply } from "./notifications/receiver.ts";
export type { NotificationRefusalCode } from "./notifications/refusal.ts";
export { NotificationRefusedError, notificationRefusals } from "./notifications/refusal.ts";
export type { Secrets } from "./notifications/secret.ts";
export type { NotificationsOptions, ReceiverOptions } from "./notifications/settings.ts";
export type {
  SecretOptions,
  SignatureProblem,
  SignatureScheme,
  SignedNotification,
  StandardWebhooksOptions,
} from "./notifications/signatures.ts";
export { signatures } from "./notifications/signatures.ts";
export type { NotificationStore, OrderTransaction, StoredRecord } from "./notifications/store.ts";
export type { TestNotificationOptions } from "./notifications/test-notification.ts";
export type { TestNotification } from "./notifications/test-request.ts";
export type {
  AccountLow,
  AccountMoved,
  RefillFailed,
  RefillSucceeded,
  WalletEvent,
  WalletPaymentFailed,
  WalletPaymentSucceeded,
  WalletUnknown,
} from "./notifications/wallet-event.ts";
export type {
  ExpectedMovement,
  WalletNotifications,
  WalletNotificationsOptions,
} from "./notifications/wallet-notifications.ts";
export { createWalletNotifications } from "./notifications/wallet-notifications.ts";
export type { WalletRecord, WalletTransactionRecord } from "./notifications/wallet-record.ts";
export type { TestWebhookOptions } from "./notifications/wallet-test-webhook.ts";
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
export { Secret } from "./secret-value.ts";
export type { ClientOptions, Clock, RequestOptions } from "./settings.ts";
export type { FormValue } from "./shopper/form-value.ts";
export { readFormValue } from "./shopper/form-value.ts";
export type { NodeRequest, RequestHeaders, RequestWithAddress, ShopperRequest } from "./shopper/request.ts";
export type { Shopper, ShopperOptions } from "./shopper/shopper.ts";
export type { ConsumerDetails, TokenPayment } from "./token-payment.ts";
export type { AccountChange, AccountFilter, NewAccount, WalletAccounts } from "./wallet/accounts.ts";
export type { AuthenticatorDetails, QrOptions } from "./wallet/authenticator.ts";
export { authenticator } from "./wallet/authenticator.ts";
export type { Listing, Page, Pages } from "./wallet/listing.ts";
export type {
  NewRefill,
  NewTopUp,
  NewWalletPayment,
  StartedRefill,
  WalletPayments,
  WalletRefills,
  WalletTopUps,
} from "./wallet/money.ts";
export type {
  CreatedUser,
  PaymentAccount,
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
export type { ClientsOwn, EachCall, ListOptions, OneUser, WhoseWallet } from "./wallet/whose.ts";
