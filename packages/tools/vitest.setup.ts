/**
 * Ends what a test file replaced, for the files that share its process and its page: a clock that stands still would keep their
 * servers waiting.
 */
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  globalThis.document?.body.replaceChildren();
});
