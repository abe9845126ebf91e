import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { diagnoseLoad } from "./load-diagnosis.ts";
import { LoadMonitor } from "./load-monitor.ts";

const url = new URL("https://pane.example/0.1.0/frame?environment=live");
const answer = (status: number, headers: Record<string, string> = {}) =>
  Promise.resolve(new Response(null, { status, headers }));
const served = () => answer(200, { "Cross-Origin-Embedder-Policy": "require-corp" });
const stripped = () => answer(200);
const refused = () => answer(500);
const noEnvironment = () => answer(400);
const noRelease = () => answer(404);
const unlisted = () => answer(403);
const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));

let document: EventTarget;
let requests: unknown[][];

function setup({
  fetch = served as () => Promise<unknown>,
  onLine = true,
  isIsolated = false,
  timeoutMs = 15_000,
  isEarly = false,
} = {}) {
  const iframe = new EventTarget();
  const codes: string[] = [];
  vi.stubGlobal("document", document);
  vi.stubGlobal("navigator", { onLine });
  vi.stubGlobal("origin", "https://shop.example");
  vi.stubGlobal("crossOriginIsolated", isIsolated);
  vi.stubGlobal("fetch", (...args: unknown[]) => {
    requests.push(args);
    return fetch();
  });
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  const watch = new LoadMonitor({
    iframe,
    url,
    isEarly,
    timeoutMs,
    onSignal: ({ code }) => codes.push(code),
  });
  const load = () => iframe.dispatchEvent(new Event("load"));
  const loadPage = () => page.dispatchEvent(new Event("load"));
  const violate = (violation: object) =>
    document.dispatchEvent(Object.assign(new Event("securitypolicyviolation"), violation));
  return { watch, codes, load, loadPage, violate };
}

beforeEach(() => {
  vi.useFakeTimers();
  document = new EventTarget();
  requests = [];
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a frame that opens during its diagnosis has not failed", async () => {
  let respond: (response: unknown) => void = () => {};
  const { watch, codes, load } = setup({ fetch: () => new Promise((resolve) => (respond = resolve)) });
  load();
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.dynamicImportSettled();
  watch.stage = 2;
  respond(new Response());
  await vi.advanceTimersByTimeAsync(1);
  expect(codes).toEqual([]);
  watch.stop();
});

describe("a frame that loads and sends nothing for two seconds", () => {
  it.each([
    ["load_blocked", served, true],
    ["load_refused", refused, true],
    ["load_unreachable", unreachable, true],
    ["load_offline", unreachable, false],
    ["load_refused", refused, false],
  ] as const)("is diagnosed as %s", async (code, fetch, onLine) => {
    const { codes, load } = setup({ fetch, onLine });
    load();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await vi.dynamicImportSettled();
    expect(codes).toEqual([code]);
    expect(requests).toEqual([
      [
        `${url}&parent=https://shop.example`,
        expect.objectContaining({ credentials: "omit", cache: "no-store" }),
      ],
    ]);
  });

  it.each([
    ["load_unlisted", unlisted, true],
    ["load_unlisted", unlisted, false],
    ["load_environment", noEnvironment, false],
    ["load_version", noRelease, false],
    ["load_isolation", stripped, true],
    ["load_blocked", stripped, false],
    ["load_blocked", served, true],
    ["load_unreachable", unreachable, true],
  ] as const)(
    "is diagnosed as %s by the response and the page's own isolation",
    async (code, fetch, isIsolated) => {
      const { codes, load } = setup({ fetch, isIsolated });
      load();
      await vi.advanceTimersByTimeAsync(2_000);
      await vi.dynamicImportSettled();
      expect(codes).toEqual([code]);
    },
  );

  it("over http is diagnosed as insecure, since the host serves it and it refuses to start", async () => {
    const { watch } = setup();
    watch.stop();
    const plain = new URL("http://192.168.1.20:4001/0.1.0/frame?environment=live");
    expect(await diagnoseLoad(plain, new AbortController().signal)).toBe("insecure_frame");
  });

  it("is told apart from a fault of the diagnosis itself", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const fault = {
      get ok(): never {
        throw new TypeError("patched by the page");
      },
    };
    const { codes, load } = setup({ fetch: async () => fault });
    load();
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.dynamicImportSettled();
    expect(codes).toEqual(["load_failed"]);
    expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
  });

  it("is not diagnosed after its first message, whether it arrives before or after the load", async () => {
    const early = setup();
    early.watch.stage = 2;
    early.load();
    const late = setup();
    late.load();
    late.watch.stage = 2;
    await vi.advanceTimersByTimeAsync(14_000);
    expect([...early.codes, ...late.codes, ...requests]).toEqual([]);
    early.watch.stop();
    late.watch.stop();
  });

  it("is detected by the page's own load event if the frame's may have been missed", async () => {
    const { codes, loadPage } = setup({ fetch: refused, isEarly: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests).toEqual([]);
    loadPage();
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.dynamicImportSettled();
    expect(codes).toEqual(["load_refused"]);
  });

  it("is not detected by the page's own load event if the frame's cannot have been missed", async () => {
    const { watch, codes, loadPage } = setup({ fetch: refused });
    loadPage();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(codes).toEqual([]);
    watch.stop();
  });

  it("gets two more seconds when another document loads", async () => {
    const { codes, load, watch } = setup();
    load();
    await vi.advanceTimersByTimeAsync(1_500);
    load();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(codes).toEqual([]);
    watch.stop();
  });
});

