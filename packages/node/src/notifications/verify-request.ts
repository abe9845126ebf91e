/**
 * Verifies one request to a notification URL, the cheapest check first. The body is read only after the URL is verified:
 *
 *   method -> signed URL -> body (bounded) -> signature -> JSON
 */

import { NotificationRefusedError } from "../errors/notification-refused.ts";
import { queryOf, type RequestHeaders, readRequest } from "../shopper/request.ts";
import { readBody } from "./read-body.ts";
import type { ProofSettings } from "./settings.ts";
import { type SignedUrl, verifySignedUrl } from "./signed-url.ts";

/** A request of any framework. A Fetch `Request` is one. */
export interface NotificationRequest {
  readonly method: string;
  /** Absolute, or path and query. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /**
   * A stream, bytes or text, or the value that a body parser made of them; `undefined` if the body was read before, or can be
   * read by `text` only.
   */
  readonly body?: unknown;
  /** Reads the body of a Fetch `Request` that has no stream. */
  readonly text?: () => Promise<string>;
  /** Whether the body of a Fetch `Request` was read before. */
  readonly bodyUsed?: boolean;
}

/** The content of a verified request. */
export interface VerifiedRequest extends SignedUrl {
  readonly deliveryId: string | undefined;
  /** The parsed JSON. */
  readonly body: unknown;
}

/** Maximum length of a delivery ID. A longer ID is ignored and not stored. */
const maxDeliveryId = 128;

/**
 * Makes every check that needs no store.
 *
 * @throws NotificationRefusedError, or what the merchant's own signature scheme throws
 */
export async function verifyRequest(
  request: NotificationRequest,
  settings: ProofSettings,
): Promise<VerifiedRequest> {
  const { method, url, headers } = request;
  if (method !== "POST") throw new NotificationRefusedError("method_wrong");
  const { audience, signature } = settings;
  const { signature: signatureHeader, deliveryId: deliveryHeader } = settings.headers;
  const { header } = readRequest({ headers });
  const { reference, attempt } = await verifySignedUrl(queryOf(url), settings);

  const content = await readBody(unreadBody(request, reference), signature.coversBody, audience);
  if (typeof content === "string") throw new NotificationRefusedError(content, reference);
  const { body } = content;
  const nowMs = settings.now();
  const problem = await signature.verify({ audience, ...content, header, signatureHeader, nowMs });
  if (problem !== undefined) throw new NotificationRefusedError(problem, reference);
  if (body === undefined) throw new NotificationRefusedError("body_unreadable", reference);
  if (isTooDeep(body)) throw new NotificationRefusedError("body_too_deep", reference);
  const id = header(deliveryHeader);
  const deliveryId = id !== undefined && id.length <= maxDeliveryId ? id : undefined;
  return { reference, attempt, deliveryId, body };
}

/** Maximum depth of a body: JSON can nest more deeply than the stack. A notification has four levels and those of its metadata. */
const maxDepth = 64;

function isTooDeep(value: unknown, levels = maxDepth): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isTooDeep(item, levels - 1));
}

/** The body; `undefined` if it was read before. The getters of some frameworks throw for a body that is no JSON. */
function unreadBody(request: NotificationRequest, reference: string): unknown {
  try {
    if (request.bodyUsed) return undefined;
    return request.body === undefined && request.text ? textOf(request) : request.body;
  } catch {
    throw new NotificationRefusedError("body_broken", reference);
  }
}

async function* textOf(request: NotificationRequest): AsyncGenerator<unknown> {
  yield await request.text?.();
}
