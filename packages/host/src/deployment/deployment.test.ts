import { readFileSync } from "node:fs";
import { guardScript } from "@cardpane/contract/embed";
import { localeTags } from "@cardpane/contract/locales";
import { beforeAll, describe, expect, it } from "vitest";
import type { HostConfig } from "../config.ts";
import { createHost } from "../create-host.ts";
import { HostConfigError } from "../error.ts";
import { integrityOf } from "../read-assets.ts";
import { testAssets } from "../testing.ts";
import { caddyfile } from "./caddy.ts";
import { collectDeployment, type Deployment, type DeploymentManifest } from "./deployment.ts";
import { scriptInventory } from "./inventory.ts";
import { nginxConfig } from "./nginx.ts";
import { hiddenIframe, pageRecipe, reservedHeight } from "./recipe.ts";
import { staticSite } from "./static-site.ts";

const font = new Uint8Array([0x77, 0x4f, 0x46, 0x32, 1, 2, 3]);
const config: HostConfig = {
  origin: "https://pane.shop.example",
  prefix: "/pay",
  environments: { live: "https://gateway.example", staging: "https://staging.example" },
  parents: ["https://www.shop.example", "https://*.preview.example", "http://localhost:4000"],
  fonts: [{ family: "Inter", file: font }],
  headers: { "X-Robots-Tag": "noindex" },
};
const older = { ...testAssets, version: "1.2.2", frameScript: "older()" };
const releases = [testAssets, older];
const collect = (changed: Partial<HostConfig> = {}) =>
  collectDeployment({ ...config, ...changed }, releases, readFileSync);

let deployment: Deployment;
let manifest: DeploymentManifest;
beforeAll(async () => {
  deployment = await collect();
  ({ manifest } = deployment);
});

describe("a deployment", () => {
  it("is the same for the same configuration and releases", async () => {
    expect(await collect()).toEqual(deployment);
  });

  it("contains every file of every release with its integrity", () => {
    const scriptFile = manifest.files.find(({ url }) => url === "1.2.3/cardpane.js");
    expect(scriptFile).toEqual({
      url: "1.2.3/cardpane.js",
      file: "1.2.3/cardpane.js",
      integrity: integrityOf("page()"),
      headers: "script",
    });
    for (const version of ["1.2.3", "1.2.2"]) {
      const urls = manifest.files.map(({ url }) => url).filter((url) => url.startsWith(`${version}/`));
      for (const end of [
        /deferred\.js$/,
        /licences\.txt$/,
        /fonts\/[0-9a-f]{32}\.woff2$/,
        /texts\?locale=ar$/,
      ])
        expect(urls.filter((url) => end.test(url))).toHaveLength(1);
      expect(urls.filter((url) => url.includes("frame?environment=live&"))).toHaveLength(localeTags.length);
    }
    for (const { file, integrity } of manifest.files)
      expect(integrityOf(deployment.bodies.get(file) ?? ""), file).toBe(integrity);
  });

  it("is refused without an origin, and for development", async () => {
    const { origin, ...without } = config;
    await expect(collectDeployment(without, releases, readFileSync)).rejects.toThrow(HostConfigError);
    await expect(collect({ caching: "development" })).rejects.toThrow(/^caching must be release/);
  });

  it("has an inventory of its scripts, the early loader too, each with a purpose and the data it touches", () => {
    const scripts = scriptInventory(manifest, releases);
    expect(scripts.map(({ url }) => url)).toEqual([
      "https://pane.shop.example/pay/1.2.3/cardpane.js",
      "https://pane.shop.example/pay/1.2.3/deferred.js",
      "recipe.html (inline)",
      "https://pane.shop.example/pay/1.2.3/frame (inline)",
      "https://pane.shop.example/pay/1.2.3/frame (inline)",
      "https://pane.shop.example/pay/1.2.2/cardpane.js",
      "https://pane.shop.example/pay/1.2.2/deferred.js",
      "recipe.html (inline)",
      "https://pane.shop.example/pay/1.2.2/frame (inline)",
      "https://pane.shop.example/pay/1.2.2/frame (inline)",
    ]);
    for (const { purpose, dataTouched, integrity } of scripts) {
      expect(purpose).toMatch(/\w{4}/);
      expect(dataTouched).toMatch(/card/i);
      expect(integrity).toMatch(/^sha384-/);
    }
    expect(scripts.slice(2, 5).map(({ integrity }) => integrity)).toEqual(
      ["early()", "hello()", testAssets.frameScript].map(integrityOf),
    );
  });

  it("has a recipe with the script's address and integrity, the policy and the reserved height", () => {
    const recipe = pageRecipe(manifest, "live", "early()");
    expect(recipe).toContain(
      `<script src="https://pane.shop.example/pay/1.2.3/cardpane.js" integrity="${integrityOf("page()")}" crossorigin="anonymous"></script>`,
    );
    expect(recipe).toContain("frame-src https://pane.shop.example");
    expect(recipe).toContain(reservedHeight);
    expect(recipe).toContain(hiddenIframe);
    // The address of a document in this deployment.
    const address = /<iframe slot="cardpane-frame" src="([^"]+)" sandbox/
      .exec(recipe)?.[1]
      ?.replace("&amp;", "&");
    const base = `${manifest.origin}${manifest.prefix}/`;
    expect(manifest.files.map(({ url }) => base + url)).toContain(address);
    expect(recipe).toContain('environment="live"');
  });

  it("has the guard of old browsers in its recipe, of 250 bytes at most, with its hash in the policy line", () => {
    const recipe = pageRecipe(manifest, "live", "early()");
    expect(recipe).toContain(`<script>${guardScript}</script>`);
    expect(/Content-Security-Policy: script-src [^;]+/.exec(recipe)?.[0]).toContain(
      `'${integrityOf(guardScript)}'`,
    );
    expect(guardScript.length).toBeLessThanOrEqual(250);
    // Once in the element, once in the markup with an iframe.
    expect(recipe.split('<p slot="cardpane-fallback" hidden>')).toHaveLength(3);
  });

  it("has the early loader in its recipe, with its hash for the page's policy", () => {
    const recipe = pageRecipe(manifest, "live", "early()");
    expect(recipe).toContain('<script data-src="https://pane.shop.example/pay/1.2.3/">early()</script>');
    expect(recipe).toContain(`'${integrityOf("early()")}'`);
  });
});

