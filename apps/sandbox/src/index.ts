/** The sandbox gateway as a library: start one in this process, or mount its application somewhere else. */

export type { AppDeps } from "./app.ts";
export { createApp } from "./app.ts";
export type { SandboxErrorCode } from "./errors.ts";
export { SandboxError } from "./errors.ts";
export type { RequestLogEntry } from "./http/request-log.ts";
export type { DemoMerchant } from "./merchant.ts";
export { demoMerchant } from "./merchant.ts";
export type { Sandbox, SandboxOptions } from "./start.ts";
export { startSandbox } from "./start.ts";
