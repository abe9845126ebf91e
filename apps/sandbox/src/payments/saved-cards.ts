/** A consumer's saved cards and bank accounts: list, enable, disable. *Not in the document*. */

import { isUuid } from "@cardpane/contract/uuid";
import type { ListSavedCardsResult, SwitchSavedCardResult } from "@cardpane/gateway";
import { findRow, listRows, updateRow } from "../db/rows.ts";
import { consumers, paymentAccounts } from "../db/schema.ts";
import { Refusal } from "../errors.ts";
import type { MerchantContext } from "../operation-context.ts";
import { findConsumer } from "./consumer.ts";
import { accountSource } from "./result.ts";

/** Lists a consumer's cards, the oldest first. @throws Refusal 404 for an unknown consumer of the merchant. */
export async function listSavedCards(
  { tx, merchantId }: MerchantContext,
  _: unknown,
  id: string,
): Promise<ListSavedCardsResult> {
  const consumer = await findConsumer(tx, merchantId, id);
  if (!consumer) throw new Refusal(404);
  const { createdAt, id: accountId } = paymentAccounts;
  const accounts = await listRows(tx, paymentAccounts, { consumerId: consumer.id }, createdAt, accountId);
  return accounts.map(accountSource);
}

/** A disabled card is refused in payments and declines renewals (5046). @throws Refusal 404 for an unknown card. */
export function switchSavedCard(disabled: boolean) {
  return async (
    { tx, merchantId }: MerchantContext,
    _: unknown,
    id: string,
  ): Promise<SwitchSavedCardResult> => {
    const account = isUuid(id) ? await findRow(tx, paymentAccounts, { id }) : undefined;
    const owner = account && (await findRow(tx, consumers, { id: account.consumerId, merchantId }));
    if (!owner) throw new Refusal(404);
    await updateRow(tx, paymentAccounts, id, { disabled });
    return { paymentAccountId: id, disabled };
  };
}
