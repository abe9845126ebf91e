/** Sections 2.9 and 4.4: payment accounts of a wallet, their autoreload and their low-balance notice. */
import { randomUUID } from "node:crypto";
import {
  amountProblem,
  type CreateAccountRequest,
  type FieldErrors,
  type ListAccountsRequest,
  type ListAccountsResult,
  type PaymentAccount,
  toMinor,
  type UpdateAccountRequest,
} from "@cardpane/gateway";
import { accountsAt } from "../db/ledger.ts";
import { findRow, insertRow, updateRow } from "../db/rows.ts";
import { type WalletAccountRow, walletAccounts } from "../db/schema-wallet.ts";
import { Refusal } from "../errors.ts";
import type { UserContext, WorkContext } from "../operation-context.ts";
import { accountResponse, listedAccountResponse } from "./account-response.ts";

/** A user's accounts that match. */
export async function listAccounts(
  { tx, now, user }: UserContext,
  { system, currency, isActive, isAutoReload: autoreload, isNotify, type }: ListAccountsRequest,
): Promise<ListAccountsResult> {
  const filter = { system, currency, isActive, autoreload, isNotify, type };
  return (await accountsAt(tx, user.id, now, filter)).map(listedAccountResponse);
}

/** Creates an account. */
export async function createAccount(
  context: UserContext,
  request: CreateAccountRequest,
): Promise<PaymentAccount> {
  return accountResponse(await storeAccount(context, context.user.id, request));
}

/** Stores an account. *Assumption*: without a name, its name is its currency. */
export function storeAccount(
  { tx, now }: Pick<WorkContext, "tx" | "now">,
  userId: number,
  request: Omit<CreateAccountRequest, "clientId">,
): Promise<WalletAccountRow> {
  const { name, description, type = "fiat", currency, method, system, webhookUrl } = request;
  return insertRow(tx, walletAccounts, {
    uuid: randomUUID(),
    userId,
    name: name ?? currency,
    description: description ?? null,
    type,
    currency,
    method,
    system,
    webhookUrl: webhookUrl ?? null,
    createdAt: now,
    updatedAt: now,
  });
}

/**
 * Gets an account.
 *
 * @throws Refusal 404 if the user has no such account.
 */
export async function getAccount(
  { tx, now, user }: UserContext,
  _: unknown,
  id: number,
): Promise<PaymentAccount> {
  const [account] = await accountsAt(tx, user.id, now, { id });
  if (!account) throw new Refusal(404);
  return accountResponse(account);
}

/**
 * Updates an account. Omitted fields are unchanged. *Assumption*: autoreload may be set up before a card is stored; it starts to
 * work with the refill that stores one.
 *
 * @throws Refusal 404 if the user has no such account; 400 on the fields that contradict the account or each other.
 */
export async function updateAccount(
  context: UserContext,
  request: UpdateAccountRequest,
  id: number,
): Promise<PaymentAccount> {
  const { tx, now, user } = context;
  const account = await findRow(tx, walletAccounts, { id, userId: user.id });
  if (!account) throw new Refusal(404);
  const errors = problemsOf(account, request);
  if (Object.keys(errors).length > 0) throw new Refusal(400, errors);
  const { name, description, isActive, isAutoReload, isNotify, webhookUrl } = request;
  const minorOf = (value: number | undefined) =>
    value === undefined ? undefined : toMinor(value, account.currency);
  await updateRow(tx, walletAccounts, id, {
    name,
    description,
    isActive,
    autoreload: isAutoReload,
    autoreloadMinor: minorOf(request.autoReloadAmount),
    autoreloadBelowMinor: minorOf(request.autoReloadMinAmount),
    isNotify,
    notifyBelowMinor: minorOf(request.notifyAmount),
    webhookUrl,
    updatedAt: now,
    // A merchant that switches it on wants it to be tried, whatever was declined before.
    ...(isAutoReload && { autoreloadRestsUntil: null }),
  });
  return getAccount(context, request, id);
}

const amountFields = ["autoReloadAmount", "autoReloadMinAmount", "notifyAmount"] as const;

function problemsOf(account: WalletAccountRow, request: UpdateAccountRequest): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of amountFields) {
    const value = request[field];
    const problem = value === undefined ? undefined : amountProblem(value, account.currency);
    if (problem !== undefined) errors[field] = problem;
  }
  const { isAutoReload = account.autoreload, isNotify = account.isNotify } = request;
  if (isAutoReload) {
    // *Assumption*: promo money is given, not bought, so a card cannot reload it.
    if (account.type === "promo") errors["isAutoReload"] = "is not possible for an account of type promo";
    if ((request.autoReloadAmount ?? account.autoreloadMinor) === null) {
      errors["autoReloadAmount"] = "is required for autoreload";
    }
    if ((request.autoReloadMinAmount ?? account.autoreloadBelowMinor) === null) {
      errors["autoReloadMinAmount"] = "is required for autoreload";
    }
  }
  if (isNotify && (request.notifyAmount ?? account.notifyBelowMinor) === null) {
    errors["notifyAmount"] = "is required for notices of a low balance";
  }
  return errors;
}
