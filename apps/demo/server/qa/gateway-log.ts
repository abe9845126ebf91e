/**
 * Logs every request that the shop's server sends to the gateway, for QA. An entry contains only fields that are known to be
 * harmless: never a body, a header or a whole token.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { isRecord, readOwn } from "@cardpane/contract/record";
import { explainCode } from "@cardpane/node";

/** One request and its result. */
export interface GatewayEntry {
  /** Increases with each entry. */
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `POST /payment → 201, fail, 5051 Insufficient funds, 32 ms`. */
  readonly title: string;
  /** The harmless fields of the request, as text. */
  readonly facts: string;
}

export interface GatewayLog {
  /** The wrapped `fetch`, which logs every request. */
  readonly fetch: typeof fetch;
  /** Runs `work` for a shopper: the requests that it sends are logged as theirs. */
  during<T>(shopperId: string, work: () => T): T;
  /** A shopper's entries, newest first. */
  read(shopperId: string): readonly GatewayEntry[];
}

/** Creates a log of the last 500 requests. */
export function createGatewayLog(send: typeof fetch, now: () => number): GatewayLog {
  const entries: { readonly shopperId: string | undefined; readonly entry: GatewayEntry }[] = [];
  const shoppers = new AsyncLocalStorage<string>();
  let sequence = 0;

  return {
    fetch: async (input, init) => {
      const at = now();
      const started = performance.now();
      const request = new Request(input, init);
      let result = "no answer";
      try {
        const response = await send(input, init);
        result = `${response.status}${await describeAnswer(response)}`;
        return response;
      } catch (error) {
        result += ` (${error instanceof Error ? error.name : "Error"})`;
        throw error;
      } finally {
        const { pathname } = new URL(request.url);
        const ms = Math.round(performance.now() - started);
        const title = `${request.method} ${pathname} → ${result}, ${ms} ms`;
        sequence += 1;
        const entry = { sequence, at, title, facts: describeRequest(request, init?.body) };
        entries.unshift({ shopperId: shoppers.getStore(), entry });
        if (entries.length > 500) entries.pop();
      }
    },
    during: (shopperId, work) => shoppers.run(shopperId, work),
    read: (shopperId) => entries.filter((one) => one.shopperId === shopperId).map(({ entry }) => entry),
  };
}

/** The fields of a request that are shown, at every level of its body: nothing that a shopper types or that pays. */
const shown =
  "sku price amount currency repeat offset action type id paymentSource 3ds emulateCode metadata udf1".split(
    " ",
  );

/** The request's id and its harmless fields, as JSON. */
function describeRequest(request: Request, body: unknown): string {
  const json = typeof body === "string" ? readJson(body) : undefined;
  const source = readOwn(json, "paymentSource");
  const token = readOwn(source, "type") === "token" ? String(readOwn(source, "value")) : undefined;
  return [
    `X-Request-ID: ${request.headers.get("X-Request-ID") ?? "none"}`,
    // The first eight characters: enough to distinguish two tokens, too few to use one.
    ...(token === undefined ? [] : [`token: ${token.slice(0, 8)}…`]),
    ...(json === undefined ? [] : [JSON.stringify(json, shown, 1)]),
  ].join("\n");
}

/** The status and the code of a response, or the names of the refused fields, each after a comma. */
async function describeAnswer(response: Response): Promise<string> {
  const json = readJson(await response.clone().text());
  // A response about a wallet transaction has both at its top level.
  const payment = readOwn(json, "payment") ?? json;
  const status = text(readOwn(payment, "status"));
  const code = text(readOwn(payment, "code"));
  const errors = readOwn(json, "errors");
  const facts =
    status === null
      ? Object.keys(isRecord(errors) ? errors : {})
      : [status, ...(code === null || code === "0" ? [] : [`${code} ${explainCode(code)}`])];
  return facts.map((fact) => `, ${fact}`).join("");
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
