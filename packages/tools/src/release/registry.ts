/**
 * A registry on the loopback interface, for the rehearsal: Verdaccio. It asks the registry of npm's own settings only for packages
 * that are not ours, and sends nothing of this repository there.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../process/ports.ts";

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

export interface Registry {
  /** The environment of a stranger whose npm uses this registry, with a new cache and without the variables of an outer npm. */
  readonly env: Readonly<Record<string, string>>;
  stop(): void;
}

/** Starts the registry; its files and npm's settings for it are in the folder. */
export async function startRegistry(folder: string): Promise<Registry> {
  const port = await freePort();
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
  writeFileSync(settings, `//127.0.0.1:${port}/:_authToken=rehearsal\n`);
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
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^GATEWAY_/i.test(name));
  const env = {
    ...(Object.fromEntries(own) as Record<string, string>),
    npm_config_registry: url,
    npm_config_userconfig: settings,
    // npx keeps what it installs by the name alone, and would find the packages of an earlier rehearsal.
    npm_config_cache: join(folder, "cache"),
    npm_config_yes: "true",
    CI: "true",
    // With CI set, Vite and others colour what they print, in the middle of the words that a test waits for.
    NO_COLOR: "1",
  };
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(`${url}-/ping`).catch(() => undefined);
    if (response?.ok) return { env, stop };
    await wait(400);
  }
  stop();
  throw new Error("The registry did not start.");
}
