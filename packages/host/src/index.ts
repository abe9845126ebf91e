/** `@cardpane/host`: the server of the pane's files, as a fetch handler and as a Node server. */

export type { Assets } from "./assets.ts";
export type { HostConfig } from "./config.ts";
export { createHost } from "./create-host.ts";
export { HostConfigError } from "./error.ts";
export type { FontFile } from "./fonts.ts";
export type { FetchHandler } from "./handler.ts";
export type { DroppedReason, PolicyReport, ReportObserver } from "./policy-reports.ts";
export { integrityOf, readAssets } from "./read-assets.ts";
export type { HostOptions, RunningHost } from "./serve.ts";
export { startHost } from "./serve.ts";
