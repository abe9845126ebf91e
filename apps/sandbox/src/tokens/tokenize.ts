/** Sections 4.1 and 4.2: one-time tokens for card data, or for a saved card and its CVV. */
import { randomUUID } from "node:crypto";
import { isUuid } from "@cardpane/contract/uuid";
import type { TokenizeAccountRequest, TokenizeRequest, TokenizeResult } from "@cardpane/gateway";
import { refuseRealCard } from "../cards/cards.ts";
import { findRow, insertRow, updateRow } from "../db/rows.ts";
import { consumers, paymentAccounts, tokens } from "../db/schema.ts";
import { badField } from "../errors.ts";
import type { WorkContext } from "../operation-context.ts";
import { refuseGuessedCard } from "./wrong-cvvs.ts";

/** Section 8: the lifetime of a token. */
const tokenLifetimeMs = 30 * 60 * 1000;

/**
 * Exchanges card data for a token.
 *
 * @throws Refusal 400 on `number` if it may be a real card's.
 */
export async function tokenizeCard(context: WorkContext, request: TokenizeRequest): Promise<TokenizeResult> {
  refuseRealCard(request.number, "number");
  return issueToken(context, { kind: "card", ...request });
}

/**
 * Exchanges a saved card and its CVV for a token. The operation needs no key, so the refusal is the same for an unknown account,
 * another consumer's and a disabled one: it reveals no account.
 *
 * @throws Refusal 400 on `paymentAccountId`; Refusal 429 after too many wrong CVVs of its card.
 */
export async function tokenizeAccount(
  context: WorkContext,
  request: TokenizeAccountRequest,
): Promise<TokenizeResult> {
  const account = await findRow(context.tx, paymentAccounts, { id: request.paymentAccountId });
  const owner = account && (await findRow(context.tx, consumers, { id: account.consumerId }));
  if (!owner || account.disabled || String(owner.id) !== request.consumerId) {
    throw badField("paymentAccountId", "is not a payment account of this consumer");
  }
  await refuseGuessedCard(context, owner.merchantId, account.fingerprint);
  return issueToken(context, { kind: "account", cvv: request.cvv }, account.id);
}

async function issueToken(
  context: WorkContext,
  content: TokenContent,
  paymentAccountId?: string,
): Promise<TokenizeResult> {
  const id = randomUUID();
  const expiresAt = new Date(context.now.getTime() + tokenLifetimeMs);
  await insertRow(context.tx, tokens, {
    id,
    paymentAccountId: paymentAccountId ?? null,
    sealed: context.vault.seal(`tokens/${id}`, JSON.stringify(content)),
    expiresAt,
  });
  return { token: id, expireAt: Math.floor(expiresAt.getTime() / 1000) };
}

/** The content of a token while it may be used: the only place where a CVV is ever stored, and always sealed. */
export type TokenContent =
  | ({ readonly kind: "card" } & TokenizeRequest)
  | { readonly kind: "account"; readonly cvv: string };

/**
 * Uses a token up, in the transaction of what it pays for: a refusal gives it back.
 *
 * @param path the request's field with the token.
 * @throws Refusal 400 on that field for a token that is unknown, used or expired.
 */
export async function useToken(
  { tx, vault, now }: WorkContext,
  value: string,
  path: string,
): Promise<{ readonly content: TokenContent; readonly paymentAccountId: string | null }> {
  const token = isUuid(value) ? await findRow(tx, tokens, { id: value }) : undefined;
  if (!token) throw badField(path, "is not a token");
  if (token.usedAt) throw badField(path, "was used before: a token pays once");
  if (token.expiresAt <= now || token.sealed === null) throw badField(path, "has expired");
  await updateRow(tx, tokens, token.id, { usedAt: now, sealed: null });
  const content = JSON.parse(vault.open(`tokens/${token.id}`, token.sealed)) as TokenContent;
  return { content, paymentAccountId: token.paymentAccountId };
}
