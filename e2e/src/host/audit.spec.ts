/** `cardpane audit` on a checkout page whose owner, or whose attacker, changes one thing. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import type { Baseline } from "../../../packages/host/src/audit/baseline.ts";
import type { AuditResult } from "../../../packages/host/src/audit/evidence.ts";
import { auditCommand } from "../../../packages/host/src/cli/audit-command.ts";

interface Answer {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}
type Site = Readonly<Record<string, Answer | (() => Answer)>>;

let server: Server;
let site: Site;
let shop: string;
const html = { "Content-Type": "text/html; charset=utf-8" };
const javascript = { "Content-Type": "text/javascript" };
const script = (body: string): Answer => ({ body, headers: javascript });

test.beforeEach(async () => {
  server = createServer(({ url = "" }, response) => {
    const found = site[url.split("#")[0] ?? ""];
    const { body, headers = {} } = typeof found === "function" ? found() : (found ?? { body: "" });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.writeHead(found ? 200 : 404).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  shop = `http://localhost:${(server.address() as AddressInfo).port}`;
});
test.afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const inline = "window.cart = { total: 4200 };";
const pay = "document.querySelector('form');";
const sha384 = (text: string) => `sha384-${createHash("sha384").update(text).digest("base64")}`;
const body = `<!doctype html><title>Checkout</title><form></form>
<script>${inline}</script>
<script src="/pay.js" integrity="${sha384(pay)}" crossorigin></script>
<script src="/tags.js"></script>
<script type="module" src="/module.js"></script>
<script type="application/json">{"no": "script"}</script>
<button onclick="pay()">Pay</button>
<iframe srcdoc="<script>window.inner = 1</script>"></iframe>
<iframe src="http://127.0.0.1:0/frame?session=SESSION"></iframe>`;
const policy = "script-src 'self' 'unsafe-inline' 'unsafe-eval'";
const headers = {
  ...html,
  "Content-Security-Policy": policy,
  "Strict-Transport-Security": "max-age=63072000",
};

/** A page that is another one in each response, as most are, without a difference that counts. */
const clean = (): Site => {
  let visits = 0;
  return {
    "/": () => {
      visits += 1;
      const frame = `http://127.0.0.1:${new URL(shop).port}/frame?session=${visits}`;
      const nonce = `'nonce-${visits}'`;
      return {
        body: body.replace("http://127.0.0.1:0/frame?session=SESSION", frame),
        headers: {
          ...headers,
          "Content-Security-Policy": `${policy}; style-src ${nonce}`,
          "Set-Cookie": `n=${visits}`,
        },
      };
    },
    "/pay.js": script(pay),
    "/tags.js": script(`new Worker("/worker.js"); eval("window.compiled = 1"); debugger;
      fetch("/tags.json").then((response) => response.json()).then((tags) => {
        for (const src of tags) document.head.append(Object.assign(document.createElement("script"), { src }));
      });`),
    "/tags.json": { body: "[]" },
    "/module.js": script("import './part.js';"),
    "/part.js": script("export {};"),
    "/worker.js": script("importScripts('/imported.js');"),
    "/imported.js": script("self.imported = 1;"),
    "/frame?session=1": { body: "<script>window.own = 1</script>", headers: html },
    "/frame?session=2": { body: "<script>window.own = 2</script>", headers: html },
    "/frame?session=3": { body: "<script>window.own = 3</script>", headers: html },
  };
};
/** The page with another text. */
const paged = (
  change: (text: string) => string,
  changed: Readonly<Record<string, string | readonly string[]>> = {},
): Site => {
  const before = clean();
  return {
    ...before,
    "/": () => {
      const page = (before["/"] as () => Answer)();
      return { body: change(page.body), headers: { ...page.headers, ...changed } };
    },
  };
};

async function audit(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  const lines: string[] = [];
  const browser = process.env["HEADLESS_SHELL_PATH"] ?? process.env["CHROMIUM_PATH"];
  const code = await auditCommand(
    [`${shop}/`, "--stay", "0.3", ...args, ...(browser ? ["--browser", browser] : [])],
    {
      cwd: test.info().outputPath(),
      out: (line) => void lines.push(line),
      err: () => {},
      stop: new AbortController().signal,
    },
  );
  return { code, out: lines.join("\n") };
}

/** Writes the baseline of the clean page, with a justification of each script. */
async function justify(): Promise<Baseline> {
  site = clean();
  const path = test.info().outputPath("cardpane-audit.json");
  expect(await audit("--update", "--visits", "1")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/owner: [1-9]\d*\.$/),
  });
  const baseline = JSON.parse(readFileSync(path, "utf8")) as Baseline;
  const scripts = baseline.scripts.map((one) => ({ ...one, justification: "pays", owner: "shop" }));
  writeFileSync(path, JSON.stringify({ ...baseline, scripts }));
  return baseline;
}

