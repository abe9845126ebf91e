/**
 * The capability: what proves that a notification is ours, although nobody signs it.
 *
 *   https://shop.example.com/ipn?cp_ref=order-17&cp_exp=1924992000&cp_mac=...
 *
 * Only the gateway is told this address, and only whoever has the secret can make one. The HMAC-SHA256 covers environment,
 * reference and expiry, so that an address of staging opens nothing in live, and one order's address opens no other's.
 * What it does not cover is the body: that is compared with what was recorded (order.ts, wallet-record.ts).
 */
import { equalText, hmacSha256, toBase64Url, utf8 } from "./bytes.ts";
import type { NotificationRefusalCode } from "./refusal.ts";

/** What is told to the address: the address of one opens nothing in another. */
export type Use = "payment" | "wallet";

/** What a capability stands for. */
export interface Capability {
  readonly use: Use;
  readonly environment: string;
  /** The merchant's name for the payment. */
  readonly reference: string;
  /** Unix time in seconds. */
  readonly expiresAt: number;
}

/** Names of the query's fields, unlikely to meet those of the merchant. */
export const capabilityFields = ["cp_ref", "cp_exp", "cp_mac"] as const;

export type CapabilityReading =
  | { readonly ok: true; readonly capability: Capability }
  | { readonly ok: false; readonly code: NotificationRefusalCode };

/** Puts a capability into an address. */
export async function writeCapability(base: string, capability: Capability, secret: string): Promise<string> {
  const url = new URL(base);
  url.searchParams.set("cp_ref", capability.reference);
  url.searchParams.set("cp_exp", String(capability.expiresAt));
  url.searchParams.set("cp_mac", await mac(capability, secret));
  return url.href;
}

/** Reads the capability of an address. Whatever is missing, twice or odd is a refusal. */
export async function readCapability(
  query: URLSearchParams,
  expected: {
    readonly use: Use;
    readonly environment: string;
    readonly secrets: readonly string[];
    readonly nowMs: number;
  },
): Promise<CapabilityReading> {
  const refuse = (code: NotificationRefusalCode): CapabilityReading => ({ ok: false, code });
  const given = capabilityFields.map((field) => query.getAll(field));
  if (given.some((values) => values.length > 1)) return refuse("capability_repeated");
  const [reference, expiry, proof] = given.map(([value]) => value);
  if (!reference || !expiry || !proof) return refuse("capability_missing");
  if (!isReference(reference) || !/^[1-9]\d{0,11}$/.test(expiry)) return refuse("capability_malformed");
  const { use, environment } = expected;
  const capability = { use, environment, reference, expiresAt: Number(expiry) };
  let isOurs = false;
  for (const secret of expected.secrets) {
    // Every secret is tried, so that the time tells nothing of which one fitted.
    if (equalText(await mac(capability, secret), proof)) isOurs = true;
  }
  if (!isOurs) return refuse("capability_forged");
  return capability.expiresAt * 1000 > expected.nowMs
    ? { ok: true, capability }
    : refuse("capability_expired");
}

/** 1 to 128 characters without control characters and lone surrogates, which no address carries unchanged. */
export function isReference(reference: unknown): reference is string {
  return (
    typeof reference === "string" &&
    /^[^\p{Cc}\p{Cs}]{1,128}$/u.test(reference) &&
    reference.trim() === reference
  );
}

/** The first part of what is signed names what for, so that no other use of the secret makes the same text. */
const signedFor: Readonly<Record<Use, string>> = {
  payment: "cardpane notification 1",
  wallet: "cardpane wallet notification 1",
};

async function mac({ use, environment, reference, expiresAt }: Capability, secret: string): Promise<string> {
  // JSON keeps the parts apart.
  const signed = JSON.stringify([signedFor[use], environment, reference, expiresAt]);
  return toBase64Url(await hmacSha256(utf8(secret), utf8(signed)));
}
