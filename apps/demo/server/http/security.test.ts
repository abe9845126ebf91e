/** Headers of every response, and the header for shops with https. */
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { CspEvaluator } from "csp_evaluator";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { describe, expect, test } from "vitest";
import { openShop } from "../testing/shop.ts";
import { createNodeServer } from "./node-server.ts";

const https = { config: { publicUrl: "https://shop.example" } };

describe("every response has a policy", () => {
  test.each([
    ["a missing asset", "GET", "/assets/nothing.js", 404],
    ["health", "GET", "/health", 200],
    ["JSON", "GET", "/orders/none/version", 404],
    ["a redirect", "GET", "/checkout", 303],
    ["a redirect to the shop's own address", "GET", "http://127.0.0.1:4000/", 302],
    ["a refused host", "POST", "http://127.0.0.1:4000/basket", 421],
    ["a refused post", "POST", "/basket", 403],
    ["a refused notification", "POST", "/ipn", 400],
    ["a refused webhook", "POST", "/wallet-webhook", 400],
    ["a page that is not there", "GET", "/nothing", 404],
    ["a page that breaks", "GET", "/breaks", 500],
    ["a page", "GET", "/", 200],
  ])("%s", async (_, method, path, status) => {
    const shop = openShop();
    shop.app.get("/breaks", () => {
      throw new Error("broken");
    });
    expectHeaders(await shop.request(path, { method }), status);
  });

  test("a style sheet", async () => {
    const shop = openShop();
    const path = (await (await shop.get("/")).text()).match(/\/assets\/\w+\/shop\.css/)?.[0] ?? "";
    const response = await shop.get(path);
    expectHeaders(response, 200);
    expect(response.headers.get("Cache-Control")).toContain("immutable");
    // An address of another start of the shop: its file may have been another one.
    for (const file of ["shop.css", "forms.css", "source-serif.woff2"])
      expectHeaders(await shop.get(`/assets/another/${file}`), 404);
  });

  test.each([
    ["an invalid Host", "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", "400"],
    ["no Host", "GET / HTTP/1.0\r\nConnection: close\r\n\r\n", "400"],
    ["an invalid path", "GET /a\\\\b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "400"],
    ["a shop that starts", "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "503"],
  ])("of the server itself, for %s", async (name, request, status) => {
    const answer = await sendRaw(name === "a shop that starts" ? undefined : openShop().app, request);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'");
  });

  test("the return page of a challenge in a frame keeps its own policy", async () => {
    const shop = openShop();
    const response = await shop.get("/orders/any/return", { "Sec-Fetch-Dest": "iframe" });
    expect(response.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'self'");
  });
});

describe("csp_evaluator", () => {
  const findingsIn = (policy: string) =>
    new CspEvaluator(new CspParser(policy).csp)
      .evaluate()
      .filter(({ severity }) => severity < Severity.INFO)
      .map(({ directive, value, description }) => `${directive} ${value ?? ""}: ${description}`);

  test("finds nothing in the policy except the trusted host of the pane", async () => {
    const shop = openShop({
      config: { paneUrl: "https://pane.example", gatewayUrl: "https://gateway.example" },
    });
    const policy = (await shop.get("/")).headers.get("Content-Security-Policy") ?? "";
    const doubt = /^script-src https:\/\/pane\.example: No bypass found/;
    expect(findingsIn(policy)).toEqual([expect.stringMatching(doubt)]);
    expect(findingsIn(policy.replace(/'nonce-[^']+'/, "'unsafe-inline'")).length).toBeGreaterThan(1);
  });

  test("each page has a nonce of its own, which its scripts have", async () => {
    const shop = openShop();
    const nonces = await Promise.all(
      ["/", "/gallery"].map(async (path) => {
        const response = await shop.get(path);
        const nonce =
          /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1] ?? "none";
        for (const [, own] of (await response.text()).matchAll(/<script src="\/assets[^>]* nonce="([^"]*)"/g))
          expect(own).toBe(nonce);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });
});

describe("with https", () => {
  test("the shop sends the header that forbids http to browsers", async () => {
    const shop = openShop(https);
    for (const path of ["/", "/health", "/nothing", "/checkout"]) {
      expect((await shop.get(path)).headers.get("Strict-Transport-Security")).toBe("max-age=63072000");
    }
  });

  test("and does not send it without https", async () => {
    expect((await openShop().get("/")).headers.has("Strict-Transport-Security")).toBe(false);
  });
});

function expectHeaders(response: Response, status: number): void {
  expect(response.status).toBe(status);
  const sent = response.headers.get("Content-Security-Policy");
  expect(sent).toMatch(/^default-src 'none'; script-src 'nonce-[^']+' .*frame-ancestors 'none'/);
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(response.headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
}

/** Sends bytes to a server of the application, and returns its response. */
async function sendRaw(
  app: Parameters<typeof createNodeServer>[0] extends () => infer App ? App : never,
  bytes: string,
) {
  const server = createNodeServer(() => app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(bytes);
  const answer = await text(socket);
  await new Promise((resolve) => server.close(resolve));
  return answer;
}
