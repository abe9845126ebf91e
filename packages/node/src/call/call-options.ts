/** Validates the options of one call: idempotency key, time limit and retries. */

import { fieldsOf } from "@cardpane/contract/record";
import type { Effect } from "../errors/errors.ts";
import { checkArgument, type RequestOptions, refuseArgument, type Settings } from "../settings/settings.ts";

/** The validated options, with defaults applied. */
export type CallOptions = Readonly<ReturnType<typeof resolveCallOptions>>;

/**
 * Validates the options of a call.
 *
 * @throws NotSentError (`invalid_request`)
 */
export function resolveCallOptions(options: RequestOptions, settings: Settings, effect: Effect) {
  const idempotencyKey = options.idempotencyKey ?? globalThis.crypto.randomUUID();
  if (typeof idempotencyKey !== "string" || !/^[\x21-\x7e]{1,128}$/.test(idempotencyKey)) {
    return refuseArgument("idempotencyKey", "must be 1 to 128 visible ASCII characters");
  }
  const { signal } = options;
  const { aborted, addEventListener } = fieldsOf<AbortSignal>(signal);
  if (signal !== undefined && (typeof aborted !== "boolean" || typeof addEventListener !== "function")) {
    return refuseArgument("signal", "must be an AbortSignal, for example AbortSignal.timeout(10_000)");
  }
  return {
    idempotencyKey,
    /** Whether the caller set the key: then an earlier call may have used the same key. */
    isKeyGiven: options.idempotencyKey !== undefined,
    timeoutMs: checkArgument(
      "timeoutMs",
      options.timeoutMs ?? settings.timeoutMs ?? (effect === "read" ? 30_000 : 80_000),
    ),
    maxRetries: checkArgument("maxRetries", options.maxRetries ?? settings.maxRetries),
    signal,
  };
}
