/**
 * Verifies one request to a notification URL, cheapest check first. The body is not read before the URL is verified:
 *
 *   method -> signed URL -> body (bounded) -> JSON -> signature -> report
 */

import { parseJson } from "../call/response.ts";
import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import { queryOf, type RequestHeaders, readRequest } from "../shopper/request.ts";
import type { Bytes } from "./bytes.ts";
import type { ReceiverSettings } from "./settings.ts";
import { verifySignedUrl } from "./signed-url.ts";

/** A body that was not read yet, or what a framework made of it. */
export type ReceivedBody =
  /** The raw bytes, read when they are wanted. `undefined` when there are too many of them. Rejects when they break off. */
  | { readonly read: (maxBytes: number) => Promise<Bytes | undefined> }
  | { readonly parsed: unknown }
  | "consumed";

/** A request, whatever the framework. */
export interface ReceivedNotification {
  readonly method: string;
  /** Absolute, or path and query. */
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly body: ReceivedBody;
}

/** What a request reported, or why it was refused. */
export type VerifiedRequest<Report> =
  | {
      readonly ok: true;
      readonly reference: string;
      /** Expiry of the URL, Unix time in seconds. Not checked yet: the record of the order may have a later one. */
      readonly expiresAt: number;
      readonly report: Report;
    }
  | { readonly ok: false; readonly code: NotificationRefusalCode; readonly reference?: string };

/** A notification is a few kilobytes. */
const maxBodyBytes = 262_144;

/** Reads a report from the JSON of a notification; `undefined` if it is none. */
export type ParseReport<Report> = (body: unknown, deliveryId: string | undefined) => Report | undefined;

/** Longer than any ID of a delivery; what is longer names nothing and is kept out of the store. */
const maxDeliveryId = 128;

/** Checks everything that can be checked without the store, except whether the URL has expired. */
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
