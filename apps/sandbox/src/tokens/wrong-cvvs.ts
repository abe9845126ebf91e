/**
 * *Assumption*: after ten declines 5082 in an hour of one card at one merchant, payments and tokens are refused for it, so that
 * nobody with its number finds the CVV by trial.
 */
import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import { paymentAccounts, payments } from "../db/schema.ts";
import { Refusal } from "../errors.ts";
import type { WorkContext } from "../operation-context.ts";

const maxWrongCvvs = 10;
const windowMs = 60 * 60_000;

/** @throws Refusal 429 for a card with too many wrong CVVs, with the seconds until one of them is an hour old. */
export async function refuseGuessedCard(
  { tx, now }: Pick<WorkContext, "tx" | "now">,
  merchantId: number,
  fingerprint: string,
): Promise<void> {
  const { createdAt } = payments;
  const [tooMany] = await tx
    .select({ createdAt })
    .from(payments)
    .innerJoin(paymentAccounts, eq(paymentAccounts.id, payments.paymentAccountId))
    .where(
      and(
        eq(payments.merchantId, merchantId),
        // The same condition as in the index.
        sql`${payments.code} = '5082'`,
        gt(createdAt, new Date(now.getTime() - windowMs)),
        // The clock may have been moved back.
        lte(createdAt, now),
        eq(paymentAccounts.fingerprint, fingerprint),
      ),
    )
    .orderBy(desc(createdAt))
    .offset(maxWrongCvvs - 1)
    .limit(1);
  if (!tooMany) return;
  throw new Refusal(429, {}, Math.ceil((tooMany.createdAt.getTime() + windowMs - now.getTime()) / 1000));
}
