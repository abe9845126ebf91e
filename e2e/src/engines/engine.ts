import type { Driver } from "./driver.ts";

/** A running browser of another engine than Chromium. */
export interface Engine {
  /** The version that it reports. */
  readonly version: string;
  readonly driver: Driver;
  /** Errors in its console since the last call: policy violations, uncaught errors. */
  consoleErrors(): Promise<readonly string[]>;
  close(): Promise<void>;
}
