/** The steps on a refill's page, and its time-out. Each step is one transaction. */

import { isPaymentCode, operations } from "@cardpane/gateway";
import { inArray } from "drizzle-orm";
import { findRow } from "../../db/rows.ts";
import { type RefillRow, walletRefills } from "../../db/schema-money.ts";
import { badField } from "../../errors.ts";
import type { WorkContext } from "../../operation-context.ts";
import { type ChallengeAnswer, codeOfChallenge } from "../../payments/state.ts";
import { createJob } from "../../scheduling/scheduled-job.ts";
import { useToken } from "../../tokens/tokenize.ts";
import { runAfterEffects } from "../after-effects.ts";
import { loadWalletForUpdate, ownAccount, type Wallet } from "../wallet.ts";
import { applyOutcome, attempt, challengedCard, end } from "./charge.ts";

const { path } = operations.refill;

/** The shopper's step. */
export type RefillStep =
  | { readonly kind: "card"; readonly token: string }
  | { readonly kind: "challenge"; readonly answer: ChallengeAnswer }
  | { readonly kind: "cancel" };

/**
 * Takes a step. A step that does not fit the refill's state, a second click for instance, changes nothing; a late step ends the
 * refill as the time-out would.
 *
 * @returns the refill afterwards; `undefined` if it does not exist.
 * @throws Refusal 400 on `payment` for an unusable token.
 */
export async function stepRefill(
  context: WorkContext,
  pageId: string,
  step: RefillStep,
): Promise<RefillRow | undefined> {
  const refill = await findRow(context.tx, walletRefills, { pageId });
  if (!refill || refill.transactionId !== null) return refill;
  const wallet = await loadWalletForUpdate(context, refill.userId);
  const after =
    refill.expiresAt <= context.now ? await end(wallet, refill, "5099") : await take(wallet, refill, step);
  await runAfterEffects(wallet, path);
  return after;
}

async function take(wallet: Wallet, refill: RefillRow, step: RefillStep): Promise<RefillRow> {
  // The user was blocked, or the account switched off, after the refill began: no card is charged (assumption: 5057).
  const isBarred = wallet.user.blockedAt !== null || !ownAccount(wallet, refill.accountId).isActive;
  if (isBarred && step.kind !== "cancel") return end(wallet, refill, "5057");
  switch (step.kind) {
    case "card": {
      if (refill.status !== "open") return refill;
      const { content } = await useToken(wallet, step.token, "payment");
      if (content.kind !== "card") throw badField("payment", "stands for a saved card");
      return attempt(wallet, refill, content);
    }
    case "challenge": {
      if (refill.status !== "challenge") return refill;
      const code = codeOfChallenge(step.answer, refill.approvedCode);
      return applyOutcome(wallet, refill, challengedCard(wallet, refill), code);
    }
    case "cancel":
      return end(wallet, refill, lastCode(refill));
    default:
      return step satisfies never;
  }
}

/** *Assumption*: a refill that is canceled after a decline ends with that code; one without a decline ends with 5222. */
function lastCode({ code }: RefillRow) {
  return code !== null && isPaymentCode(code) ? code : "5222";
}

/** The time-outs of unfinished refills, as a scheduled job. */
export const refillTimeoutJob = createJob({
  name: "refill expiry",
  table: walletRefills,
  at: walletRefills.expiresAt,
  isOpen: inArray(walletRefills.status, ["open", "challenge"]),
  run: async (context, refill) => {
    const wallet = await loadWalletForUpdate(context, refill.userId);
    const ended = await end(wallet, refill, "5099");
    await runAfterEffects(wallet, path);
    return {
      kind: "booked",
      at: context.now,
      accountId: String(refill.accountId),
      transactionId: String(ended.transactionId),
      subtype: "refill",
      code: "5099",
    };
  },
});
