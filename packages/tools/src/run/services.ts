/**
 * Runs services as child processes. Their output is shown line by line with their names, and the memory for it is bounded; the
 * last lines are kept for the report when a service ends.
 */
import { type ChildProcess, fork } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { root } from "../process/program.ts";

export interface Service {
  readonly name: string;
  /** Path of its module, from the repository's root or absolute. */
  readonly entry: string;
  /** @default [] */
  readonly args?: readonly string[];
  /** In addition to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

interface ServicesOptions {
  /** Receives the standard output of the services. */
  readonly out: Writable;
  /** Receives the standard error of the services. */
  readonly err: Writable;
  /** Called when a service that was ready ends without `stop()`. */
  readonly onEnd: (report: string) => void;
}

export interface Services {
  /**
   * Starts a service and resolves with its first message over IPC, which reports that it listens.
   *
   * @throws Error if the service ends before that message, with its last lines. One that lives is waited for.
   */
  launch(service: Service): Promise<unknown>;
  /** Sends SIGTERM to all services, after 5 s SIGKILL to the rest, and resolves when all have ended. */
  stop(): Promise<void>;
}

const endWithinMs = 5_000;
/** Longer lines are cut to this number of characters. */
const maxLineLength = 2_000;
/** The number of lines in a report. */
const lastLines = 20;
/** The number of bytes that are buffered for a slow reader; further lines are dropped. */
const maxUnreadBytes = 1 << 20;

export function createServices({ out, err, onEnd }: ServicesOptions): Services {
  const running = new Set<ChildProcess>();
  const [showOut, showErr] = [out, err].map(createPrinter) as [Printer, Printer];
  let isStopping = false;

  function launch({ name, entry, args = [], env = {} }: Service): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const child = fork(entry, [...args], {
        cwd: root,
        env: { ...process.env, ...env },
        execArgv: ["--conditions=source", "--import", "tsx"],
        stdio: ["ignore", "pipe", "pipe", "ipc"],
      });
      const last: string[] = [];
      const show = (print: Printer) => (line: string) => {
        last.push(line);
        if (last.length > lastLines) last.shift();
        print(`${name.padEnd(8)}| ${line}`);
      };
      readLines(child.stdout, show(showOut));
      readLines(child.stderr, show(showErr));
      let isReady = false;
      child.once("message", (message) => {
        isReady = true;
        resolve(message);
      });
      running.add(child);
      // Not `exit`, which can come before the last of the output.
      child.once("close", (code, signal) => {
        running.delete(child);
        if (isStopping) return;
        const how = signal ? `was ended by ${signal}` : `stopped with code ${code}`;
        const report = [`The ${name} ${how}.`, ...(last.length > 0 ? ["Its last lines:", ...last] : [])];
        if (isReady) onEnd(report.join("\n"));
        else reject(new Error(report.join("\n")));
      });
      child.once("error", reject);
    });
  }

  async function stop(): Promise<void> {
    isStopping = true;
    const ends = [...running].map((child) => new Promise((resolve) => child.once("close", resolve)));
    for (const child of running) child.kill("SIGTERM");
    const kill = setTimeout(() => {
      for (const child of running) child.kill("SIGKILL");
    }, endWithinMs);
    await Promise.all(ends);
    clearTimeout(kill);
  }

  return { launch, stop };
}

/** Passes on each line of a stream, and cuts lines that are too long. */
function readLines(stream: Readable | null, handleLine: (line: string) => void): void {
  const cut = (line: string) => (line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line);
  let rest = "";
  stream?.setEncoding("utf8");
  stream?.on("data", (text: string) => {
    const lines = `${rest}${text}`.split("\n");
    // One character more than the limit, so that `cut` detects that the line is too long.
    rest = (lines.pop() ?? "").slice(0, maxLineLength + 1);
    for (const line of lines) handleLine(cut(line));
  });
  stream?.on("end", () => {
    if (rest) handleLine(cut(rest));
  });
}

type Printer = (line: string) => void;

/** Prints lines. Drops them while the reader does not read, so that the memory of this process and the services stays bounded. */
function createPrinter(to: Writable): Printer {
  let dropped = 0;
  // A reader that closes the stream is not an error.
  to.on("error", () => {});
  return (line) => {
    if (to.destroyed || to.writableLength > maxUnreadBytes) {
      dropped += 1;
      return;
    }
    if (dropped > 0) to.write(`(${dropped} lines were dropped: nobody read them)\n`);
    dropped = 0;
    to.write(`${line}\n`);
  };
}
