import type { FrameConfig } from "@cardpane/contract/frame-config";
import { brands } from "@cardpane/contract/messages";
import { describe, expect, it } from "vitest";
import type { Assets } from "./assets.ts";
import { type HostConfig, isParentOrigin } from "./config.ts";
import { createHost } from "./create-host.ts";
import { HostConfigError } from "./error.ts";
import { integrityOf } from "./read-assets.ts";

const assets: Assets = {
  version: "1.2.3",
  pageScripts: {
    "cardpane.js": "page()",
    "next-action.js": "export {}",
    "qr.js": "export { x }",
    "deferred.js": "export { y }",
    "page-texts.js": "export { z }",
  },
  earlyLoader: "early()",
  helloScript: "hello()",
  frameScript: "frame('</x>')",
  licences: "Some library, MIT",
  document:
    '<!doctype html><html lang="en"><title>Card</title><style>:root{}</style><!--config--><body><!--script--></body></html>',
  locales: { en: { dir: "ltr", title: "Card </script><b>" }, ar: { dir: "rtl", title: "بطاقة" } },
};
const config: HostConfig = {
  environments: { live: "https://gateway.example/v1/", staging: "http://127.0.0.1:4002" },
  parents: ["https://shop.example", "http://localhost:4000"],
};

const host = createHost(config, assets);
const get = (path: string, init?: RequestInit) => host(new Request(`https://pane.example${path}`, init));

