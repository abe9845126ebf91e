/** `verify` finds what differs, at the addresses of the manifest and at those that only shoppers request. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { localeTags } from "@cardpane/contract/locales";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HostConfig } from "../config.ts";
import { createHost } from "../create-host.ts";
import { integrityOf } from "../read-assets.ts";
import { testAssets } from "../testing.ts";
import { browserHeaders, type Sent, sendAsBrowser } from "./browser-request.ts";
import { collectDeployment, type DeploymentManifest } from "./deployment.ts";
import { verifyDeployment } from "./verify.ts";

const config: HostConfig = {
  origin: "https://pane.shop.example",
  prefix: "/pay",
  environments: { live: "https://gateway.example", staging: "https://staging.example" },
  parents: ["https://www.shop.example", "https://*.preview.example", "http://localhost:4000"],
  headers: { "X-Robots-Tag": "noindex" },
};
const releases = [testAssets, { ...testAssets, version: "1.2.2", frameScript: "older()" }];
const collect = (changed: Partial<HostConfig> = {}) =>
  collectDeployment({ ...config, ...changed }, releases, readFileSync);

let manifest: DeploymentManifest;
beforeAll(async () => {
  ({ manifest } = await collect());
});

describe("verify", () => {
  /** Serves the deployment from the host's own handler; `change` may modify each response. */
  const served = (
    change: (response: Response, url: string) => Response | Promise<Response> = (same) => same,
  ) => {
    const host = createHost(config, releases);
    return async (url: string, { method = "GET", body }: Partial<Sent> = {}) =>
      change(await host(new Request(url, { method, body: body ?? null })), url);
  };
  const at = (path: string, change: (response: Response) => Response | Promise<Response>) =>
    served((response, url) => (url.endsWith(path) ? change(response) : response));
  const withHeader = (name: string, value: string | null) => (response: Response) => {
    const headers = new Headers(response.headers);
    if (value === null) headers.delete(name);
    else headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  };
  const base = "https://pane.shop.example/pay/";
  const frame = "1.2.3/frame?environment=live&locale=de";

  it("finds nothing in an unchanged deployment, and requests 24 random addresses of each environment besides", async () => {
    const asked: string[] = [];
    const send = served((response, url) => {
      asked.push(url);
      return response;
    });
    const { findings, checked } = await verifyDeployment(manifest, { send });
    expect(findings).toEqual([]);
    expect(checked).toBe(asked.length);
    expect(new Set(asked)).toContain(base + frame);
    const listed = new Set([...manifest.files, ...manifest.refusals].map(({ url }) => base + url));
    for (const id of ["live", "staging"]) {
      const drawn = asked.filter((url) => url.includes(`/frame?environment=${id}`) && !listed.has(url));
      expect(drawn.length, id).toBeGreaterThanOrEqual(20);
    }
  });

  it("names one changed byte", async () => {
    const send = at("1.2.2/cardpane.js", (response) => new Response("page()x", response));
    const { ok, findings } = await verifyDeployment(manifest, { send });
    expect(ok).toBe(false);
    expect(findings).toEqual([
      {
        url: `${base}1.2.2/cardpane.js`,
        kind: "bytes",
        expected: integrityOf("page()"),
        actual: integrityOf("page()x"),
      },
    ]);
  });

  it.each([
    ["a policy that was loosened", "content-security-policy", "default-src *", "default-src *"],
    ["a header that was dropped", "cross-origin-embedder-policy", null, "(absent)"],
    ["a separate process that is no longer requested", "origin-agent-cluster", null, "(absent)"],
    ["an additional header of the configuration that was dropped", "x-robots-tag", null, "(absent)"],
    ["another caching", "cache-control", "no-store", "no-store"],
    ["no Vary", "vary", null, "(absent)"],
  ])("names %s", async (_, header, value, actual) => {
    const send = at(frame, withHeader(header, value));
    const { findings } = await verifyDeployment(manifest, { send });
    expect(findings).toContainEqual(
      expect.objectContaining({ url: base + frame, kind: "header", header, actual }),
    );
  });

  it("names every added header that is not about connection, server or cache [T-D27]", async () => {
    const added =
      `accept-ch access-control-allow-headers activate-storage-access allow-csp-from alt-svc constructor content-location
      content-security-policy-report-only cross-origin-opener-policy document-policy integrity-policy-report-only link nel
      origin-trial permissions-policy-report-only report-to reporting-endpoints servers service-worker-allowed set-cookie
      speculation-rules timing-allow-origin use-as-dictionary x-date x-frame-options x-header-of-tomorrow`.split(
        /\s+/,
      );
    const transport = "accept-ranges age cf-ray content-encoding date etag server via x-cache-hits".split(
      " ",
    );
    const send = at(frame, (response) =>
      [...added, ...transport].reduce((changed, name) => withHeader(name, "a=b")(changed), response),
    );
    const { findings } = await verifyDeployment(manifest, { send });
    expect(findings.map(({ header }) => header)).toEqual(added);
    for (const finding of findings)
      expect(finding).toMatchObject({ url: base + frame, expected: "(absent)", actual: "a=b" });
    const accepting = await verifyDeployment(manifest, { send, acceptedHeaders: ["alt-svc", "x-other"] });
    expect(accepting.findings).toEqual(findings.filter(({ header }) => header !== "alt-svc"));
  });

  it("names an added header of a refusal [T-D28]", async () => {
    const send = at("parent=https://unlisted.invalid", withHeader("refresh", "0;url=https://evil.example"));
    const { findings } = await verifyDeployment(manifest, { send });
    expect(findings).toEqual([expect.objectContaining({ header: "refresh", expected: "(absent)" })]);
  });

  describe("finds a host that shows evil to shoppers alone [T-D23]", () => {
    const localeIn = (url: string) => new URL(url).searchParams.get("locale") ?? "";
    const listed = localeTags as readonly string[];
    it.each<[string, (url: string, headers: Readonly<Record<string, string>>) => boolean]>([
      ["for a list of languages", (url) => url.includes("%2C")],
      [
        "for a region without a file of its own",
        (url) => /^[a-z]{2,3}-[A-Z]{2}$/.test(localeIn(url)) && !listed.includes(localeIn(url)),
      ],
      ["for an unknown tag", (url) => /^[a-z]{3}$/.test(localeIn(url)) && !listed.includes(localeIn(url))],
      ["for a tag in upper case", (url) => /^[A-Z]+-[A-Z]{2}$/.test(localeIn(url))],
      ["for no language", (url) => url.includes("/frame?") && !url.includes("locale=")],
      ["for another parameter", (url) => /&[a-z]{4}=[a-z]{6}$/.test(url)],
      ["for a listed parent", (url) => url.includes("&parent=http")],
      ["for texts in a list of languages", (url) => url.includes("/texts?") && url.includes("%2C")],
      ["for a script with a query", (url) => url.includes("cardpane.js?")],
      ["for Sec-Fetch-Dest: iframe", (_, headers) => headers["Sec-Fetch-Dest"] === "iframe"],
      ["for Sec-Fetch-Mode: navigate", (_, headers) => headers["Sec-Fetch-Mode"] === "navigate"],
      [
        "for a script's Origin",
        (url, headers) => url.endsWith("cardpane.js") && headers["Origin"] !== undefined,
      ],
      ["for a browser's name", (_, headers) => /^Mozilla/.test(headers["User-Agent"] ?? "")],
      ["for an iPhone", (_, headers) => /iPhone/.test(headers["User-Agent"] ?? "")],
      ["for Firefox", (_, headers) => /Firefox/.test(headers["User-Agent"] ?? "")],
      ["for client hints", (_, headers) => headers["sec-ch-ua-mobile"] === "?1"],
      ["for a shop's Referer", (_, headers) => headers["Referer"] === "https://www.shop.example/"],
      ["for Accept-Language", (_, headers) => /;q=0\.9,/.test(headers["Accept-Language"] ?? "")],
    ])("%s", async (_, isShopper) => {
      const host = createHost(config, releases);
      const send = async (url: string, { headers }: Sent) => {
        const response = await host(new Request(url));
        const isTampered = response.status === 200 && isShopper(url, headers);
        return isTampered ? new Response("<script>steal()</script>", response) : response;
      };
      const { ok, findings } = await verifyDeployment(manifest, { send });
      expect(ok).toBe(false);
      expect(findings.map(({ kind }) => kind)).toContain("bytes");
    });

    it("another environment's document [T-D24]", async () => {
      const host = createHost(config, releases);
      const send = async (url: string) =>
        host(new Request(url.includes("%2C") ? url.replace("environment=live", "environment=staging") : url));
      const { findings } = await verifyDeployment(manifest, { send });
      expect(findings).toContainEqual(
        expect.objectContaining({
          kind: "bytes",
          expected: `one of ${localeTags.length} files of the manifest`,
        }),
      );
    });
  });

  it("names another language's document at an address of the manifest", async () => {
    const host = createHost(config, releases);
    const send = async (url: string) =>
      host(new Request(url === base + frame ? url.replace("locale=de", "locale=ar") : url));
    const { findings } = await verifyDeployment(manifest, { send });
    expect(findings).toEqual([expect.objectContaining({ kind: "bytes", url: base + frame })]);
  });

  it.each(["x-added", "cache-control"])("cuts the value of %s", async (header) => {
    const { findings } = await verifyDeployment(manifest, {
      send: at(frame, withHeader(header, "a".repeat(9_000))),
    });
    expect(findings[0]?.actual).toBe(`${"a".repeat(300)}…`);
  });

  it("accepts a Vary with additional names", async () => {
    const send = at(frame, withHeader("vary", "Origin, accept-encoding"));
    expect((await verifyDeployment(manifest, { send })).ok).toBe(true);
  });

  it("names a missing file, a redirect, an unreachable server, and an unlisted parent that is accepted", async () => {
    const { findings: missing } = await verifyDeployment(manifest, {
      send: at("1.2.3/deferred.js", () => new Response(null, { status: 404 })),
    });
    expect(missing).toEqual([expect.objectContaining({ kind: "status", expected: "200", actual: "404" })]);
    const { findings: redirected } = await verifyDeployment(manifest, {
      send: at("1.2.3/deferred.js", () => new Response(null, { status: 302, headers: { Location: "/x" } })),
    });
    expect(redirected).toEqual([expect.objectContaining({ kind: "status", actual: "302" })]);
    const { findings: gone } = await verifyDeployment(manifest, {
      send: at("1.2.3/deferred.js", () => Promise.reject(new Error("\u001b[2Jrefused"))),
    });
    expect(gone).toEqual([expect.objectContaining({ kind: "unreachable", actual: "?[2Jrefused" })]);
    const { findings: open } = await verifyDeployment(manifest, {
      send: at("parent=https://unlisted.invalid", () => new Response("", { status: 200 })),
    });
    expect(open).toEqual([expect.objectContaining({ kind: "status", expected: "403", actual: "200" })]);
  });

  it("requests the address of reports if there is one, and names a host that accepts none", async () => {
    const collecting = await collect({ reports: "collect" });
    const host = createHost({ ...config, reports: "collect" }, releases);
    const posted: string[] = [];
    const send = async (url: string, { method = "GET", body }: Partial<Sent>) => {
      if (method === "POST") posted.push(url);
      return host(new Request(url, { method, body: body ?? null }));
    };
    expect((await verifyDeployment(collecting.manifest, { send })).findings).toEqual([]);
    expect(posted).toEqual([`${base}reports`]);
    const off = await verifyDeployment(collecting.manifest, { send: served() });
    expect(off.findings.filter(({ kind }) => kind === "status")).toEqual([
      { url: `${base}reports`, kind: "status", expected: "204", actual: "405" },
    ]);
    expect(off.findings).toContainEqual(
      expect.objectContaining({ header: "reporting-endpoints", actual: "(absent)" }),
    );
    const gone = await verifyDeployment(collecting.manifest, {
      send: (url, sent) => (sent.method === "POST" ? Promise.reject(new Error("x")) : send(url, sent)),
    });
    expect(gone.findings).toEqual([expect.objectContaining({ kind: "unreachable", url: `${base}reports` })]);
  });

  it("stops reading a body that never ends", async () => {
    const endless = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 16)) }));
    const { findings } = await verifyDeployment(manifest, { send: at("1.2.3/deferred.js", endless) });
    expect(findings[0]).toMatchObject({ kind: "bytes", actual: "more than 4000000 bytes" });
    const largest = new Uint8Array(4_000_000);
    const read = await verifyDeployment(manifest, {
      send: at("1.2.3/deferred.js", () => new Response(largest)),
    });
    expect(read.findings[0]).toMatchObject({ kind: "bytes", actual: integrityOf(largest) });
  });
});

