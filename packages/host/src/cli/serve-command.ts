/** `cardpane serve`: the host as a program. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Metrics, startMetrics } from "../metrics.ts";
import { readAssets } from "../read-assets.ts";
import { startHost } from "../serve.ts";
import { type Command, type CommandContext, UsageError } from "./command.ts";
import { type LoadedConfig, readConfigFile } from "./config-file.ts";
import { readEnvironment } from "./environment.ts";

export const serveUsage = `cardpane serve [options]       serves the pane on Node

  --config <file>        JSON, or a module with a default export; without it the PANE_* variables are read
  --port <number>        0 takes a free one (PANE_PORT, 4001)
  --host <address>       where it listens; 0.0.0.0 in a container (PANE_HOST, 127.0.0.1)
  --metrics-port <n>     serves /metrics for Prometheus on this port (PANE_METRICS_PORT, none)
  --metrics-host <addr>  where the metrics listen (PANE_METRICS_HOST, 127.0.0.1)
  --grace <seconds>      how long running requests may take when it stops (PANE_GRACE, 10)
  --access-log <kind>    json: a line for each request on standard output; none (PANE_ACCESS_LOG, none)`;

/** Serves until it is asked to stop. */
export const serveCommand: Command = async (args, context) => {
  const { env, cwd, out, stop } = context;
  const { values } = parseArgs({
    args: [...args],
    options: {
      config: { type: "string" },
      port: { type: "string", default: env["PANE_PORT"] ?? "4001" },
      host: { type: "string", default: env["PANE_HOST"] ?? "127.0.0.1" },
      "metrics-port": { type: "string", default: env["PANE_METRICS_PORT"] ?? "" },
      "metrics-host": { type: "string", default: env["PANE_METRICS_HOST"] ?? "127.0.0.1" },
      grace: { type: "string", default: env["PANE_GRACE"] ?? "10" },
      "access-log": { type: "string", default: env["PANE_ACCESS_LOG"] ?? "none" },
    },
  });
  const { config, releases }: LoadedConfig =
    values.config === undefined
      ? { config: readEnvironment(env), releases: [readAssets()] }
      : await readConfigFile(resolve(cwd, values.config));
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
  announce(context, host.url, counters?.url);
  await new Promise<void>((done) => {
    if (stop.aborted) done();
    stop.addEventListener("abort", () => done(), { once: true });
  });
  await Promise.all([host.close(), counters?.close()]);
  return 0;
};

function announce({ err }: CommandContext, url: string, metrics: string | undefined): void {
  // For whoever forked this program.
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
