import { describe, expect, it, vi } from "vitest";
import { readConfig } from "./config.ts";
import { createHost } from "./create-host.ts";
import { maxReportBytes, type PolicyReport } from "./policy-reports.ts";
import { testAssets } from "./testing.ts";

const origin = "https://pane.example";
const config = {
  origin,
  prefix: "/pay",
  environments: { live: "https://gateway.example" },
  parents: ["https://shop.example"],
  reports: "collect",
} as const;
const card = "4242424242424242";
const csp = "application/csp-report";
const list = "application/reports+json";
const document = `${origin}/pay/1.2.3/frame?environment=live&note=${card}#${card}`;

/** A host that collects reports, with those that it kept and the reasons of those that it dropped. */
function collecting(changed: object = {}) {
  const kept: PolicyReport[] = [];
  const dropped: string[] = [];
  const handle = createHost({ ...config, ...changed }, testAssets, {
    onReport: (report) => kept.push(report),
    onDroppedReport: (reason) => dropped.push(reason),
  });
  const send = async (body: string | ReadableStream, type = list, init: RequestInit = {}) =>
    handle(
      new Request(`${origin}/pay/reports`, {
        method: "POST",
        body,
        headers: { "Content-Type": type, "User-Agent": card },
        ...init,
      }),
    );
  return { handle, send, kept, dropped };
}

/** A report in the format of Chromium and WebKit, with card data in every text. */
const violation = (changed: object = {}) => ({
  age: 1,
  type: "csp-violation",
  url: document,
  user_agent: card,
  body: {
    documentURL: document,
    referrer: `https://shop.example/${card}`,
    blockedURL: `https://${card}.evil.example:4242/${card}?${card}`,
    effectiveDirective: "connect-src",
    originalPolicy: `default-src ${card}`,
    sourceFile: `${origin}/${card}`,
    sample: card,
    disposition: "enforce",
    statusCode: 200,
    lineNumber: 7,
    columnNumber: 12,
    ...changed,
  },
});
/** A report in the format that every browser sends to `report-uri`. */
const legacy = (changed: object = {}) =>
  JSON.stringify({
    "csp-report": {
      "document-uri": document,
      referrer: card,
      "violated-directive": "script-src-elem",
      "effective-directive": "script-src-elem",
      "original-policy": card,
      "blocked-uri": "inline",
      "script-sample": card,
      "source-file": card,
      "status-code": 200,
      ...changed,
    },
  });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