describe("a frame that is not ready in time", () => {
  it.each([
    ["load_timeout", 0, false, true],
    ["load_timeout", 1, false, true],
    ["load_failed", 1, true, true],
    ["load_timeout", 2, true, true],
    ["load_offline", 2, true, false],
  ] as const)("is %s at stage %i, loaded: %s", async (code, stage, isLoaded, onLine) => {
    const { codes, watch, load } = setup({ onLine, timeoutMs: 3_000 });
    watch.stage = stage;
    if (isLoaded) load();
    await vi.advanceTimersByTimeAsync(2_999);
    expect([codes, requests]).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(1);
    expect(codes).toEqual([code]);
  });
});

it("a frame of a prerendered page gets its whole time from the activation of the page", async () => {
  let isPrerendering = true;
  document = new (class extends EventTarget {
    get prerendering() {
      return isPrerendering;
    }
  })();
  const { codes } = setup({ timeoutMs: 3_000 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(codes).toEqual([]);
  isPrerendering = false;
  await vi.advanceTimersByTimeAsync(3_000);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(codes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(codes).toEqual(["load_timeout"]);
});

describe("a policy of the page", () => {
  const blocked = { blockedURI: url.href, disposition: "enforce", effectiveDirective: "frame-src" };

  it.each([blocked, { ...blocked, blockedURI: url.origin }])(
    "that blocks the frame is reported at once: %j",
    (violation) => {
      const { codes, violate } = setup();
      violate(violation);
      expect(codes).toEqual(["load_blocked"]);
    },
  );

  it.each([
    { ...blocked, blockedURI: "https://other.example/frame" },
    { ...blocked, disposition: "report" },
    { ...blocked, effectiveDirective: "img-src" },
    { ...blocked, blockedURI: "inline" },
  ])("that blocks something else is ignored: %j", (violation) => {
    const { codes, violate, watch } = setup();
    violate(violation);
    expect(codes).toEqual([]);
    watch.stop();
  });
});

describe("after it was stopped", () => {
  it("nothing is reported, not even by a pending diagnosis", async () => {
    const { codes, load, watch, violate } = setup({ fetch: unreachable });
    load();
    vi.advanceTimersByTime(2_000);
    watch.stop();
    watch.stop();
    load();
    violate({ blockedURI: url.href, disposition: "enforce", effectiveDirective: "frame-src" });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(codes).toEqual([]);
  });
});
