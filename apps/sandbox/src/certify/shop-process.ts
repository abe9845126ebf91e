/** The shop's process, for a shop that `certify` starts, kills and starts again. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { SandboxError } from "../errors.ts";
import { until } from "./gateway.ts";

/** A shop that ends is noticed at once; a loaded machine takes its time. */
const startsWithinMs = 180_000;

/** Whether anything answers at an address. */
export const answers = (url: string) =>
  fetch(url, { redirect: "manual" }).then(
    () => true,
    () => false,
  );

export class ShopProcess {
  readonly #command: string;
  readonly #url: string;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  constructor(command: string, url: string, env: Readonly<Record<string, string>>) {
    this.#command = command;
    this.#url = url;
    this.#env = env;
  }

  /** Starts the command in a shell, and waits until the shop answers. @throws SandboxError with the end of its output. */
  async start(): Promise<void> {
    const child = spawn(this.#command, {
      shell: true,
      // A group of its own, so that killing it also kills what the shell started.
      detached: true,
      env: { ...process.env, ...this.#env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output = (output + String(chunk)).slice(-2_000);
      });
    }
    this.#child = child;
    const isOver = () => child.exitCode !== null || child.signalCode !== null;
    const isUp = await until(
      () => answers(this.#url),
      (up) => up || isOver(),
      startsWithinMs,
    );
    if (isUp && !isOver()) return;
    this.#signal("SIGKILL");
    const why = isOver() ? "ended" : `did not answer at ${this.#url} within ${startsWithinMs / 1_000} s`;
    throw new SandboxError("bad-setting", `--restart: the shop ${why}.\n${output}`);
  }

  /** Ends it at once, as a crash does. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    this.#signal("SIGKILL");
    await ended;
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // The group has ended.
    }
  }
}
