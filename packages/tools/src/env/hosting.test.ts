/**
 * nginx and Caddy, as Debian has them, serve the static build with the configuration that `cardpane build` writes, and workerd,
 * the runtime of Cloudflare's workers, the module that it writes: each answer is the one of `cardpane serve`. Run by
 * `npm run nightly -- hosting`, which installs all three.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type Assets, type HostConfig, type PolicyReport, type RunningHost, startHost } from "@cardpane/host";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendAsBrowser } from "../../../host/src/deployment/browser-request.ts";
import { caddyfile } from "../../../host/src/deployment/caddy.ts";
import { collectDeployment, type DeploymentManifest } from "../../../host/src/deployment/deployment.ts";
import { nginxConfig } from "../../../host/src/deployment/nginx.ts";
import { verifyDeployment } from "../../../host/src/deployment/verify.ts";
import { workerModule } from "../../../host/src/deployment/worker-module.ts";
import { testAssets } from "../../../host/src/testing.ts";
import { bundleHost } from "../bundle/build-worker.ts";

/** Long enough for every server to compress it. */
const long = "x".repeat(600);
const current: Assets = {
  ...testAssets,
  pageScripts: { ...testAssets.pageScripts, "cardpane.js": `page("${long}")` },
  licences: long,
  locales: { ...testAssets.locales, en: { dir: "ltr", title: long } },
};
const releases = [current, { ...current, version: "1.2.2", frameScript: "older()" }];
const config: HostConfig = {
  origin: "https://pane.shop.example",
  prefix: "/pay",
  environments: { live: "https://gateway.example", staging: "https://staging.example" },
  parents: ["https://www.shop.example", "https://*.preview.example", "http://localhost:4000"],
  fonts: [{ family: "Inter", file: new Uint8Array([0x77, 0x4f, 0x46, 0x32, 1, 2, 3]) }],
  headers: { "X-Robots-Tag": "noindex", "X-Quotes": "a \"b\" \\n 'c'" },
  reports: "collect",
};

let folder: string;
let own: RunningHost;
let manifest: DeploymentManifest;
/** The reports that the host has received, directly or through a server that forwards them. */
const reports: PolicyReport[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cardpane-hosting-"));
  const deployment = await collectDeployment(config, releases, readFileSync);
  ({ manifest } = deployment);
  for (const [file, body] of deployment.bodies) {
    const path = join(folder, `public/pay/${file}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, body);
  }
  own = await startHost({ ...config, port: 0, assets: releases, onReport: (report) => reports.push(report) });
});
afterAll(async () => {
  await own.close();
  await rm(folder, { recursive: true, force: true });
});

/** nginx as it is written, but for the port, and for files that only root may write. */
function nginxIn(port: number): readonly [string, readonly string[]] {
  const path = join(folder, "nginx.conf");
  writeFileSync(
    path,
    [
      `daemon off; pid ${folder}/nginx.pid; error_log stderr; worker_processes 1;`,
      "events {} http { access_log off;",
      ...["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      ),
      nginxConfig(manifest, folder, own.url).replace("listen 8080;", `listen 127.0.0.1:${port};`),
      "}",
    ].join("\n"),
  );
  // The master as well as its workers: root's workers would be nobody's, who reads no temporary folder of root's.
  return ["nginx", ["-c", path, "-g", process.getuid?.() === 0 ? "user root;" : "", "-e", "stderr"]];
}

/** Caddy as it is written, but for the address: that of the file has a certificate fetched. */
function caddyIn(port: number): readonly [string, readonly string[]] {
  const path = join(folder, "Caddyfile");
  const written = caddyfile(manifest, folder, own.url);
  writeFileSync(
    path,
    `{\n\tadmin off\n}\n${written.replace(`${config.origin} {`, `http://127.0.0.1:${port} {`)}`,
  );
  return ["caddy", ["run", "--config", path, "--adapter", "caddyfile"]];
}

/** A worker without Node's modules and globals, which workerd has by default from a date of 2026 on, and without network. */
async function workerIn(port: number): Promise<readonly [string, readonly string[]]> {
  writeFileSync(join(folder, "worker.js"), workerModule(config, releases, readFileSync, await bundleHost()));
  const path = join(folder, "workerd.capnp");
  writeFileSync(
    path,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "pane", worker = .pane), (name = "internet", network = (allow = []))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "pane")],
);
const pane :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ["no_nodejs_compat", "no_nodejs_compat_v2"],
);
`,
  );
  return [process.env["CARDPANE_WORKERD"] ?? "workerd", ["serve", path]];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Headers about the server or the connection. */
const ownHeaders = [
  ...["accept-ranges", "connection", "content-length", "date", "etag", "keep-alive", "last-modified"],
  ...["server", "transfer-encoding"],
];

async function answerOf(base: string, path: string, init: RequestInit): Promise<unknown> {
  // Which texts are worth compressing each server decides itself.
  const response = await fetch(base + path, {
    ...init,
    headers: { ...init.headers, "Accept-Encoding": "identity" },
  });
  const body = await response.text();
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !ownHeaders.includes(name)).sort(),
  );
  return { status: response.status, headers, body };
}

