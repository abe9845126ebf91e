/** Counters in the text format of Prometheus. They have a separate port, so that they are not public with the pane. */

import { createServer } from "node:http";
import { serverLimits } from "@cardpane/contract/server-limits";
import type { AccessEntry } from "./access-log.ts";
import type { DroppedReason, PolicyReport } from "./policy-reports.ts";
import { closeServer, listen } from "./serve.ts";

/** Counts responses by route and status, and the reports of violated policies. */
export class Metrics {
  readonly #startedAt = Date.now();
  readonly #reports = new Map<string, number>();
  readonly #droppedReports = new Map<string, number>();
  readonly #answers = new Map<string, { count: number; durationMs: number }>();

  count({ path, status, durationMs }: AccessEntry): void {
    const labels = `route="${routeOf(path)}",status="${status}"`;
    const known = this.#answers.get(labels) ?? { count: 0, durationMs: 0 };
    known.count += 1;
    known.durationMs += durationMs;
    this.#answers.set(labels, known);
  }

  countReport({ kind, directive, disposition }: PolicyReport): void {
    increment(this.#reports, `kind="${kind}",directive="${directive}",disposition="${disposition}"`);
  }

  countDroppedReport(reason: DroppedReason): void {
    increment(this.#droppedReports, `reason="${reason}"`);
  }

  /** The counters in the text format of Prometheus. */
  text(): string {
    const answers = [...this.#answers].sort(([one], [other]) => (one < other ? -1 : 1));
    return `${[
      "# TYPE cardpane_requests_total counter",
      ...answers.map(([labels, { count }]) => `cardpane_requests_total{${labels}} ${count}`),
      "# TYPE cardpane_request_seconds_total counter",
      ...answers.map(
        ([labels, { durationMs }]) =>
          `cardpane_request_seconds_total{${labels}} ${(durationMs / 1000).toFixed(4)}`,
      ),
      ...counterLines("cardpane_policy_reports_total", this.#reports),
      ...counterLines("cardpane_policy_reports_dropped_total", this.#droppedReports),
      "# TYPE cardpane_start_time_seconds gauge",
      `cardpane_start_time_seconds ${Math.floor(this.#startedAt / 1000)}`,
    ].join("\n")}\n`;
  }
}

function increment(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

function counterLines(name: string, counts: ReadonlyMap<string, number>): readonly string[] {
  if (counts.size === 0) return [];
  const lines = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  return [`# TYPE ${name} counter`, ...lines.map(([labels, count]) => `${name}{${labels}} ${count}`)];
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