describe("a report of a violated policy", () => {
  it("is kept without query, sample, path of the blocked request, referrer or user agent [T-C18]", async () => {
    const { send, kept, dropped } = collecting();
    const response = await send(JSON.stringify([violation()]));
    expect(response.status).toBe(204);
    expect(kept).toEqual([
      {
        time,
        kind: "csp",
        document: "/pay/1.2.3/frame",
        release: "1.2.3",
        directive: "connect-src",
        blocked: "https://evil.example",
        disposition: "enforce",
        line: 7,
        column: 12,
      },
    ]);
    expect(JSON.stringify(kept)).not.toContain("4242");
    expect(dropped).toEqual([]);
  });

  it("is kept in the same way if it is sent to report-uri", async () => {
    const { send, kept } = collecting();
    expect((await send(legacy(), "application/csp-report; charset=utf-8")).status).toBe(204);
    expect(kept).toEqual([
      {
        time,
        kind: "csp",
        document: "/pay/1.2.3/frame",
        release: "1.2.3",
        directive: "script-src-elem",
        blocked: "inline",
        disposition: "enforce",
      },
    ]);
  });

  it("of the integrity policy is kept", async () => {
    const { send, kept } = collecting();
    const body = {
      documentURL: document,
      blockedURL: `https://cdn.evil.example/${card}.js`,
      reportOnly: true,
    };
    await send(JSON.stringify([{ type: "integrity-violation", body: { ...body, destination: "script" } }]));
    expect(kept).toEqual([
      {
        time,
        kind: "integrity",
        document: "/pay/1.2.3/frame",
        release: "1.2.3",
        directive: "integrity-policy",
        blocked: "https://evil.example",
        disposition: "report",
      },
    ]);
  });

  it.each([
    ["inline", "inline"],
    ["trusted-types-sink", "trusted-types-sink"],
    [`trusted-types-sink ${card}`, "other"],
    [`${origin}/x/${card}`, "self"],
    [`data:text/html,${card}`, "other"],
    [`https://u:${card}@evil.example/`, "https://evil.example"],
    [`wss://a.b.evil.co.uk:4242/${card}`, "wss://evil.co.uk"],
    // Anyone may choose a name of this platform as freely as a label.
    ["https://cvv-four-two-four.github.io/", "https://github.io"],
    ["https://4242.evil4242.example/", "https://other"],
    ["https://424-242-424-242.example/", "https://other"],
    ["https://a424b242c424d242.example/", "https://other"],
    ["https://shop24-7.example/", "https://shop24-7.example"],
    ["https://42.42.42.42/", "https://other"],
    ["https://[2001:db8::4242]/", "https://other"],
    ["http://four-two/", "http://other"],
    ["http://127.0.0.1:4242/x", "http://127.0.0.1"],
    ["", "other"],
    [`evil\n\u001b[31m${card}`, "other"],
  ])("names only the site of the blocked request: %j is %j [T-C19]", async (blockedURL, blocked) => {
    const { send, kept } = collecting();
    await send(JSON.stringify([violation({ blockedURL })]));
    expect(kept.map((report) => report.blocked)).toEqual([blocked]);
  });

  it.each([
    ["connect-src", "connect-src"],
    ["script-src 'self' https://a.example", "script-src"],
    [`x-${card}`, "other"],
    ["toString", "other"],
  ])("has a known directive: %j is %j", async (effectiveDirective, directive) => {
    const { send, kept } = collecting();
    await send(JSON.stringify([violation({ effectiveDirective })]));
    expect(kept.map((report) => report.directive)).toEqual([directive]);
  });

  it("has the name of the directive if the browser sends its whole text", async () => {
    const { send, kept } = collecting();
    const changed = { "effective-directive": undefined, "violated-directive": "img-src 'none'" };
    await send(legacy(changed), csp);
    expect(kept.map(({ directive }) => directive)).toEqual(["img-src"]);
  });

  it.each([1.5, -1, 1_000, "7", card, null])("has no line if it is %j", async (lineNumber) => {
    const { send, kept } = collecting();
    await send(JSON.stringify([violation({ lineNumber, columnNumber: 100_000, disposition: card })]));
    expect(kept).toEqual([expect.not.objectContaining({ column: expect.anything() as unknown })]);
    expect(kept).toEqual([expect.not.objectContaining({ line: expect.anything() as unknown })]);
    expect(kept[0]?.disposition).toBe("enforce");
  });

  it.each([
    ["text that is not JSON", list, `{"${card}`],
    ["another type", "text/plain", JSON.stringify([violation()])],
    ["no list", list, JSON.stringify(violation())],
    ["a list to report-uri", csp, JSON.stringify([violation()])],
    ["another kind of report", list, JSON.stringify([{ ...violation(), type: "crash" }])],
    ["a document that the host does not serve", csp, legacy({ "document-uri": "about:blank" })],
    ["another file", csp, legacy({ "document-uri": `${origin}/pay/1.2.3/${card}` })],
    ["another release", csp, legacy({ "document-uri": `${origin}/pay/9.9.9/frame` })],
    ["another origin", csp, legacy({ "document-uri": "https://a.example/pay/1.2.3/frame" })],
    ["a text that is too long", csp, legacy({ "blocked-uri": "a".repeat(4_097) })],
    ["a prototype", csp, `{"__proto__":${legacy()}}`],
  ])("with %s gets the status 204 and is dropped", async (_, type, body) => {
    const { send, kept, dropped } = collecting();
    expect((await send(body, type)).status).toBe(204);
    expect([kept, dropped]).toEqual([[], ["unknown"]]);
  });

  it("may name any origin if the host does not know its own", async () => {
    const { send, kept } = collecting({ origin: undefined });
    await send(legacy({ "document-uri": "https://cdn.example/pay/1.2.3/frame" }), csp);
    expect(kept).toHaveLength(1);
  });

  it("is refused if its body is too large, with and without Content-Length, and kept at the maximum size", async () => {
    const { send, kept, dropped } = collecting();
    const fitting = legacy().padEnd(maxReportBytes, " ");
    expect((await send(fitting, csp)).status).toBe(204);
    expect(kept).toHaveLength(1);
    let pulled = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      pulled += 1;
      controller.enqueue(new Uint8Array(16_384));
    };
    const endless = () => new ReadableStream({ pull }, { highWaterMark: 0 });
    const headers = { "Content-Type": csp };
    const announced = await send(endless(), "", {
      headers: { ...headers, "Content-Length": String(maxReportBytes + 1) },
      duplex: "half",
    } as RequestInit);
    expect([announced.status, await announced.json()]).toMatchObject([413, { code: "body_too_large" }]);
    expect(pulled).toBe(0);
    expect((await send(endless(), "", { headers, duplex: "half" } as RequestInit)).status).toBe(413);
    expect(pulled).toBe(5);
    expect([kept.length, dropped]).toEqual([1, []]);
  });

  it("is dropped if its client disconnects before the end of the body", async () => {
    const { send, kept, dropped } = collecting();
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
    const init = { headers: { "Content-Type": csp }, duplex: "half" } as RequestInit;
    expect((await send(broken, "", init)).status).toBe(204);
    expect([kept, dropped]).toEqual([[], ["unknown"]]);
  });

  it("is kept up to 20 times in a body, and 50 times of its directive in a minute [T-D32]", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 23, 12, 0, 30) });
    try {
      const { send, kept, dropped } = collecting();
      const many = JSON.stringify(Array.from({ length: 30 }, () => violation()));
      await send(many);
      // The reports of a body after the 20th are dropped together.
      expect([kept.length, dropped]).toEqual([20, ["rate"]]);
      for (let times = 0; times < 20; times += 1) await send(many);
      expect(kept).toHaveLength(50);
      // Forged reports of one directive do not hide one of another.
      await send(JSON.stringify([violation({ effectiveDirective: "img-src" })]));
      expect(kept.slice(50).map(({ directive }) => directive)).toEqual(["img-src"]);
      vi.setSystemTime(Date.UTC(2026, 10, 23, 12, 1, 0));
      await send(many);
      expect(kept).toHaveLength(71);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is logged as one line without an observer", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => {});
    try {
      const handle = createHost(config, testAssets);
      const init = { method: "POST", headers: { "Content-Type": csp } };
      await handle(new Request(`${origin}/pay/reports`, { ...init, body: legacy() }));
      expect(info.mock.calls).toEqual([[expect.stringMatching(/^\{"time":.*"blocked":"inline".*\}$/)]]);
    } finally {
      info.mockRestore();
    }
  });
});

