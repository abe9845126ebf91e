/**
 * The pane's host as a program. Configuration by environment variables:
 *
 *   PANE_PORT           4001
 *   PANE_HOST           127.0.0.1
 *   PANE_ENVIRONMENTS   {"sandbox":"http://127.0.0.1:4002"} (JSON: id to gateway)
 *   PANE_PARENTS        http://localhost:4000 (origins, separated by blanks)
 *   PANE_CACHING        release (development: a build that keeps its version while it is worked on)
 *   PANE_UNIONPAY_LUHN  check (ignore: the gateway alone judges UnionPay numbers)
 *   PANE_NETWORK_RANGES {"visa cartes-bancaires":"4810"} (JSON: networks to the first digits of their cards)
 *   PANE_TOKENIZE_HEADERS {"X-Request-ID":null} (JSON: headers of tokenize; null leaves one of the pane's own out)
 *   PANE_FONTS          [{"family":"Inter","file":"fonts/inter.woff2","weight":"100 900"}] (JSON: what pages may name)
 */
import { HostConfigError } from "./error.ts";
import type { FontFile } from "./fonts.ts";
import { startHost } from "./serve.ts";

const {
  PANE_PORT = "4001",
  PANE_HOST = "127.0.0.1",
  PANE_ENVIRONMENTS,
  PANE_PARENTS,
  PANE_CACHING,
  PANE_UNIONPAY_LUHN,
  PANE_NETWORK_RANGES,
  PANE_TOKENIZE_HEADERS,
  PANE_FONTS,
} = process.env;

try {
  const host = await startHost({
    port: readPort(PANE_PORT),
    hostname: PANE_HOST,
    environments: JSON.parse(PANE_ENVIRONMENTS ?? '{"sandbox":"http://127.0.0.1:4002"}') as Record<
      string,
      string
    >,
    parents: (PANE_PARENTS ?? "http://localhost:4000").split(/\s+/).filter(Boolean),
    // Whatever else stands there is refused by the host's own check.
    ...(PANE_CACHING === undefined ? {} : { caching: PANE_CACHING as "release" | "development" }),
    ...(PANE_UNIONPAY_LUHN === undefined ? {} : { unionPayLuhn: PANE_UNIONPAY_LUHN as "check" | "ignore" }),
    ...(PANE_NETWORK_RANGES === undefined
      ? {}
      : { networkRanges: JSON.parse(PANE_NETWORK_RANGES) as Record<string, string> }),
    ...(PANE_TOKENIZE_HEADERS === undefined
      ? {}
      : { tokenizeHeaders: JSON.parse(PANE_TOKENIZE_HEADERS) as Record<string, string | null> }),
    ...(PANE_FONTS === undefined ? {} : { fonts: JSON.parse(PANE_FONTS) as readonly FontFile[] }),
  });
  const stop = () => void host.close().then(() => process.exit(0));
  process.once("SIGINT", stop).once("SIGTERM", stop).once("disconnect", stop);
  process.send?.({ url: host.url });
  console.log(`Pane's host: ${host.url}`);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new HostConfigError("PANE_PORT must be a port, 0 to 65535.");
  return port;
}

function explain(error: unknown): string {
  if (error instanceof SyntaxError)
    return "PANE_ENVIRONMENTS, PANE_NETWORK_RANGES and PANE_TOKENIZE_HEADERS must be JSON objects, PANE_FONTS a JSON list of fonts.";
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    return `Port ${PANE_PORT} is taken. Stop what uses it, or set PANE_PORT.`;
  }
  return error instanceof Error ? error.message : String(error);
}
