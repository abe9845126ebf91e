/** Opens a token: once, and only while it is valid. */
import { isUuid } from "@cardpane/contract/uuid";
import { lockRow } from "../db/rows.ts";
import { tokens } from "../db/schema.ts";
import { badField } from "../errors.ts";
import type { OperationContext } from "../operation-context.ts";
import { openContent, type TokenContent } from "./content.ts";

/**
 * Opens a token and locks it until the transaction ends. The caller marks it as used in that transaction.
 *
 * @param path the request's field with the token.
 * @throws Refusal 400 on that field for a token that is unknown, used or expired.
 */
export async function openToken(
  { tx, vault, now }: Pick<OperationContext, "tx" | "vault" | "now">,
  value: string,
  path: string,
): Promise<{ readonly token: typeof tokens.$inferSelect; readonly content: TokenContent }> {
  const token = isUuid(value) ? await lockRow(tx, tokens, { id: value }) : undefined;
  if (!token) throw badField(path, "is not a token");
  if (token.usedAt) throw badField(path, "was used before: a token pays once");
  if (token.expiresAt <= now || token.sealed === null) throw badField(path, "has expired");
  return { token, content: openContent(vault, token.id, token.sealed) };
}
