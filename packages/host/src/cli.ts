#!/usr/bin/env node
/** `cardpane`: builds, serves and verifies a deployment of the pane, examines and audits a page that embeds it. */
import { auditCommand, auditUsage } from "./cli/audit-command.ts";
import { buildCommand, buildUsage } from "./cli/build-command.ts";
import { type Command, type CommandContext, UsageError } from "./cli/command.ts";
import { doctorCommand, doctorUsage } from "./cli/doctor-command.ts";
import { serveCommand, serveUsage } from "./cli/serve-command.ts";
import { verifyCommand, verifyUsage } from "./cli/verify-command.ts";
import { HostConfigError } from "./error.ts";
import { readAssets } from "./read-assets.ts";
import { BrowserError } from "./shopper-browser.ts";

const commands: Readonly<Record<string, { readonly run: Command; readonly usage: string }>> = {
  build: { run: buildCommand, usage: buildUsage },
  serve: { run: serveCommand, usage: serveUsage },
  verify: { run: verifyCommand, usage: verifyUsage },
  doctor: { run: doctorCommand, usage: doctorUsage },
  audit: { run: auditCommand, usage: auditUsage },
};

const usage = `${Object.values(commands)
  .map((command) => command.usage)
  .join("\n\n")}\n\ncardpane --version              the version of the release in this package`;

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "disconnect"]) process.once(signal, () => stop.abort());

// Without a listener, the EPIPE of a reader that has exited (`cardpane serve | head -1`) would end the program.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const context: CommandContext = {
  cwd: process.cwd(),
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  stop: stop.signal,
};

process.exitCode = await run(process.argv.slice(2));
// A parent's channel would keep the program alive.
if (process.connected) process.disconnect();

async function run([name = "--help", ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (name === "--version") console.log(readAssets().version);
    else if (name === "--help" || name === "help") console.log(usage);
    else if (!command) throw new UsageError(`There is no command ${JSON.stringify(name)}.\n\n${usage}`);
    else if (args.includes("--help")) console.log(command.usage);
    else return await command.run(args, context);
    return 0;
  } catch (error) {
    console.error(explain(error));
    return 2;
  }
}

/** The message of an error; with the stack unless the caller can fix it. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE")
    return `${error.message}. Stop the process that uses the port, or choose another one.`;
  const isKnown = [HostConfigError, UsageError, BrowserError].some((known) => error instanceof known);
  if (isKnown || code) return error.message;
  return error.stack ?? error.message;
}
