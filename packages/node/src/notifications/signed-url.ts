/**
 * Signed URLs. Notifications are unsigned, so each one is verified by the secret URL that it arrives at:
 *
 *   https://shop.example.com/ipn?cp_ref=order-17&cp_att=8f14...&cp_exp=2240524800&cp_mac=...
 *
 * Only the gateway receives the URL, and only the holder of the secret can create one. The HMAC-SHA256 covers audience,
 * environment, reference, attempt and expiry: a URL of staging is invalid in live, and the URL of one attempt is invalid for
 * every other. So each report, that of a renewal years later too, belongs to the attempt in its URL.
 */

import { invalidRequest } from "../errors/errors.ts";
import { NotificationRefusedError } from "../errors/notification-refused.ts";
import { equalText, hmacSha256, toBase64Url, utf8 } from "./bytes.ts";

/** What a URL or a signature is for: notifications of payments, or webhooks of the wallet. One for either is invalid for the other. */
export type Audience = "payment" | "wallet";

/** The signed content of a URL. */
export interface SignedUrl {
  /** The merchant's reference of the order. */
  readonly reference: string;
  /** Id of the attempt, which is its idempotency key. */
  readonly attempt: string;
}

/** Query parameters, prefixed so that they do not collide with the merchant's own. */
const signedUrlParams = ["cp_ref", "cp_att", "cp_exp", "cp_mac"] as const;

/** Begins the attempt in the URL of a wallet's account: `account.<user>.<account>`. */
export const accountPrefix = "account.";

/** Settings for signing URLs. */
export interface UrlSettings {
  readonly audience: Audience;
  readonly environment: string;
  /** The first secret signs, all verify. */
  readonly secrets: readonly [string, ...string[]];
  readonly now: () => number;
}

/** What a URL is created for. */
export interface UrlSubject extends SignedUrl {
  /** Whether later charges can be reported to the URL: it is then valid for ten years, otherwise for two. @default true */
  readonly renews?: boolean | undefined;
}

/**
 * Validity of a URL in days. Whoever reads a URL in a log can forge a report of its attempt, so it is short where it can be: card
 * networks take disputes of a payment for 540 days, and end them within two years.
 */
const validDays = { oneTime: 730, renewing: 3_650 } as const;

/** Adds reference, attempt, expiry and signature to the URL of the endpoint. Existing query parameters are kept. */
export async function createSignedUrl(
  settings: UrlSettings & { readonly address: string },
  { reference, attempt, renews = true }: UrlSubject,
): Promise<string> {
  const days = renews ? validDays.renewing : validDays.oneTime;
  const expiry = String(Math.floor(settings.now() / 1000) + days * 86_400);
  const url = new URL(settings.address);
  url.searchParams.set("cp_ref", reference);
  url.searchParams.set("cp_att", attempt);
  url.searchParams.set("cp_exp", expiry);
  url.searchParams.set("cp_mac", await mac(settings, [reference, attempt, expiry], settings.secrets[0]));
  return url.href;
}

/**
 * Verifies the query of a URL. Missing, repeated and malformed parameters are refused.
 *
 * @throws NotificationRefusedError
 */
export async function verifySignedUrl(query: URLSearchParams, settings: UrlSettings): Promise<SignedUrl> {
  const given = signedUrlParams.map((field) => query.getAll(field));
  if (given.some((values) => values.length > 1)) throw new NotificationRefusedError("signed_url_repeated");
  const [reference, attempt, expiry, proof] = given.map(([value]) => value);
  if (!reference || !attempt || !expiry || !proof) throw new NotificationRefusedError("signed_url_missing");
  if (!isReference(reference) || !isAttemptId(attempt) || !/^[1-9]\d{0,11}$/.test(expiry)) {
    throw new NotificationRefusedError("signed_url_malformed");
  }
  let isOurs = false;
  for (const secret of settings.secrets) {
    // Every secret is tried, so that timing does not reveal which one matched.
    if (equalText(await mac(settings, [reference, attempt, expiry], secret), proof)) isOurs = true;
  }
  if (!isOurs) throw new NotificationRefusedError("signed_url_forged");
  const isExpired = Number(expiry) * 1000 <= settings.now();
  if (isExpired) throw new NotificationRefusedError("signed_url_expired", reference);
  return { reference, attempt };
}

/** The attempt that a URL is signed for; `undefined` for the URL of an account and for any other. */
export function attemptOf(url: unknown): string | undefined {
  const query = URL.canParse(String(url)) ? new URL(String(url)).searchParams : undefined;
  const attempt = query?.get("cp_att") ?? undefined;
  return attempt?.startsWith(accountPrefix) ? undefined : attempt;
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

/** @throws NotSentError (`invalid_request`) */
export function checkAttemptId(id: unknown): string {
  if (isAttemptId(id)) return id;
  throw invalidRequest({ attempt: "must be an attempt of begin()" });
}

/** An attempt's id is its idempotency key: 1 to 128 visible ASCII characters. */
function isAttemptId(id: unknown): id is string {
  return typeof id === "string" && /^[\x21-\x7e]{1,128}$/.test(id);
}

/** First part of the signed text: separates the two audiences, and this use of the secret from any other. */
const signedFor: Readonly<Record<Audience, string>> = {
  payment: "cardpane notification 2",
  wallet: "cardpane wallet notification 2",
};

async function mac(
  { audience, environment }: UrlSettings,
  parts: readonly [reference: string, attempt: string, expiry: string],
  secret: string,
): Promise<string> {
  // JSON delimits the parts unambiguously.
  const signed = JSON.stringify([signedFor[audience], environment, ...parts]);
  return toBase64Url(await hmacSha256(utf8(secret), utf8(signed)));
}