const frame = "/pay/1.2.3/frame?environment=live&locale=en";
const report = (body: string) => ({
  method: "POST",
  headers: { "Content-Type": "application/csp-report" },
  body,
});
const violation = JSON.stringify({
  "csp-report": {
    "document-uri": `${config.origin}${frame}`,
    "effective-directive": "img-src",
    "blocked-uri": "data",
  },
});
const requests: readonly (readonly [path: string, init?: RequestInit])[] = [
  ["/"],
  ["/health"],
  ["/pay"],
  ["/pay/"],
  ["/pay/health"],
  ["/pay/health", { method: "HEAD" }],
  ["/pay/manifest.json"],
  ["/pay/manifest.json", { method: "POST", body: "{}" }],
  ["/pay/1.2.3/cardpane.js", { method: "HEAD" }],
  ["/pay/1.2.3/cardpane.js", { method: "OPTIONS" }],
  ["/pay/1.2.3/cardpane.js?anything"],
  ["/pay/1.2.3/none.js"],
  ["/pay/1.2.3/"],
  ["/pay/1.2.3"],
  ["/pay/9.9.9/cardpane.js"],
  ["/pay/9.9.9/fonts/ab.woff2"],
  ["/pay/9.9.9/fonts/xy.woff2"],
  ["/pay/9.9.9/frame?environment=live"],
  ["/pay/9.9.9/frame?environment=live", { method: "DELETE" }],
  ["/1.2.3/cardpane.js"],
  ["/pay/reports"],
  ["/pay/reports", { method: "OPTIONS" }],
  ["/pay/reports", report(violation)],
  ["/pay/reports", report("none")],
  ["/pay/reports", report("x".repeat(70_000))],
  ["/pay/reports/", report(violation)],
  ["/reports", report(violation)],
  [frame],
  [frame, { method: "HEAD" }],
  [frame, { method: "POST", body: "a=b" }],
  ["/pay/1.2.3/frame"],
  ["/pay/1.2.3/frame?environment="],
  ["/pay/1.2.3/frame?environment=LIVE"],
  ["/pay/1.2.3/frame?ENVIRONMENT=live"],
  ["/pay/1.2.3/frame?locale=de&environment=live"],
  ["/pay/1.2.3/frame?environment=production"],
  ["/pay/1.2.3/frame?environment=../live"],
  ["/pay/1.2.3/frame?environment=live&locale=../../manifest"],
  ["/pay/1.2.3/frame?environment=live&locale=ar-EG"],
  ["/pay/1.2.3/frame?environment=live&locale=xx,de-AT,ar"],
  ["/pay/1.2.3/frame?environment=live&locale=xx%2Cde-AT"],
  ["/pay/1.2.3/frame?environment=live"],
  ["/pay/1.2.2/frame?environment=staging&locale=fr"],
  ["/pay/1.2.3/texts?locale=pt-PT"],
  ["/pay/1.2.3/texts"],
  [`${frame}&parent=https://www.shop.example`],
  [`${frame}&parent=https%3A%2F%2Fwww.shop.example`],
  [`${frame}&parent=https%3a%2f%2fwww.shop.example`],
  [`${frame}&parent=http://localhost:4000`],
  [`${frame}&parent=http%3A%2F%2Flocalhost%3A4000`],
  [`${frame}&parent=https://evil.example`],
  [`${frame}&parent=https://www.shop.example.evil.example`],
  [`${frame}&parent=https://wwwxshop.example`],
  [`${frame}&parent=https://a.preview.example`],
  ["/pay/1.2.3/frame?environment=staging&locale=en&parent=https://a.preview.example"],
  ["/pay/1.2.3/frame?environment=staging&locale=en&parent=https://a.b.preview.example"],
  ["/pay/1.2.3/frame?environment=staging&locale=en&parent=https://preview.example"],
  ["/pay/1.2.3/frame?environment=staging&locale=en&parent=https://xpreview.example"],
  // The documents stand in the folder under other names, which nobody may load: they would have no headers of theirs.
  ["/pay/1.2.3/frame/live/en.html"],
  ["/pay/1.2.3/texts/en.json"],
  ["/pay/health.json"],
  ["/pay/1.2.3/frame/"],
  ["/pay/1.2.3/frame/live"],
];

