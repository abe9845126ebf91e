/** Sections 4.1 and 4.2: exchanges card data, or a saved card and its CVV, for a one-time token. */
import { randomUUID } from "node:crypto";
import type { TokenizeAccountRequest, TokenizeRequest, TokenizeResult } from "@cardpane/gateway";
import { refuseRealCard } from "../cards/cards.ts";
import { findRow, insertRow } from "../db/rows.ts";
import { consumers, paymentAccounts, tokens } from "../db/schema.ts";
import { badField } from "../errors.ts";
import type { WorkContext } from "../operation-context.ts";
import { refuseGuessedCard } from "../payments/wrong-cvvs.ts";
import type { TokenContent } from "./use.ts";

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
