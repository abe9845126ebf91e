/**
 * The only code that sends card data, and one of the three files that reveal a `Secret`.
 *
 * One request, to the gateway that the frame's own host wrote into the document, within a deadline that covers the whole
 * answer. It is never sent a second time: a retry is the shopper's or the page's decision.
 */

import { randomUuid } from "@cardpane/contract/messages";
import { asciiDigits, digitsOf } from "../card/digits.ts";
import { readExpiry } from "../card/expiry.ts";
import { reveal, type Secret } from "../card/secret.ts";
import { reportRefusedHeaders } from "./refused-headers.ts";
import type { TokenizeRequest } from "./request.ts";
import { failure, readResponse, type TokenizeResponse } from "./response.ts";
import { readRetryAfter } from "./retry-after.ts";

/** What sending needs. */
export interface SendPorts {
  /** The gateway's base address, from the document's own configuration. */
  readonly gateway: string;
  /** Fixed headers, by the host's word. @default none */
  readonly tokenizeHeaders?: Readonly<Record<string, string>>;
  /** Whether each request has an id of its own. @default true */
  readonly sendsRequestId?: boolean;
  /** @default the browser's */
  readonly fetch?: typeof fetch;
  /** Says whether the browser believes to be online. @default navigator.onLine */
  readonly isOnline?: () => boolean;
}

/** No response of the gateway is longer; reading stops here. */
const maxResponseBytes = 16_384;

/**
 * Exchanges a card for a token. Always settles, never rejects.
 *
 * @param request what to tokenize
 * @param timeoutMs deadline of the whole exchange, milliseconds
 * @param cancelled ends the request early; the answer is then `aborted`
 */
export async function sendCard(
  request: TokenizeRequest,
  timeoutMs: number,
  cancelled: AbortSignal,
  ports: SendPorts,
): Promise<TokenizeResponse> {
  const { gateway, fetch: send = fetch, isOnline = () => navigator.onLine } = ports;
  const { tokenizeHeaders = {}, sendsRequestId = true } = ports;
  const ownHeaders = { ...tokenizeHeaders, ...(sendsRequestId ? { "X-Request-ID": randomUuid() } : {}) };
  const stop = new AbortController();
  const cancel = () => stop.abort();
  cancelled.addEventListener("abort", cancel, { once: true });
  let late = false;
  const deadline = setTimeout(() => {
    late = true;
    stop.abort();
  }, timeoutMs);
  try {
    if (cancelled.aborted) return failure("aborted");
    const response = await send(addressOf(request, gateway), {
      method: "POST",
      body: bodyOf(request),
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        ...ownHeaders,
      },
      mode: "cors",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: stop.signal,
    });
    const body = await readJson(response);
    if (stop.signal.aborted) return failure(late ? "timeout" : "aborted");
    return readResponse(
      response.status,
      body,
      readRetryAfter(response.headers.get("Retry-After"), Date.now()),
    );
  } catch {
    if (stop.signal.aborted) return failure(late ? "timeout" : "aborted");
    if (!isOnline()) return failure("offline");
    void reportRefusedHeaders(addressOf(request, gateway), ownHeaders, send);
    return failure("network");
  } finally {
    clearTimeout(deadline);
    cancelled.removeEventListener("abort", cancel);
  }
}

function addressOf(request: TokenizeRequest, gateway: string): string {
  const path = request.kind === "card" ? "/tokenize" : "/tokenizeWithPaymentAccountId";
  return gateway.replace(/\/+$/, "") + path;
}

function bodyOf(request: TokenizeRequest): string {
  const cvv = textOf(request.cvv, digitsOf);
  if (request.kind === "saved-card") {
    const { paymentAccountId, consumerId } = request;
    return JSON.stringify({ paymentAccountId, consumerId, cvv });
  }
  const expiry = readExpiry(reveal(request.expiry));
  return JSON.stringify({
    number: textOf(request.number, digitsOf),
    expirationYear: expiry.year,
    expirationMonth: expiry.month,
    cvv,
    cardHolder: textOf(request.cardholder, (name) => name.trim().replace(/\s+/g, " ")),
    zip: textOf(request.postalCode, (code) => asciiDigits(code).trim()),
  });
}

/** The text to send; an empty one is left out. */
function textOf(secret: Secret, clean: (text: string) => string): string | undefined {
  return clean(reveal(secret)) || undefined;
}

/** The body as JSON, or `undefined` where it is none or too long. */
async function readJson(response: Response): Promise<unknown> {
  const reader = response.body?.getReader();
  if (!reader) return undefined;
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxResponseBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
  try {
    return JSON.parse(text + decoder.decode());
  } catch {
    return undefined;
  }
}
