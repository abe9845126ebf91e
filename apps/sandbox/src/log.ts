/** The sandbox's log, written with pino: one line of JSON for each entry, level and time first. */
import { type DestinationStream, pino } from "pino";
import type { RequestLogEntry } from "./http/request-log.ts";
import type { LogFailure } from "./scheduling/scheduled-job.ts";

/**
 * Logs requests: `error` for a status of 500 or higher, `info` for all others.
 *
 * @param destination the stream for the lines; standard output unless given.
 */
export function requestLines(
  destination: DestinationStream = unfailing(process.stdout),
): (entry: RequestLogEntry) => void {
  const log = createLog(destination);
  return (entry) => log[entry.status >= 500 ? "error" : "info"](entry);
}

/**
 * Logs failures of background work, all of them as `error`.
 *
 * @param destination the stream for the lines; standard error unless given.
 */
export function failureLines(destination: DestinationStream = unfailing(process.stderr)): LogFailure {
  const log = createLog(destination);
  return (failure) => log.error(failure);
}

/** A stream whose reader may close it (`npm start | head -1`): without a listener, its EPIPE error ends the process. */
function unfailing(stream: NodeJS.WriteStream): DestinationStream {
  if (!stream.listeners("error").includes(ignoreError)) stream.on("error", ignoreError);
  return stream;
}

function ignoreError(): void {}

function createLog(destination: DestinationStream) {
  return pino(
    {
      // No process id and no host name: developers paste this log into issues.
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  );
}
