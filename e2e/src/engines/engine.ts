import type { Driver } from "./driver.ts";

/** A running browser of another engine than Chromium. */
export interface Engine {
  /** Its version, as it says it. */
  readonly version: string;
  readonly driver: Driver;
  /** What its console says went wrong since the last call: policy violations, uncaught errors. */
  consoleErrors(): Promise<readonly string[]>;
  close(): Promise<void>;
}
