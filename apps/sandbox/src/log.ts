/** The sandbox's log: one line of JSON for each entry, level and time first. */
import type { RequestLogEntry } from "./http/request-log.ts";
import type { LogFailure } from "./scheduling/scheduled-job.ts";

type Write = (line: string) => void;

/**
 * Logs requests: `error` for a status of 500 or higher, `info` for all others.
 *
 * @param write receives the lines; they go to standard output unless it is given.
 */
export function requestLines(write: Write = writerOf(process.stdout)): (entry: RequestLogEntry) => void {
  return (entry) => write(lineOf(entry.status >= 500 ? "error" : "info", entry));
}

/** As {@link requestLines}, for the requests that failed in the sandbox itself, and to standard error. */
export function requestFailureLines(
  write: Write = writerOf(process.stderr),
): (entry: RequestLogEntry) => void {
  const log = requestLines(write);
  return (entry) => entry.failure !== undefined && log(entry);
}

/**
 * Logs failures of background work, all of them as `error`.
 *
 * @param write receives the lines; they go to standard error unless it is given.
 */
export function failureLines(write: Write = writerOf(process.stderr)): LogFailure {
  return (failure) => write(lineOf("error", failure));
}

/** A stream whose reader may close it (`npm start | head -1`): without a listener, its EPIPE error ends the process. */
function writerOf(stream: NodeJS.WriteStream): Write {
  if (!stream.listeners("error").includes(ignoreError)) stream.on("error", ignoreError);
  return (line) => void stream.write(line);
}

function ignoreError(): void {}

function lineOf(level: "info" | "error", entry: object): string {
  return `${JSON.stringify({ level, time: new Date().toISOString(), ...entry })}\n`;
}
