/**
 * The rehearsal of a release, on this machine alone: publishes the packed packages to a registry on the loopback interface, with
 * the commands of the workflow. A new project then installs them from there, starts the sandbox, and pays with a test card.
 *
 * The registry is Verdaccio. It asks the registry of npm's own settings only for packages that are not ours. Nothing of this
 * repository is sent to that registry.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../run/ports.ts";
import { readManifest, root } from "../run/program.ts";
import { hashesFile, pack } from "./pack.ts";
import { currentVersion, published } from "./packages.ts";

/**
 * The registry's program. It is not a dependency of the workspace, because it brings 200 packages.
 *
 * One of these asks for node-fetch by a tag, which registries other than npm's do not have.
 */
const registryProject = {
  private: true,
  // The last version for Node.js 20.
  dependencies: { verdaccio: "6.8.0" },
  overrides: { "node-fetch": "2.7.0" },
};

/** What a new project runs: a card becomes a token, the token a payment, and a notification settles the order. */
const shop = String.raw`
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { createCheckout, createClient, createMemoryStore, readFormValue, toNodeHandler } from "@cardpane/node";

const command = ["cardpane-sandbox", "--json", "--port", "0", "--pane-port", "0"];
const sandbox = spawn("npx", command, { stdio: ["ignore", "pipe", "inherit"], detached: true });
process.once("exit", () => process.kill(-sandbox.pid));
let printed = "";
for await (const chunk of sandbox.stdout) if ((printed += chunk).includes("\n")) break;
const { gateway, script, apiKey, siteId } = JSON.parse(printed);

const page = await fetch(script);
if (!page.ok) throw new Error("The page's script answers " + page.status);
const response = await fetch(gateway + "/tokenize", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ number: "4242424242424242", expirationMonth: "12", expirationYear: "39", cvv: "123" }),
});
const { token } = await response.json();

let settle;
const settled = new Promise((resolve) => (settle = resolve));
let handle;
const server = createServer((req, res) => handle(req, res)).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const checkout = createCheckout({
  client: createClient({ apiKey, baseUrl: gateway, ipv6: "refuse" }),
  secret: randomBytes(32).toString("base64"),
  environment: "sandbox",
  ipnUrl: "http://127.0.0.1:" + server.address().port + "/ipn",
  store: createMemoryStore(),
  onEvent: settle,
});
handle = toNodeHandler(checkout);

const device = {
  browserJavaEnabled: false,
  browserLanguage: "en-GB",
  browserColorDepth: 24,
  browserScreenHeight: 1080,
  browserScreenWidth: 1920,
  browserTimezone: "-60",
};
const outcome = await checkout.pay({
  reference: "order-1",
  price: [{ amountMinor: 1250, currency: "EUR" }],
  ...readFormValue(JSON.stringify({ token, device })),
  httpRequest: {
    headers: { "user-agent": "a browser", accept: "text/html" },
    remoteAddress: "203.0.113.7",
  },
  sku: { siteId },
  consumer: { externalId: "customer-7", email: "ada@shop.example" },
  redirectUrl: "https://shop.example/done",
});
console.log("pay: " + outcome.type);
if ("error" in outcome) console.log(outcome.error);
const event = await settled;
console.log("order " + event.reference + ": " + event.type);
process.exit(event.type === "payment.succeeded" ? 0 : 1);
`;

/** Rehearses a release of the built packages. @throws Error with the reason if a step fails */
export async function rehearse(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "cardpane-rehearsal-"));
  const tarballs = join(folder, "release");
  await pack(tarballs);
  const registry = await startRegistry(folder);
  try {
    publish(tarballs, registry.settings);
    const project = join(folder, "shop");
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
    writeFileSync(join(project, "shop.js"), shop);
    const names = published.map(({ folder: source }) => readManifest(`${root}${source}/`).name);
    for (const name of names)
      npm(project, registry.settings, "view", `${name}@${currentVersion()}`, "dist.shasum");
    // Adapters want their framework, as a peer: npm installs it, too. A shop's server needs only these.
    npm(
      project,
      registry.settings,
      "install",
      "--no-audit",
      "@cardpane/node",
      "@cardpane/sandbox",
      "@cardpane/browser",
    );
    execFileSync(process.execPath, ["shop.js"], {
      cwd: project,
      stdio: "inherit",
      env: { ...process.env, NODE_OPTIONS: "" },
    });
  } finally {
    registry.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As the workflow publishes: checks the hashes, then publishes each tarball. Provenance is made by the workflow's runner alone. */
function publish(tarballs: string, settings: string): void {
  execFileSync("sha256sum", ["--check", "--strict", hashesFile], { cwd: tarballs, stdio: "inherit" });
  for (const line of readFileSync(join(tarballs, hashesFile), "utf8").trim().split("\n")) {
    const [, file = ""] = line.split("  ");
    npm(tarballs, settings, "publish", `./${file}`, "--access", "public", "--provenance=false");
  }
}

function npm(cwd: string, settings: string, ...args: readonly string[]): void {
  console.log(`npm ${args.join(" ")}`);
  // The variables of an outer npm would win over the settings.
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  execFileSync("npm", [...args, "--loglevel", "warn", "--userconfig", settings], {
    cwd,
    stdio: "inherit",
    env: { ...Object.fromEntries(own), NODE_OPTIONS: "" },
  });
}

/** Starts the registry, and writes npm's settings for it. */
async function startRegistry(folder: string): Promise<{ readonly settings: string; stop(): void }> {
  const port = await freePort(0, "127.0.0.1");
  const uplink = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  const config = join(folder, "verdaccio.yaml");
  const ours = { access: "$all", publish: "$all" };
  // JSON is YAML.
  writeFileSync(
    config,
    JSON.stringify({
      storage: join(folder, "storage"),
      uplinks: { npm: { url: uplink, cache: false } },
      packages: { "@cardpane/*": ours, "**": { access: "$all", proxy: "npm" } },
      max_body_size: "100mb",
      log: { type: "stdout", level: "error" },
    }),
  );
  const url = `http://127.0.0.1:${port}/`;
  const settings = join(folder, "npmrc");
  // npm publishes with any token; this registry lets everyone publish.
  writeFileSync(settings, `registry=${url}\n//127.0.0.1:${port}/:_authToken=rehearsal\n`);
  const program = join(folder, "registry");
  mkdirSync(program);
  writeFileSync(join(program, "package.json"), JSON.stringify(registryProject));
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: program,
    stdio: "inherit",
  });
  const args = ["--config", config, "--listen", `127.0.0.1:${port}`];
  const child = spawn(join(program, "node_modules/.bin/verdaccio"), args, {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const stop = () => {
    process.off("exit", stop);
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
  };
  process.once("exit", stop);
  for (let tries = 0; tries < 150; tries += 1) {
    const response = await fetch(`${url}-/ping`).catch(() => undefined);
    if (response?.ok) return { settings, stop };
    if (child.exitCode !== null) break;
    await wait(400);
  }
  stop();
  throw new Error("The registry did not start.");
}
