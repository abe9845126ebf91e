/**
 * The only code that sends card data, and one of the three files that reveal a `Secret`.
 *
 * It sends one request to the gateway that the frame's own host wrote into the document. The deadline covers the whole response.
 * The request is never repeated: a retry is the decision of the shopper or the page.
 */

import { randomUuid } from "@cardpane/contract/messages";
import { asciiDigits, digitsOf } from "../card/digits.ts";
import { readExpiry } from "../card/expiry.ts";
import { reveal, type Secret } from "../card/secret.ts";
import { expiryOf } from "../fields/validate-field.ts";
import type { TokenizeRequest } from "./request.ts";
import { failure, readResponse, type TokenizeResponse } from "./response.ts";
import { readRetryAfter } from "./retry-after.ts";

/** The dependencies of `sendCard`: the host's configuration and the browser. */
export interface SendPorts {
  /** The base address of the gateway, from the document's configuration. */
  readonly gateway: string;
  /** Fixed headers from the host's configuration. */
  readonly tokenizeHeaders: Readonly<Record<string, string>>;
  /** Whether each request has a new `X-Request-ID`. */
  readonly sendsRequestId: boolean;
  /** @default the browser's `fetch` */
  readonly fetch?: typeof fetch;
  /** Whether the browser reports that it is online. @default navigator.onLine */
  readonly isOnline?: () => boolean;
}

/** The maximum size of a response; reading stops there. */
const maxResponseBytes = 16_384;

/**
 * Exchanges a card for a token. Always resolves, never rejects.
 *
 * @param request the card to tokenize
 * @param timeoutMs the deadline of the whole exchange, in milliseconds
 * @param cancelled aborts the request; the result is then `aborted`
 */
export async function sendCard(
  request: TokenizeRequest,
  timeoutMs: number,
  cancelled: AbortSignal,
  ports: SendPorts,
): Promise<TokenizeResponse> {
  const { gateway, tokenizeHeaders, sendsRequestId, fetch: send = fetch } = ports;
  const { isOnline = () => navigator.onLine } = ports;
  const stop = new AbortController();
  const cancel = () => stop.abort();
  cancelled.addEventListener("abort", cancel, { once: true });
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
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
        ...tokenizeHeaders,
        ...(sendsRequestId ? { "X-Request-ID": randomUuid() } : {}),
      },
      mode: "cors",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: stop.signal,
    });
    const body = await readJson(response);
    if (stop.signal.aborted) return failure(isLate ? "timeout" : "aborted");
    return readResponse(
      response.status,
      body,
      readRetryAfter(response.headers.get("Retry-After"), Date.now()),
    );
  } catch {
    if (stop.signal.aborted) return failure(isLate ? "timeout" : "aborted");
    return failure(isOnline() ? "network" : "offline");
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
  if (request.kind === "saved-card") {
    const { paymentAccountId, consumerId, cvv } = request;
    return JSON.stringify({ paymentAccountId, consumerId, cvv: textOf(cvv, digitsOf) });
  }
  const { entries } = request;
  const expiry = readExpiry(reveal(expiryOf(entries)));
  return JSON.stringify({
    number: textOf(entries.number, digitsOf),
    expirationYear: expiry.year,
    expirationMonth: expiry.month,
    cvv: textOf(entries.cvv, digitsOf),
    cardHolder: textOf(entries.cardholder, (name) => name.trim().replace(/\s+/g, " ")),
    zip: textOf(entries.postalCode, (code) => asciiDigits(code).trim()),
  });
}

/** The text to send, or `undefined` if it is empty, so that JSON omits it. */
function textOf(secret: Secret, clean: (text: string) => string): string | undefined {
  return clean(reveal(secret)) || undefined;
}

/** The parsed JSON body, or `undefined` if it is invalid or too long. */
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
