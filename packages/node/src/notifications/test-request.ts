/** A request as the gateway would send it, for a merchant's own tests. */
import { utf8 } from "./bytes.ts";
import { writeCapability } from "./capability.ts";
import type { ReceiverSettings } from "./settings.ts";

/** A request that is ready to be sent. */
export interface TestNotification {
  readonly url: string;
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  /** The same as a Fetch request. */
  toRequest(): Request;
}

/** Addresses and signs a body. */
export async function makeTestRequest(
  settings: Pick<
    ReceiverSettings<never, unknown>,
    "use" | "environment" | "secrets" | "address" | "signature" | "now"
  >,
  given: {
    readonly reference: string;
    readonly deliveryId: string | undefined;
    /** Unix time in seconds. @default in a day */
    readonly expiresAt: number | undefined;
    readonly body: unknown;
  },
): Promise<TestNotification> {
  const { use, environment, secrets, address, signature } = settings;
  const { reference, deliveryId: id = globalThis.crypto.randomUUID() } = given;
  const nowMs = settings.now();
  const expiresAt = given.expiresAt ?? Math.floor(nowMs / 1000) + 86_400;
  const body = JSON.stringify(given.body);
  const url = await writeCapability(address, { use, environment, reference, expiresAt }, secrets[0]);
  const headers = {
    "Content-Type": "application/json",
    "X-Delivery-ID": id,
    "X-Delivery-Attempt": "1",
    ...(await signature.sign({ bytes: utf8(body), body: given.body, id, nowMs })),
  };
  const method = "POST";
  return { url, method, headers, body, toRequest: () => new Request(url, { method, headers, body }) };
}
