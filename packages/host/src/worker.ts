/**
 * The host in a worker, without Node and files: the releases are values. `cardpane build --for worker` writes the module that
 * calls it. The platform compresses the responses.
 */
import type { Assets } from "./assets.ts";
import { type HostConfig, readConfig } from "./config.ts";
import { HostConfigError } from "./error.ts";
import type { FontFile } from "./fonts.ts";
import { createHandler, type FetchHandler } from "./handler.ts";
import type { ReportObserver } from "./policy-reports.ts";

export type { Assets } from "./assets.ts";
export { HostConfigError } from "./error.ts";
export type { FetchHandler } from "./handler.ts";
export type { DroppedReason, PolicyReport, ReportObserver } from "./policy-reports.ts";

/** Configuration of a host without files: fonts are bytes. */
export interface WorkerConfig extends Omit<HostConfig, "fonts"> {
  /** @default [] */
  readonly fonts?: readonly (Omit<FontFile, "file"> & { readonly file: Uint8Array })[];
}

/**
 * Creates the handler that serves a pane.
 *
 * @param releases the current one first; each is served under its own version
 * @param observer receives the reports of browsers, if the configuration has `reports: "collect"`
 * @throws HostConfigError when the configuration is invalid
 * @example
 * export default { fetch: createHost(config, releases) };
 */
export function createHost(
  config: WorkerConfig,
  releases: Assets | readonly Assets[],
  observer: ReportObserver = {},
): FetchHandler {
  const readFile = () => {
    throw new HostConfigError("A worker has no files: give fonts as bytes.");
  };
  return createHandler(readConfig(config, readFile), releases, observer);
}
