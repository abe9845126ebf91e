/** The host's handler on Node: fonts come from files, and texts are compressed. */
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Assets } from "./assets.ts";
import { type HostConfig, readConfig } from "./config.ts";
import { createHandler, type FetchHandler } from "./handler.ts";
import type { ReportObserver } from "./policy-reports.ts";
import { readAssets } from "./read-assets.ts";

/**
 * Creates the handler that serves a pane.
 *
 * @param config environments and parents, set by the merchant and never by a page
 * @param releases the releases, each served under its own version. The first is the current one, which `/manifest.json` names;
 *   pages that were built for an earlier one still work. @default the release that the build left in this package
 * @param observer receives the reports of browsers, if the configuration has `reports: "collect"`
 * @throws HostConfigError when the configuration is invalid
 * @example
 * serve({ fetch: createHost({ environments: { live: "https://gateway.example" }, parents: ["https://shop.example"] }) });
 */
export function createHost(
  config: HostConfig,
  releases: Assets | readonly Assets[] = readAssets(),
  observer: ReportObserver = {},
): FetchHandler {
  return createHandler(readConfig(config, readFileSync), releases, { ...observer, compress });
}

/** Runs in Node's thread pool, because brotli at its highest quality takes a quarter of a second for a document. */
async function compress(body: string, encoding: "br" | "gzip"): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (encoding === "br" ? brotli(body) : promisify(gzip)(body, { level: 9 })));
}

const brotli = (body: string) =>
  promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
