/** Section 4.4: begins a refill. It ends on its page, at once if a stored card is charged, or by a time-out. */
import { operations, type RefillRequest, type RefillResult } from "@cardpane/gateway";
import { newSecret } from "../../db/ids.ts";
import { insertRow } from "../../db/rows.ts";
import { walletRefills } from "../../db/schema-money.ts";
import { badField } from "../../errors.ts";
import type { UserContext } from "../../operation-context.ts";
import { runAfterEffects } from "../after-effects.ts";
import { openStoredCard } from "../card.ts";
import { activeAccount, largestBalanceMinor, loadWalletForUpdate } from "../wallet.ts";
import { billOf } from "./bill.ts";
import { attempt } from "./charge.ts";

/** The time limit of a refill, its challenge included; after it the refill ends with 5099 (*assumption*). */
const refillWaitsMs = 30 * 60 * 1000;

/**
 * Begins a refill. An account with a stored card is charged at once ("quick sale") unless `forceCheckout` requires a card;
 * the page then shows the challenge, shows the decline with a card form, or redirects.
 *
 * *Assumption*: only fiat accounts can be refilled; promo money is given and not bought.
 *
 * @throws Refusal 400 on `id` for an account that cannot be refilled, on the amounts; 404 for an account that is not the user's.
 */
export async function createRefill(
  context: UserContext,
  request: RefillRequest,
  id: number,
): Promise<RefillResult> {
  const { tx, now, settings } = context;
  const wallet = await loadWalletForUpdate(context, context.user.id);
  const account = activeAccount(wallet, id, "id");
  if (account.type === "promo") throw badField("id", "is an account of type promo, which no card refills");
  const { creditMinor } = billOf(request, account.currency);
  if (account.balanceMinor + creditMinor > largestBalanceMinor) {
    throw badField("amount", "would take the account over what it can hold");
  }
  const refill = await insertRow(tx, walletRefills, {
    pageId: newSecret(),
    merchantId: wallet.user.merchantId,
    userId: wallet.user.id,
    accountId: id,
    status: "open",
    request,
    currency: account.currency,
    expiresAt: new Date(now.getTime() + refillWaitsMs),
  });
  const card = request.forceCheckout ? undefined : openStoredCard(context.vault, account);
  if (card) await attempt(wallet, refill, card);
  await runAfterEffects(wallet, operations.refill.path);
  const url = `${settings.publicUrl}/refill/${refill.pageId}`;
  return { result: "processing", action: "redirect", code: 0, url };
}
