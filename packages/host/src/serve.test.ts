import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { AccessEntry } from "./access-log.ts";
import { Metrics, startMetrics } from "./metrics.ts";
import type { PolicyReport } from "./policy-reports.ts";
import { type HostOptions, startHost } from "./serve.ts";
import { testAssets } from "./testing.ts";

const options = {
  port: 0,
  environments: { live: "https://gateway.example" },
  parents: ["https://shop.example"],
  assets: testAssets,
} satisfies HostOptions;

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
);

/** Sends bytes, and resolves with all that the server sends until it closes the connection. */
function exchange(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

describe("the host on Node", () => {
  it("logs each request without any data of the shopper and without texts of the request", async () => {
    const entries: AccessEntry[] = [];
    const host = await startHost({ ...options, onRequest: (entry) => entries.push(entry) });
    const secret = "4242424242424242";
    const headers = { "User-Agent": secret, Referer: `https://shop.example/${secret}`, Cookie: secret };
    for (const path of [
      `/1.2.3/frame?environment=live&locale=en&note=${secret}`,
      `/1.2.3/cardpane.js?${secret}`,
      `/${secret}/frame?environment=live`,
      `/1.2.3/frame?environment=${secret}`,
      `/%1b[2J%0a${secret}`,
    ])
      await (await fetch(host.url + path, { headers })).arrayBuffer();
    await (await fetch(host.url, { method: "DELETE", headers })).arrayBuffer();
    await host.close();
    expect(entries).toEqual(
      [
        { method: "GET", path: "/1.2.3/frame", environment: "live", status: 200 },
        { method: "GET", path: "/1.2.3/cardpane.js", status: 200 },
        { method: "GET", path: null, status: 404, reason: "release_unknown" },
        { method: "GET", path: null, status: 400, reason: "environment_unknown" },
        { method: "GET", path: null, status: 404, reason: "not_found" },
        { method: "other", path: null, status: 405, reason: "method_not_allowed" },
      ].map((entry) => ({
        ...entry,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        durationMs: expect.any(Number) as number,
      })),
    );
    const told = JSON.stringify(entries.map((entry) => ({ ...entry, time: "", durationMs: 0 })));
    expect(told).not.toMatch(/4242|127\.0\.0\.1|shop\.example/);
  });

  it("responds to a malformed request with the headers of every response, and logs it", async () => {
    const entries: AccessEntry[] = [];
    const host = await startHost({
      ...options,
      headers: { "X-Robots-Tag": "noindex" },
      onRequest: (entry) => entries.push(entry),
    });
    const answer = await exchange(
      host.url,
      "GET /health HTTP/1.1\r\nHost: 4242 4242\r\nConnection: close\r\n\r\n",
    );
    await host.close();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    for (const header of [
      "x-content-type-options: nosniff",
      "x-robots-tag: noindex",
      "cache-control: no-store",
    ])
      expect(answer.toLowerCase()).toContain(`\r\n${header}\r\n`);
    expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none'/i);
    expect(answer).toContain('"code":"request_unreadable"');
    expect(answer).not.toContain("4242");
    expect(entries).toMatchObject([
      { method: "other", path: null, status: 400, reason: "request_unreadable" },
    ]);
  });

  it("responds to a load balancer that probes with HTTP/1.0, which needs no Host; HTTP/1.1 does", async () => {
    const host = await startHost(options);
    const answers = await Promise.all(
      ["HTTP/1.0\r\n", "HTTP/1.1\r\nConnection: close\r\n"].map((rest) =>
        exchange(host.url, `GET /health ${rest}\r\n`),
      ),
    );
    await host.close();
    expect(answers[0]).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"status":"ok"\}$/);
    expect(answers[1]).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("receives reports over the network, and reads none beyond the maximum size", async () => {
    const entries: AccessEntry[] = [];
    const reports: PolicyReport[] = [];
    const host = await startHost({
      ...options,
      reports: "collect",
      onReport: (report) => reports.push(report),
      onRequest: (entry) => entries.push(entry),
    });
    const headers = { "Content-Type": "application/csp-report" };
    const report = { "document-uri": `${host.url}/1.2.3/frame?x=1`, "effective-directive": "img-src" };
    const send = (body: string) => fetch(`${host.url}/reports`, { method: "POST", headers, body });
    const sent = [
      await send(JSON.stringify({ "csp-report": report })),
      await send("x".repeat(200_000)),
      await send("none"),
    ];
    await host.close();
    expect(sent.map(({ status }) => status)).toEqual([204, 413, 204]);
    expect(reports).toMatchObject([{ document: "/1.2.3/frame", directive: "img-src", blocked: "other" }]);
    expect(entries).toMatchObject([
      { method: "POST", path: "/reports", status: 204 },
      { method: "POST", path: null, status: 413, reason: "body_too_large" },
      { method: "POST", path: "/reports", status: 204 },
    ]);
  });

  it("lets pending requests end when it stops, closes idle connections, and accepts no new ones", async () => {
    const host = await startHost({ ...options, graceMs: 60_000 });
    const port = Number(new URL(host.url).port);
    // An idle connection, kept alive.
    await (await fetch(`${host.url}/health`)).arrayBuffer();
    // A pending request, whose head is incomplete.
    const socket = connect(port, "127.0.0.1");
    const ended = text(socket);
    await new Promise<void>((resolve) =>
      socket.write("GET /health HTTP/1.1\r\nHost: pane.example\r\n", () => resolve()),
    );
    // The response to another request shows that the server has read the earlier one.
    await (await fetch(`${host.url}/health`)).arrayBuffer();
    const closed = host.close();
    await expect
      .poll(() =>
        fetch(`${host.url}/health`).then(
          () => "answers",
          () => "gone",
        ),
      )
      .toBe("gone");
    socket.write("\r\n");
    const answer = await ended;
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toContain('{"status":"ok"}');
  });

  it("closes the connections of requests that are pending after the grace period", async () => {
    const host = await startHost({ ...options, graceMs: 100 });
    const socket = connect(Number(new URL(host.url).port), "127.0.0.1");
    const ended = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {});
    await new Promise<void>((resolve) => socket.write("GET /health HTTP/1.1\r\n", () => resolve()));
    await (await fetch(`${host.url}/health`)).arrayBuffer();
    await Promise.all([host.close(), host.close(), ended]);
  });
});

