/** Counters in the text format of Prometheus. They have a separate port, so that they are not public with the pane. */

import { createServer } from "node:http";
import { serverLimits } from "@cardpane/contract/server-limits";
import type { AccessEntry } from "./access-log.ts";
import type { DroppedReason, PolicyReport } from "./policy-reports.ts";
import { closeServer, listen } from "./serve.ts";

/** Counts responses by route and status, and the reports of violated policies. */
export class Metrics {
  readonly #startedAt = Date.now();
  /** By name of the counter, then by labels. */
  readonly #counters = new Map<string, Map<string, number>>();

  count({ path, status, durationMs }: AccessEntry): void {
    const labels = `route="${routeOf(path)}",status="${status}"`;
    this.#add("cardpane_requests_total", labels);
    this.#add("cardpane_request_seconds_total", labels, durationMs / 1000);
  }

  countReport({ kind, directive, disposition }: PolicyReport): void {
    const labels = `kind="${kind}",directive="${directive}",disposition="${disposition}"`;
    this.#add("cardpane_policy_reports_total", labels);
  }

  countDroppedReport(reason: DroppedReason): void {
    this.#add("cardpane_policy_reports_dropped_total", `reason="${reason}"`);
  }

  /** The counters in the text format of Prometheus. */
  text(): string {
    const counters = [...this.#counters].flatMap(([name, counts]) => [
      `# TYPE ${name} counter`,
      ...[...counts].sort().map(([labels, count]) => `${name}{${labels}} ${Number(count.toFixed(4))}`),
    ]);
    const startedAt = `cardpane_start_time_seconds ${Math.floor(this.#startedAt / 1000)}`;
    return [...counters, "# TYPE cardpane_start_time_seconds gauge", startedAt, ""].join("\n");
  }

  #add(name: string, labels: string, count = 1): void {
    const counts = this.#counters.get(name) ?? new Map<string, number>();
    this.#counters.set(name, counts.set(labels, (counts.get(labels) ?? 0) + count));
  }
}

/** The route of a path: few values, because a metric has a time series for each. */
function routeOf(path: string | null): string {
  if (path === null) return "refused";
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.endsWith(".woff2")) return "font";
  return name.endsWith(".js") ? "script" : name.replace(/\..*$/, "");
}

/** Serves the counters at `/metrics`. */
export async function startMetrics(
  metrics: Metrics,
  { port, hostname }: { readonly port: number; readonly hostname: string },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(serverLimits, (request, response) => {
    const isMetricsRequest = request.method === "GET" && request.url === "/metrics";
    response.writeHead(isMetricsRequest ? 200 : 404, {
      "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    });
    response.end(isMetricsRequest ? metrics.text() : "");
  });
  const url = `${await listen(server, port, hostname)}/metrics`;
  return { url, close: () => closeServer(server, 1_000) };
}
