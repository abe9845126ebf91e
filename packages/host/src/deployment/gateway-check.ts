/** Asks a gateway, as a browser does before it sends a card, whether the pane may send its headers (CORS preflight). */
import { isRecord } from "@cardpane/contract/record";
import type { APIRequestContext } from "playwright-core";

/** What a gateway would refuse. */
export type GatewayProblem =
  | { readonly kind: "unreachable"; readonly gateway: string; readonly reason: string }
  | { readonly kind: "origin"; readonly gateway: string }
  | { readonly kind: "headers"; readonly gateway: string; readonly names: readonly string[] };

/**
 * Sends one `OPTIONS` request, without a card and without a token.
 *
 * @param document the frame's document, which contains the gateway and the headers of the tokenize request
 * @param origin the frame's origin
 */
export async function checkGateway(
  request: APIRequestContext,
  document: string,
  origin: string,
  timeoutMs: number,
): Promise<GatewayProblem | null> {
  const config = configOf(document);
  if (config === null) return null;
  const { gateway, headers } = config;
  let answer: Readonly<Record<string, string>>;
  try {
    const response = await request.fetch(`${gateway.replace(/\/+$/, "")}/tokenize`, {
      method: "OPTIONS",
      maxRedirects: 0,
      timeout: timeoutMs,
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": headers.join(","),
      },
    });
    if (!response.ok()) return { kind: "unreachable", gateway, reason: `status ${response.status()}` };
    answer = response.headers();
  } catch {
    return { kind: "unreachable", gateway, reason: "no response" };
  }
  const allowed = (name: string) => (answer[name] ?? "").split(",").map((part) => part.trim().toLowerCase());
  const allowedOrigin = answer["access-control-allow-origin"]?.trim();
  if (allowedOrigin !== "*" && allowedOrigin !== origin) return { kind: "origin", gateway };
  // POST is always allowed (Fetch, CORS-preflight fetch, step 7).
  const known = allowed("access-control-allow-headers");
  const names = known.includes("*") ? [] : headers.filter((name) => !known.includes(name));
  return names.length > 0 ? { kind: "headers", gateway, names } : null;
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
