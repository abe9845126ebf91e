import { createContext, Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { bundleHost } from "../../tools/src/bundle/build-worker.ts";
import { createHost as createNodeHost } from "./create-host.ts";
import { workerModule } from "./deployment/worker-module.ts";
import type { PolicyReport } from "./policy-reports.ts";
import { testAssets } from "./testing.ts";
import { createHost } from "./worker.ts";

const font = new Uint8Array([0x77, 0x4f, 0x46, 0x32, 1, 2, 3]);
const config = {
  environments: { live: "https://gateway.example" },
  parents: ["https://shop.example"],
  fonts: [{ family: "Inter", file: font }],
  reports: "collect",
} as const;
const paths = [
  "/manifest.json",
  "/health",
  "/1.2.3/cardpane.js",
  "/1.2.3/frame?environment=live&locale=ar",
  "/1.2.3/frame?environment=live&parent=https://other.example",
  "/1.2.4/frame?environment=live",
  "/1.2.3/texts?locale=ar",
  "/nothing",
];

describe("the host in a worker", () => {
  it("responds as on Node, from the one file that the build writes, which imports nothing", async () => {
    const written = workerModule(config, [testAssets], () => font, await bundleHost());
    expect(written).not.toMatch(/^\s*(import|export \{)|\b(require|import)\(|node:/m);
    const code = written.replace("export default", "module.exports =");
    // The globals of a worker: no process, no Buffer, no require.
    const globals = { Request, Response, Headers, URL, URLSearchParams, TextEncoder, crypto, atob, btoa };
    const sandbox = createContext({ ...globals, module: { exports: {} }, exports: {} });
    new Script(code).runInContext(sandbox);
    const module = sandbox["module"] as { exports: unknown };
    const { fetch } = module.exports as { fetch(request: Request): Promise<Response> };
    const node = createNodeHost(config, testAssets);
    for (const path of paths) {
      const [theirs, ours] = await Promise.all(
        [fetch, node].map(async (host) => {
          const response = await host(new Request(`https://pane.example${path}`));
          return { status: response.status, headers: [...response.headers], text: await response.text() };
        }),
      );
      expect(theirs, path).toEqual(ours);
    }
  });

  it("receives reports, and passes the safe parts to the observer", async () => {
    const kept: PolicyReport[] = [];
    const handle = createHost(config, testAssets, { onReport: (report) => kept.push(report) });
    const body = JSON.stringify({
      "csp-report": { "document-uri": "https://a.example/1.2.3/frame", "effective-directive": "img-src" },
    });
    const headers = { "Content-Type": "application/csp-report" };
    const answers = await Promise.all(
      [body, "x".repeat(70_000)].map((text) =>
        handle(new Request("https://pane.example/reports", { method: "POST", headers, body: text })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 413]);
    expect(kept).toMatchObject([{ document: "/1.2.3/frame", directive: "img-src" }]);
  });

  it("serves the configuration's fonts from their bytes", async () => {
    const handle = createHost(config, testAssets);
    const text = await (
      await handle(new Request("https://pane.example/1.2.3/frame?environment=live"))
    ).text();
    const [url] = /fonts\/[0-9a-f]{32}\.woff2/.exec(text) ?? [];
    const response = await handle(new Request(`https://pane.example/1.2.3/${url}`));
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(font);
  });

  it("refuses a font that is set by its path, and names it", () => {
    const fonts = [{ family: "Inter", file: "inter.woff2" as unknown as Uint8Array }];
    expect(() => createHost({ ...config, fonts }, testAssets)).toThrow(/^fonts\[0\]\.file cannot be read/);
  });
});