/** The lines between braces after a line with this beginning. */
function block(text: string, start: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.trim());
  const from = lines.findIndex((line) => line.startsWith(start));
  expect(from, `${start} stands in the text`).toBeGreaterThanOrEqual(0);
  return lines.slice(from + 1, lines.indexOf("}", from));
}

describe("nginx's configuration", () => {
  const text = () => nginxConfig(manifest, "/srv/cardpane");
  /** Evaluates a map like nginx: an exact value first, then the patterns in order. */
  const mapped = (start: string, value: string) => {
    const rows = block(text(), start).map(
      (line) => /^("(?:[^"\\]|\\.)*"|\S+) (.*);$/.exec(line)?.slice(1) ?? [],
    );
    const keys = rows.map(([key = "", result = ""]) => [
      key.replaceAll(/^"|"$/g, "").replaceAll("\\\\", "\\"),
      result.replaceAll(/^"|"$/g, ""),
    ]);
    const exact = keys.find(([key]) => key === value);
    const pattern = keys.find(([key = ""]) => key.startsWith("~") && new RegExp(key.slice(1)).test(value));
    return (exact ?? pattern ?? keys.find(([key]) => key === "default"))?.[1];
  };

  it("has each header of each file, and inherits none", () => {
    for (const { url, headers } of manifest.files.filter(
      ({ url }) => !url.includes("?") && url !== "health",
    )) {
      const lines = block(text(), `location = /pay/${url} {`);
      for (const [name, value] of Object.entries(manifest.headers[headers] ?? {})) {
        expect(lines).toContain(
          name === "content-type" ? `default_type "${value}";` : `add_header ${name} "${value}" always;`,
        );
      }
    }
  });

  it("has the headers of each environment's document, which nobody can request itself", () => {
    for (const version of ["1.2.3", "1.2.2"]) {
      for (const id of ["live", "staging"]) {
        const lines = block(text(), `location ^~ /pay/${version}/frame/${id}/ {`);
        expect(lines).toContain("internal;");
        const { "content-type": type, ...others } = manifest.headers[`document ${id} ${version}`] ?? {};
        expect(lines).toContain(`default_type "${type}";`);
        for (const [name, value] of Object.entries(others))
          expect(lines).toContain(`add_header ${name} "${value}" always;`);
      }
    }
  });

  it.each([
    ["live ", "0"],
    ["live https://www.shop.example", "0"],
    ["live https%3A%2F%2Fwww.shop.example", "0"],
    ["live http://localhost:4000", "0"],
    ["live http%3A%2F%2Flocalhost%3A4000", "0"],
    ["live https%3a%2f%2fwww.shop.example", "0"],
    ["live https://wwwxshop.example", "1"],
    ["live https://www.shop.example.evil.test", "1"],
    ["live https://pr.preview.example", "1"],
    ["staging https://pr.preview.example", "0"],
    ["staging https://a.b.preview.example", "0"],
    ["staging https://preview.example", "1"],
    ["staging https://evil.test/.preview.example", "1"],
    ["staging https://evilpreview.example", "1"],
  ])("detects whether a parent is listed: %s -> %s", (value, verdict) => {
    expect(mapped('map "$cardpane_environment $arg_parent" $cardpane_unlisted {', value)).toBe(verdict);
  });

  it.each([
    ["environment=live", "live"],
    ["locale=de&environment=staging&parent=", "staging"],
    ["environment=live&environment=staging", "live"],
    ["environment=none&environment=live", ""],
    ["environment=LIVE", ""],
    ["ENVIRONMENT=live", ""],
    ["environment=live2", ""],
    ["xenvironment=live", ""],
    ["", ""],
  ])("reads the first environment of the query, in its own case: %s -> %j", (query, id) => {
    expect(mapped("map $args $cardpane_environment {", query)).toBe(id);
  });

  it("refuses any method but GET and HEAD before every location, and unlisted parents at each document", () => {
    const lines = text()
      .split("\n")
      .map((line) => line.trim());
    const refusal = lines.indexOf("if ($cardpane_wrong_method) { return 405; }");
    expect(refusal).toBeGreaterThan(0);
    expect(refusal).toBeLessThan(lines.findIndex((line) => line.startsWith("location")));
    const verdict = (method: string) =>
      mapped('map "$request_method $uri" $cardpane_wrong_method {', `${method} /pay/manifest.json`);
    expect(["GET", "HEAD", "POST", "PUT"].map(verdict)).toEqual(["0", "0", "1", "1"]);
    for (const version of ["1.2.3", "1.2.2"])
      expect(block(text(), `location = /pay/${version}/frame {`)).toContain(
        "if ($cardpane_unlisted) { return 403; }",
      );
  });

  it("has balanced braces and ends each directive", () => {
    const lines = text()
      .split("\n")
      .filter((line) => line.trim() && !line.trim().startsWith("#"));
    for (const line of lines) expect(line).toMatch(/[;{}]$/);
    expect(lines.filter((line) => line.endsWith("{"))).toHaveLength(
      lines.filter((line) => line.trim() === "}").length,
    );
  });
});

