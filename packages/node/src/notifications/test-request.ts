/** A request as the gateway would send it, for a merchant's own tests. */
import { utf8 } from "./bytes.ts";
import type { ReceiverSettings } from "./settings.ts";
import { createSignedUrl } from "./signed-url.ts";

/** Fields that every test notification can have. */
export interface TestNotificationFields {
  /** As given to `createUrl`. */
  readonly reference: string;
  /** @default "success" */
  readonly status?: "success" | "fail" | undefined;
  /**
   * Payment code of section 7.
   * @default "0", for a failure "5000"
   */
  readonly code?: string | undefined;
  /** @default what was recorded */
  readonly currency?: string | undefined;
  /** @default made up at random */
  readonly deliveryId?: string | undefined;
}

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
export async function createTestRequest(
  settings: Pick<
    ReceiverSettings<never, unknown>,
    "audience" | "environment" | "secrets" | "address" | "signature" | "headers" | "now"
  >,
  given: {
    readonly reference: string;
    readonly deliveryId: string | undefined;
    /** Unix time in seconds. @default in a day */
    readonly expiresAt: number | undefined;
    readonly body: unknown;
  },
): Promise<TestNotification> {
  const { signature } = settings;
  const { reference, deliveryId: id = globalThis.crypto.randomUUID() } = given;
  const nowMs = settings.now();
  const expiresAt = given.expiresAt ?? Math.floor(nowMs / 1000) + 86_400;
  const body = JSON.stringify(given.body);
  const url = await createSignedUrl(settings, { reference, expiresAt });
  const headers = {
    "Content-Type": "application/json",
    [settings.headers.deliveryId]: id,
    "X-Delivery-Attempt": "1",
    ...(await signature.sign({ bytes: utf8(body), body: given.body, id, nowMs })),
  };
  const method = "POST";
  return { url, method, headers, body, toRequest: () => new Request(url, { method, headers, body }) };
}

/** How it went, as the gateway puts it. */
export function outcomeOf({ status = "success", code }: TestNotificationFields): {
  status: "success" | "fail";
  code: string;
} {
  return { status, code: code ?? (status === "success" ? "0" : "5000") };
}

/** Looks like an ID of the gateway's: a 9, and 11 or 14 digits more. */
export function randomId(digits: 11 | 14): string {
  const [high = 0, low = 0] = globalThis.crypto.getRandomValues(new Uint32Array(2));
  const tail = `${String(high % 1e7).padStart(7, "0")}${String(low % 1e7).padStart(7, "0")}`;
  return `9${tail.slice(-digits)}`;
}
