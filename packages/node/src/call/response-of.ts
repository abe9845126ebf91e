/** The raw response beside each result. */
import { Secret } from "../client/secret.ts";

/** A response as it arrived. */
export interface GatewayResponse {
  readonly status: number;
  /** Lower-case names. Cookies are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** The idempotency key of the call. */
  readonly idempotencyKey: string;
  /** Attempts of the call, this one included. */
  readonly attempts: number;
  /** Milliseconds of this attempt. */
  readonly elapsedMs: number;
  /** The body, parsed from JSON. A secret, because a login's response holds tokens. */
  readonly body: Secret<unknown>;
}

const responses = new WeakMap<object, GatewayResponse>();

/** Remembers the response of a result for as long as the result lives. */
export function rememberResponse(
  result: unknown,
  { body, ...response }: Omit<GatewayResponse, "body"> & { readonly body: unknown },
): void {
  if (typeof result !== "object" || result === null) return;
  responses.set(result, Object.freeze({ ...response, body: new Secret(body) }));
}

/**
 * Returns the gateway's response that a result of a call was read from; `undefined` for anything else, a copy of a result
 * included.
 *
 * @example
 * const result = await client.payments.create(request);
 * const response = responseOf(result);
 * log.info({ status: response?.status, gatewayId: response?.headers["x-correlation-id"] });
 */
export function responseOf(result: object): GatewayResponse | undefined {
  return responses.get(result);
}
