/**
 * `X-Request-ID`: the same id again returns the first answer and does nothing twice.
 *
 * The id is claimed by inserting its row in the very transaction that does the work. A concurrent duplicate waits at the
 * primary key until that transaction ends: it then reads the kept answer, or, when the work failed with a 5xx and left
 * nothing behind, does the work itself. Work and answer are thus kept together or not at all, whatever is killed when.
 *
 * Answers are sealed: some hold a customer's tokens or an authenticator's secret.
 */
import { and, eq, lte } from "drizzle-orm";
import { badField, Refusal } from "../errors.ts";
import type { Place, Vault } from "../vault/vault.ts";
import type { Db } from "./open.ts";
import { keptAnswers } from "./schema.ts";

/** How long an answer is kept (*assumption*). */
export const answerLifetimeMs = 24 * 60 * 60 * 1000;

/** A status and a JSON text. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Which answer a request asks for. */
export interface AnswerKey {
  readonly scope: string;
  readonly operation: string;
  readonly requestId: string;
  /** Keyed hash of the body, which tells another body from the same one. */
  readonly bodyHash: string;
}

/**
 * Does the work in the caller's transaction, once for each key.
 *
 * @param key absent: the work is simply done.
 * @throws Refusal 400 on `X-Request-ID` when it came with another body before; any error of the work that is no
 * {@link Refusal} to be kept.
 */
export async function answerOnce(
  { tx, vault }: { readonly tx: Db; readonly vault: Vault },
  key: AnswerKey | undefined,
  now: Date,
  work: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  if (!key) return work(tx);
  if (!(await claim(tx, key, now))) return readKept(tx, vault, key);
  const answer = await tx.transaction(work).catch(answerOfRefusal);
  const body = vault.seal(placeOf(key), answer.body);
  await tx.update(keptAnswers).set({ status: answer.status, body }).where(isKey(key));
  return answer;
}

/** Forgets answers that are too old. */
export async function forgetAnswers(db: Db, now: Date): Promise<void> {
  await db.delete(keptAnswers).where(lte(keptAnswers.createdAt, oldest(now)));
}

async function claim(tx: Db, key: AnswerKey, now: Date): Promise<boolean> {
  const fresh = { bodyHash: key.bodyHash, createdAt: now, status: null, body: null };
  const claimed = await tx
    .insert(keptAnswers)
    .values({ ...key, ...fresh })
    .onConflictDoUpdate({
      target: [keptAnswers.scope, keptAnswers.operation, keptAnswers.requestId],
      set: fresh,
      setWhere: lte(keptAnswers.createdAt, oldest(now)),
    })
    .returning({ requestId: keptAnswers.requestId });
  return claimed.length > 0;
}

async function readKept(tx: Db, vault: Vault, key: AnswerKey): Promise<Answer> {
  const [kept] = await tx.select().from(keptAnswers).where(isKey(key));
  if (!kept || kept.status === null || kept.body === null) throw new Error("A kept answer is not complete.");
  if (kept.bodyHash !== key.bodyHash) {
    throw badField("X-Request-ID", "was used before with a different body");
  }
  return { status: kept.status, body: vault.open(placeOf(key), kept.body) };
}

/**
 * A refusal is an answer like any other and is kept. A failure of the sandbox itself is not, and neither is a "not yet":
 * both are to be asked again.
 */
function answerOfRefusal(error: unknown): Answer {
  const isKept = error instanceof Refusal && error.status < 500 && error.status !== 429;
  if (isKept) return { status: error.status, body: error.body };
  throw error;
}

function placeOf({ scope, operation, requestId }: AnswerKey): Place {
  return `kept_answers/${JSON.stringify([scope, operation, requestId])}`;
}

function isKey(key: AnswerKey) {
  return and(
    eq(keptAnswers.scope, key.scope),
    eq(keptAnswers.operation, key.operation),
    eq(keptAnswers.requestId, key.requestId),
  );
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - answerLifetimeMs);
}
