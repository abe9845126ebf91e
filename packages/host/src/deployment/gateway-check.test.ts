import type { APIRequestContext } from "playwright-core";
import { describe, expect, it } from "vitest";
import { checkGateway } from "./gateway-check.ts";

const gateway = "https://gateway.example/v1";
const documentWith = (config: object) =>
  `<script type="application/json" id="cardpane-config">${JSON.stringify(config)}</script>`;
const document = documentWith({ gateway, tokenizeHeaders: { "X-Shop": "7" }, sendsRequestId: true });
const names = "content-type,x-request-id,x-shop";

/** A gateway that answers each preflight with these headers; `asked` receives the requests. */
function gatewayWith(answer: Readonly<Record<string, string>>, status = 204) {
  const asked: unknown[] = [];
  const fetch = (url: string, options: unknown) => {
    asked.push([url, options]);
    return Promise.resolve({ ok: () => status < 300, status: () => status, headers: () => answer });
  };
  return { asked, request: { fetch } as unknown as APIRequestContext };
}
const check = (request: APIRequestContext, text = document) =>
  checkGateway(request, text, "https://pane.example", 1_000);

const cors = (message: RegExp) => ({
  level: "error",
  code: "gateway_cors",
  message: expect.stringMatching(message) as string,
});
const unreachable = (reason: string) => ({
  level: "warning",
  code: "gateway_unreachable",
  message: `The gateway ${gateway} did not answer a CORS preflight: ${reason}.`,
});

describe("the doctor's question to a gateway", () => {
  it("is one preflight as the pane's browser sends it, without a card", async () => {
    const { asked, request } = gatewayWith({
      "access-control-allow-origin": "https://pane.example",
      "access-control-allow-headers": "X-Shop, X-Request-ID, Content-Type",
    });
    expect(await check(request)).toBeNull();
    expect(asked).toEqual([
      [
        `${gateway}/tokenize`,
        expect.objectContaining({
          method: "OPTIONS",
          maxRedirects: 0,
          headers: {
            Origin: "https://pane.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": names,
          },
        }),
      ],
    ]);
  });

  it.each<[string, Readonly<Record<string, string>>, number, object | null]>([
    [
      "any origin and header",
      { "access-control-allow-origin": "*", "access-control-allow-headers": "*" },
      204,
      null,
    ],
    [
      "a header too few",
      { "access-control-allow-origin": "*", "access-control-allow-headers": "content-type" },
      200,
      cors(/v1 does not allow x-request-id, x-shop, so nothing/),
    ],
    [
      "no header",
      { "access-control-allow-origin": "*" },
      204,
      cors(/allow content-type, x-request-id, x-shop, so/),
    ],
    [
      "another origin",
      { "access-control-allow-origin": "https://shop.example" },
      204,
      cors(/origin, so .* Add https:\/\/pane\.example to/),
    ],
    ["no origin", {}, 204, cors(/does not allow the pane's origin/)],
    ["an error of its own", {}, 503, unreachable("status 503")],
    ["too many requests", {}, 429, unreachable("status 429")],
  ])("finds what the pane may not send: %s", async (_, answer, status, problem) => {
    expect(await check(gatewayWith(answer, status).request)).toEqual(problem);
  });

  it.each([302, 401, 403, 404, 405])("finds a gateway that refuses a preflight with %i", async (status) => {
    const allowed = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    const refusal = cors(
      new RegExp(`allow a CORS preflight \\(status ${status}\\), so nothing .* 200 to 299`),
    );
    expect(await check(gatewayWith(allowed, status).request)).toEqual(refusal);
  });

  it("finds a gateway that does not answer", async () => {
    const request = { fetch: () => Promise.reject(new Error("x")) } as unknown as APIRequestContext;
    expect(await check(request)).toEqual(unreachable("no response"));
  });

  it("names a gateway without its control characters", async () => {
    const hostile = documentWith({ gateway: `https://gateway.example/\u001b[31m${"x".repeat(600)}` });
    const { message } = (await check(gatewayWith({}).request, hostile)) ?? { message: "" };
    expect(message).toMatch(/^The gateway https:\/\/gateway\.example\/\?\[31mx+… does not/);
  });

  it.each([
    "",
    "<html>",
    documentWith({ gateway: "file:///etc/passwd" }),
    documentWith({ gateway: "https://[" }),
    documentWith({ gateway: 7 }),
    documentWith([]),
  ])("is not asked for another document: %j", async (text) => {
    const { asked, request } = gatewayWith({});
    expect([await check(request, text), asked]).toEqual([null, []]);
  });
});
