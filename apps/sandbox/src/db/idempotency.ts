/**
 * `X-Request-ID`: the same id again returns the first response and repeats no work.
 *
 * The response is kept in the transaction that does the work: both are kept or neither, even if the process is killed. A concurrent
 * duplicate waits for that transaction, as every write does.
 *
 * Responses are sealed: some contain a customer's tokens or an authenticator's secret.
 */
import { badField, Refusal } from "../errors.ts";
import type { Vault } from "../vault/vault.ts";
import type { Db } from "./open.ts";
import { findRow, upsertRow } from "./rows.ts";
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
  const { bodyHash, ...id } = key;
  const place = `kept_answers/${JSON.stringify([id.scope, id.operation, id.requestId])}` as const;
  const kept = await findRow(tx, keptAnswers, id);
  if (kept && kept.createdAt > oldestResponse(now)) {
    if (kept.bodyHash !== bodyHash) throw badField("X-Request-ID", "was used before with a different body");
    return { status: kept.status, body: vault.open(place, kept.body) };
  }
  const { status, body } = await tx.transaction(work).catch((error: unknown) => {
    if (!isKept(error)) throw error;
    return error;
  });
  const row = { bodyHash, status, body: vault.seal(place, body), createdAt: now };
  const { scope, operation, requestId } = keptAnswers;
  await upsertRow(tx, keptAnswers, { ...id, ...row }, [scope, operation, requestId], row);
  return { status, body };
}

/**
 * A refusal is a response like any other and is kept. A failure of the sandbox itself is not kept, and neither is a 429: the
 * same request may succeed later.
 */
function isKept(error: unknown): error is Refusal {
  return error instanceof Refusal && error.status < 500 && error.status !== 429;
}

/** Responses that were made then, or earlier, are forgotten. */
export function oldestResponse(now: Date): Date {
  return new Date(now.getTime() - responseLifetimeMs);
}
