import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { painted } from "./paint.ts";

let frames: (() => void)[];

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => frames.push(callback));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether a promise has resolved in the current task. */
async function isResolved(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), Promise.resolve().then(() => Promise.resolve(false))]);
}

describe("a document counts as painted", () => {
  it("in the task after its first animation frame, and not in the animation frame itself", async () => {
    const done = painted();
    await vi.advanceTimersByTimeAsync(100);
    for (const run of frames) run();
    expect(await isResolved(done)).toBe(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(await isResolved(done)).toBe(true);
  });

  it("after the task of its animation frame, even if that runs shortly before the time limit of an unseen document", async () => {
    const done = painted();
    await vi.advanceTimersByTimeAsync(249);
    for (const run of frames) run();
    // The paint ends after that limit, whose timer is due before the task that follows the paint.
    expect(vi.getTimerCount()).toBe(1);
    expect(await isResolved(done)).toBe(false);
  });

  it("after 250 ms if no animation frame runs", async () => {
    const done = painted();
    await vi.advanceTimersByTimeAsync(249);
    expect(await isResolved(done)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isResolved(done)).toBe(true);
  });
});
