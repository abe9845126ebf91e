/**
 * `npm run nightly`: everything that `npm test` leaves out, because it takes longer than a change can wait.
 *
 *   npm run nightly                    all jobs; the failed ones are named at the end
 *   npm run nightly -- mutants engines the named jobs
 *   npm run nightly -- bench --pane    one job, with its own arguments
 *
 * Jobs:
 *
 *   suites        all of npm test with NIGHTLY=1: whole matrices, long random runs, packages and declarations, both databases
 *   money         the wallet with 10,000 operations while its process is killed (WALLET_OPERATIONS)
 *   hostile       a million random messages (RANDOM_MESSAGES) for the guards and the form, clients that never end a request
 *   mutants       takes out one defence after the other: a test must fail
 *   engines       Firefox and WebKit
 *   hosting       nginx, Caddy and workerd answer as `cardpane serve` does
 *   examples      each example, installed from packed packages
 *   docs          the documentation site, and axe on each of its pages
 *   prisma        the notification store of the recipe on Prisma itself
 *   dependencies  known holes in delivered packages, by OSV's data, a folder or a file of JSON (OSV_DATA, ./osv)
 *   rehearsal     the release, published to a registry on this machine; from there each package is used, and the guides lead to paid orders
 *   bench         measured promises; needs a machine with nothing else to do
 */
import { spawn } from "node:child_process";
import { root } from "../process/program.ts";

const node = ["node", "--conditions=source", "--import", "tsx"];
const tool = (path: string) => [...node, `packages/tools/src/${path}`];
const unit = ["npx", "vitest", "run", "--root", ".", "--config", "packages/tools/vitest.config.ts"];
const nightlySteps = "lint,types,build,packages,size,unit,browser";
const build = [...tool("run/verify.ts"), "--only", "build"];

interface Job {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Reads all of `dist`. */
  readonly needsBuild?: true;
}

const jobs: Readonly<Record<string, Job>> = {
  suites: { command: [...tool("run/verify.ts"), "--only", nightlySteps], env: { NIGHTLY: "1" } },
  money: {
    command: [...unit, "apps/sandbox/src/wallet/money-faults"],
    env: { NIGHTLY: "1", WALLET_OPERATIONS: process.env["WALLET_OPERATIONS"] ?? "10000" },
  },
  hostile: {
    command: [
      ...unit,
      "packages/contract/src/messages/guards",
      "packages/frame/src/form/reducer",
      "e2e/src/security/hostile-connections",
    ],
    env: { NIGHTLY: "1", RANDOM_MESSAGES: process.env["RANDOM_MESSAGES"] ?? "1000000" },
  },
  mutants: { command: tool("mutants/main.ts") },
  engines: { command: [...node, "e2e/src/engines/main.ts"] },
  hosting: { command: tool("env/hosting.ts") },
  examples: { command: tool("examples/main.ts"), needsBuild: true },
  docs: { command: [...tool("docs/docs.ts"), "--axe"] },
  prisma: { command: tool("env/prisma.ts") },
  dependencies: { command: [...tool("bundle/audit.ts"), process.env["OSV_DATA"] ?? "osv"] },
  rehearsal: { command: [...tool("release/main.ts"), "rehearse"], needsBuild: true },
  bench: { command: [...node, "e2e/src/bench/main.ts"] },
};

const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => arg.startsWith("-"));
const names = firstOption === -1 ? args : args.slice(0, firstOption);
// A single job gets all that follows its name, so that it can have arguments that are no options.
const isSingle = names.length > 0 && !names.slice(1).every((name) => Object.hasOwn(jobs, name));
const wanted = isSingle ? names.slice(0, 1) : names;
const more = args.slice(wanted.length);

for (const name of wanted) {
  if (!Object.hasOwn(jobs, name))
    throw new Error(`No job is named ${name}. There are: ${Object.keys(jobs).join(", ")}.`);
}
if (more.length > 0 && wanted.length !== 1) throw new Error("Arguments follow the name of one job.");

const lines: string[] = [];
let isBuilt = wanted.length === 0;
for (const [name, job] of Object.entries(jobs)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const startedAt = performance.now();
  console.log(`\n=== ${name}`);
  const isReady = !job.needsBuild || isBuilt || (await run(build, {})) === 0;
  isBuilt ||= job.needsBuild === true && isReady;
  const code = isReady ? await run([...job.command, ...more], job.env ?? {}) : 1;
  lines.push(
    `${code === 0 ? "ok    " : "FAILED"}  ${name}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
  console.log(`=== ${lines.at(-1)}`);
}
console.log(`\n${lines.join("\n")}`);
process.exit(lines.some((line) => line.startsWith("FAILED")) ? 1 : 0);

/** Runs a program in the repository's root, with this process's terminal. */
function run([command = "", ...rest]: readonly string[], env: Readonly<Record<string, string>>) {
  return new Promise<number>((resolve, reject) => {
    const child = spawn(command, rest, { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}
