/** `cardpane build`: writes a deployment as files. The same configuration and releases produce the same bytes. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { caddyfile } from "../deployment/caddy.ts";
import { containerFiles } from "../deployment/container.ts";
import { collectDeployment, type Deployment, type DeploymentManifest } from "../deployment/deployment.ts";
import { scriptInventory } from "../deployment/inventory.ts";
import { nginxConfig } from "../deployment/nginx.ts";
import { pageRecipe } from "../deployment/recipe.ts";
import { builtHost, workerModule } from "../deployment/worker-module.ts";
import { HostConfigError } from "../error.ts";
import { type Command, UsageError } from "./command.ts";
import { defaultConfigFile, type LoadedConfig, readConfigFile } from "./config-file.ts";

export const buildUsage = `cardpane build [options]       writes a deployment: files, manifest, inventory, header baseline, recipe

  --config <file>        the configuration (${defaultConfigFile})
  --out <folder>         the output folder (cardpane-deployment)
  --for <server>         also writes the configuration of nginx, caddy, worker or container; may be repeated
  --root <path>          the parent folder of public/ on the server (/srv/cardpane)
  --reports-to <address> where nginx and Caddy forward violation reports: a cardpane serve with the same configuration`;

const noHeadersFile = `--for headers is not possible: a static host with a _headers file selects a file by its path, and the frame's document is
selected by the query (environment, locale). There would be one gateway and one language for all pages, and a wrong environment
would be served instead of refused. Use --for worker.`;

/** Writes the files of a deployment. */
export const buildCommand: Command = async (args, { cwd, out }) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      config: { type: "string", default: defaultConfigFile },
      out: { type: "string", default: "cardpane-deployment" },
      for: { type: "string", multiple: true, default: [] },
      root: { type: "string", default: "/srv/cardpane" },
      "reports-to": { type: "string" },
    },
  });
  const servers = values.for.map(readServer);
  if (!/^(\/[A-Za-z0-9._-]+)+$/.test(values.root))
    throw new UsageError(
      "--root must be an absolute path of letters, digits, dots, hyphens and underscores.",
    );
  const loaded = await readConfigFile(resolve(cwd, values.config));
  const deployment = await collectDeployment(loaded.config, loaded.releases, readFileSync);
  const folder = resolve(cwd, values.out);
  const files = filesOf(deployment, loaded, servers, {
    root: values.root,
    reportsTo: values["reports-to"],
    configName: basename(values.config),
  });
  const earlier = readEarlierFiles(folder);
  checkOwn(folder, earlier, files);
  checkImmutable(folder, deployment);
  removeStale(folder, earlier, files);
  for (const [name, content] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  out(`${folder}: ${deployment.manifest.releases.join(", ")}, ${files.size} files`);
  return 0;
};

const knownServers = ["nginx", "caddy", "worker", "container"] as const;
type Server = (typeof knownServers)[number];

function readServer(name: string): Server {
  if (name === "headers") throw new UsageError(noHeadersFile);
  const server = knownServers.find((known) => known === name);
  if (server) return server;
  throw new UsageError(`--for must be one of ${knownServers.join(", ")}, not ${JSON.stringify(name)}.`);
}

function filesOf(
  { manifest, bodies }: Deployment,
  { config, releases, files: namedFiles }: LoadedConfig,
  servers: readonly Server[],
  { root, reportsTo, configName }: { root: string; reportsTo: string | undefined; configName: string },
): ReadonlyMap<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>();
  for (const [file, body] of bodies) files.set(publicPath(manifest, file), body);
  const environments = Object.keys(config.environments);
  const environment = environments.includes("live") ? "live" : (environments[0] ?? "live");
  files.set(
    "inventory.json",
    pretty({ standard: "PCI DSS 4.0.1, 6.4.3", scripts: scriptInventory(manifest, releases) }),
  );
  files.set("headers.json", pretty({ standard: "PCI DSS 4.0.1, 11.6.1", headers: manifest.headers }));
  files.set("recipe.html", pageRecipe(manifest, environment, releases[0]?.earlyLoader ?? ""));
  if (servers.includes("nginx")) files.set("nginx.conf", nginxConfig(manifest, root, reportsTo));
  if (servers.includes("caddy")) files.set("Caddyfile", caddyfile(manifest, root, reportsTo));
  if (servers.includes("worker"))
    files.set("worker.js", workerModule(config, releases, readFileSync, readFileSync(builtHost, "utf8")));
  if (servers.includes("container")) {
    for (const [name, text] of Object.entries(containerFiles(configName, namedFiles))) files.set(name, text);
  }
  const written = ["manifest.json", ...files.keys()].filter((name) => !name.startsWith("public/"));
  const built: BuildManifest = { ...manifest, written };
  files.set("manifest.json", pretty(built));
  return files;
}

function publicPath({ prefix }: Pick<DeploymentManifest, "prefix">, file: string): string {
  return `public${prefix}/${file}`;
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Browsers cache the files of a release for a year, so a release with other bytes needs another version. */
function checkImmutable(folder: string, { manifest, bodies }: Deployment): void {
  for (const { file, headers } of manifest.files) {
    if (headers !== "script" && headers !== "texts" && headers !== "licences") continue;
    const path = join(folder, publicPath(manifest, file));
    const body = bodies.get(file);
    if (body && existsSync(path) && !readFileSync(path).equals(body)) {
      throw new HostConfigError(
        `${path} was built before with other bytes. Browsers cache the files of a release for a year: give this build another version, or another --out.`,
      );
    }
  }
}

/** The manifest of a build, and its files that no host serves. */
interface BuildManifest extends DeploymentManifest {
  /** Paths in the folder of the build. */
  readonly written: readonly string[];
}

/** The files that an earlier build wrote into a folder, by their paths in it. @throws HostConfigError if `manifest.json` is another's */
function readEarlierFiles(folder: string): ReadonlySet<string> {
  const path = join(folder, "manifest.json");
  if (!existsSync(path)) return new Set();
  try {
    const earlier = JSON.parse(readFileSync(path, "utf8")) as BuildManifest;
    if (earlier.format === 1)
      return new Set([...earlier.files.map(({ file }) => publicPath(earlier, file)), ...earlier.written]);
  } catch {
    // Reported below.
  }
  throw notOurs(path);
}

/** Refuses to replace a file that no build wrote. */
function checkOwn(folder: string, earlier: ReadonlySet<string>, files: ReadonlyMap<string, unknown>): void {
  for (const name of files.keys())
    if (!earlier.has(name) && existsSync(join(folder, name))) throw notOurs(join(folder, name));
}

function notOurs(path: string): HostConfigError {
  return new HostConfigError(`${path} was not written by cardpane build. Choose another folder with --out.`);
}

/** Removes the files of an earlier build that this build does not have. */
function removeStale(
  folder: string,
  earlier: ReadonlySet<string>,
  files: ReadonlyMap<string, unknown>,
): void {
  for (const name of earlier) {
    // A manifest with `..` in a path must not remove files outside of the folder.
    if (!files.has(name) && !name.split("/").includes("..")) rmSync(join(folder, name), { force: true });
  }
}