describe("the address of reports", () => {
  it("accepts only POST, which no other address of the host accepts", async () => {
    const { handle } = collecting();
    for (const method of ["GET", "HEAD", "OPTIONS", "PUT"]) {
      const response = await handle(new Request(`${origin}/pay/reports`, { method }));
      expect([response.status, response.headers.get("Allow")], method).toEqual([405, "POST"]);
      expect(response.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/);
    }
    for (const path of ["/reports", "/pay/reports/", "/pay/1.2.3/reports"])
      expect((await handle(new Request(origin + path, { method: "POST" }))).status, path).toBe(405);
  });

  it("responds with the headers of every response, and is not cached", async () => {
    const { headers } = await collecting().send("[]");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Strict-Transport-Security")).toMatch(/^max-age=/);
  });

  it("does not exist, and no header names one, unless the option enables it", async () => {
    const kept: PolicyReport[] = [];
    const { reports: _, ...without } = config;
    const handle = createHost(without, testAssets, { onReport: (report) => kept.push(report) });
    const init = { method: "POST", body: legacy(), headers: { "Content-Type": csp } };
    expect((await handle(new Request(`${origin}/pay/reports`, init))).status).toBe(405);
    expect((await handle(new Request(`${origin}/pay/reports`))).status).toBe(404);
    const { headers } = await handle(new Request(document));
    expect([...headers].filter(([name, value]) => /report/.test(`${name} ${value}`))).toEqual([]);
    expect(kept).toEqual([]);
  });

  it("is in the headers of the frame's document only", async () => {
    const { handle } = collecting();
    const { headers } = await handle(new Request(document));
    expect(headers.get("Reporting-Endpoints")).toBe('cardpane="/pay/reports"');
    expect(headers.get("Content-Security-Policy")).toMatch(
      /; report-uri \/pay\/reports; report-to cardpane$/,
    );
    expect(headers.get("Integrity-Policy")).toBe("blocked-destinations=(script), endpoints=(cardpane)");
    const script = await handle(new Request(`${origin}/pay/1.2.3/cardpane.js`));
    expect([...script.headers].filter(([name, value]) => /report/.test(`${name} ${value}`))).toEqual([]);
  });

  it("is only a report-uri over http, where browsers send nothing to report-to", async () => {
    const { handle } = collecting({ origin: "http://localhost:4001" });
    const { headers } = await handle(new Request(document));
    expect(headers.get("Content-Security-Policy")).toMatch(/; report-uri \/pay\/reports$/);
    expect(headers.get("Reporting-Endpoints")).toBeNull();
    expect(headers.get("Integrity-Policy")).toBe("blocked-destinations=(script)");
  });

  it("is set by off and collect only", () => {
    const given = { ...config, reports: "on" as "off" };
    expect(() => readConfig(given, () => new Uint8Array())).toThrow("reports must be off or collect.");
  });
});
