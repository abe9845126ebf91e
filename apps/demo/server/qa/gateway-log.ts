/**
 * Logs every request that the shop's server sends to the gateway, for QA. An entry contains only fields that are known to be
 * harmless: never a body, a header or a whole token.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { isRecord, readOwn } from "@cardpane/contract/record";
import { explainCode } from "@cardpane/node";

/** One request and its result. */
export interface GatewayEntry {
  /** Increases with each entry; a client requests the entries after the last one that it has. */
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly requestId: string | null;
  /** First characters of the token that the payment used. */
  readonly token: string | null;
  readonly amount: string | null;
  readonly threeDs: boolean | null;
  /** Whether the request retries an order of the gateway with 3D Secure (`sku.action`). */
  readonly isScaRetry: boolean;
  readonly emulateCode: string | null;
  /** HTTP status; `null` if no response arrived. */
  readonly status: number | null;
  /** `payment.status` and `payment.code` of the response, or the names of the refused fields. */
  readonly result: string | null;
  readonly durationMs: number;
}

export interface GatewayLog {
  /** The wrapped `fetch`, which logs every request. */
  readonly fetch: typeof fetch;
  /** Runs `work` for a shopper: the requests that it sends are logged as theirs. */
  during<T>(shopperId: string, work: () => T): T;
  /** A shopper's entries after a sequence number. */
  read(after: number, shopperId: string): readonly GatewayEntry[];
}

export interface GatewayLogOptions {
  /** @default the global one */
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The maximum number of entries. @default 500 */
  readonly limit?: number;
}

export function createGatewayLog({ fetch: send = fetch, now, limit = 500 }: GatewayLogOptions): GatewayLog {
  const entries: { readonly shopperId: string | undefined; readonly entry: GatewayEntry }[] = [];
  const shoppers = new AsyncLocalStorage<string>();
  let sequence = 0;

  const note = (entry: Omit<GatewayEntry, "sequence">) => {
    sequence += 1;
    entries.push({ shopperId: shoppers.getStore(), entry: { sequence, ...entry } });
    if (entries.length > limit) entries.shift();
  };

  return {
    fetch: async (input, init) => {
      const at = now();
      const request = new Request(input, init);
      const started = performance.now();
      const sent = { at, ...describeRequest(request, init?.body) };
      const took = () => Math.round(performance.now() - started);
      try {
        const response = await send(input, init);
        note({
          ...sent,
          status: response.status,
          result: await describeAnswer(response),
          durationMs: took(),
        });
        return response;
      } catch (error) {
        const name = error instanceof Error ? error.name : "Error";
        note({ ...sent, status: null, result: `no answer (${name})`, durationMs: took() });
        throw error;
      }
    },
    during: (shopperId, work) => shoppers.run(shopperId, work),
    read: (after, shopperId) =>
      entries
        .filter((one) => one.shopperId === shopperId && one.entry.sequence > after)
        .map(({ entry }) => entry),
  };
}

function describeRequest(request: Request, body: unknown) {
  const json = typeof body === "string" ? readJson(body) : undefined;
  const source = readOwn(json, "paymentSource");
  const prices = readOwn(readOwn(json, "sku"), "price");
  const price: unknown = Array.isArray(prices) ? prices[0] : undefined;
  const token = readOwn(source, "type") === "token" ? readOwn(source, "value") : undefined;
  // A request for a wallet has the amount and the currency at its top level.
  const { amount, currency } = {
    amount: readOwn(price ?? json, "amount"),
    currency: text(readOwn(price ?? json, "currency")),
  };
  return {
    method: request.method,
    path: new URL(request.url).pathname,
    requestId: request.headers.get("X-Request-ID"),
    token: typeof token === "string" ? shorten(token) : null,
    amount: typeof amount === "number" ? `${amount.toFixed(2)} ${currency ?? ""}`.trim() : null,
    threeDs: isRecord(source) ? readOwn(source, "3ds") !== false : null,
    isScaRetry: readOwn(readOwn(json, "sku"), "action") !== undefined,
    emulateCode: text(readOwn(source, "emulateCode")),
  };
}

async function describeAnswer(response: Response): Promise<string | null> {
  const json = readJson(await response.clone().text());
  // A response about a wallet transaction has both at its top level.
  const payment = readOwn(json, "payment") ?? json;
  const status = text(readOwn(payment, "status"));
  const code = text(readOwn(payment, "code"));
  if (status !== null)
    return code === null || code === "0" ? status : `${status}, ${code} ${explainCode(code)}`;
  const errors = readOwn(json, "errors");
  if (isRecord(errors)) return Object.keys(errors).join(", ") || null;
  return null;
}

/** The first eight characters: enough to distinguish two tokens, too few to use one. */
function shorten(token: string): string {
  return `${token.slice(0, 8)}…`;
}

/** A short text from the gateway, without digits that could be a card number. */
function text(value: unknown): string | null {
  return typeof value === "string" ? value.slice(0, 40).replaceAll(/\d{9,}/g, "[digits]") : null;
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
