/**
 * Signed URLs. Notifications are unsigned, so each one is verified by the secret URL that it arrives at:
 *
 *   https://shop.example.com/ipn?cp_ref=order-17&cp_exp=1924992000&cp_mac=...
 *
 * Only the gateway receives the URL, and only the holder of the secret can create one. The HMAC-SHA256 covers environment,
 * reference and expiry: a URL of staging is invalid in live, and the URL of one order is invalid for every other order. It
 * does not cover the body, which is compared with the recorded order (order-state.ts, wallet-state.ts).
 */

import { invalidRequest } from "../errors/errors.ts";
import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import { equalText, hmacSha256, toBase64Url, utf8 } from "./bytes.ts";

/** The receiver of a URL. A URL of one receiver is invalid at the other. */
export type Audience = "payment" | "wallet";

/** The signed content of a URL. */
export interface SignedUrl {
  readonly audience: Audience;
  readonly environment: string;
  /** The merchant's reference of the payment. */
  readonly reference: string;
  /** Unix time in seconds. */
  readonly expiresAt: number;
}

/** Query parameters, prefixed so that they do not collide with the merchant's own. */
const signedUrlParams = ["cp_ref", "cp_exp", "cp_mac"] as const;

export type SignedUrlCheck =
  | { readonly ok: true; readonly signedUrl: SignedUrl }
  | { readonly ok: false; readonly code: NotificationRefusalCode };

/** Settings for signing URLs. */
export interface UrlSettings {
  readonly audience: Audience;
  readonly environment: string;
  /** URL of the receiver. */
  readonly address: string;
  /** The first secret signs, all verify. */
  readonly secrets: readonly [string, ...string[]];
}

/** Adds reference, expiry and signature to the receiver's URL. Existing query parameters are kept. */
export async function createSignedUrl(
  { audience, environment, address, secrets }: UrlSettings,
  { reference, expiresAt }: Pick<SignedUrl, "reference" | "expiresAt">,
): Promise<string> {
  const url = new URL(address);
  url.searchParams.set("cp_ref", reference);
  url.searchParams.set("cp_exp", String(expiresAt));
  url.searchParams.set("cp_mac", await mac({ audience, environment, reference, expiresAt }, secrets[0]));
  return url.href;
}

/**
 * Verifies the query of a URL. Missing, repeated and malformed parameters are refused. The caller checks the expiry, because the
 * record may have a later one.
 */
export async function verifySignedUrl(
  query: URLSearchParams,
  expected: Omit<UrlSettings, "address">,
): Promise<SignedUrlCheck> {
  const refuse = (code: NotificationRefusalCode): SignedUrlCheck => ({ ok: false, code });
  const given = signedUrlParams.map((field) => query.getAll(field));
  if (given.some((values) => values.length > 1)) return refuse("signed_url_repeated");
  const [reference, expiry, proof] = given.map(([value]) => value);
  if (!reference || !expiry || !proof) return refuse("signed_url_missing");
  if (!isReference(reference) || !/^[1-9]\d{0,11}$/.test(expiry)) return refuse("signed_url_malformed");
  const { audience, environment } = expected;
  const signedUrl = { audience, environment, reference, expiresAt: Number(expiry) };
  let isOurs = false;
  for (const secret of expected.secrets) {
    // Every secret is tried, so that timing does not reveal which one matched.
    if (equalText(await mac(signedUrl, secret), proof)) isOurs = true;
  }
  return isOurs ? { ok: true, signedUrl } : refuse("signed_url_forged");
}

/** Whether a Unix time in seconds has been reached. */
export function isExpired(expiresAt: number, nowMs: number): boolean {
  return expiresAt * 1000 <= nowMs;
}

/** The maximum time in which card schemes let a shopper dispute a payment, in days. */
export const chargebackDays = 540;

/** The maximum validity of a URL, in days. */
export const maxUrlDays = 3_650;

/**
 * The expiry of a URL, Unix time in seconds.
 *
 * @throws NotSentError (`invalid_request`)
 */
export function expiryOf(expiresInDays: number, nowMs: number): number {
  if (!Number.isInteger(expiresInDays) || expiresInDays < 1 || expiresInDays > maxUrlDays) {
    throw invalidRequest({ expiresInDays: `must be a whole number from 1 to ${maxUrlDays}` });
  }
  return Math.floor(nowMs / 1000) + expiresInDays * 86_400;
}

/** @throws NotSentError (`invalid_request`) */
export function checkReference(reference: unknown): string {
  if (isReference(reference)) return reference;
  throw invalidRequest({ reference: "must be 1 to 128 characters, without blanks at its ends" });
}

/** 1 to 128 characters, without control characters and lone surrogates, which no URL preserves. */
function isReference(reference: unknown): reference is string {
  return (
    typeof reference === "string" &&
    /^[^\p{Cc}\p{Cs}]{1,128}$/u.test(reference) &&
    reference.trim() === reference
  );
}

/** First part of the signed text: separates the two receivers, and this use of the secret from any other. */
const signedFor: Readonly<Record<Audience, string>> = {
  payment: "cardpane notification 1",
  wallet: "cardpane wallet notification 1",
};

async function mac(
  { audience, environment, reference, expiresAt }: SignedUrl,
  secret: string,
): Promise<string> {
  // JSON delimits the parts unambiguously.
  const signed = JSON.stringify([signedFor[audience], environment, reference, expiresAt]);
  return toBase64Url(await hmacSha256(utf8(secret), utf8(signed)));
}

/** The expiry of a URL that is returned again. It is extended if less than half of the wanted validity is left. */
export function keepExpiry(expiresAt: number, wanted: number, nowMs: number): number {
  const now = nowMs / 1000;
  return expiresAt - now < (wanted - now) / 2 ? wanted : expiresAt;
}
