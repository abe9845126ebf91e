/** The handlers of the contract's operations: each checks the input, finds the owner, does the work and answers. */
import {
  type AnyOperationName,
  allOperations,
  fieldOperations,
  type Operation,
  paymentOperations,
  walletOperations,
} from "@cardpane/gateway";
import { toDocumentRequest, withWalletToken } from "./compatibility/requests.ts";
import { answersNothing, successStatus } from "./compatibility/responses.ts";
import type { JsonResponse } from "./db/idempotency.ts";
import { findRow } from "./db/rows.ts";
import { type WalletUserRow, walletUsers } from "./db/schema-wallet.ts";
import { Refusal } from "./errors.ts";
import type { Caller, MerchantContext, UserContext, WorkContext } from "./operation-context.ts";
import { createPayment } from "./payments/create.ts";
import { creditPayment } from "./payments/credit.ts";
import { listSavedCards, switchSavedCard } from "./payments/saved-cards.ts";
import {
  cancelSubscription,
  changeSubscription,
  changeSubscriptionCard,
  getSubscription,
  recoverSubscription,
} from "./subscriptions/manage.ts";
import { tokenizeAccount, tokenizeCard } from "./tokens/tokenize.ts";
import { userResponse } from "./wallet/account-response.ts";
import { createAccount, getAccount, listAccounts, updateAccount } from "./wallet/accounts.ts";
import { payFromAccount } from "./wallet/pay.ts";
import { createRefill } from "./wallet/refill/create.ts";
import { login, refreshTokens } from "./wallet/session.ts";
import { topUp } from "./wallet/top-up.ts";
import { getTransaction, listTransactions } from "./wallet/transactions.ts";
import { createUser, listUsers, regenerateAuthenticator, updateUser } from "./wallet/users.ts";
import { voidTransaction } from "./wallet/void.ts";

/** The input of an operation handler. */
export interface Call {
  /** Absent if the table requires no key. */
  readonly caller: Caller | undefined;
  /** The `{id}` of the path: a whole number, except for operations beyond the document; empty if the path has none. */
  readonly id: string;
  /** The parsed JSON body, not checked yet, or the query as an object. */
  readonly input: unknown;
}

/** Performs an operation. */
export type OperationHandler = (context: WorkContext, call: Call) => Promise<JsonResponse>;

/** The rows of the contract's tables, in their order: the sandbox serves all of them. */
export const served = Object.entries(allOperations) as readonly (readonly [AnyOperationName, Operation])[];

/** One handler for each operation of the table. */
export const operationHandlers: { readonly [Name in AnyOperationName]: OperationHandler } = {
  tokenize: forAnyone(paymentOperations.tokenize, tokenizeCard),
  tokenizeWithPaymentAccountId: forAnyone(paymentOperations.tokenizeWithPaymentAccountId, tokenizeAccount),
  payment: forMerchant(paymentOperations.payment, createPayment),
  listUsers: forMerchant(walletOperations.listUsers, listUsers),
  createUser: forMerchant(walletOperations.createUser, createUser),
  getUser: getUser(),
  updateUser: forMerchant(walletOperations.updateUser, updateUser),
  regenerateAuthenticator: forMerchant(walletOperations.regenerateAuthenticator, regenerateAuthenticator),
  login: forMerchant(walletOperations.login, login),
  refreshTokens: forMerchant(walletOperations.refreshTokens, refreshTokens),
  listAccounts: forUser(walletOperations.listAccounts, listAccounts),
  createAccount: forUser(walletOperations.createAccount, createAccount),
  getAccount: forUser(walletOperations.getAccount, getAccount),
  updateAccount: forUser(walletOperations.updateAccount, updateAccount),
  refill: forUser(walletOperations.refill, createRefill),
  topUp: forUser(walletOperations.topUp, topUp, { makesMoney: true }),
  payFromAccount: forUser(walletOperations.payFromAccount, payFromAccount),
  listTransactions: forUser(walletOperations.listTransactions, listTransactions),
  getTransaction: forUser(walletOperations.getTransaction, getTransaction),
  voidTransaction: forUser(walletOperations.voidTransaction, voidTransaction, { makesMoney: true }),
  creditPayment: forTextId(fieldOperations.creditPayment, creditPayment),
  getSubscription: forTextId(fieldOperations.getSubscription, getSubscription),
  changeSubscription: forTextId(fieldOperations.changeSubscription, changeSubscription),
  cancelSubscription: forTextId(fieldOperations.cancelSubscription, cancelSubscription),
  recoverSubscription: forTextId(fieldOperations.recoverSubscription, recoverSubscription),
  changeSubscriptionCard: forTextId(fieldOperations.changeSubscriptionCard, changeSubscriptionCard),
  listSavedCards: forTextId(fieldOperations.listSavedCards, listSavedCards),
  enableSavedCard: forTextId(fieldOperations.enableSavedCard, switchSavedCard(false)),
  disableSavedCard: forTextId(fieldOperations.disableSavedCard, switchSavedCard(true)),
  listSenders: forMerchant(fieldOperations.listSenders, async ({ settings }) => [...settings.senders]),
};

/** A refusal may also be returned: the writes before it are then kept. */
type Outcome<Result> = Promise<Result | Refusal>;

