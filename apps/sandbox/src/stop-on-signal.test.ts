import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stopOnSignal } from "./stop-on-signal.ts";

/** The listeners of the process. The real ones belong to the test runner, which must not receive these events. */
let listeners: Map<string | symbol, () => void>;
const exit = vi.fn();

beforeEach(() => {
  listeners = new Map();
  vi.spyOn(process, "once").mockImplementation((event, listener) => {
    listeners.set(event, listener as () => void);
    return process;
  });
  vi.spyOn(process, "exit").mockImplementation(exit as never);
});
afterEach(() => {
  exit.mockReset();
  vi.restoreAllMocks();
});

// The test runner forks this process, so it has a parent.
it.each(["SIGINT", "SIGTERM", "disconnect"])(
  "%s closes the sandbox, and then ends the process with 0",
  async (event) => {
    let finish = () => {};
    const close = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    stopOnSignal(Promise.resolve({ close }));
    listeners.get(event)?.();
    await expect.poll(() => close).toHaveBeenCalledOnce();
    expect(exit).not.toHaveBeenCalled();
    finish();
    await expect.poll(() => exit).toHaveBeenCalledExactlyOnceWith(0);
  },
);

it("a sandbox that did not start ends the process with 1", async () => {
  stopOnSignal(Promise.reject(new Error("not started")));
  listeners.get("SIGTERM")?.();
  await expect.poll(() => exit).toHaveBeenCalledExactlyOnceWith(1);
});