describe("Caddy's configuration", () => {
  const text = () => caddyfile(manifest, "/srv/cardpane");
  /** The lines of the handler whose matcher has these conditions. */
  const handler = (...conditions: readonly string[]) => {
    const names = [...text().matchAll(/^\t\t(@cardpane\d+) \{$/gm)].map(([, name = ""]) => name);
    const name = names.find(
      (candidate) => block(text(), `${candidate} {`).join("|") === conditions.join("|"),
    );
    expect(name, `a matcher of ${conditions.join(", ")}`).toBeDefined();
    return block(text(), `handle ${name} {`);
  };

  it("has each header of each document and file", () => {
    for (const [lines, kind] of [
      [handler("path /pay/1.2.3/frame", "query environment=live"), "document live 1.2.3"],
      [handler("path /pay/1.2.2/frame", "query environment=staging"), "document staging 1.2.2"],
      [handler("path /pay/1.2.3/cardpane.js"), "script"],
      [handler("path /pay/1.2.3/texts"), "texts"],
      [handler("path /pay/manifest.json"), "manifest"],
      [handler("path /health /pay/health"), "health"],
    ] as const) {
      for (const [name, value] of Object.entries(manifest.headers[kind] ?? {}))
        expect(lines).toContain(`header ${name} \`${value}\``);
    }
  });

  it("is in a route, because Caddy would reorder the directives otherwise", () => {
    const lines = text().split("\n");
    const [from, to] = [lines.indexOf("\troute {"), lines.lastIndexOf("\t}")];
    for (const [index, line] of lines.entries())
      if (/^\s*(@cardpane|handle|map) ?/.test(line)) expect(index > from && index < to, line).toBe(true);
  });

  it("refuses any method but GET and HEAD before it serves a file", () => {
    expect(handler("not method GET HEAD").at(-1)).toMatch(/^respond .*method_not_allowed.* 405$/);
    expect(text().indexOf("method_not_allowed")).toBeLessThan(text().indexOf("file_server"));
  });

  it("refuses unlisted parents of each environment before it serves the document", () => {
    const rows = block(text(), "map `{query.environment} {query.parent}` {cardpane_parent} {");
    const isListed = (environment: string, parent: string) =>
      rows.some((row) => {
        const [, pattern] = /^`~(.+)` listed$/.exec(row) ?? [];
        return pattern !== undefined && new RegExp(pattern).test(`${environment} ${parent}`);
      });
    expect(rows.at(-1)).toBe("default unlisted");
    for (const [environment, parent, listed] of [
      ["live", "", true],
      ["live", "https://www.shop.example", true],
      ["live", "https://wwwxshop.example", false],
      ["live", "https://www.shop.example.evil.example", false],
      ["live", "https://a.preview.example", false],
      ["staging", "https://a.preview.example", true],
      ["staging", "https://xpreview.example", false],
      ["none", "https://www.shop.example", false],
    ] as const)
      expect(isListed(environment, parent), `${environment} ${parent}`).toBe(listed);
    for (const environment of ["live", "staging"]) {
      const refused = handler(
        "path /pay/1.2.3/frame",
        `query environment=${environment}`,
        'expression `{cardpane_parent} == "unlisted"`',
      );
      expect(refused.at(-1)).toMatch(/^respond .*parent_unlisted.* 403$/);
    }
    expect(handler("path /pay/1.2.3/frame").at(-1)).toMatch(/environment_unknown.* 400$/);
    expect(text().indexOf("parent_unlisted")).toBeLessThan(text().indexOf("file_server"));
  });
});

it("both servers read TLS from a file that no build writes", async () => {
  const { manifest: built } = await collect();
  expect(nginxConfig(built, "/srv/cardpane")).toContain("  include cardpane-tls*.conf;\n");
  expect(caddyfile(built, "/srv/cardpane")).toContain("\timport cardpane-tls*.caddy\n");
});

it.each([
  ["1$remote_addr", nginxConfig],
  ["{env.HOME}", caddyfile],
  ["a`b", caddyfile],
] as const)("a header whose value a static server would change is refused: %s", async (value, write) => {
  const { manifest: changed } = await collect({ headers: { "X-A": value } });
  expect(() => write(changed, "/srv/cardpane")).toThrow(
    /^headers\["x-a"\] contains [$`{], which (nginx|Caddy) would/,
  );
});

it("a static server refuses an unknown environment with the host's bytes, in whatever order the configuration has them", async () => {
  const { staging = "", live = "" } = config.environments;
  const changed = { ...config, environments: { staging, live } };
  const host = createHost(changed, releases);
  const refused = await host(new Request(`${config.origin}/pay/1.2.3/frame?environment=none`));
  const site = staticSite((await collect(changed)).manifest, undefined, "nginx");
  expect(site.refuse("environment_unknown").at(-1)).toBe(`return 400 ${site.quote(await refused.text())};`);
});

describe("a static server of a deployment that collects reports", () => {
  it("passes them on to a host, and nothing else", async () => {
    const { manifest: collecting } = await collect({ reports: "collect" });
    const upstream = "http://127.0.0.1:4001";
    const nginx = nginxConfig(collecting, "/srv/cardpane", upstream);
    expect(block(nginx, "location = /pay/reports {")).toContain(`proxy_pass ${upstream};`);
    expect(block(nginx, "location = /pay/reports {")).toContain("client_max_body_size 65536;");
    expect(block(nginx, 'map "$request_method $uri" $cardpane_wrong_method {')).toEqual([
      "default 1;",
      '"~^(GET|HEAD) " 0;',
      '"~^[A-Z]+ /pay/reports$" 0;',
    ]);
    expect(nginx.split("proxy_pass")).toHaveLength(2);
    const caddy = caddyfile(collecting, "/srv/cardpane", upstream);
    expect(block(caddy, "@cardpane1 {")).toEqual(["path /pay/reports"]);
    expect(block(caddy, "handle @cardpane1 {")).toEqual([`reverse_proxy ${upstream}`]);
  });

  it.each([
    undefined,
    "127.0.0.1:4001",
    "http://127.0.0.1:4001/reports",
    "http://a;b",
    "http://a b",
    "file:///x",
  ])("is not written without the address of a server that reads them: %j", async (upstream) => {
    const { manifest: collecting } = await collect({ reports: "collect" });
    for (const write of [nginxConfig, caddyfile])
      expect(() => write(collecting, "/srv/cardpane", upstream)).toThrow(/read no bodies/);
  });

  it("names no host if no reports are collected", () => {
    for (const write of [nginxConfig, caddyfile])
      expect(() => write(manifest, "/srv/cardpane", "http://127.0.0.1:4001")).toThrow(/^--reports-to/);
  });
});
