/** Asks a gateway, as a browser does before it sends a card, whether the pane may send its headers (CORS preflight). */
import { isRecord } from "@cardpane/contract/record";
import type { APIRequestContext } from "playwright-core";
import { clean, type DoctorFinding, error, warning } from "./doctor-finding.ts";

/**
 * Sends one `OPTIONS` request, without a card and without a token; `null` if the pane may send its request.
 *
 * @param document the frame's document, which contains the gateway and the headers of the tokenize request
 * @param origin the frame's origin
 */
export async function checkGateway(
  request: APIRequestContext,
  document: string,
  origin: string,
  timeoutMs: number,
): Promise<DoctorFinding | null> {
  const config = configOf(document);
  if (config === null) return null;
  const { headers } = config;
  const gateway = `The gateway ${clean(config.gateway)}`;
  const unreachable = (reason: string) =>
    warning("gateway_unreachable", `${gateway} did not answer a CORS preflight: ${reason}.`);
  const refused = (what: string, cure: string) =>
    error("gateway_cors", `${gateway} does not allow ${what}, so nothing can be tokenized. ${cure}`);
  let answer: Readonly<Record<string, string>>;
  try {
    const response = await request.fetch(`${config.gateway.replace(/\/+$/, "")}/tokenize`, {
      method: "OPTIONS",
      maxRedirects: 0,
      timeout: timeoutMs,
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": headers.join(","),
      },
    });
    const status = response.status();
    if (status >= 500 || status === 429) return unreachable(`status ${status}`);
    if (!response.ok())
      return refused(
        `a CORS preflight (status ${status})`,
        "Its OPTIONS response needs a status from 200 to 299.",
      );
    answer = response.headers();
  } catch {
    return unreachable("no response");
  }
  const allowedOrigin = answer["access-control-allow-origin"]?.trim();
  if (allowedOrigin !== "*" && allowedOrigin !== origin)
    return refused("the pane's origin", `Add ${origin} to its Access-Control-Allow-Origin.`);
  // POST is always allowed (Fetch, CORS-preflight fetch, step 7).
  const known = (answer["access-control-allow-headers"] ?? "")
    .split(",")
    .map((part) => part.trim().toLowerCase());
  const missing = known.includes("*") ? [] : headers.filter((name) => !known.includes(name));
  if (missing.length === 0) return null;
  const cure =
    "Add it to its Access-Control-Allow-Headers, or omit it with tokenizeHeaders in the host's configuration.";
  return refused(clean(missing.join(", ")), cure);
}

/** The part of the document's configuration that decides the request; `null` for any other document. */
function configOf(
  document: string,
): { readonly gateway: string; readonly headers: readonly string[] } | null {
  const [, json = ""] = /id="cardpane-config">(.*?)<\/script>/s.exec(document) ?? [];
  let config: unknown;
  try {
    config = JSON.parse(json);
  } catch {
    return null;
  }
  if (!isRecord(config)) return null;
  const { gateway, tokenizeHeaders, sendsRequestId } = config as Readonly<Record<string, unknown>>;
  if (typeof gateway !== "string" || !URL.canParse(gateway) || !/^https?:/.test(gateway)) return null;
  const own = isRecord(tokenizeHeaders) ? Object.keys(tokenizeHeaders) : [];
  const names = ["content-type", ...own, ...(sendsRequestId === true ? ["x-request-id"] : [])];
  return { gateway, headers: names.map((name) => name.toLowerCase()).sort() };
}
