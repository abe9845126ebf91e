/**
 * Programs of the system that some tests check our work against, since others wrote them: `zbarimg` reads QR codes.
 *
 *   findTool    where one stands, for the test that needs it; a test without it is skipped with a message
 *   systemTool  the same, installed by apt where that is possible; for the runner, before the tests
 *
 * Nothing needs them but those tests: a machine with Node and npm alone passes, with a list of what was not tested.
 */
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../run/run.ts";

/** Where a program of the path stands, or `undefined`. */
export function findTool(program: string): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

/** Why a test cannot run, for `test.skip` and the runner's summary. */
export function missingTool(program: string, debianPackage: string): string {
  return `${program} is not there, and could not be installed: install Debian's ${debianPackage}, or your system's.`;
}

/**
 * Where a program stands, installed from Debian's package when there was none; `undefined` where that is not possible.
 *
 * @example
 * const zbarimg = await systemTool("zbarimg", "zbar-tools");
 */
export async function systemTool(program: string, debianPackage: string): Promise<string | undefined> {
  return findTool(program) ?? ((await installPackages([debianPackage])) ? findTool(program) : undefined);
}

/** Installs packages of Debian, where this is root on a system with apt; resolves with whether that succeeded. */
export async function installPackages(names: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  console.error(`Installing Debian's ${names.join(", ")}.`);
  const options = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } };
  await run("apt-get", ["update"], options);
  const { code } = await run("apt-get", ["install", "-y", "--no-install-recommends", ...names], options);
  return code === 0;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
