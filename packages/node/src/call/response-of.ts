/** `responseOf`: the gateway's raw response to a result. */
import { Secret } from "../client/secret.ts";

/** A response of the gateway. */
export interface GatewayResponse {
  readonly status: number;
  /** Headers with lower-case names, without cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** The idempotency key of the call. */
  readonly idempotencyKey: string;
  /** Number of attempts of the call, including this one. */
  readonly attempts: number;
  /** Duration of this attempt in milliseconds. */
  readonly elapsedMs: number;
  /** The body, parsed from JSON. A Secret, because the response of a login contains tokens. */
  readonly body: Secret<unknown>;
}

const responses = new WeakMap<object, GatewayResponse>();

/** Keeps the response of a result until the result is garbage-collected. */
export function rememberResponse(
  result: unknown,
  { body, ...response }: Omit<GatewayResponse, "body"> & { readonly body: unknown },
): void {
  if (typeof result !== "object" || result === null) return;
  responses.set(result, Object.freeze({ ...response, body: new Secret(body) }));
}

/**
 * Returns the gateway's response from which a result was read; `undefined` for any other value, including a copy of a result.
 *
 * @example
 * const result = await client.payments.create(request);
 * const response = responseOf(result);
 * log.info({ status: response?.status, gatewayId: response?.headers["x-correlation-id"] });
 */
export function responseOf(result: object): GatewayResponse | undefined {
  return responses.get(result);
}