const differencesOf = ({ differences }: AuditResult) =>
  differences.map(({ kind, what, source }) => `${kind} ${what} ${source.replace(shop, "")}`);

test("the audit lists every script with its origin, hash, integrity and permission, and frames and headers [T-D37]", async () => {
  const { scripts, frames, headers: seen } = await justify();
  const shown = scripts.map(({ source, integrity, allowed }) => [
    source.replace(shop, ""),
    integrity,
    allowed,
  ]);
  expect(shown).toEqual([
    ["/imported.js", false, "host"],
    ["/module.js", false, "host"],
    ["/part.js", false, "host"],
    ["/pay.js", true, "host"],
    ["/tags.js", false, "host"],
    ["/worker.js", false, "host"],
    ["inline: window.cart = { total: 4200 };", false, "unsafe-inline"],
    ["inline: window.compiled = 1", false, "unsafe-eval"],
    ["inline: window.inner = 1", false, "unsafe-inline"],
  ]);
  expect(scripts.find(({ source }) => source.endsWith("/pay.js"))?.hash).toBe(sha384(pay));
  expect(frames.map(({ source }) => source.replace(/:\d+/, ""))).toEqual([
    "about:srcdoc",
    "http://127.0.0.1/frame",
  ]);
  expect(seen).toEqual({
    "content-security-policy": `${policy}; style-src 'nonce-*'`,
    "strict-transport-security": "max-age=63072000",
  });
  const { code, out } = await audit("--evidence", "evidence", "--json");
  expect({ code, differences: differencesOf(JSON.parse(out)) }).toEqual({ code: 0, differences: [] });
});

/** One change, and the one difference that the audit reports. */
const changes: readonly (readonly [what: string, changed: () => Site, difference: string])[] = [
  ["a changed byte", () => ({ ...clean(), "/part.js": script("export{};") }), "changed script /part.js"],
  [
    "an added inline script",
    () => paged((text) => text.replace("<form>", "<script>steal()</script><form>")),
    "new script inline: steal()",
  ],
  [
    "an inline script that removes itself",
    () => paged((text) => text.replace("<form>", "<script>document.currentScript.remove()</script><form>")),
    "new script inline: document.currentScript.remove()",
  ],
  [
    "a script in a handler",
    () => paged((text) => text.replace("<form>", '<img src="/none.png" onerror="steal()"><form>')),
    "new script inline: steal()",
  ],
  [
    "a script under a foreign name",
    () => paged((text) => text.replace("<form>", "<script>steal()\n//# sourceURL=/pay.js</script><form>")),
    "new script inline: steal() //# sourceURL=/pay.js",
  ],
  [
    "a lost header",
    () => paged((text) => text, { "Strict-Transport-Security": [] }),
    "gone header strict-transport-security",
  ],
  [
    "a tag manager that loads another script",
    () => ({ ...clean(), "/tags.json": { body: '["/tag.js"]' }, "/tag.js": script("steal()") }),
    "new script /tag.js",
  ],
  [
    "a script that appears on the third visit",
    () => {
      let visits = 0;
      return paged((text) => {
        visits += 1;
        return visits < 3 ? text : text.replace("<form>", "<script>steal()</script><form>");
      });
    },
    "new script inline: steal()",
  ],
  [
    "a frame of another origin",
    () => paged((text) => text.replace("<form>", '<iframe src="https://evil.invalid/frame"></iframe><form>')),
    "new frame https://evil.invalid/frame",
  ],
];

async function expectReported(changed: Site, ...differences: readonly string[]): Promise<void> {
  await justify();
  site = changed;
  const { code, out } = await audit("--json");
  expect({ code, differences: differencesOf(JSON.parse(out)).sort() }).toEqual({ code: 1, differences });
}

for (const [what, changed, difference] of changes) {
  test(`the audit reports once, and nothing else: ${what}`, { tag: "@nightly" }, () =>
    expectReported(changed(), difference),
  );
}

test("the audit reports each of several changes once: a byte, a tag, a script on the third visit", () => {
  const [byte, tag, third] = ["a changed byte", "a tag manager that loads another script", "third visit"].map(
    (name) => changes.find(([what]) => what.endsWith(name)),
  );
  if (!byte || !tag || !third) throw new Error("The table lacks a change.");
  const changed = {
    ...tag[1](),
    "/part.js": byte[1]()["/part.js"] as Answer,
    "/": third[1]()["/"] as Answer,
  };
  return expectReported(changed, ...[byte[2], tag[2], third[2]]);
});