/** Ten tamperings between server and shopper, each at addresses of its own, and what `verify` finds of it. */
const tamperings: readonly (readonly [
  isAt: (url: string, headers: Readonly<Record<string, string>>) => boolean,
  change: (response: Response) => Response,
  finding: object,
])[] = [
  [(url) => url.endsWith("/1.2.2/cardpane.js"), evil, { kind: "bytes" }],
  [
    (url) => url.endsWith("1.2.3/frame?environment=live&locale=de"),
    withPolicy,
    { header: "content-security-policy" },
  ],
  [
    (url) => url.endsWith("1.2.3/frame?environment=live&locale=fr"),
    withoutIsolation,
    { header: "cross-origin-embedder-policy" },
  ],
  [
    (url) => url.endsWith("1.2.3/frame?environment=live&locale=ja"),
    withRules,
    { header: "speculation-rules" },
  ],
  [(url) => url.includes("/frame?") && url.includes("%2C"), evil, { kind: "bytes" }],
  [(url) => /\/frame\?.*&\w{4}=\w{6}$/.test(url), evil, { kind: "bytes" }],
  [(url) => url.includes("/texts?") && url.includes("%2C"), evil, { kind: "bytes" }],
  [
    (url, headers) => url.includes("cardpane.js?") && headers["Sec-Fetch-Dest"] === "script",
    evil,
    { kind: "bytes" },
  ],
  [
    (url) => url.includes("unlisted.invalid"),
    (response) => new Response("", { headers: response.headers }),
    { actual: "200" },
  ],
  [
    (url) => url.endsWith("1.2.3/deferred.js"),
    () => new Response(null, { status: 302, headers: { Location: "/x" } }),
    { actual: "302" },
  ],
];

function evil(response: Response): Response {
  return new Response("<script>steal()</script>", response);
}
function changed({ body, status, headers: given }: Response, change: (headers: Headers) => void): Response {
  const headers = new Headers(given);
  change(headers);
  return new Response(body, { status, headers });
}
function withPolicy(response: Response): Response {
  return changed(response, (headers) => headers.append("Content-Security-Policy", "img-src *"));
}
function withoutIsolation(response: Response): Response {
  return changed(response, (headers) => headers.delete("Cross-Origin-Embedder-Policy"));
}
function withRules(response: Response): Response {
  return changed(response, (headers) => headers.set("Speculation-Rules", '"/x.json"'));
}

