import { describe, expect, it, onTestFinished, vi } from "vitest";
import { mug, openShop } from "../checkout/shop.test-shop.ts";
import { failureOf, gatewayWith, hang, json, pay, successBody } from "../gateway.test-server.ts";
import { onAbort } from "./on-abort.ts";

/** A signal whose listeners are counted. */
function counted() {
  const controller = new AbortController();
  const { signal } = controller;
  const counts = { now: 0, most: 0 };
  const count = (by: number) => {
    counts.now += by;
    counts.most = Math.max(counts.most, counts.now);
  };
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: unknown[]) => {
    count(1);
    return addEventListener.apply(signal, args as never);
  };
  signal.removeEventListener = (...args: unknown[]) => {
    count(-1);
    return removeEventListener.apply(signal, args as never);
  };
  return { controller, signal, counts };
}

describe("a signal that many calls share", () => {
  const works: readonly [string, (signal: AbortSignal) => Promise<() => Promise<unknown>>][] = [
    [
      "payments",
      async (signal) => {
        const gateway = await gatewayWith(json(201, successBody));
        return () => pay(gateway, {}, { signal });
      },
    ],
    [
      "wait",
      async (signal) => {
        const { checkout } = openShop();
        await checkout.begin(mug);
        return () => checkout.wait("order-1", { signal, timeoutMs: 200 });
      },
    ],
  ];
  it.each(works)("has one listener, and none when they have ended: %s", async (_, make) => {
    const warned = vi.fn();
    process.on("warning", warned);
    onTestFinished(() => void process.off("warning", warned));
    const { signal, counts } = counted();
    const work = await make(signal);
    await Promise.all(Array.from({ length: 30 }, work));
    await new Promise((resolve) => setImmediate(resolve));
    expect(counts).toEqual({ now: 0, most: 1 });
    expect(warned).not.toHaveBeenCalled();
  });

  it("ends them all when it aborts, and those that begin afterwards", async () => {
    const { controller, signal } = counted();
    const gateway = await gatewayWith(hang);
    const calls = Array.from({ length: 15 }, () => failureOf(pay(gateway, {}, { signal })));
    controller.abort();
    for (const { code } of await Promise.all(calls)) expect(code).toBe("aborted");
    expect(await failureOf(pay(gateway, {}, { signal }))).toMatchObject({
      code: "aborted",
      outcome: "not_sent",
    });
  });
});

it("calls each listener once, and none that was ended", () => {
  const controller = new AbortController();
  const listener = vi.fn();
  const ended = vi.fn();
  onAbort(controller.signal, listener);
  onAbort(controller.signal, listener);
  const end = onAbort(controller.signal, ended);
  end();
  end();
  controller.abort();
  expect(listener).toHaveBeenCalledTimes(2);
  expect(ended).not.toHaveBeenCalled();
  expect(onAbort(undefined, listener)()).toBeUndefined();
});
