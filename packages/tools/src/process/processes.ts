/** Starts programs for `npm run examples`; all of them end with it. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "./program.ts";

const children = new Set<ChildProcess>();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
process.once("exit", stopAll);

type Environment = Readonly<Record<string, string>>;

/** Starts a program in the repository's root, in its own process group, so that the processes that npm starts end with it. */
export function launch(command: string, args: readonly string[], env: Environment = {}): ChildProcess {
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  return child;
}

/** The first matching line of a program's output. Rejects with the output if the program ends before that line. */
export function lineOf(child: ChildProcess, name: string, isIt: (line: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const printed: string[] = [];
    const fail = (what: string) => reject(new Error([`${name} ${what}`, ...printed].join("\n")));
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on("line", (line) => {
        printed.push(line);
        if (isIt(line)) resolve(line);
      });
    }
    child.once("error", reject);
    child.once("close", (code) => fail(`ended with code ${code}.`));
  });
}

/** Ends a program and the processes that it has started. */
export function stop(child: ChildProcess): void {
  children.delete(child);
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, "SIGTERM");
}

function stopAll(): void {
  for (const child of children) stop(child);
}
