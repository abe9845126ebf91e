/** Uses a token: once, and only while it is valid. */
import { isUuid } from "@cardpane/contract/uuid";
import type { TokenizeRequest } from "@cardpane/gateway";
import { findRow, updateRow } from "../db/rows.ts";
import { tokens } from "../db/schema.ts";
import { badField } from "../errors.ts";
import type { WorkContext } from "../operation-context.ts";

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
