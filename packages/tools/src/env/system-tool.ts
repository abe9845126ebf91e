/**
 * Finds system programs with which some tests check our results independently: `zbarimg`, for example, reads QR codes.
 *
 *   findTool    the path of a program, for a test; the test is skipped with a message if the program is missing
 *   systemTool  the same, and installs the program with apt if possible; for the runner, before the tests
 *
 * Only those tests need them: a machine with just Node.js and npm passes, and prints the tests that did not run.
 */
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../process/program.ts";

/** The file of a program on the path, or `undefined`. */
export function findTool(program: string): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

/** The reason why a test cannot run, for `test.skip` and the runner's summary. */
export function missingTool(program: string, debianPackage: string): string {
  return `${program} is not there, and could not be installed: install Debian's ${debianPackage}, or your system's.`;
}

/**
 * The file of a program. Installs Debian's package if the program is missing; `undefined` if that is not possible.
 *
 * @example
 * const zbarimg = await systemTool("zbarimg", "zbar-tools");
 */
export async function systemTool(program: string, debianPackage: string): Promise<string | undefined> {
  return findTool(program) ?? ((await installPackages([debianPackage])) ? findTool(program) : undefined);
}

/** Installs Debian packages, as root on a system with apt; resolves with whether that succeeded. */
export async function installPackages(names: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  console.error(`Installing Debian's ${names.join(", ")}.`);
  const options = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } };
  updated ??= run("apt-get", ["update"], options);
  await updated;
  const { code } = await run("apt-get", ["install", "-y", "--no-install-recommends", ...names], options);
  return code === 0;
}

let updated: ReturnType<typeof run> | undefined;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