function forAnyone<Request, Result>(
  operation: Operation<Request, Result>,
  handle: (context: WorkContext, request: Request) => Outcome<Result>,
): OperationHandler {
  return async (context, { input }) => {
    const request = checked(operation, input, context);
    return answerOf(context, operation, await handle(context, request));
  };
}

function forMerchant<Request, Result>(
  operation: Operation<Request, Result>,
  handle: (context: MerchantContext, request: Request, id: number) => Outcome<Result>,
): OperationHandler {
  return forTextId(operation, (context, request, id) => handle(context, request, Number(id)));
}

/** As {@link forMerchant}, for an operation whose ids are strings. */
function forTextId<Request, Result>(
  operation: Operation<Request, Result>,
  handle: (context: MerchantContext, request: Request, id: string) => Outcome<Result>,
): OperationHandler {
  return async (context, { caller, id, input }) => {
    if (caller?.kind !== "merchant") throw new Refusal(401);
    const request = checked(operation, input, context);
    const merchantId = caller.merchant.id;
    return answerOf(context, operation, await handle({ ...context, merchantId }, request, id));
  };
}

/**
 * An operation on a user's wallet: the customer's own, or that of the user whom the merchant names by `clientId`.
 *
 * @param makesMoney whether a customer can credit itself with it: a setting can reserve such an operation for the merchant.
 */
function forUser<Request extends { readonly clientId?: number | undefined }, Result>(
  operation: Operation<Request, Result>,
  handle: (context: UserContext, request: Request, id: number) => Outcome<Result>,
  { makesMoney = false } = {},
): OperationHandler {
  return async (context, { caller, id, input }) => {
    if (!caller) throw new Refusal(401);
    if (makesMoney && caller.kind === "customer" && context.settings.customerMoney === "refuse") {
      throw new Refusal(403);
    }
    const needed = caller.kind === "merchant" ? requiredClientId(input) : {};
    const request = checked(operation, input, context, needed);
    const user = await findWallet(context, caller, request.clientId);
    const merchantId = caller.merchant.id;
    return answerOf(context, operation, await handle({ ...context, merchantId, user }, request, Number(id)));
  };
}

/** A customer gets its own user; a merchant gets any of its users, blocked ones too, so that it can see the block. */
function getUser(): OperationHandler {
  const operation = walletOperations.getUser;
  return async (context, { caller, id: textId, input }) => {
    if (!caller) throw new Refusal(401);
    checked(operation, input, context);
    const id = Number(textId);
    const isOthers = caller.kind === "customer" && caller.userId !== id;
    const user = isOthers
      ? undefined
      : await findRow(context.tx, walletUsers, { id, merchantId: caller.merchant.id });
    if (!user) throw new Refusal(404);
    return answerOf(context, operation, userResponse(user));
  };
}

function requiredClientId(input: unknown): Record<string, string> {
  const isNamed = typeof input === "object" && input !== null && Object.hasOwn(input, "clientId");
  return isNamed ? {} : { clientId: "is required with an API key" };
}

/**
 * Finds the wallet's user.
 *
 * @throws Refusal 403 for a blocked user, and for a customer who names another user; 400 on `clientId` for a user that the
 * merchant does not have (*assumption*).
 */
async function findWallet(
  { tx }: WorkContext,
  caller: Caller,
  clientId: number | undefined,
): Promise<WalletUserRow> {
  const isCustomer = caller.kind === "customer";
  if (isCustomer && clientId !== undefined && clientId !== caller.userId) throw new Refusal(403);
  const id = isCustomer ? caller.userId : (clientId ?? 0);
  const user = await findRow(tx, walletUsers, { id, merchantId: caller.merchant.id });
  if (!user) {
    throw isCustomer ? new Refusal(401) : new Refusal(400, { clientId: "is not a user of this merchant" });
  }
  // Checked again inside the transaction, so that a block takes effect from the moment it is stored.
  if (user.blockedAt) throw new Refusal(403);
  return user;
}

/**
 * Checks the input against the contract's schema. *Assumption*: a field that the interface does not define is refused;
 * `COMPATIBILITY=field` ignores it.
 *
 * @throws Refusal 400 naming each invalid field, and those in `missing`.
 */
function checked<Request, Result>(
  operation: Operation<Request, Result>,
  input: unknown,
  { settings }: WorkContext,
  missing: Readonly<Record<string, string>> = {},
): Request {
  const isField = settings.compatibility === "field";
  const given = isField ? toDocumentRequest(operation, input) : withWalletToken(input);
  // Live gateways take whole IPv6 addresses, which the document has no room for.
  const request = operation.check(given, { ...settings, maxIpLength: isField ? 39 : 16 });
  const errors = { ...(request.ok ? {} : request.errors), ...missing };
  if (!request.ok || Object.keys(errors).length > 0) throw new Refusal(400, errors);
  return request.value;
}

function answerOf<Request, Result>(
  { settings: { compatibility } }: WorkContext,
  operation: Operation<Request, Result>,
  result: Result | Refusal,
): JsonResponse {
  if (result instanceof Refusal) return { status: result.status, body: result.body };
  const body = JSON.stringify(answersNothing(compatibility, operation) ? "" : result);
  return { status: successStatus(compatibility, operation), body };
}
