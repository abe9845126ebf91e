/** Sends one attempt: a POST, which succeeds with a 2xx within the time limit. */
import type { SignatureSettings } from "./signature.ts";
import { signatureHeaders } from "./signature.ts";

/** The notification to send. */
export interface Message {
  readonly url: string;
  readonly deliveryId: string;
  readonly attempt: number;
  readonly transactionId: string;
  readonly status: string;
  readonly body: string;
}

/** The outcome: a status if the receiver answered, otherwise a fixed text. Never a body. */
export interface Sent {
  readonly ok: boolean;
  readonly status?: number;
  readonly error?: string;
}

export interface SendDeps {
  readonly fetch: typeof fetch;
  readonly signature: SignatureSettings;
  /** The machine's time in Unix milliseconds. */
  readonly systemNow: () => number;
  /** How long a receiver may take to answer, in milliseconds of the machine's time. */
  readonly answerWithinMs: number;
}

/**
 * Sends one attempt. It never throws: an unreachable receiver is an outcome.
 *
 * The address is the merchant's own and may be on its network or loopback: the sandbox is a tool for developers and therefore
 * listens on loopback only. A redirect is not followed, and the body of the response is not read.
 *
 * @param cutAt sends only this number of characters of the body, with the signature of the whole body.
 */
export async function send(deps: SendDeps, message: Message, cutAt?: number): Promise<Sent> {
  const { url, deliveryId, attempt, body } = message;
  const sentAtSeconds = Math.floor(deps.systemNow() / 1000);
  const signal = AbortSignal.timeout(deps.answerWithinMs);
  try {
    const response = await deps.fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Cardpane-Sandbox/1",
        "X-Delivery-ID": deliveryId,
        "X-Delivery-Attempt": String(attempt),
        ...signatureHeaders(deps.signature, { ...message, sentAtSeconds }),
      },
      body: cutAt === undefined ? body : body.slice(0, cutAt),
      redirect: "manual",
      signal,
    });
    await response.body?.cancel().catch(() => undefined);
    const { status } = response;
    return response.ok ? { ok: true, status } : { ok: false, status, error: `answered ${status}` };
  } catch (error) {
    if (signal.aborted) return { ok: false, error: `no answer within ${deps.answerWithinMs / 1000} s` };
    return { ok: false, error: reasonOf(error) };
  }
}

/** The system's error code (ECONNREFUSED, ENOTFOUND, ...): a message could repeat the address. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  const code = typeof cause === "object" && "code" in cause ? cause.code : undefined;
  return typeof code === "string" && /^\w+$/.test(code) ? `not reached: ${code}` : "not reached";
}
