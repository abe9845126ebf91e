/** `X-Request-ID` over HTTP: the stored rule of db/idempotency.ts, with this layer's refusals. */

import {
  type IdempotencyKey,
  IdempotencyKeyReused,
  type JsonResponse,
  respondOnce,
} from "../db/idempotency.ts";
import type { Db } from "../db/open.ts";
import { badField, Refusal } from "../errors.ts";
import type { OperationContext } from "../operation-context.ts";

/**
 * Does the work of a request in the caller's transaction, once for each key.
 *
 * @param key absent: the work is simply done.
 * @throws Refusal 400 on `X-Request-ID` when it came with another body before; any error of the work that is not kept.
 */
export async function once(
  { tx, vault, now }: Pick<OperationContext, "tx" | "vault" | "now">,
  key: IdempotencyKey | undefined,
  work: (tx: Db) => Promise<JsonResponse>,
): Promise<JsonResponse> {
  try {
    return await respondOnce({ tx, vault, responseOf: keptResponseOf }, key, now, work);
  } catch (error) {
    if (!(error instanceof IdempotencyKeyReused)) throw error;
    throw badField("X-Request-ID", "was used before with a different body");
  }
}

/**
 * A refusal is an answer like any other and is kept. A failure of the sandbox itself is not, and neither is a "not yet":
 * the same request may then succeed.
 */
function keptResponseOf(error: unknown): JsonResponse | undefined {
  const isKept = error instanceof Refusal && error.status < 500 && error.status !== 429;
  return isKept ? { status: error.status, body: error.body } : undefined;
}
