/** Faults of a response: a QA rule makes the gateway answer late, or with an error, before its work or after it. */

import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { readOwn } from "@cardpane/contract/record";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Database } from "../db/open.ts";
import { takeRule } from "../db/rules.ts";
import type { RuleEffect } from "../db/schema-outbox.ts";
import { Refusal, type RefusalStatus, refusalMessages } from "../errors.ts";
import type { Vault } from "../vault/vault.ts";

/** How an answer fails. */
export type AnswerFault = Omit<Extract<RuleEffect, { type: "answer" }>, "type">;

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
 * Delays or refuses a request by its fault, or loses its answer: then it returns what is sent instead, or holds the request until
 * its connection is closed. The delay runs on the machine's clock.
 *
 * @throws Refusal with the fault's status; a 429 has `Retry-After: 30`.
 */
export async function injectFault(
  c: Context,
  { status, delayMs, lost }: AnswerFault,
): Promise<Response | undefined> {
  const { signal } = c.req.raw;
  if (delayMs) await pause(delayMs);
  if (lost === "html") return c.html("<html><title>502 Bad Gateway</title><h1>Bad Gateway</h1></html>", 502);
  if (lost !== undefined) {
    // An application that is called directly, without a network, has no socket.
    if (lost === "reset") (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.resetAndDestroy();
    if (!signal.aborted) await once(signal, "abort");
    // Nobody receives it; the request log shows that the request was not answered.
    throw new Refusal(503);
  }
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
