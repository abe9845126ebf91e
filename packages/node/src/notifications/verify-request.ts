/**
 * Verifies one request to a notification URL, the cheapest check first. The body is read only after the URL is verified:
 *
 *   method -> signed URL -> body (bounded) -> signature -> JSON
 */

import { parseJson } from "../call/response.ts";
import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import { queryOf, type RequestHeaders, readRequest } from "../shopper/request.ts";
import type { Bytes } from "./bytes.ts";
import { type FetchRequest, fetchBody, type ReceivedBody } from "./fetch-body.ts";
import type { ProofSettings } from "./settings.ts";
import { verifySignedUrl } from "./signed-url.ts";

/** A request of any framework. */
export interface ReceivedNotification {
  readonly method: string;
  /** Absolute, or path and query. */
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly body: ReceivedBody;
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

/** Maximum size of a body. A notification has a few kilobytes. */
const maxBodyBytes = 262_144;

/** Maximum length of a delivery ID. A longer ID is ignored and not stored. */
const maxDeliveryId = 128;

/** Makes every check that needs no store. Never throws, unless the merchant's own signature scheme does. */
export async function verifyRequest(
  request: FetchRequest | ReceivedNotification,
  settings: ProofSettings,
): Promise<VerifiedRequest> {
  const { method, url, headers } = request;
  if (method !== "POST") return { ok: false, code: "method_wrong" };
  const { audience, signature } = settings;
  const { header } = readRequest({ headers });
  const proof = await verifySignedUrl(queryOf(url), settings);
  if (!proof.ok) return proof;
  const { reference, attempt } = proof;
  const refuse = (code: NotificationRefusalCode): VerifiedRequest => ({ ok: false, code, reference });

  const given = "text" in request ? fetchBody(request) : request.body;
  const content = await readContent(given, signature.coversBody);
  if (typeof content === "string") return refuse(content);
  const problem = await signature.verify({ audience, ...content, header, nowMs: settings.now() });
  if (problem !== undefined) return refuse(problem);
  if (content.body === undefined) return refuse("body_unreadable");
  const id = header(settings.headers.deliveryId);
  const deliveryId = id !== undefined && id.length <= maxDeliveryId ? id : undefined;
  return { ok: true, reference, attempt, deliveryId, body: content.body };
}

interface Content {
  readonly bytes: Bytes;
  /** `undefined` if the body is no JSON. */
  readonly body: unknown;
}

async function readContent(
  body: ReceivedBody,
  wantsBytes: boolean,
): Promise<Content | Extract<NotificationRefusalCode, `body_${string}`>> {
  if (body === "consumed") return "body_consumed";
  if ("parsed" in body) {
    if (wantsBytes) return "body_consumed";
    return { bytes: new Uint8Array(), body: body.parsed };
  }
  let bytes: Bytes | undefined;
  try {
    bytes = await body.read(maxBodyBytes);
  } catch {
    return "body_broken";
  }
  if (!bytes) return "body_too_long";
  return { bytes, body: parseJson(new TextDecoder().decode(bytes)) };
}
