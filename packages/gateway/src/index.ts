/** The gateway's interface: a file per section (in `wallet/`: 2.8 to 2.10, 4.4 and 5.6), and the table of operations. */

export type { DeclineCode, PaymentCode, SuccessCode } from "./codes.ts";
export {
  declineCodes,
  isPaymentCode,
  isSuccessCode,
  paymentCodes,
  successCodes,
} from "./codes.ts";
export type { Consumer, MaxIpLength } from "./consumer.ts";
export { consumer, threeDsFields } from "./consumer.ts";
export type { DeclineAdvice } from "./declines.ts";
export { adviseDecline } from "./declines.ts";
export type { FieldOperationName } from "./field-operations.ts";
export { fieldOperations, isFieldOperationId, notInTheDocument } from "./field-operations.ts";
export { type Currencies, currencyDecimals } from "./iso-codes.ts";
export type { JsonValue, Metadata } from "./metadata.ts";
export { isMetadata, metadata } from "./metadata.ts";
export {
  amountProblem,
  fromMinor,
  largestMinor,
  toMinor,
} from "./money.ts";
export type { Notification } from "./notification.ts";
export { notification } from "./notification.ts";
export type { Operation, Route } from "./operation.ts";
export type {
  AnyOperationName,
  OperationName,
  OperationOverrides,
  PaymentOperationName,
  Routes,
} from "./operations.ts";
export { allOperations, operations, paymentOperations, withOverrides } from "./operations.ts";
export type { FieldErrors, Parsed } from "./parse.ts";
export { FieldErrorList, parse } from "./parse.ts";
export type { PaymentRequest, PaymentSettings } from "./payment.ts";
export {
  missingThreeDsFields,
  parsePaymentRequest,
  payerProblems,
  paymentRequest,
  wantsThreeDs,
} from "./payment.ts";
export type { CreditRequest, CreditResult } from "./refunds.ts";
export { creditRequest, creditResult } from "./refunds.ts";
export type { ErrorResult, PaymentMethod, PaymentResult } from "./result.ts";
export { errorResult, paymentMethods, paymentResult } from "./result.ts";
export type { ListSavedCardsResult, SavedCard, SwitchSavedCardResult } from "./saved-cards.ts";
export { listSavedCardsResult, savedCard, switchSavedCardResult } from "./saved-cards.ts";
export type { ScheduledItem, ScheduleStep } from "./schedule.ts";
export { scheduleSteps } from "./schedule.ts";
export type { ListSendersResult } from "./senders.ts";
export { listSendersResult } from "./senders.ts";
export type { PriceItem, Sku } from "./sku.ts";
export { priceItem, sku, skuVariant } from "./sku.ts";
export type { PaymentSource, PaymentSourceType } from "./source.ts";
export {
  bankRedirectTypes,
  chileTypes,
  paymentSource,
  paymentSourceTypes,
  plainMidTypes,
  plainTypes,
  pseBankCodes,
  scaExemptions,
} from "./source.ts";
export type {
  CancelSubscriptionRequest,
  ChangeSubscriptionCardRequest,
  ChangeSubscriptionRequest,
  SubscriptionResult,
} from "./subscriptions.ts";
export {
  cancelSubscriptionRequest,
  changeSubscriptionCardRequest,
  changeSubscriptionRequest,
  subscriptionResult,
} from "./subscriptions.ts";
export type {
  TokenizeAccountRequest,
  TokenizeRequest,
  TokenizeResult,
} from "./tokenize.ts";
export {
  tokenizeAccountRequest,
  tokenizeRequest,
  tokenizeResult,
} from "./tokenize.ts";
export type {
  CreateAccountRequest,
  ListAccountsRequest,
  ListAccountsResult,
  PaymentAccount,
  UpdateAccountRequest,
} from "./wallet/accounts.ts";
export { paymentAccount } from "./wallet/accounts.ts";
export type { RefillRequest, RefillResult, TopUpRequest } from "./wallet/money-in.ts";
export { refillResult } from "./wallet/money-in.ts";
export type { WalletOperationName } from "./wallet/operations.ts";
export { walletOperations } from "./wallet/operations.ts";
export { decodeQuery, encodeQuery } from "./wallet/query.ts";
export type { LoginRequest, RefreshTokensRequest, TokenPair } from "./wallet/session.ts";
export { tokenPair } from "./wallet/session.ts";
export type {
  ListTransactionsRequest,
  ListTransactionsResult,
  VoidTransactionRequest,
  WalletPaymentRequest,
  WalletTransaction,
} from "./wallet/transactions.ts";
export { listTransactionsResult, transactionOrderColumns, walletTransaction } from "./wallet/transactions.ts";
export type {
  AuthenticatorResult,
  CreateUserRequest,
  CreateUserResult,
  ListUsersRequest,
  ListUsersResult,
  UpdateUserRequest,
  WalletUser,
} from "./wallet/users.ts";
export { createUserResult, listUsersResult, userOrderColumns, walletUser } from "./wallet/users.ts";
export type { ListMeta, Moment } from "./wallet/values.ts";
export { defaultLimit } from "./wallet/values.ts";
