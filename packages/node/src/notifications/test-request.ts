/** Creates requests like the gateway's, for a merchant's own tests. */
import { utf8 } from "./bytes.ts";
import type { ReceiverSettings } from "./settings.ts";
import { createSignedUrl } from "./signed-url.ts";

/** Fields that every test notification can have. */
export interface TestNotificationFields {
  /** As passed to `pay` or `begin`. */
  readonly reference: string;
  /**
   * Id of the attempt.
   * @default the last attempt of the reference
   */
  readonly attempt?: string | undefined;
  /** @default "success" */
  readonly status?: "success" | "fail" | undefined;
  /**
   * Payment code (section 7).
   * @default "0"; for a failure "5000"
   */
  readonly code?: string | undefined;
  /** @default the recorded currency */
  readonly currency?: string | undefined;
  /** @default a random id */
  readonly deliveryId?: string | undefined;
}

/** A request that is ready to be sent. */
export interface TestNotification {
  readonly url: string;
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  /** Returns the same request as a Fetch `Request`. */
  toRequest(): Request;
}

/** Creates the signed URL and the signature headers for a body. */
export async function createTestRequest(
  settings: Pick<
    ReceiverSettings<never, unknown>,
    "audience" | "environment" | "secrets" | "address" | "signature" | "headers" | "now"
  >,
  given: {
    readonly reference: string;
    readonly attempt: string;
    readonly deliveryId: string | undefined;
    readonly body: unknown;
  },
): Promise<TestNotification> {
  const { audience, signature } = settings;
  const { signature: signatureHeader, deliveryId: deliveryHeader } = settings.headers;
  const { reference, attempt, deliveryId: id = globalThis.crypto.randomUUID() } = given;
  const nowMs = settings.now();
  const body = JSON.stringify(given.body);
  const url = await createSignedUrl(settings, { reference, attempt });
  const headers = {
    "Content-Type": "application/json",
    [deliveryHeader]: id,
    "X-Delivery-Attempt": "1",
    ...(await signature.sign({ audience, signatureHeader, bytes: utf8(body), body: given.body, id, nowMs })),
  };
  const method = "POST";
  return { url, method, headers, body, toRequest: () => new Request(url, { method, headers, body }) };
}

/** Status and code of a test notification, with defaults. */
export function outcomeOf({ status = "success", code }: TestNotificationFields): {
  status: "success" | "fail";
  code: string;
} {
  return { status, code: code ?? (status === "success" ? "0" : "5000") };
}

/** A random ID in the gateway's format: a 9, and 11 or 14 more digits. */
export function randomId(digits: 11 | 14): string {
  const [high = 0, low = 0] = globalThis.crypto.getRandomValues(new Uint32Array(2));
  const tail = `${String(high % 1e7).padStart(7, "0")}${String(low % 1e7).padStart(7, "0")}`;
  return `9${tail.slice(-digits)}`;
}
