/** Runs programs, and finds the repository's root and the manifests of its packages. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The repository's root, with a slash at its end. */
export const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The fields of a `package.json` that the tools read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly homepage?: string;
  readonly private?: boolean;
  readonly exports?: object;
  readonly publishConfig?: object;
  readonly packageManager?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The manifest in a folder, whose path ends with a slash. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(`${folder}package.json`, "utf8")) as Manifest;
}

/** Whether the module with this `import.meta.url` is the program that was started. */
export function isProgram(url: string): boolean {
  return process.argv[1] !== undefined && url === pathToFileURL(process.argv[1]).href;
}

/** The exit code and the output of a program. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Print the program's output only when it fails. @default false */
  readonly quiet?: boolean;
}

/** Runs a program from `node_modules/.bin` or the path, in the repository's root. Its output is shown at once and returned. */
export function run(
  command: string,
  args: readonly string[],
  { env = {}, quiet = false }: RunOptions = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH: `${root}node_modules/.bin:${process.env["PATH"] ?? ""}`, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const [stream, out] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      stream.setEncoding("utf8");
      stream.on("data", (text: string) => {
        output += text;
        if (!quiet) out.write(text);
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      if (quiet && code !== 0) process.stdout.write(output);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs a program. @throws Error if it ends with another code than 0 */
export async function mustRun(command: string, args: readonly string[], options?: RunOptions): Promise<void> {
  const { code } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with the code ${code}.`);
}

/**
 * Runs a check for each item, two at a time, for a machine with two cores. A failed check does not stop the others.
 *
 * @returns whether all checks have passed
 */
export async function checkEach<Item>(
  items: readonly Item[],
  check: (item: Item) => Promise<boolean>,
): Promise<boolean> {
  const entries = items.values();
  const work = async () => {
    let ok = true;
    for (const item of entries) ok = (await check(item)) && ok;
    return ok;
  };
  const oks = await Promise.all([work(), work()]);
  return oks.every(Boolean);
}
