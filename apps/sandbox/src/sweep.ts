/** What is deleted once its time is over: nobody can use it any more, even before it is swept. */
import { and, isNotNull, lt, lte } from "drizzle-orm";
import { oldestResponse } from "./db/idempotency.ts";
import type { Db } from "./db/open.ts";
import { deleteRows } from "./db/rows.ts";
import { keptAnswers, tokens } from "./db/schema.ts";
import { loginFailures, walletTokens } from "./db/schema-wallet.ts";
import { inTransaction } from "./db/transaction.ts";
import { failureMemoryMs } from "./wallet/throttle.ts";

/** Deletes the card data of expired tokens, expired sessions, and outdated login failures and responses. */
export async function sweepExpired(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isExpired = and(lte(tokens.expiresAt, now), isNotNull(tokens.sealed));
    await tx.update(tokens).set({ sealed: null }).where(isExpired);
    await deleteRows(tx, walletTokens, lte(walletTokens.refreshExpiresAt, now));
    await deleteRows(tx, loginFailures, lt(loginFailures.lastAt, new Date(now.getTime() - failureMemoryMs)));
    await deleteRows(tx, keptAnswers, lte(keptAnswers.createdAt, oldestResponse(now)));
  });
}