describe("the frame's document", () => {
  it("carries exactly this policy [T-D1]", async () => {
    const response = await get("/1.2.3/frame?environment=live");
    expect(response.headers.get("Content-Security-Policy")).toBe(
      [
        "default-src 'none'",
        `script-src '${integrityOf("hello()")}' '${integrityOf(assets.frameScript)}'`,
        `style-src '${integrityOf(":root{}")}'`,
        "connect-src 'self' https://gateway.example",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors https://shop.example http://localhost:4000",
        "require-trusted-types-for 'script'",
        "trusted-types lit-html",
      ].join("; "),
    );
  });

  it.each([
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "no-referrer"],
    ["Cross-Origin-Embedder-Policy", "require-corp"],
    ["Access-Control-Expose-Headers", "Cross-Origin-Embedder-Policy"],
    ["Cross-Origin-Resource-Policy", "cross-origin"],
    ["Integrity-Policy", "blocked-destinations=(script)"],
    [
      "Permissions-Policy",
      "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), serial=(), hid=(), clipboard-read=()",
    ],
    ["Strict-Transport-Security", "max-age=63072000; includeSubDomains"],
    ["Content-Type", "text/html; charset=utf-8"],
  ])("carries %s: %s", async (name, value) => {
    expect((await get("/1.2.3/frame?environment=live")).headers.get(name)).toBe(value);
  });

  it.each([
    ["another site", "https://pane.example", ["https://shop.example"], null],
    [
      "a sibling of its site",
      "https://pane.shop.example",
      ["https://a.test", "https://www.shop.example"],
      "?1",
    ],
    ["the domain above it", "https://pane.shop.example", ["https://shop.example"], "?1"],
    ["a site below a suffix of two labels", "https://pane.co.uk", ["https://shop.co.uk"], null],
    ["another customer of one hoster", "https://pane.github.io", ["https://shop.github.io"], null],
    ["previews of its site", "https://pane.shop.example", ["https://*.shop.example", "https://a.test"], "?1"],
    [
      "previews that are not for live",
      "https://pane.b.test",
      ["https://*.b.test", "https://a.test"],
      null,
      "live",
    ],
    ["another port of its name", "http://localhost:4001", ["http://localhost:4000"], "?1"],
    ["another name of this machine", "http://127.0.0.1:4001", ["http://localhost:4000"], null],
  ])("requests a separate process only if a parent is of the same site: %s [T-D33]", async (...row) => {
    const [, origin, parents, expected, environment = "staging"] = row;
    const headerOf = async (own: HostConfig, address: string) => {
      const response = await createHost(
        own,
        assets,
      )(new Request(`${address}/1.2.3/frame?environment=${environment}`));
      expect(response.status).toBe(200);
      return response.headers.get("Origin-Agent-Cluster");
    };
    expect(await headerOf({ ...config, parents }, origin), "by the request's name").toBe(expected);
    const behindProxy = await headerOf({ ...config, parents, origin }, "http://10.0.0.1:8080");
    expect(behindProxy, "by the configured origin").toBe(expected);
  });

  it("names the gateway of the environment, and no other", async () => {
    const live = await (await get("/1.2.3/frame?environment=live")).text();
    expect(live).toContain('"gateway":"https://gateway.example/v1"');
    expect(live).not.toContain("127.0.0.1:4002");
  });

  it("accepts no gateway from the address [T-C4]", async () => {
    const text = await (await get("/1.2.3/frame?environment=live&gateway=https://evil.example")).text();
    expect(text).not.toContain("evil.example");
  });

  it("cannot be broken out of by its data [T-D16]", async () => {
    const text = await (await get("/1.2.3/frame?environment=live")).text();
    expect(text).toContain("Card \\u003c/script>\\u003cb>");
    expect(text).toContain("<title>Card &lt;/script>&lt;b></title>");
  });

  it("is in the nearest language", async () => {
    const text = await (await get("/1.2.3/frame?environment=live&locale=ar-EG")).text();
    expect(text).toContain('<html lang="ar" dir="rtl"><title>بطاقة</title>');
  });

  it.each([
    ["locale=ar-EG,en", "ar"],
    ["locale=cy,ar", "ar"],
    ["locale=constructor", "en"],
    ["locale=%3Cb%3E", "en"],
    ["", "en"],
  ])("finds texts for %j in %s, with their tag", async (query, tag) => {
    const response = await get(`/1.2.3/texts?${query}`);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(await response.json()).toEqual({ tag, texts: assets.locales[tag] });
  });

  it.each([
    ["an unknown environment", "?environment=other", 400],
    ["no environment", "", 400],
    ["an environment named like a property of every object", "?environment=constructor", 400],
    ["a parent with a line break", "?environment=live&parent=https://a.example%0d%0aX:y", 400],
    ["a parent with a semicolon", "?environment=live&parent=https://a.example;script-src", 400],
    ["a wildcard parent", "?environment=live&parent=https://*.example", 400],
    ["a parent with a user", "?environment=live&parent=https://me@shop.example", 400],
    ["a parent with a path", "?environment=live&parent=https://shop.example/x", 400],
    ["a parent in upper case", "?environment=live&parent=https://SHOP.example", 400],
    ["a parent over http, which cannot be listed", "?environment=live&parent=http://shop.example", 403],
    ["a parent that is not listed", "?environment=live&parent=https://other.example", 403],
  ])("refuses %s", async (_, query, status) => {
    const response = await get(`/1.2.3/frame${query}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ errors: {} });
    expect(response.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  });

  it("accepts a listed parent", async () => {
    expect((await get("/1.2.3/frame?environment=live&parent=https://shop.example")).status).toBe(200);
  });
});

describe("every response except the frame's document", () => {
  it.each<[string, RequestInit?]>([
    ["/manifest.json"],
    ["/health"],
    ["/1.2.3/cardpane.js"],
    ["/1.2.3/cardpane.js", { method: "HEAD" }],
    ["/1.2.3/deferred.js"],
    ["/1.2.3/page-texts.js"],
    ["/1.2.3/next-action.js"],
    ["/1.2.3/qr.js"],
    ["/1.2.3/licences.txt"],
    ["/1.2.3/texts?locale=ar"],
    ["/1.2.3/frame?environment=other"],
    ["/1.2.3/frame?environment=live&parent=https://other.example"],
    ["/nothing"],
    ["/health", { method: "POST" }],
  ])("runs no script, cannot be embedded, and requires TLS from then on: %s %j", async (path, init) => {
    const { headers } = await get(path, init);
    expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Strict-Transport-Security")).toBe("max-age=63072000; includeSubDomains");
  });

  it.each([
    { "X-Robots-Tag": "noindex", "Strict-Transport-Security": "max-age=31536000" },
    // Two values of this header would count as none.
    { "strict-transport-security": "max-age=31536000" },
  ])("also has the headers of the configuration, in any case: %j [T-D34]", async (given) => {
    const headers: Readonly<Record<string, string>> = given;
    const own = createHost({ ...config, headers }, assets);
    for (const path of ["/1.2.3/frame?environment=live", "/1.2.3/cardpane.js", "/nothing"]) {
      const response = await own(new Request(`https://pane.example${path}`));
      for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
      expect(response.headers.get("Cross-Origin-Embedder-Policy")).toBe("require-corp");
    }
  });

  it("is the same under any host", async () => {
    for (const path of ["/manifest.json", "/health", "/1.2.3/frame?environment=live", "/nothing"]) {
      const [own, other] = await Promise.all(
        ["pane.example", "evil.example:4001"].map(async (name) => {
          const response = await host(new Request(`http://${name}${path}`, { headers: { Host: name } }));
          return { headers: [...response.headers], text: await response.text() };
        }),
      );
      expect(other).toEqual(own);
    }
  });

  it("has its policy in a 304 response, too, as the frame's document does", async () => {
    for (const path of ["/1.2.3/qr.js", "/1.2.3/frame?environment=live"]) {
      const first = await get(path);
      const again = await get(path, { headers: { "If-None-Match": first.headers.get("ETag") ?? "" } });
      expect(again.status).toBe(304);
      const name = "Content-Security-Policy";
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
  });
});

