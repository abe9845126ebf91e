/**
 * Verifies one request to a notification URL, the cheapest check first. The body is read only after the URL is verified:
 *
 *   method -> signed URL -> body (bounded) -> JSON -> signature -> report
 */

import { parseJson } from "../call/response.ts";
import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import { queryOf, type RequestHeaders, readRequest } from "../shopper/request.ts";
import type { Bytes } from "./bytes.ts";
import type { ReceiverSettings } from "./settings.ts";
import { verifySignedUrl } from "./signed-url.ts";

/** A body that was not read yet, or the body that a framework parsed. */
export type ReceivedBody =
  /** Reads the raw bytes; `undefined` if there are more than `maxBytes`. Rejects if the connection breaks off. */
  | { readonly read: (maxBytes: number) => Promise<Bytes | undefined> }
  | { readonly parsed: unknown }
  | "consumed";

/** A request of any framework. */
export interface ReceivedNotification {
  readonly method: string;
  /** Absolute, or path and query. */
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly body: ReceivedBody;
}

/** The report of a verified request, or the reason of the refusal. */
export type VerifiedRequest<Report> =
  | {
      readonly ok: true;
      readonly reference: string;
      /** Expiry of the URL, in Unix seconds. Not checked yet: the order's record may have a later expiry. */
      readonly expiresAt: number;
      readonly report: Report;
    }
  | { readonly ok: false; readonly code: NotificationRefusalCode; readonly reference?: string };

/** Maximum size of a body. A notification has a few kilobytes. */
const maxBodyBytes = 262_144;

/** Reads a report from the JSON of a notification; `undefined` if it is not a readable notification. */
export type ParseReport<Report> = (body: unknown, deliveryId: string | undefined) => Report | undefined;

/** Maximum length of a delivery ID. A longer ID is ignored and not stored. */
const maxDeliveryId = 128;

/** Makes every check that needs no store, except the expiry of the URL. */
export async function verifyRequest<Report>(
  { method, url, headers, body }: ReceivedNotification,
  settings: Pick<
    ReceiverSettings<never, unknown>,
    "audience" | "environment" | "secrets" | "signature" | "headers" | "now"
  >,
  parse: ParseReport<Report>,
): Promise<VerifiedRequest<Report>> {
  if (method !== "POST") return { ok: false, code: "method_wrong" };
  const nowMs = settings.now();
  const { header } = readRequest({ headers });
  const proof = await verifySignedUrl(queryOf(url), settings);
  if (!proof.ok) return proof;
  const { reference, expiresAt } = proof.signedUrl;
  const refuse = (code: NotificationRefusalCode): VerifiedRequest<Report> => ({ ok: false, code, reference });

  const content = await readContent(body, settings.signature.coversBody);
  if (typeof content === "string") return refuse(content);
  const problem = await settings.signature.verify({ ...content, header, nowMs });
  if (problem !== undefined) return refuse(problem);
  const deliveryId = header(settings.headers.deliveryId);
  const isName = deliveryId !== undefined && deliveryId.length <= maxDeliveryId;
  const report = parse(content.body, isName ? deliveryId : undefined);
  return report ? { ok: true, reference, expiresAt, report } : refuse("body_unreadable");
}

interface Content {
  readonly bytes: Bytes;
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