describe("a request of verify", () => {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    if (request.url === "/gzip") response.setHeader("Content-Encoding", "gzip").end(gzipSync("frame"));
    else if (request.url === "/redirect") response.writeHead(302, { Location: "/gzip" }).end();
    else if (request.url === "/none") response.writeHead(204).end();
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const visit = {
    parent: "https://shop.example",
    origin: "https://pane.example",
    languages: ["de-AT", "de"],
    choice: 0,
  };
  const send = (path: string, timeoutMs = 5_000) =>
    sendAsBrowser(url + path, {
      headers: browserHeaders("iframe", visit),
      signal: AbortSignal.timeout(timeoutMs),
    });

  it("has a browser's headers on the wire, which Node's fetch would change, and reads a compressed body [T-D25]", async () => {
    expect(await (await send("/gzip")).text()).toBe("frame");
    expect(received.at(-1)).toMatchObject({
      "user-agent": expect.stringMatching(/^Mozilla\/5\.0 .*Chrome\//) as string,
      accept: expect.stringMatching(/^text\/html/) as string,
      "accept-language": "de-AT,de;q=0.9",
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "iframe",
      referer: "https://shop.example/",
    });
  });

  it("follows no redirect, accepts a response without a body, and ends at its deadline", async () => {
    expect((await send("/redirect")).status).toBe(302);
    expect((await send("/none")).status).toBe(204);
    await expect(send("/silent", 100)).rejects.toThrow(/abort/i);
  });
});