/** Verifies a server through something that tampers; expects that every tampering is found, and nothing else. */
async function expectTamperingsFound(base: string): Promise<void> {
  const send: typeof sendAsBrowser = async (url, sent) => {
    const response = await sendAsBrowser(url, sent);
    const [, change] = tamperings.find(([isAt]) => isAt(url, sent.headers)) ?? [];
    return change ? change(response) : response;
  };
  const { findings } = await verifyDeployment(manifest, { base, send });
  for (const [isAt, , finding] of tamperings) {
    const found = findings.filter(({ url }) => isAt(url, { "Sec-Fetch-Dest": "script" }));
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(one).toMatchObject(finding);
  }
  expect(
    findings.filter(({ url }) => !tamperings.some(([isAt]) => isAt(url, { "Sec-Fetch-Dest": "script" }))),
  ).toEqual([]);
}

it("ten tamperings in front of `cardpane serve` are found", () => expectTamperingsFound(`${own.url}/pay`));

describe.each([
  ["nginx", nginxIn],
  ["Caddy", caddyIn],
  ["workerd", workerIn],
] as const)("%s, with what a build writes for it", (name, commandFor) => {
  let server: ChildProcess;
  let base: string;
  let printed = "";
  beforeAll(async () => {
    const port = await freePort();
    const [program, args] = await commandFor(port);
    server = spawn(program, args, {
      // A group of its own: npm's workerd is a script that starts the program.
      detached: true,
      env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    });
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
      });
    }
    base = `http://127.0.0.1:${port}`;
    const answers = () =>
      fetch(`${base}/health`).then(
        () => true,
        () => false,
      );
    await expect.poll(async () => server.exitCode ?? (await answers()), { message: printed }).toBe(true);
  });
  afterAll(async () => {
    if (server.pid === undefined || server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once("close", resolve));
    process.kill(-server.pid, "SIGTERM");
    await ended;
  });

  it("serves every byte and header of the build, at the addresses of shoppers too", async () => {
    const { checked, findings } = await verifyDeployment(manifest, { base: `${base}/pay` });
    expect(findings).toEqual([]);
    expect(checked).toBeGreaterThan(manifest.files.length + 48);
  });

  it.skipIf(name === "workerd")("compresses every text, which workerd leaves to its platform", async () => {
    for (const file of ["frame?environment=live", "cardpane.js", "texts?locale=en", "licences.txt"]) {
      const gzip = { headers: { "Accept-Encoding": "gzip" } };
      const { headers } = await fetch(`${base}/pay/1.2.3/${file}`, gzip);
      expect([file, headers.get("Content-Encoding")]).toEqual([file, "gzip"]);
      expect(headers.get("Vary")).toContain("Accept-Encoding");
    }
  });

  it.skipIf(name === "workerd")("refuses a file that is missing, and no cache keeps the answer", async () => {
    const release = join(folder, "public/pay/1.2.2");
    await rename(release, `${release}.away`);
    try {
      const refused = await (await fetch(`${own.url}/pay/1.2.3/none.js`)).text();
      for (const file of ["cardpane.js", "texts", "frame?environment=live"]) {
        const response = await fetch(`${base}/pay/1.2.2/${file}`);
        expect([response.status, await response.text()]).toEqual([404, refused]);
        const headers = Object.fromEntries(response.headers);
        expect(headers, file).toMatchObject(manifest.headers["refusal"] ?? {});
      }
    } finally {
      await rename(`${release}.away`, release);
    }
  });

  it("answers a request that it cannot read with no refusal of an environment", async () => {
    const request = "GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n";
    const socket = connect(Number(new URL(base).port), "127.0.0.1").end(request);
    expect(await text(socket)).not.toContain("environment_unknown");
  });

  it("has ten tamperings found", () => expectTamperingsFound(`${base}/pay`));

  it.each(requests.map(([path, init = {}]) => ({ path, init })))(
    "answers $path $init as `cardpane serve` does",
    async ({ path, init }) => {
      expect(await answerOf(base, path, init)).toEqual(await answerOf(own.url, path, init));
    },
  );

  it("takes reports, or passes them on to the host that does", async () => {
    const before = reports.length + printed.split('"directive":"img-src"').length;
    expect((await fetch(`${base}/pay/reports`, report(violation))).status).toBe(204);
    await expect.poll(() => reports.length + printed.split('"directive":"img-src"').length).toBe(before + 1);
  });
});
