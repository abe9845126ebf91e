/** A consumer's saved cards and bank accounts: list, enable, disable. *Not in the document*. */

import { isUuid } from "@cardpane/contract/uuid";
import type { ListSavedCardsResult, SwitchSavedCardResult } from "@cardpane/gateway";
import { listAccounts, switchAccount } from "../db/accounts.ts";
import { findConsumer } from "../db/consumers.ts";
import { Refusal } from "../errors.ts";
import type { MerchantContext } from "../operation-context.ts";
import { accountSource } from "./result.ts";

/** @throws Refusal 404 for an unknown consumer of the merchant. */
export async function listSavedCards(
  context: MerchantContext,
  consumerId: string,
): Promise<ListSavedCardsResult> {
  const consumer = await findConsumer(context.tx, context.merchantId, consumerId);
  if (!consumer) throw new Refusal(404);
  return (await listAccounts(context.tx, consumer.id)).map((account) => ({
    ...accountSource(account),
    paymentAccountId: account.id,
    disabled: account.disabled,
  }));
}

/** A disabled card is refused in payments and declines renewals (5046). @throws Refusal 404 for an unknown card. */
export async function switchSavedCard(
  { tx, merchantId }: MerchantContext,
  id: string,
  disabled: boolean,
): Promise<SwitchSavedCardResult> {
  if (!isUuid(id) || !(await switchAccount(tx, merchantId, id, disabled))) throw new Refusal(404);
  return { paymentAccountId: id, disabled };
}
