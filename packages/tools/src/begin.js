/**
 * The first program of `npm start` and `npm test`, in plain JavaScript, because nothing is installed yet: ends with one sentence if
 * this machine cannot run them, installs, and runs the program that its first argument names with the other arguments.
 */
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const ports = { SHOP_PORT: "4000", PANE_PORT: "4001", GATEWAY_PORT: "4002" };
/** What the build needs at its peak. */
const neededMegabytes = 1_000;

/**
 * What keeps this machine from running the program, with its cure; undefined if nothing does.
 *
 * @param {{ version: string, folder: string, megabytes: number, taken: readonly string[] }} machine
 */
export function complaint({ version, folder, megabytes, taken }) {
  const { engines } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const needed = engines.node.slice(2);
  const [major, minor] = version.split(".").map(Number);
  const [leastMajor, leastMinor] = needed.split(".").map(Number);
  if (major < leastMajor || (major === leastMajor && minor < leastMinor))
    return `Node.js ${version} is too old: install ${needed} or later (https://nodejs.org).`;
  for (const path of [folder, `${folder}node_modules`].filter(existsSync)) {
    try {
      accessSync(path, constants.W_OK);
    } catch {
      return `${path} cannot be written: run this as its owner, or copy the repository to a folder of your own.`;
    }
  }
  if (megabytes < neededMegabytes)
    return `Only ${Math.round(megabytes)} MB of memory are free, and ${neededMegabytes} are needed: close other programs, or give the container more.`;
  const [name] = taken;
  if (name) return `The port of ${name} is taken: stop what uses it, or set ${name} to another.`;
}

/** The variables of `npm start` whose port has a listener already. */
async function takenPorts() {
  const names = Object.keys(ports);
  const are = await Promise.all(names.map((name) => isTaken(Number(process.env[name] ?? ports[name]))));
  return names.filter((_, index) => are[index]);
}

/** A text that is no port is refused later, by its name. */
function isTaken(port) {
  return new Promise((resolve) => {
    if (!(port > 0 && port <= 65_535)) return resolve(false);
    const probe = createServer();
    probe.once("error", ({ code }) => resolve(code === "EADDRINUSE"));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(false)));
  });
}

/** Runs a program, and resolves with its exit code. It ends with this process, and with the process that started this one. */
function run(command, args, stdio) {
  const child = spawn(command, args, { cwd: root, stdio });
  const end = () => child.kill("SIGTERM");
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && end(), 1_000);
  process.on("SIGTERM", end);
  // Ctrl-C reaches the child, too; its end is this process's end.
  process.on("SIGINT", () => {});
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearInterval(watch);
      process.off("SIGTERM", end);
      resolve(code ?? 1);
    });
  });
}

async function begin([program, ...args]) {
  const reason = complaint({
    version: process.versions.node,
    folder: root,
    megabytes: (process.availableMemory?.() ?? Infinity) / 1e6,
    taken: program.endsWith("/start.ts") ? await takenPorts() : [],
  });
  if (reason) {
    console.error(reason);
    return 1;
  }
  console.error("Installing");
  const startedAt = Date.now();
  const still = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    console.error(`Still installing, for ${seconds} s: waiting for pnpm, which loads and links packages`);
  }, 10_000);
  const installed = await run("npm", ["run", "setup"], ["ignore", 2, 2]);
  clearInterval(still);
  if (installed !== 0) {
    console.error("The installation failed, see above: it needs a connection to the npm registry.");
    return installed;
  }
  return run(process.execPath, ["--conditions=source", "--import", "tsx", program, ...args], "inherit");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  process.exit(await begin(process.argv.slice(2)));
