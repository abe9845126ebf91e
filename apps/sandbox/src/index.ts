/** The sandbox gateway as a library: starts one in this process, alone or with a pane that sends its cards to it. */

export type { TestCard, TestCardBehaviour, ThreeDsBehaviour } from "@cardpane/gateway/test-cards";
export { testCards } from "@cardpane/gateway/test-cards";
export type { Compatibility } from "./compatibility/compatibility.ts";
export type { SandboxErrorCode } from "./errors.ts";
export { SandboxError } from "./errors.ts";
export type { RequestLogEntry } from "./http/request-log.ts";
export type { DemoMerchant } from "./merchant.ts";
export { demoMerchant } from "./merchant.ts";
export { retryDelaysMs } from "./notifications/retry.ts";
export type { SignatureScheme, SignatureSettings } from "./notifications/signature.ts";
export { signatureSchemes } from "./notifications/signature.ts";
export type { Step } from "./runtime.ts";
export type { Sandbox, SandboxOptions } from "./start.ts";
export { startSandbox } from "./start.ts";
export type { SandboxWithPane, SandboxWithPaneOptions } from "./start-with-pane.ts";
export { startSandboxWithPane } from "./start-with-pane.ts";
