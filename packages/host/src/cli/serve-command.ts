/** `cardpane serve`: the host as a program. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Metrics, startMetrics } from "../metrics.ts";
import { startHost } from "../serve.ts";
import { type Command, type CommandContext, UsageError } from "./command.ts";
import { defaultConfigFile, readConfigFile } from "./config-file.ts";

export const serveUsage = `cardpane serve [options]       serves the pane on Node

  --config <file>        the configuration: JSON, or a module with a default export (${defaultConfigFile})
  --port <number>        0 selects a free one (4001)
  --host <address>       the address to listen on; 0.0.0.0 in a container (127.0.0.1)
  --metrics-port <n>     serves /metrics for Prometheus on this port (none)
  --metrics-host <addr>  the address of the metrics (127.0.0.1)
  --grace <seconds>      the time that running requests have to finish on a stop (10)
  --access-log <kind>    json writes a line for each request to standard output (none)`;

/** Serves until the program must stop. */
export const serveCommand: Command = async (args, context) => {
  const { cwd, out, stop } = context;
  const { values } = parseArgs({
    args: [...args],
    options: {
      config: { type: "string", default: defaultConfigFile },
      port: { type: "string", default: "4001" },
      host: { type: "string", default: "127.0.0.1" },
      "metrics-port": { type: "string", default: "" },
      "metrics-host": { type: "string", default: "127.0.0.1" },
      grace: { type: "string", default: "10" },
      "access-log": { type: "string", default: "none" },
    },
  });
  const { config, releases } = await readConfigFile(resolve(cwd, values.config));
  const accessLog = values["access-log"];
  if (accessLog !== "json" && accessLog !== "none")
    throw new UsageError("--access-log must be json or none.");
  const metrics = new Metrics();
  const host = await startHost({
    ...config,
    assets: releases,
    port: readPort(values.port, "--port"),
    hostname: values.host,
    graceMs: readWholeNumber(values.grace, "--grace", 3_600) * 1_000,
    onRequest: (entry) => {
      metrics.count(entry);
      if (accessLog === "json") out(JSON.stringify(entry));
    },
    onReport: (report) => {
      metrics.countReport(report);
      out(JSON.stringify(report));
    },
    onDroppedReport: (reason) => metrics.countDroppedReport(reason),
  });
  const counters = values["metrics-port"]
    ? await startMetrics(metrics, {
        port: readPort(values["metrics-port"], "--metrics-port"),
        hostname: values["metrics-host"],
      })
    : undefined;
  reportAddresses(context, host.url, counters?.url);
  await new Promise<void>((done) => {
    if (stop.aborted) done();
    stop.addEventListener("abort", () => done(), { once: true });
  });
  await Promise.all([host.close(), counters?.close()]);
  return 0;
};

function reportAddresses({ err }: CommandContext, url: string, metrics: string | undefined): void {
  // For a parent process that forked this one.
  process.send?.({ url, ...(metrics === undefined ? {} : { metrics }) });
  err(`Pane's host: ${url}`);
  if (metrics !== undefined) err(`Metrics: ${metrics}`);
}

function readPort(text: string, name: string): number {
  return readWholeNumber(text, name, 65_535);
}

function readWholeNumber(text: string, name: string, max: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > max)
    throw new UsageError(`${name} must be a whole number, 0 to ${max}.`);
  return Number(text);
}
