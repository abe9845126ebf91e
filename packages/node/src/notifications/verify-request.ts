/**
 * Verifies one request to a notification URL, the cheapest check first. The body is read only after the URL is verified:
 *
 *   method -> signed URL -> body (bounded) -> signature -> JSON
 */

import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import { queryOf, type RequestHeaders, readRequest } from "../shopper/request.ts";
import { readBody } from "./read-body.ts";
import type { ProofSettings } from "./settings.ts";
import { verifySignedUrl } from "./signed-url.ts";

/** A request of any framework. A Fetch `Request` is one. */
export interface NotificationRequest {
  readonly method: string;
  /** Absolute, or path and query. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** A stream, bytes or text, or the value that a body parser made of them; `undefined` if the body was read before. */
  readonly body?: unknown;
  /** Of a Fetch `Request`: whether its body was read before. */
  readonly bodyUsed?: boolean;
}

/** The content of a verified request, or the reason of the refusal. */
export type VerifiedRequest =
  | {
      readonly ok: true;
      readonly reference: string;
      readonly attempt: string;
      readonly deliveryId: string | undefined;
      /** The parsed JSON. */
      readonly body: unknown;
    }
  | { readonly ok: false; readonly code: NotificationRefusalCode; readonly reference?: string };

/** Maximum length of a delivery ID. A longer ID is ignored and not stored. */
const maxDeliveryId = 128;

/** Makes every check that needs no store. Never throws, unless the merchant's own signature scheme does. */
export async function verifyRequest(
  request: NotificationRequest,
  settings: ProofSettings,
): Promise<VerifiedRequest> {
  const { method, url, headers } = request;
  if (method !== "POST") return { ok: false, code: "method_wrong" };
  const { audience, signature } = settings;
  const { signature: signatureHeader, deliveryId: deliveryHeader } = settings.headers;
  const { header } = readRequest({ headers });
  const proof = await verifySignedUrl(queryOf(url), settings);
  if (!proof.ok) return proof;
  const { reference, attempt } = proof;
  const refuse = (code: NotificationRefusalCode): VerifiedRequest => ({ ok: false, code, reference });

  const content = await readBody(request.bodyUsed ? undefined : request.body, signature.coversBody);
  if (typeof content === "string") return refuse(content);
  const nowMs = settings.now();
  const problem = await signature.verify({ audience, ...content, header, signatureHeader, nowMs });
  if (problem !== undefined) return refuse(problem);
  if (content.body === undefined) return refuse("body_unreadable");
  const id = header(deliveryHeader);
  const deliveryId = id !== undefined && id.length <= maxDeliveryId ? id : undefined;
  return { ok: true, reference, attempt, deliveryId, body: content.body };
}
