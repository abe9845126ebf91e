/** Headers of every response, and the header for shops with https. */
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { CspEvaluator } from "csp_evaluator";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { describe, expect, test } from "vitest";
import { openShop } from "../testing/shop.ts";
import { createNodeServer } from "./node-server.ts";
import { shopPolicy } from "./security.ts";

const closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const https = { config: { publicUrl: "https://shop.example" } };

describe("every response has a policy", () => {
  test.each([
    ["a missing asset", "GET", "/assets/nothing.js", 404, "page"],
    ["health", "GET", "/health", 200, "closed"],
    ["JSON", "GET", "/orders/none/version", 404, "closed"],
    ["a redirect", "GET", "/checkout", 303, "closed"],
    ["a redirect to the shop's own address", "GET", "http://127.0.0.1:4000/", 302, "closed"],
    ["a refused host", "POST", "http://127.0.0.1:4000/basket", 421, "closed"],
    ["a refused post", "POST", "/basket", 403, "closed"],
    ["a refused notification", "POST", "/ipn", 400, "closed"],
    ["a refused webhook", "POST", "/wallet-webhook", 400, "closed"],
    ["a page that is not there", "GET", "/nothing", 404, "page"],
    ["a page that breaks", "GET", "/breaks", 500, "page"],
    ["a page", "GET", "/", 200, "page"],
  ])("%s", async (_, method, path, status, policy) => {
    const shop = openShop();
    shop.app.get("/breaks", () => {
      throw new Error("broken");
    });
    expectHeaders(await shop.request(path, { method }), status, policy);
  });

  test("a style sheet", async () => {
    const shop = openShop();
    const path = (await (await shop.get("/")).text()).match(/\/assets\/\w+\/shop\.css/)?.[0] ?? "";
    expectHeaders(await shop.get(path), 200, "closed");
  });

  test.each([
    ["an invalid Host", "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", "400"],
    ["no Host", "GET / HTTP/1.0\r\nConnection: close\r\n\r\n", "400"],
    ["an invalid path", "GET /a\\\\b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "400"],
    ["a shop that starts", "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "503"],
  ])("of the server itself, for %s", async (name, request, status) => {
    const answer = await sendRaw(name === "a shop that starts" ? undefined : openShop().app, request);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.toLowerCase()).toContain(`content-security-policy: ${closed}`);
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

  test("finds nothing in the policy of a page except the trusted host of the pane", () => {
    const policy = shopPolicy({
      nonce: "MTIzNDU2Nzg5MDEyMzQ1Ng",
      pane: "https://pane.example",
      gateway: "https://gateway.example",
    });
    const doubt = /^script-src https:\/\/pane\.example: No bypass found/;
    expect(findingsIn(policy)).toEqual([expect.stringMatching(doubt)]);
    expect(findingsIn(policy.replace(/'nonce-[^']+'/, "'unsafe-inline'")).length).toBeGreaterThan(1);
  });

  test("finds nothing in the policy of responses that are not pages", () => {
    expect(findingsIn(closed)).toEqual([]);
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

function expectHeaders(response: Response, status: number, policy: string): void {
  expect(response.status).toBe(status);
  const sent = response.headers.get("Content-Security-Policy");
  if (policy === "closed") expect(sent).toBe(closed);
  else expect(sent).toMatch(/^default-src 'none'; script-src 'nonce-[^']+' .*frame-ancestors 'none'/);
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