describe("metrics", () => {
  const entry = { time: "", method: "GET", durationMs: 250 } as const;

  it("count responses by route and status, with few rows", async () => {
    const metrics = new Metrics();
    for (const path of [
      "/1.2.3/cardpane.js",
      "/1.2.3/qr.js",
      "/1.2.3/frame",
      "/1.2.3/fonts/ab.woff2",
      "/manifest.json",
    ])
      metrics.count({ ...entry, path, status: 200 });
    metrics.count({ ...entry, path: null, status: 404, reason: "not_found" });
    const lines = metrics.text().split("\n");
    expect(lines).toContain('cardpane_requests_total{route="script",status="200"} 2');
    expect(lines).toContain('cardpane_request_seconds_total{route="script",status="200"} 0.5');
    expect(lines).toContain('cardpane_requests_total{route="refused",status="404"} 1');
    for (const route of ["frame", "font", "manifest"])
      expect(lines).toContain(`cardpane_requests_total{route="${route}",status="200"} 1`);
    expect(metrics.text()).toMatch(/\ncardpane_start_time_seconds \d{10}\n$/);
  });

  it("count the kept and the dropped reports of violated policies, as soon as there are any", () => {
    const metrics = new Metrics();
    expect(metrics.text()).not.toContain("policy_reports");
    const report = { time: "", kind: "csp", document: "/1.2.3/frame", release: "1.2.3" } as const;
    for (const directive of ["img-src", "connect-src", "img-src"])
      metrics.countReport({ ...report, directive, blocked: "inline", disposition: "enforce" });
    metrics.countDroppedReport("rate");
    const lines = metrics.text().split("\n");
    const labels = 'kind="csp",directive="img-src",disposition="enforce"';
    expect(lines).toContain(`cardpane_policy_reports_total{${labels}} 2`);
    expect(lines).toContain('cardpane_policy_reports_dropped_total{reason="rate"} 1');
  });

  it("are served on a separate port, which serves nothing else", async () => {
    const server = await startMetrics(new Metrics(), { port: 0, hostname: "127.0.0.1" });
    try {
      const response = await fetch(server.url);
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
      expect(await response.text()).toContain("cardpane_start_time_seconds");
      expect((await fetch(server.url.replace("/metrics", "/"))).status).toBe(404);
      expect((await fetch(server.url, { method: "POST" })).status).toBe(404);
    } finally {
      await server.close();
    }
  });

  it.skipIf(!hasIpv6)(
    "have an address that can be fetched where they listen on IPv6, as the host has",
    async () => {
      const metrics = await startMetrics(new Metrics(), { port: 0, hostname: "::1" });
      const host = await startHost({ ...options, hostname: "::1" });
      try {
        expect((await fetch(metrics.url)).status).toBe(200);
        expect((await fetch(`${host.url}/health`)).status).toBe(200);
      } finally {
        await Promise.all([metrics.close(), host.close()]);
      }
    },
  );
});
