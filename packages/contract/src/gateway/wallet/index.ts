/** The wallet: sections 2.8 to 2.10, 4.4 and 5.6, a file for each subject. */

export type {
  CreateAccountRequest,
  ListAccountsRequest,
  ListAccountsResult,
  PaymentAccount,
  UpdateAccountRequest,
} from "./accounts.ts";
export { paymentAccount } from "./accounts.ts";
export type { RefillRequest, RefillResult, TopUpRequest } from "./money-in.ts";
export { refillResult } from "./money-in.ts";
export type { WalletOperationName } from "./operations.ts";
export { walletOperations } from "./operations.ts";
export { decodeQuery, encodeQuery } from "./query.ts";
export type { LoginRequest, RefreshTokensRequest, TokenPair } from "./session.ts";
export { tokenPair } from "./session.ts";
export type {
  ListTransactionsRequest,
  ListTransactionsResult,
  VoidTransactionRequest,
  WalletPaymentRequest,
  WalletTransaction,
} from "./transactions.ts";
export { listTransactionsResult, transactionOrderColumns, walletTransaction } from "./transactions.ts";
export type {
  AuthenticatorResult,
  CreateUserRequest,
  CreateUserResult,
  ListUsersRequest,
  ListUsersResult,
  UpdateUserRequest,
  WalletUser,
} from "./users.ts";
export { createUserResult, listUsersResult, userOrderColumns, walletUser } from "./users.ts";
export type { ListMeta, Moment } from "./values.ts";
export { defaultLimit } from "./values.ts";
