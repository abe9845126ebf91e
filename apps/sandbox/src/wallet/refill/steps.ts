/** What may happen on a refill's page, and what its time brings. Each step is one transaction. */
import { isPaymentCode, operations } from "@cardpane/contract/gateway";
import { lockRefill, type RefillRow, refillTimeouts } from "../../db/refills.ts";
import { burnToken } from "../../db/tokens.ts";
import { badField } from "../../errors.ts";
import { type ChallengeAnswer, codeOfChallenge } from "../../payments/state.ts";
import { createJob } from "../../scheduling/scheduled-job.ts";
import { openToken } from "../../tokens/use.ts";
import { runAfterEffects } from "../after-effects.ts";
import { loadWalletForUpdate, type MoneyContext, ownAccount, type Wallet } from "../wallet.ts";
import { applyOutcome, attempt, challengedCard, fail } from "./charge.ts";

const { path } = operations.refill;

/** What a shopper has done. */
export type RefillStep =
  | { readonly kind: "card"; readonly token: string }
  | { readonly kind: "challenge"; readonly answer: ChallengeAnswer }
  | { readonly kind: "cancel" };

/**
 * Takes a step. One that does not fit the refill's state, a second click for instance, changes nothing; one that is late
 * ends the refill as it would have ended without it.
 *
 * @returns the refill afterwards; `undefined` where there is none.
 * @throws Refusal 400 on `payment` for a token that cannot be used.
 */
export async function stepRefill(
  context: MoneyContext,
  pageId: string,
  step: RefillStep,
): Promise<RefillRow | undefined> {
  const refill = await lockRefill(context.tx, pageId);
  if (!refill || refill.endedAt) return refill;
  const wallet = await loadWalletForUpdate(context, refill.userId);
  const after =
    refill.expiresAt <= context.now
      ? await fail(context, wallet, refill, "5099")
      : await take(context, wallet, refill, step);
  await runAfterEffects(context, wallet, path);
  return after;
}

async function take(
  context: MoneyContext,
  wallet: Wallet,
  refill: RefillRow,
  step: RefillStep,
): Promise<RefillRow> {
  // Blocked, or switched off, since the refill began: no card is charged any more (assumption: 5057).
  const isBarred = wallet.user.blockedAt !== null || !ownAccount(wallet, refill.accountId).isActive;
  if (isBarred && step.kind !== "cancel") return fail(context, wallet, refill, "5057");
  switch (step.kind) {
    case "card": {
      if (refill.status !== "open") return refill;
      const { token, content } = await openToken(context, step.token, "payment");
      if (content.kind !== "card") throw badField("payment", "stands for a saved card");
      await burnToken(context.tx, token.id, context.now);
      return attempt(context, wallet, refill, content);
    }
    case "challenge": {
      if (refill.status !== "challenge") return refill;
      const { approvedCode } = refill;
      if (approvedCode === null || !isPaymentCode(approvedCode)) {
        throw new Error("A refill with a challenge has no code to end with.");
      }
      const card = challengedCard(context, refill);
      return applyOutcome(context, wallet, refill, card, codeOfChallenge(step.answer, approvedCode));
    }
    case "cancel":
      return fail(context, wallet, refill, lastCode(refill));
    default:
      return step satisfies never;
  }
}

/** *Assumption*: who gives up after a decline fails with it, and who gives up before has cancelled (5222). */
function lastCode({ code }: RefillRow) {
  return code !== null && isPaymentCode(code) ? code : "5222";
}

/** Refills that nobody finishes, as a scheduled job. */
export const refillTimeoutJob = createJob({
  ...refillTimeouts,
  run: async (context, refill) => {
    const wallet = await loadWalletForUpdate(context, refill.userId);
    const ended = await fail(context, wallet, refill, "5099");
    await runAfterEffects(context, wallet, path);
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
