/** Faults of a response: a QA rule makes the gateway answer late, or with an error, before its work or after it. */

import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { readOwn } from "@cardpane/contract/record";
import type { Database } from "../db/open.ts";
import { takeRule } from "../db/rules.ts";
import type { RuleEffect } from "../db/schema-outbox.ts";
import { Refusal, type RefusalStatus, refusalMessages } from "../errors.ts";
import type { Vault } from "../vault/vault.ts";

/** How an answer fails. */
export type AnswerFault = Omit<Extract<RuleEffect, { type: "answer" }>, "type"> & {
  /** Whether there is no answer at all. */
  readonly isSilent?: boolean;
};

/** The `Retry-After` of an injected 429. */
const retryAfterSeconds = 30;

/** Uses up the fault that a rule injects into a request, if there is one. */
export function takeAnswerFault(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  merchantId: number | undefined,
  path: string,
  body: string,
): ReturnType<typeof takeRule<"answer">> {
  const input = parseOrNothing(body);
  const source = readOwn(input, "paymentSource");
  const consumer = readOwn(input, "consumer");
  const card = readOwn(source, "number") ?? readOwn(input, "number");
  const names = [
    ...["id", "externalId", "email"].map((name) => readOwn(consumer, name)),
    readOwn(input, "clientId"),
  ];
  const price = readOwn(readOwn(input, "sku"), "price");
  // A payment has them in its price, the wallet's operations at the top level.
  const money: unknown = Array.isArray(price) && price.length > 0 ? price[0] : input;
  const amount = readOwn(money, "amount");
  const currency = readOwn(money, "currency");
  return takeRule(database.db, merchantId, "answer", {
    path,
    consumer: names.filter((name) => typeof name === "string" || typeof name === "number").map(String),
    amount: typeof amount === "number" ? amount : undefined,
    currency: typeof currency === "string" ? currency : undefined,
    cardFingerprint: typeof card === "string" ? vault.fingerprint(card) : undefined,
  });
}

/**
 * Delays or refuses a request by its fault, or holds it until the caller closes the connection. The delay runs on the machine's
 * clock.
 *
 * @param signal aborted when the caller closes the connection.
 * @throws Refusal with the fault's status; a 429 has `Retry-After: 30`.
 */
export async function injectFault(
  { status, delayMs, isSilent = false }: AnswerFault,
  signal: AbortSignal,
): Promise<void> {
  if (isSilent) {
    if (!signal.aborted) await once(signal, "abort");
    // Nobody receives it; the request log shows that the request was not answered.
    throw new Refusal(503);
  }
  if (delayMs) await pause(delayMs);
  if (status === undefined || !isRefusalStatus(status)) return;
  throw new Refusal(status, {}, status === 429 ? retryAfterSeconds : undefined);
}

function isRefusalStatus(status: number): status is RefusalStatus {
  return Object.hasOwn(refusalMessages, status);
}

/** A malformed body is refused later, with its own error. */
function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
