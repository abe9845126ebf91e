/** Tests without layout, top layer and frame documents, which the e2e tests cover in a browser. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CardpaneError } from "../api/errors.ts";
import * as chunks from "../lazy/chunks.ts";
import { createCardPane } from "../pane/pane.ts";
import { delivered } from "../testing/fake-frames.ts";
import { handleNextAction, handleNextActionIn } from "./handle-next-action.ts";
import * as code from "./run.ts";

const payment = { action: "redirect", url: "https://bank.example/3ds/1" };
const isOpen = () => document.querySelectorAll("body > div").length > 0;
let assign: ReturnType<typeof vi.fn>;
let stopped: ReturnType<typeof vi.fn>;

beforeEach(() => {
  assign = vi.fn();
  stopped = vi.fn();
  vi.stubGlobal("location", { assign });
  vi.stubGlobal("stop", stopped);
  // happy-dom loads no frame.
  vi.spyOn(HTMLIFrameElement.prototype, "src", "set").mockImplementation(() => {});
});
afterEach(() => {
  expect(isOpen()).toBe(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a next action", () => {
  it.each([
    {},
    { payment: { status: "success" } },
    { action: "charge", url: payment.url },
    { action: "redirect" },
  ])("of %j is completed at once, without leaving the page", async (nothing) => {
    expect(await handleNextAction(nothing)).toEqual({ status: "completed", hint: null });
    expect(assign).not.toHaveBeenCalled();
  });

  it("never rejects: an invalid payment is an error that names the reason", async () => {
    const result = await handleNextAction({ url: "http://bank.example/?secret" });
    expect(result).toMatchObject({ status: "failed", error: { code: "options_invalid" } });
    const error = result.status === "failed" ? result.error : undefined;
    expect(error).toBeInstanceOf(CardpaneError);
    expect(error?.message).toBe(
      "The option `payment.url` does not fit. It takes an https address (http on loopback only). (options_invalid)",
    );
  });

  it("never rejects: options that are null, or undefined inside, are the defaults", async () => {
    for (const options of [null, { texts: { title: undefined }, redirect: { code: undefined } }]) {
      const ending = new AbortController();
      const result = handleNextActionIn({}, payment, options as object, ending.signal);
      await expect.poll(() => assign.mock.calls.length).toBeGreaterThan(0);
      ending.abort();
      expect(await result).toEqual({ status: "cancelled" });
    }
  });

  it("is refused while another is in progress, and possible after it", async () => {
    const first = new AbortController();
    const one = handleNextAction(payment, { signal: first.signal });
    const two = await handleNextAction(payment);
    expect(two).toMatchObject({ status: "failed", error: { code: "busy", retryable: true } });
    first.abort();
    expect(await one).toEqual({ status: "cancelled" });
    expect(await handleNextAction({})).toEqual({ status: "completed", hint: null });
    expect(assign).toHaveBeenCalledTimes(1);
  });

  it("ends at once if the DOM methods of the page throw, and another is possible after it", async () => {
    const attach = vi.spyOn(HTMLElement.prototype, "attachShadow").mockImplementation(() => {
      throw new Error("patched by the page");
    });
    expect(await handleNextAction(payment, { mode: "dialog" })).toMatchObject({
      status: "failed",
      error: { code: "load_failed", message: expect.stringContaining("patched by the page") },
    });
    attach.mockRestore();
    expect(await handleNextAction({})).toEqual({ status: "completed", hint: null });
    const abort = new AbortController();
    const next = handleNextAction(payment, { signal: abort.signal });
    abort.abort();
    expect(await next).toEqual({ status: "cancelled" });
  });

  it("in a dialog of a cross-origin isolated page fails at once, because the bank's page cannot load there", async () => {
    vi.stubGlobal("crossOriginIsolated", true);
    expect(await handleNextAction(payment, { mode: "dialog" })).toMatchObject({
      status: "failed",
      error: { code: "load_isolation", message: expect.stringContaining("mode redirect") },
    });
    const leaving = new AbortController();
    const result = handleNextAction(payment, { signal: leaving.signal });
    await expect.poll(() => assign).toHaveBeenCalledExactlyOnceWith(payment.url);
    leaving.abort();
    expect(await result).toEqual({ status: "cancelled" });
  });

  describe("whose code does not load", () => {
    let arrive: () => void;
    let result: Promise<unknown>;
    const begin = (options?: object, ending?: AbortSignal) => {
      result = handleNextActionIn({}, payment, options, ending);
    };

    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const loading = new Promise<typeof code>((resolve) => {
        arrive = () => resolve(code);
      });
      vi.spyOn(chunks, "loadNextAction").mockReturnValue(loading);
    });
    afterEach(async () => {
      expect(vi.getTimerCount()).toBe(0);
      // Code that arrives afterwards must not leave the page.
      arrive();
      await delivered();
      expect(assign).not.toHaveBeenCalled();
    });

    it("ends at its timeout", async () => {
      begin({ timeoutMs: 5 });
      vi.advanceTimersByTime(5);
      expect(await result).toEqual({ status: "timed_out" });
    });

    it.each([{}, { timeoutMs: 600_000 }, { timeoutMs: -1 }])(
      "fails after 30 s, with the options %j",
      async (options) => {
        begin(options);
        vi.advanceTimersByTime(30_000);
        expect(await result).toMatchObject({ status: "failed", error: { code: "load_unreachable" } });
      },
    );

    it("is cancelled by its signal, and when its pane ends", async () => {
      for (const isOfPane of [false, true]) {
        const abort = new AbortController();
        begin(isOfPane ? {} : { signal: abort.signal }, isOfPane ? abort.signal : undefined);
        abort.abort();
        expect(await result).toEqual({ status: "cancelled" });
      }
    });
  });

  it("does not start if its signal is already aborted", async () => {
    const result = await handleNextAction(payment, { signal: AbortSignal.abort() });
    expect(result).toEqual({ status: "cancelled" });
    expect(assign).not.toHaveBeenCalled();
  });

  it("is cancelled when its pane is destroyed, not when it is unmounted", async () => {
    const pane = createCardPane({ src: "https://pane.example/" });
    const result = pane.handleNextAction(payment);
    await expect.poll(() => assign).toHaveBeenCalled();
    pane.unmount();
    pane.destroy();
    expect(await result).toEqual({ status: "cancelled" });
    expect(await pane.handleNextAction(payment)).toEqual({ status: "cancelled" });
    expect(await pane.handleNextAction({})).toMatchObject({ status: "completed" });
  });
});

describe("a redirect", () => {
  it("leaves the page", async () => {
    const leaving = new AbortController();
    const result = handleNextAction(payment, { signal: leaving.signal });
    await expect.poll(() => assign).toHaveBeenCalledExactlyOnceWith(payment.url);
    leaving.abort();
    expect(await result).toEqual({ status: "cancelled" });
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  it("is cancelled when the page is restored from the back-forward cache, not when it is merely shown", async () => {
    const result = handleNextAction(payment);
    await expect.poll(() => assign).toHaveBeenCalled();
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    expect(await result).toEqual({ status: "cancelled" });
    // It would abort the page's own requests.
    expect(stopped).not.toHaveBeenCalled();
  });

  it("is cancelled when the browser reports that its navigation was stopped, not that it ended an earlier one", async () => {
    vi.stubGlobal("navigation", new EventTarget());
    const end = () => navigation.dispatchEvent(new Event("navigateerror"));
    assign.mockImplementation(end);
    const settled = vi.fn();
    const result = handleNextAction(payment).then(settled);
    await expect.poll(() => assign).toHaveBeenCalled();
    await Promise.resolve();
    expect(settled).not.toHaveBeenCalled();
    end();
    await result;
    expect(settled).toHaveBeenCalledExactlyOnceWith({ status: "cancelled" });
    expect(stopped).not.toHaveBeenCalled();
  });

  it.each([
    [5, { timeoutMs: 5 }, "and is stopped", 1],
    [30_000, {}, "and is not stopped, because a slow page may still come", 0],
  ])(
    "that does not leave the page ends with a timeout after %d ms, with the options %j, %s",
    async (ms, options, _, stops) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const settled = vi.fn();
      const result = handleNextAction(payment, options).then(settled);
      await delivered();
      expect(assign).toHaveBeenCalled();
      vi.advanceTimersByTime(ms - 1);
      await Promise.resolve();
      expect(stopped).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      await result;
      expect(settled).toHaveBeenCalledExactlyOnceWith({ status: "timed_out" });
      expect(stopped).toHaveBeenCalledTimes(stops);
    },
  );
});
