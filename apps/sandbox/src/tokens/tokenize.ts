/** Sections 4.1 and 4.2: card data, or a saved card and its CVV, exchanged for a one-time token. */
import type { TokenizeAccountRequest, TokenizeRequest, TokenizeResult } from "@cardpane/contract/gateway";
import { refuseRealCard } from "../cards/test-card.ts";
import { findAccount } from "../db/accounts.ts";
import { insertToken } from "../db/tokens.ts";
import { badField } from "../errors.ts";
import type { Work } from "../work.ts";
import { sealContent, type TokenContent } from "./content.ts";

/** Section 8: how long a token is good for. */
export const tokenLifetimeMs = 30 * 60 * 1000;

/**
 * Exchanges card data for a token.
 *
 * @throws Refusal 400 on `number` for what may be a real card.
 */
export async function tokenizeCard(work: Work, request: TokenizeRequest): Promise<TokenizeResult> {
  refuseRealCard(request.number, "number");
  return issueToken(work, { kind: "card", ...request });
}

/**
 * Exchanges a saved card and its CVV for a token.
 *
 * @throws Refusal 400 on `paymentAccountId` or `consumerId` for what does not belong together.
 */
export async function tokenizeAccount(work: Work, request: TokenizeAccountRequest): Promise<TokenizeResult> {
  const found = await findAccount(work.tx, request.paymentAccountId);
  if (!found) throw badField("paymentAccountId", "is not a payment account");
  if (String(found.account.consumerId) !== request.consumerId) {
    throw badField("consumerId", "is not the consumer of this payment account");
  }
  if (found.account.disabled) throw badField("paymentAccountId", "is disabled");
  return issueToken(work, { kind: "account", cvv: request.cvv }, found.account.id);
}

async function issueToken(
  work: Work,
  content: TokenContent,
  paymentAccountId?: string,
): Promise<TokenizeResult> {
  const id = work.random.uuid();
  const expiresAt = new Date(work.now.getTime() + tokenLifetimeMs);
  await insertToken(work.tx, {
    id,
    paymentAccountId: paymentAccountId ?? null,
    sealed: sealContent(work.vault, id, content),
    createdAt: work.now,
    expiresAt,
  });
  return { token: id, expireAt: Math.floor(expiresAt.getTime() / 1000) };
}