describe("the files of a release", () => {
  it("lists them with their integrity", async () => {
    expect(await (await get("/manifest.json")).json()).toEqual({
      version: "1.2.3",
      base: "/1.2.3/",
      script: "/1.2.3/cardpane.js",
      integrity: integrityOf("page()"),
      frame: "/1.2.3/frame",
      frameIntegrity: integrityOf(assets.frameScript),
    });
  });

  it("never change under their version", async () => {
    const response = await get("/1.2.3/cardpane.js");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect((await get("/1.2.4/cardpane.js")).status).toBe(404);
  });

  it("are revalidated each time in development", async () => {
    const working = createHost({ ...config, caching: "development" }, assets);
    for (const path of ["/1.2.3/cardpane.js", "/1.2.3/frame?environment=live", "/1.2.3/texts?locale=ar"]) {
      const response = await working(new Request(`https://pane.example${path}`));
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-cache"]);
    }
  });

  it("respond with 304 to a browser or a proxy that has them, in any encoding (RFC 9110, 8.8.1 and 13.1.2)", async () => {
    const etag = (await get("/1.2.3/cardpane.js")).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^W\/"[^"]+"$/);
    const strong = etag.slice(2);
    const statusFor = async (known: string) =>
      (await get("/1.2.3/cardpane.js", { headers: { "If-None-Match": known } })).status;
    for (const known of [etag, strong, `"x", ${etag}`, `W/"x",${strong}`, "*"])
      expect(await statusFor(known), known).toBe(304);
    for (const other of ['"x"', 'W/"x", "y"', etag.slice(3, -1), ""])
      expect(await statusFor(other), other).toBe(200);
  });

  it.each(["/1.2.3/texts?locale=ar", "/1.2.3/licences.txt", "/health"])("serve %s", async (path) => {
    expect((await get(path)).status).toBe(200);
  });

  it.each([
    "/1.2.3/texts/ar",
    "/1.2.3/texts/../release.json",
    "/1.2.4/texts?locale=ar",
    "/1.2.3/locale/ar.json",
    "/1.2.3/constructor",
    "/1.2.3/__proto__",
    "/",
  ])("have nothing at %s [T-D21]", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it("accept only GET and HEAD", async () => {
    expect((await get("/1.2.3/cardpane.js", { method: "POST" })).status).toBe(405);
    const head = await get("/1.2.3/cardpane.js", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it.each([
    ["br, gzip", "br"],
    ["gzip;q=1.0", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["identity", null],
  ])("are compressed for Accept-Encoding: %s", async (accepted, encoding) => {
    const response = await get("/1.2.3/cardpane.js", { headers: { "Accept-Encoding": accepted } });
    expect(response.headers.get("Content-Encoding")).toBe(encoding);
  });
});

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, "1"]));

/** 101 cards of two or three networks. */
const manyCards = Object.fromEntries(
  brands
    .flatMap((one) => brands.flatMap((other) => (one === other ? [] : [`${one} ${other}`])))
    .slice(0, 101)
    .map((card) => [card, "4"]),
);

describe("the host's configuration", () => {
  /** The configuration in the document. */
  const configOf = async (more: Partial<HostConfig>): Promise<FrameConfig> => {
    const host = createHost({ ...config, ...more }, assets);
    const html = await (await host(new Request(`https://pane.example/1.2.3/frame?environment=live`))).text();
    return JSON.parse(/id="cardpane-config">(.*?)<\/script>/.exec(html)?.[1] ?? "") as FrameConfig;
  };

  it("writes the headers of the tokenize request into the document, up to their limits", async () => {
    expect(await configOf({})).toMatchObject({
      tokenizeHeaders: { "X-Requested-With": "XMLHttpRequest" },
      sendsRequestId: true,
    });
    const longest = { ["X".repeat(64)]: "1".repeat(256) };
    const tokenizeHeaders = { ...longest, "x-requested-with": null, "X-Request-ID": null };
    expect(await configOf({ tokenizeHeaders })).toMatchObject({
      tokenizeHeaders: longest,
      sendsRequestId: false,
    });
    expect(await configOf({ tokenizeHeaders: { "X-REQUESTED-WITH": "fetch" } })).toMatchObject({
      tokenizeHeaders: { "X-REQUESTED-WITH": "fetch" },
    });
    const ten = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`X-${index}`, "1"]));
    expect(Object.keys((await configOf({ tokenizeHeaders: ten })).tokenizeHeaders)).toHaveLength(11);
  });

  it("has the rule for UnionPay's check digit and the host's ranges in the document", async () => {
    expect(await configOf({})).toMatchObject({ strictLuhn: true, ranges: [] });
    const networkRanges = { "visa cartes-bancaires": "45620000-45629999 4810", "cartes-bancaires visa": "1" };
    expect(await configOf({ unionPayLuhn: "ignore", networkRanges })).toMatchObject({
      strictLuhn: false,
      ranges: [
        [["visa", "cartes-bancaires"], "45620000-45629999 4810"],
        [["cartes-bancaires", "visa"], "1"],
      ],
    });
  });

  it.each<[string, Partial<HostConfig>]>([
    ["no environment", { environments: {} }],
    ["an invalid id", { environments: { "Live!": "https://gateway.example" } }],
    ["a gateway over http", { environments: { live: "http://gateway.example" } }],
    ["a gateway with a user", { environments: { live: "https://a:b@gateway.example" } }],
    ["a gateway with a query", { environments: { live: "https://gateway.example/?x=1" } }],
    ["a gateway on a parent's origin", { environments: { live: `${config.parents[0]}/gateway` } }],
    [
      "a gateway below a parent's wildcard",
      {
        parents: [...config.parents, "https://*.preview.example"],
        environments: { staging: "https://gateway.preview.example" },
      },
    ],
    [
      "a gateway on the host's own origin",
      { origin: "https://pane.example", environments: { live: "https://pane.example/gateway" } },
    ],
    ["a header twice, in another case", { headers: { "X-A": "1", "x-a": "2" } }],
    ["a header with rules for browsers", { headers: { "Speculation-Rules": '"/rules.json"' } }],
    ["a header that hides the query from caches", { headers: { "No-Vary-Search": "params" } }],
    ["a cache's own lifetime", { headers: { "CDN-Cache-Control": "max-age=9" } }],
    ["a header that Caddy would delete", { headers: { "-Content-Security-Policy": "1" } }],
    ["a header with a letter that only looks like one", { headers: { "X-\u212aeep": "1" } }],
    ["nginx's own lifetime", { headers: { "X-Accel-Expires": "9" } }],
    ["a proxy's own lifetime", { headers: { "Surrogate-Control": "max-age=9" } }],
    ["an unknown caching", { caching: "never" as "release" }],
    ["an unknown value for UnionPay", { unionPayLuhn: "skip" as "ignore" }],
    ["a tokenize header that the browser sets", { tokenizeHeaders: { Origin: "https://a.example" } }],
    ["a tokenize header that authenticates", { tokenizeHeaders: { Authorization: "key" } }],
    ["a tokenize header that describes the body", { tokenizeHeaders: { "Content-Type": "text/plain" } }],
    ["a tokenize header without a name", { tokenizeHeaders: { "": "1" } }],
    ["a tokenize header of 65 characters", { tokenizeHeaders: { ["x".repeat(65)]: "1" } }],
    ["a tokenize header with a line end", { tokenizeHeaders: { "X-A": "1\n" } }],
    ["a tokenize header of 257 characters", { tokenizeHeaders: { "X-A": "1".repeat(257) } }],
    ["a fixed request id", { tokenizeHeaders: { "x-request-id": "1" } }],
    [
      "eleven tokenize headers",
      { tokenizeHeaders: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`X-${i}`, "1"])) },
    ],
    ["ranges of no network", { networkRanges: { "": "4" } }],
    ["ranges of an unknown network", { networkRanges: { "visa cb": "4" } }],
    ["ranges of a network twice", { networkRanges: { "visa visa": "4" } }],
    ["no digits in a range", { networkRanges: { visa: "" } }],
    ["nine digits in a range", { networkRanges: { visa: "412345678" } }],
    ["a range whose ends differ in length", { networkRanges: { visa: "41-420" } }],
    ["a range in descending order", { networkRanges: { visa: "42-41" } }],
    ["ranges with a comma", { networkRanges: { visa: "41,42" } }],
    ["ranges of too many cards", { networkRanges: manyCards }],
    ["no parent", { parents: [] }],
    ["an unknown option", { parent: "https://shop.example" } as Partial<HostConfig>],
    ["a wildcard that lists everybody below a suffix", { parents: ["https://a.test", "https://*.example"] }],
    ["a wildcard below a public suffix", { parents: ["https://a.test", "https://*.github.io"] }],
    ["a wildcard that is only part of a label", { parents: ["https://pr-*.preview.example"] }],
    ["a wildcard in the second label", { parents: ["https://a.*.example"] }],
    ["two wildcards", { parents: ["https://*.*.preview.example"] }],
    ["a wildcard over http", { parents: ["http://*.preview.example"] }],
    ["a wildcard before an IP address", { parents: ["https://*.10.0.0.1"] }],
    ["only wildcards, for live", { parents: ["https://*.preview.example"] }],
    ["an origin with a path", { origin: "https://pane.example/" }],
    ["a prefix with a slash at its end", { prefix: "/pane/" }],
    ["a prefix with two dots", { prefix: "/.." }],
    ["a header that the host decides", { headers: { "Content-Security-Policy": "default-src *" } }],
    ["a cookie", { headers: { "Set-Cookie": "a=b" } }],
    ["a header with a line end", { headers: { "X-A": "1\r\nX-B: 2" } }],
    ["a header of 1025 characters", { headers: { "X-A": "1".repeat(1025) } }],
    ["a header name of 65 characters", { headers: { ["X".repeat(65)]: "1" } }],
    ["21 headers", { headers: numbered(21) }],
    ["a short Strict-Transport-Security", { headers: { "Strict-Transport-Security": "max-age=31535999" } }],
    ["a parent over http", { parents: ["http://shop.example"] }],
    ["a parent with a slash", { parents: ["https://shop.example/"] }],
    ["a parent that adds a directive", { parents: ["https://shop.example; script-src *"] }],
    ["a parent with a line break", { parents: ["https://shop.example\r\nX: y"] }],
  ])("is refused with %s", (_, wrong) => {
    expect(() => createHost({ ...config, ...wrong }, assets)).toThrow(HostConfigError);
  });

  it("accepts additional headers up to their limits", () => {
    expect(() => createHost({ ...config, headers: numbered(20) }, assets)).not.toThrow();
    const longest = { ["X".repeat(64)]: "1".repeat(1024) };
    expect(() => createHost({ ...config, headers: longest }, assets)).not.toThrow();
  });

  it.each<[object, RegExp]>([
    [{ environments: ["https://gateway.example"] }, /^environments must be an object, for example \{"live"/],
    [{ environments: undefined }, /^environments must be an object/],
    [{ environments: { live: ["https://gateway.example"] } }, /^environments\.live must be/],
    [{ parents: "https://shop.example" }, /^parents must be a list, for example \["https:/],
    [{ origin: ["https://pane.example"] }, /^origin must be a text/],
    [{ prefix: ["/pane"] }, /^prefix must be a text, for example "\/pane"\.$/],
    [{ headers: ["X-Robots-Tag: noindex"] }, /^headers must be an object/],
    [{ headers: "X-Robots-Tag: noindex" }, /^headers must be an object/],
    [{ tokenizeHeaders: ["X-Request-ID"] }, /^tokenizeHeaders must be an object/],
    [{ networkRanges: ["4810"] }, /^networkRanges must be an object/],
    [{ networkRanges: { visa: 4810 } }, /^networkRanges\["visa"\] must be prefixes/],
    [{ networkRanges: { visa: ["4810"] } }, /^networkRanges\["visa"\] must be prefixes/],
    [{ fonts: { family: "Inter" } }, /^fonts must be a list/],
    [{ fonts: ["inter.woff2"] }, /^fonts\[0\]\.family must be/],
    [{ fonts: [{ family: "Inter", weight: 400 }] }, /^fonts\[0\]\.weight must be/],
  ])("is refused if a value is of another kind, and the error has its path: %j", (wrong, message) => {
    const refused = () => createHost({ ...config, ...wrong }, assets);
    expect(refused).toThrow(HostConfigError);
    expect(refused).toThrow(message);
  });

  it.each([
    "capacitor://localhost",
    "ionic://localhost",
    "tauri://localhost",
    "app://shop",
    "chrome-extension://abc",
  ])("is refused for the scheme of an app, %s, with the page that says what to do", (parent) =>
    expect(() => createHost({ ...config, parents: [parent] }, assets)).toThrow(/in-an-app\.md/),
  );

  it("is refused with an error that names the invalid option", () => {
    const wrong = { ...config, parents: ["https://shop.example", "https://shop.example/path"] };
    expect(() => createHost(wrong, assets)).toThrow(/^parents\[1\] must be an origin/);
    expect(() => createHost({ ...config, parent: [] } as HostConfig, assets)).toThrow(
      /"parent" is not an option/,
    );
  });

  it.each([
    ["https://shop.example", true],
    ["https://shop.example:8443", true],
    ["http://localhost:4000", true],
    ["http://127.0.0.1:4000", true],
    ["http://[::1]:4000", true],
    ["https://shop.example:443", false],
    ["https://Shop.example", false],
    ["https://shop.example/", false],
    ["null", false],
    ["*", false],
    ["https://a.example https://b.example", false],
    ["http://127.0.0.1.evil.example", false],
  ])("reads %s as a parent: %s", (origin, verdict) => {
    expect(isParentOrigin(origin)).toBe(verdict);
  });
});

describe("fonts of the host", () => {
  const bytes = new Uint8Array([0x77, 0x4f, 0x46, 0x32, 1, 2, 3]);
  const font = { family: "Inter", file: bytes, weight: "100 900" };
  const withFonts = createHost({ ...config, fonts: [font] }, assets);
  const request = (path: string) => withFonts(new Request(`https://pane.example${path}`));

  it("are listed in the document with their integrity, served unchanged, and add no font-src", async () => {
    const response = await request("/1.2.3/frame?environment=live");
    expect(response.headers.get("Content-Security-Policy")).not.toContain("font-src");
    const text = await response.text();
    const { fonts } = JSON.parse(/cardpane-config">(.*?)<\/script>/.exec(text)?.[1] ?? "") as {
      fonts: { family: string; weight: string; style: string; url: string; integrity: string }[];
    };
    expect(fonts).toEqual([
      {
        family: "Inter",
        weight: "100 900",
        style: "normal",
        url: expect.stringMatching(/^fonts\/[0-9a-f]{32}\.woff2$/) as string,
        integrity: integrityOf(bytes),
      },
    ]);
    const file = await request(`/1.2.3/${fonts[0]?.url}`);
    expect(file.headers.get("Content-Type")).toBe("font/woff2");
    expect(file.headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(file.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(file.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect(file.headers.get("Content-Encoding")).toBeNull();
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
    expect((await get(`/1.2.3/${fonts[0]?.url}`)).status).toBe(404);
  });

  it.each<[object, RegExp]>([
    [{ ...font, family: "Inter; x" }, /fonts\[0\]\.family/],
    [{ ...font, family: "" }, /fonts\[0\]\.family/],
    [{ ...font, weight: "bold" }, /fonts\[0\]\.weight/],
    [{ ...font, style: "oblique" }, /fonts\[0\]\.style/],
    [{ ...font, file: "/no/such/font.woff2" }, /fonts\[0\]\.file cannot be read/],
    [{ ...font, file: new Uint8Array([1, 2, 3, 4]) }, /fonts\[0\]\.file must be a WOFF2/],
  ])("are refused when invalid: %j", (wrong, message) => {
    const fonts = [wrong] as NonNullable<HostConfig["fonts"]>;
    expect(() => createHost({ ...config, fonts }, assets)).toThrow(message);
  });

  it("are limited to 32", () => {
    expect(() => createHost({ ...config, fonts: Array(32).fill(font) }, assets)).not.toThrow();
    expect(() => createHost({ ...config, fonts: Array(33).fill(font) }, assets)).toThrow("32");
  });
});

describe("parents with a wildcard", () => {
  const parents = ["https://shop.example", "https://*.preview.example", "https://*.dev.example:8443"];
  const previews = createHost({ ...config, parents }, assets);
  const request = (environment: string, parent = "") =>
    previews(
      new Request(`https://pane.test/1.2.3/frame?environment=${environment}${parent && `&parent=${parent}`}`),
    );

  it("are in the policy of every environment except live", async () => {
    const ancestorsOf = async (environment: string) =>
      /frame-ancestors ([^;]*)/.exec(
        (await request(environment)).headers.get("Content-Security-Policy") ?? "",
      )?.[1];
    expect(await ancestorsOf("staging")).toBe(parents.join(" "));
    expect(await ancestorsOf("live")).toBe("https://shop.example");
  });

  it.each([
    ["staging", "https://pr-7.preview.example", 200],
    ["staging", "https://a.b.preview.example", 200],
    ["staging", "https://pr-7.dev.example:8443", 200],
    ["staging", "https://shop.example", 200],
    ["staging", "https://preview.example", 403],
    ["staging", "https://evilpreview.example", 403],
    ["staging", "https://pr-7.preview.example:8443", 403],
    ["staging", "https://pr-7.dev.example", 403],
    ["staging", "http://pr-7.preview.example", 403],
    ["live", "https://pr-7.preview.example", 403],
    ["live", "https://shop.example", 200],
  ])("are accepted for %s and %s with %i, as the policy does", async (environment, parent, status) => {
    expect((await request(environment, parent)).status).toBe(status);
  });

  it("are sufficient if there is no environment live", () => {
    const environments = { staging: "https://gateway.example" };
    const only = { ...config, environments, parents: ["https://*.preview.example"] };
    expect(() => createHost(only, assets)).not.toThrow();
  });
});

describe("several releases at once", () => {
  const older: Assets = {
    ...assets,
    version: "1.2.2",
    helloScript: "olderHello()",
    frameScript: "older()",
    pageScripts: { "cardpane.js": "olderPage()", "gone.js": "gone()" },
    locales: { en: { dir: "ltr", title: "Card" } },
  };
  const requestsOf = (releases: readonly Assets[]) => {
    const host = createHost(config, releases);
    return async (path: string) => {
      const response = await host(new Request(`https://pane.example${path}`));
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
  };
  /** Checks the responses to the requests of a page that uses a release. */
  const worksFor = async (request: ReturnType<typeof requestsOf>, release: Assets) => {
    const { version, pageScripts, helloScript, frameScript } = release;
    const scripts = [helloScript, frameScript];
    expect((await request(`/${version}/cardpane.js`)).text).toBe(pageScripts["cardpane.js"]);
    const frame = await request(`/${version}/frame?environment=live&locale=ar`);
    expect(frame.headers.get("Content-Security-Policy")).toContain(
      `script-src ${scripts.map((script) => `'${integrityOf(script)}'`).join(" ")};`,
    );
    expect(frame.text).toContain(scripts.map((script) => `<script>${script}</script>`).join(""));
    expect((await request(`/${version}/texts?locale=ar`)).status).toBe(200);
  };

  it("serve cached pages during a rollout and a rollback", async () => {
    const versionOf = async (request: ReturnType<typeof requestsOf>) =>
      (JSON.parse((await request("/manifest.json")).text) as { version: string }).version;
    // Before; the new release added; pages switched to it; pages switched back; the old release removed.
    for (const [releases, current] of [
      [[older], older],
      [[older, assets], older],
      [[assets, older], assets],
      [[older, assets], older],
      [[assets], assets],
    ] as const) {
      const request = requestsOf(releases);
      expect(await versionOf(request)).toBe(current.version);
      for (const release of releases) await worksFor(request, release);
    }
  });

  it("each have their own files, and the languages that they were built with", async () => {
    const request = requestsOf([assets, older]);
    expect((await request("/1.2.2/gone.js")).text).toBe("gone()");
    expect((await request("/1.2.3/gone.js")).status).toBe(404);
    expect((await request("/1.2.2/qr.js")).status).toBe(404);
    expect(JSON.parse((await request("/1.2.2/texts?locale=ar")).text)).toMatchObject({ tag: "en" });
    expect(JSON.parse((await request("/1.2.3/texts?locale=ar")).text)).toMatchObject({ tag: "ar" });
  });

  it.each([
    [
      "/9.9.9/frame?environment=live",
      404,
      "release_unknown",
      /not serve that release\. It serves 1\.2\.3, 1\.2\.2/,
    ],
    ["/9.9.9/cardpane.js", 404, "release_unknown", /It serves 1\.2\.3, 1\.2\.2/],
    [
      "/1.2.2/frame?environment=prod",
      400,
      "environment_unknown",
      /no environment of this host\. It has live, staging/,
    ],
    [
      "/1.2.3/frame?environment=%3Cb%3E",
      400,
      "environment_unknown",
      /names no environment of this host\. It has live, staging/,
    ],
    ["/1.2.3/frame?environment=live&parent=https://b.test", 403, "parent_unlisted", /may not embed.*parents/],
    ["/1.2.3/frame?environment=live&parent=x", 400, "parent_invalid", /not an origin/],
    ["/9.9.9/other", 404, "not_found", /nothing at this address/],
    ["/%3Cb%3E/frame", 404, "not_found", /nothing at this address/],
  ])("explain to the developer why %s is refused", async (path, status, code, message) => {
    const answer = await requestsOf([assets, older])(path);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toEqual({
      code,
      message: expect.stringMatching(message) as string,
      errors: {},
    });
  });

  it.each([
    ["none", [], /at least one/],
    ["one twice", [assets, older, assets], /releases\[2\] is version 1\.2\.3 again, as releases\[0\]/],
    ["a version that is not a path segment", [{ ...assets, version: "../x" }], /releases\[0\]\.version/],
    ["17", Array.from({ length: 17 }, (_, index) => ({ ...assets, version: `${index}` })), /16/],
  ])("are refused: %s", (_, releases, message) => {
    expect(() => createHost(config, releases)).toThrow(message);
  });

  it("are limited to 16", () => {
    const releases = Array.from({ length: 16 }, (_, index) => ({ ...assets, version: `${index}` }));
    expect(() => createHost(config, releases)).not.toThrow();
  });
});

describe("a path prefix", () => {
  const host = createHost({ ...config, prefix: "/shop/pane" }, assets);
  const request = (path: string) => host(new Request(`https://pane.example${path}`));

  it("precedes every path, and /health is also served without it", async () => {
    const { script, frame } = (await (await request("/shop/pane/manifest.json")).json()) as Record<
      string,
      string
    >;
    expect([script, frame]).toEqual(["/shop/pane/1.2.3/cardpane.js", "/shop/pane/1.2.3/frame"]);
    for (const path of [script, `${frame}?environment=live`, "/shop/pane/health", "/health"])
      expect((await request(path ?? "")).status, path).toBe(200);
    for (const path of ["/manifest.json", "/1.2.3/cardpane.js", "/shop/panes/manifest.json", "/shop/pane"])
      expect((await request(path)).status, path).toBe(404);
  });
});

describe("a private network over http", () => {
  const lan: HostConfig = {
    environments: { live: "https://gateway.example", sandbox: "http://192.168.1.20:4002" },
    parents: ["http://192.168.1.20:4000", "http://laptop.local:4000", "https://shop.example"],
    origin: "http://192.168.1.20:4001",
    caching: "development",
    lanOverHttp: "development",
  };
  const request = (environment: string) =>
    createHost(lan, assets)(new Request(`https://pane.example/1.2.3/frame?environment=${environment}`));

  it("is in the frame's configuration and its policy, but not for live", async () => {
    const sandbox = await request("sandbox");
    expect(sandbox.headers.get("Content-Security-Policy")).toContain(
      "frame-ancestors http://192.168.1.20:4000 http://laptop.local:4000 https://shop.example;",
    );
    expect(await sandbox.text()).toContain('"lanOverHttp":true');
    const live = await request("live");
    expect(live.headers.get("Content-Security-Policy")).toContain("frame-ancestors https://shop.example;");
    expect(await live.text()).not.toContain("lanOverHttp");
  });

  it.each<[string, Partial<HostConfig>, RegExp]>([
    ["without the switch", { lanOverHttp: "refuse" }, /^environments\.sandbox must be/],
    [
      "for files that browsers cache",
      { caching: "release" },
      /^lanOverHttp can be development only with caching/,
    ],
    ["a public name over http", { parents: ["http://shop.example"] }, /^parents\[0\]/],
    [
      "a gateway of live",
      { environments: { live: "http://192.168.1.20:4002" } },
      /^environments\.live must be/,
    ],
    ["only for live", { parents: ["http://192.168.1.20:4000"] }, /for environments\.live/],
    ["an unknown value", { lanOverHttp: "yes" as "refuse" }, /^lanOverHttp must be/],
  ])("is refused %s", (_, changed, message) => {
    expect(() => createHost({ ...lan, ...changed }, assets)).toThrow(message);
  });
});
