/** Serves a pane: one fetch handler, its configuration, its release. */

export type { Assets } from "./assets.ts";
export { integrityOf, readAssets } from "./assets.ts";
export type { HostConfig } from "./config.ts";
export type { FetchHandler } from "./create-host.ts";
export { createHost } from "./create-host.ts";
export { HostConfigError } from "./error.ts";
export type { FontFile } from "./fonts.ts";
export type { HostOptions, RunningHost } from "./serve.ts";
export { startHost } from "./serve.ts";
