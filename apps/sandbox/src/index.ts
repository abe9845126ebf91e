/** The sandbox gateway as a library: start one in this process, or mount its application somewhere else. */

export type { AppDeps } from "./app.ts";
export { createApp } from "./app.ts";
export type { SandboxErrorCode } from "./errors.ts";
export { SandboxError } from "./errors.ts";
export type { RequestLogEntry } from "./http/request-log.ts";
export type { DemoMerchant } from "./merchant.ts";
export { demoMerchant } from "./merchant.ts";
export { retryDelaysMs } from "./notifications/retry.ts";
export type { SignatureScheme, SignatureSettings } from "./notifications/signature.ts";
export { signatureSchemes } from "./notifications/signature.ts";
export type { Runtime, Step } from "./runtime.ts";
export { createRuntime } from "./runtime.ts";
export type { BackgroundFailure, LogFailure } from "./scheduling/scheduled-job.ts";
export type { TimelineEvent } from "./scheduling/timeline-event.ts";
export type { Sandbox, SandboxOptions } from "./start.ts";
export { startSandbox } from "./start.ts";
