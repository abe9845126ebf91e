/** The sandbox's log by pino: one line of JSON for each entry, with its level and its time first. */
import { type DestinationStream, pino } from "pino";
import type { RequestLogEntry } from "./http/request-log.ts";
import type { LogFailure } from "./scheduling/scheduled-job.ts";

/**
 * Writes requests: `error` for an answer of 500 and more, `info` for all others.
 *
 * @param destination where the lines go; standard output unless given.
 */
export function requestLines(
  destination: DestinationStream = unfailing(process.stdout),
): (entry: RequestLogEntry) => void {
  const log = createLog(destination);
  return (entry) => log[entry.status >= 500 ? "error" : "info"](entry);
}

/**
 * Writes failures of background work, all of them as `error`.
 *
 * @param destination where the lines go; standard error unless given.
 */
export function failureLines(destination: DestinationStream = unfailing(process.stderr)): LogFailure {
  const log = createLog(destination);
  return (failure) => log.error(failure);
}

/** A stream whose reader may go (`npm start | head -1`): without a listener its EPIPE ends the process. */
function unfailing(stream: NodeJS.WriteStream): DestinationStream {
  if (!stream.listeners("error").includes(ignoreError)) stream.on("error", ignoreError);
  return stream;
}

function ignoreError(): void {}

function createLog(destination: DestinationStream) {
  return pino(
    {
      // Neither process id nor host name: the log of a developer's machine is pasted into issues.
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  );
}
