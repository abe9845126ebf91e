/**
 * `X-Request-ID`: the same id again returns the first response and repeats no work.
 *
 * The id is claimed by inserting its row in the transaction that does the work. A concurrent duplicate waits at the primary
 * key until that transaction ends: it then reads the kept response, or, if the work failed with a 5xx and left nothing
 * behind, does the work itself. Work and response are thus kept together or not at all, even if a process is killed.
 *
 * Responses are sealed: some contain a customer's tokens or an authenticator's secret.
 */
import { lte } from "drizzle-orm";
import { badField, Refusal } from "../errors.ts";
import type { Place, Vault } from "../vault/vault.ts";
import type { Db } from "./open.ts";
import { findRow, matching } from "./rows.ts";
import { keptAnswers } from "./schema.ts";

/** How long a response is kept (*assumption*). */
export const responseLifetimeMs = 24 * 60 * 60 * 1000;

/** A status and a JSON text. */
export interface JsonResponse {
  readonly status: number;
  readonly body: string;
}

/** Two requests with the same key are the same request. */
export interface IdempotencyKey {
  readonly scope: string;
  readonly operation: string;
  readonly requestId: string;
  /** Keyed hash of the body; another body has another hash. */
  readonly bodyHash: string;
}

/**
 * Does the work of a request in the caller's transaction, once for each key.
 *
 * @param key without one, the work is always done.
 * @throws Refusal 400 on `X-Request-ID` if the id was used with another body; any error of the work that is not kept, and
 * leaves nothing behind.
 */
export async function respondOnce(
  { tx, vault, now }: { readonly tx: Db; readonly vault: Vault; readonly now: Date },
  key: IdempotencyKey | undefined,
  work: (tx: Db) => Promise<JsonResponse>,
): Promise<JsonResponse> {
  if (!key) return work(tx);
  if (!(await claim(tx, key, now))) return readKept(tx, vault, key);
  const answer = await tx.transaction(work).catch((error: unknown) => {
    if (!isKept(error)) throw error;
    return { status: error.status, body: error.body };
  });
  const body = vault.seal(placeOf(key), answer.body);
  await tx.update(keptAnswers).set({ status: answer.status, body }).where(isKey(key));
  return answer;
}

/**
 * A refusal is a response like any other and is kept. A failure of the sandbox itself is not kept, and neither is a 429: the
 * same request may succeed later.
 */
function isKept(error: unknown): error is Refusal {
  return error instanceof Refusal && error.status < 500 && error.status !== 429;
}

async function claim(tx: Db, key: IdempotencyKey, now: Date): Promise<boolean> {
  const fresh = { bodyHash: key.bodyHash, createdAt: now, status: null, body: null };
  const claimed = await tx
    .insert(keptAnswers)
    .values({ ...key, ...fresh })
    .onConflictDoUpdate({
      target: [keptAnswers.scope, keptAnswers.operation, keptAnswers.requestId],
      set: fresh,
      setWhere: lte(keptAnswers.createdAt, oldestResponse(now)),
    })
    .returning({ requestId: keptAnswers.requestId });
  return claimed.length > 0;
}

async function readKept(tx: Db, vault: Vault, key: IdempotencyKey): Promise<JsonResponse> {
  const kept = await findRow(tx, keptAnswers, isKey(key));
  if (!kept || kept.status === null || kept.body === null) throw new Error("A kept answer is not complete.");
  if (kept.bodyHash !== key.bodyHash) throw badField("X-Request-ID", "was used before with a different body");
  return { status: kept.status, body: vault.open(placeOf(key), kept.body) };
}

function placeOf({ scope, operation, requestId }: IdempotencyKey): Place {
  return `kept_answers/${JSON.stringify([scope, operation, requestId])}`;
}

function isKey({ scope, operation, requestId }: IdempotencyKey) {
  return matching(keptAnswers, { scope, operation, requestId });
}

/** Responses that were made then, or earlier, are forgotten. */
export function oldestResponse(now: Date): Date {
  return new Date(now.getTime() - responseLifetimeMs);
}
