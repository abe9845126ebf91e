import type { FrameToPage, PaneOptions } from "@cardpane/contract/messages";
import { examplePaneOptions } from "@cardpane/contract/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FrameWindow, startGreeting } from "../connection/greeting.ts";
import type { DocumentContext } from "../connection/parent-origin.ts";
import { typeInto } from "../elements/testing.ts";
import { locales } from "../locale/index.ts";
import type { TaggedLocale } from "../locale/load-locale.ts";
import { FrameApp, type FrameAppPorts } from "./frame-app.ts";
import type { FrameConfig } from "./frame-config.ts";

const shop = "https://shop.example";
const pageNonce = "f".repeat(32);
const { de, en, fr } = locales;
const options: PaneOptions = { ...examplePaneOptions, locale: "en" };

/** A fake page with its end of the port, and fake browser interfaces for a frame. */
function startApp(given: Partial<FrameAppPorts> = {}, around: Partial<DocumentContext> = {}) {
  const hellos: [{ frameNonce?: string }, string][] = [];
  const posted: FrameToPage[] = [];
  let listener: ((event: MessageEvent) => void) | undefined;
  const parent = { postMessage: (message: object, origin: string) => hellos.push([message, origin]) };
  const port = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    postMessage: (message: FrameToPage) => posted.push(message),
    close: vi.fn(),
  };
  const loads: { tags: string; resolve: (locale: TaggedLocale | undefined) => void }[] = [];
  let heightPx = 120;
  /** All observers, because one of an earlier test's frame may be created late. */
  const observers: (() => void)[] = [];
  const stopWatching = vi.fn();
  let paints: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => paints.push(callback));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        observers.push(callback);
      }
      observe() {}
      disconnect = stopWatching;
    },
  );
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
    () => ({ height: heightPx }) as DOMRect,
  );
  const paint = () => {
    const due = paints;
    paints = [];
    for (const callback of due) callback();
  };
  const config: FrameConfig = {
    gateway: "https://gateway.example",
    tokenizeHeaders: {},
    sendsRequestId: true,
    strictLuhn: true,
    ranges: [],
    fonts: [],
    locale: { tag: "en", texts: en },
  };
  const context: DocumentContext = {
    origin: "https://pane.example",
    ancestorOrigins: [shop],
    referrer: "",
    isTop: false,
    ...around,
  };
  const window: FrameWindow = {
    parent,
    addEventListener: (_, added) => {
      listener = added;
    },
    removeEventListener: () => {
      listener = undefined;
    },
  };
  const app = new FrameApp({
    config,
    greeting: startGreeting(window, context, config),
    requestedTags: "en",
    loadLocale: (tags) => new Promise((resolve) => loads.push({ tags, resolve })),
    ...given,
  });
  const open = (wanted: PaneOptions = options) =>
    listener?.({
      source: parent,
      origin: shop,
      ports: [port],
      data: {
        type: "cardpane:open",
        version: 1,
        frameNonce: hellos[0]?.[0].frameNonce,
        pageNonce,
        field: null,
        options: wanted,
      },
    } as unknown as MessageEvent);
  /** Runs pending promises and timers of 0 ms, and those that they start. */
  const settle = async () => {
    for (let turn = 0; turn < 6; turn++) await vi.advanceTimersByTimeAsync(0);
  };
  return {
    app,
    hellos,
    posted,
    port,
    loads,
    open,
    settle,
    send: (message: object) => port.onmessage?.({ data: message }),
    async openAndPaint(wanted?: PaneOptions) {
      app.connect();
      open(wanted);
      await settle();
      paint();
      await settle();
    },
    paint,
    isPainting: () => paints.length > 0,
    resize(nextPx: number) {
      heightPx = nextPx;
      for (const callback of observers) callback();
    },
    stopWatching,
    types: () => posted.map(({ type }) => type),
    input: (name: string) => document.querySelector<HTMLInputElement>(`#${name}`) as HTMLInputElement,
    label: () => document.querySelector("label")?.textContent?.trim(),
  };
}

// The frame counts as painted after 250 ms, which pass on a slow machine while a test runs.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  document.body.replaceChildren();
  document.documentElement.lang = "";
  document.title = "";
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the start of a frame", () => {
  it("sends hello only to the page's origin, and renders nothing before open", () => {
    const frame = startApp();
    frame.app.connect();
    expect(frame.hellos).toEqual([
      [{ type: "cardpane:hello", version: 1, frameNonce: expect.stringMatching(/^[0-9a-f]{32}$/) }, shop],
    ]);
    expect(document.body.children).toHaveLength(0);
  });

  it.each([
    ["it is not embedded", { isTop: true }],
    ["its page has its own origin", { ancestorOrigins: ["https://pane.example"] }],
    ["its page is unknown", { ancestorOrigins: undefined, referrer: "" }],
  ])("sends no hello if %s", (_, context) => {
    const { hellos, app } = startApp({}, context);
    app.connect();
    expect(hellos).toEqual([]);
  });

  it("reports opened, then ready with height and snapshot, once the form is painted", async () => {
    const frame = startApp();
    frame.app.connect();
    frame.open();
    expect(frame.types()).toEqual(["opened", "localized"]);
    await frame.settle();
    expect(frame.isPainting()).toBe(true);
    expect(frame.input("number")).not.toBeNull();
    expect(frame.types()).toEqual(["opened", "localized"]);
    const painted = startApp();
    await painted.openAndPaint();
    expect(painted.types()).toEqual(["opened", "localized", "ready"]);
    expect(painted.posted[2]).toMatchObject({ type: "ready", heightPx: 120, snapshot: { empty: true } });
  });

  it("renders the icons after the paint that follows ready, and reserves their space from the start", async () => {
    const frame = startApp();
    frame.app.connect();
    frame.open();
    await frame.settle();
    const box = frame.input("number").parentElement;
    expect(box?.className).toBe("box has-icons");
    expect(document.querySelectorAll("svg")).toHaveLength(0);
    frame.paint();
    await frame.settle();
    expect(frame.types()).toContain("ready");
    expect(document.querySelectorAll("svg")).toHaveLength(0);
    frame.paint();
    await frame.settle();
    expect(box?.querySelectorAll("svg")).toHaveLength(3);
    expect(document.querySelectorAll("svg")).toHaveLength(4);
  });

  it("reports no change before ready, and each change once after it", async () => {
    const frame = startApp();
    frame.app.connect();
    frame.open();
    await frame.settle();
    typeInto(frame.input("cvv"), "1");
    await frame.settle();
    expect(frame.types()).toEqual(["opened", "localized"]);
    document.body.replaceChildren();
    const ready = startApp();
    await ready.openAndPaint();
    typeInto(ready.input("cvv"), "1");
    typeInto(ready.input("cvv"), "12");
    await ready.settle();
    expect(ready.types()).toEqual(["opened", "localized", "ready", "changed"]);
    expect(ready.posted[3]).toMatchObject({ snapshot: { fields: { cvv: { empty: false } } } });
  });

  it("reports each new height until it is closed", async () => {
    const frame = startApp();
    await frame.openAndPaint();
    frame.resize(140);
    expect(frame.posted.at(-1)).toEqual({ type: "resized", heightPx: 140 });
    frame.send({ type: "close" });
    expect(frame.stopWatching).toHaveBeenCalledTimes(1);
  });
});

describe("the language of a frame", () => {
  const german: TaggedLocale = { tag: "de", texts: de };
  const update = (locale: string, texts: PaneOptions["texts"] = {}) => ({
    type: "update",
    options: { ...options, locale, texts },
  });

  it("is the document's at first, without a request", async () => {
    const frame = startApp();
    frame.app.showLocale();
    await frame.openAndPaint();
    expect(frame.loads).toEqual([]);
    expect([document.documentElement.lang, document.title]).toEqual(["en", en.title]);
    expect(frame.label()).toBe(en.labels.number);
  });

  it("changes with the options once the locale is loaded", async () => {
    const frame = startApp();
    await frame.openAndPaint();
    frame.send(update("de"));
    expect(frame.loads.map(({ tags }) => tags)).toEqual(["de"]);
    await frame.settle();
    expect(frame.label()).toBe(en.labels.number);
    frame.loads[0]?.resolve(german);
    await frame.settle();
    expect(frame.label()).toBe(de.labels.number);
    expect(document.documentElement.lang).toBe("de");
    expect(frame.posted.at(-1)).toMatchObject({
      type: "changed",
      snapshot: { fields: { number: { label: de.labels.number } } },
    });
  });

  it("is that of the options before the frame is ready, if the document has another one", async () => {
    const frame = startApp();
    await frame.openAndPaint({ ...options, locale: "de" });
    expect(frame.types()).toEqual(["opened", "localized"]);
    frame.loads[0]?.resolve(german);
    await frame.settle();
    expect(frame.label()).toBe(de.labels.number);
    expect(frame.types()).toEqual(["opened", "localized", "localized"]);
    frame.paint();
    await frame.settle();
    expect(frame.types().at(-1)).toBe("ready");
  });

  it.each([
    ["fails to load", (frame: ReturnType<typeof startApp>) => frame.loads[0]?.resolve(undefined)],
    ["takes 600 ms", () => vi.advanceTimersByTime(1)],
  ])("is still the document's when the frame becomes ready, if that of the options %s", async (_, happen) => {
    const frame = startApp();
    await frame.openAndPaint({ ...options, locale: "de" });
    await vi.advanceTimersByTimeAsync(599);
    expect(frame.types()).not.toContain("ready");
    happen(frame);
    await vi.advanceTimersByTimeAsync(0);
    frame.paint();
    await vi.advanceTimersByTimeAsync(0);
    expect(frame.types().at(-1)).toBe("ready");
    expect(frame.label()).toBe(en.labels.number);
  });

  it.each(["en-IE", "EN-us,de"])(
    "is loaded after the frame is ready if the options only request another region: %s",
    async (locale) => {
      const frame = startApp();
      await frame.openAndPaint({ ...options, locale });
      expect(frame.loads.map(({ tags }) => tags)).toEqual([locale]);
      expect(frame.types()).toEqual(["opened", "localized", "ready"]);
    },
  );

  describe("that the page changes before the frame is ready", () => {
    /** The frame loads German from the start, and the page requests another language 400 ms later. */
    async function changedTo(locale: string): Promise<ReturnType<typeof startApp>> {
      const frame = startApp();
      await frame.openAndPaint({ ...options, locale: "de" });
      await vi.advanceTimersByTimeAsync(400);
      frame.send(update(locale));
      return frame;
    }
    const paint = async (frame: ReturnType<typeof startApp>) => {
      await vi.advanceTimersByTimeAsync(0);
      frame.paint();
      await vi.advanceTimersByTimeAsync(0);
    };

    it("is the last one, for which the frame waits, although the first one arrives", async () => {
      const frame = await changedTo("fr");
      frame.loads[0]?.resolve(german);
      await paint(frame);
      expect(frame.types()).not.toContain("ready");
      frame.loads[1]?.resolve({ tag: "fr", texts: fr });
      await paint(frame);
      expect(frame.types().at(-1)).toBe("ready");
      expect(frame.label()).toBe(fr.labels.number);
    });

    it("is awaited for 600 ms in total", async () => {
      const frame = await changedTo("fr");
      frame.loads[0]?.resolve(german);
      await vi.advanceTimersByTimeAsync(199);
      await paint(frame);
      expect(frame.types()).not.toContain("ready");
      await vi.advanceTimersByTimeAsync(1);
      await paint(frame);
      expect(frame.types().at(-1)).toBe("ready");
      expect(frame.label()).toBe(en.labels.number);
    });
  });

  it("sends the texts around the frame to the page before it is ready, and again with another language", async () => {
    const frame = startApp();
    const sent = () => frame.posted.filter(({ type }) => type === "localized");
    await frame.openAndPaint();
    expect(frame.types().indexOf("localized")).toBeLessThan(frame.types().indexOf("ready"));
    expect(sent()).toEqual([{ type: "localized", locale: "en", texts: en.page }]);
    frame.send(update("de"));
    await frame.settle();
    expect(sent()).toHaveLength(1);
    frame.loads[0]?.resolve(german);
    await frame.settle();
    expect(sent().slice(1)).toEqual([{ type: "localized", locale: "de", texts: de.page }]);
    // The page's own texts for the fields do not change the texts around the frame.
    frame.send(update("de", { labels: { number: "Own label" } }));
    await frame.settle();
    expect(sent()).toHaveLength(2);
  });

  it("stays when the locale cannot be loaded, and is loaded again when it is requested again", async () => {
    const frame = startApp();
    await frame.openAndPaint();
    frame.send(update("de"));
    frame.loads[0]?.resolve(undefined);
    await frame.settle();
    expect(frame.label()).toBe(en.labels.number);
    frame.send(update("de"));
    expect(frame.loads).toHaveLength(2);
    frame.loads[1]?.resolve(german);
    await frame.settle();
    expect(frame.label()).toBe(de.labels.number);
    frame.send(update("de"));
    expect(frame.loads).toHaveLength(2);
  });

  describe("that cannot be loaded", () => {
    async function failing(): Promise<ReturnType<typeof startApp>> {
      const frame = startApp();
      await frame.openAndPaint();
      await vi.advanceTimersByTimeAsync(250);
      frame.send(update("de"));
      frame.loads[0]?.resolve(undefined);
      await vi.advanceTimersByTimeAsync(0);
      return frame;
    }

    it("is loaded again after 1, 5 and 25 seconds, and no more", async () => {
      const frame = await failing();
      for (const [index, waitMs] of [1_000, 5_000, 25_000].entries()) {
        await vi.advanceTimersByTimeAsync(waitMs - 1);
        expect(frame.loads).toHaveLength(index + 1);
        await vi.advanceTimersByTimeAsync(1);
        expect(frame.loads).toHaveLength(index + 2);
        frame.loads[index + 1]?.resolve(undefined);
      }
      await vi.advanceTimersByTimeAsync(1_000_000);
      expect(frame.loads).toHaveLength(4);
    });

    it("is shown when a later attempt succeeds", async () => {
      const frame = await failing();
      await vi.advanceTimersByTimeAsync(1_000);
      frame.loads[1]?.resolve(german);
      await vi.advanceTimersByTimeAsync(100_000);
      expect(frame.label()).toBe(de.labels.number);
      expect(frame.loads).toHaveLength(2);
    });

    it("is not loaded again once another one is requested or the pane is closed", async () => {
      const frame = await failing();
      frame.send(update("en"));
      await vi.advanceTimersByTimeAsync(100_000);
      expect(frame.loads).toHaveLength(1);
      const closed = await failing();
      closed.send({ type: "close" });
      await vi.advanceTimersByTimeAsync(100_000);
      expect(closed.loads).toHaveLength(1);
    });
  });

  it("is the one that was requested last, even if an earlier one arrives later", async () => {
    const frame = startApp();
    await frame.openAndPaint();
    frame.send(update("de"));
    frame.send(update("en"));
    frame.loads[0]?.resolve(german);
    await frame.settle();
    expect(frame.label()).toBe(en.labels.number);
  });

  it("is overridden by the page's own texts, in every language", async () => {
    const frame = startApp();
    await frame.openAndPaint();
    const own = { labels: { number: "Own label" } };
    frame.send(update("en", own));
    await frame.settle();
    expect(frame.label()).toBe("Own label");
    frame.send(update("de", own));
    frame.loads[0]?.resolve(german);
    await frame.settle();
    expect(frame.label()).toBe("Own label");
    expect(document.querySelectorAll("label")[1]?.textContent?.trim()).toBe(de.labels.expiry);
  });
});

it("the page's own sentence for a decline is shown, and one for an unknown kind is named in the console", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const frame = startApp();
  await frame.openAndPaint();
  frame.send({
    type: "update",
    options: { ...options, texts: { declines: { wrong_cvv: "Own sentence.", wrong_pin: "?" } as object } },
  });
  frame.send({ type: "decline", code: "5082" });
  await frame.settle();
  expect(document.querySelector(".notice")?.textContent).toBe("Own sentence.");
  expect(warn.mock.calls).toEqual([[expect.stringContaining("declines.wrong_pin")]]);
});

describe("the end of a frame", () => {
  it("wipes its inputs, renders nothing and sends nothing after close", async () => {
    const frame = startApp();
    await frame.openAndPaint();
    const cvv = frame.input("cvv");
    typeInto(cvv, "123");
    await frame.settle();
    const sent = frame.posted.length;
    frame.send({ type: "close" });
    expect(cvv.value).toBe("");
    await frame.settle();
    expect(document.querySelector("form")).toBeNull();
    expect(frame.port.close).toHaveBeenCalledTimes(1);
    expect(frame.posted).toHaveLength(sent);
  });

  it("wipes its inputs when a second open closes the pane", async () => {
    const frame = startApp();
    await frame.openAndPaint();
    const cvv = frame.input("cvv");
    typeInto(cvv, "123");
    frame.open();
    expect(cvv.value).toBe("");
    expect(frame.posted.at(-1)).toEqual({ type: "failed", code: "frame_gone" });
  });

  it.each([true, false])(
    "wipes its inputs when the document is hidden (kept: %s) and when it is restored",
    async (kept) => {
      const frame = startApp();
      await frame.openAndPaint();
      typeInto(frame.input("cvv"), "123");
      frame.app.handlePageHide(kept);
      expect(frame.input("cvv").value).toBe("");
      frame.input("cvv").value = "restored";
      frame.app.handlePageShow();
      expect(frame.input("cvv").value).toBe("");
      await frame.settle();
      expect(frame.posted.at(-1)).toMatchObject({ type: "ready", snapshot: { empty: true } });
    },
  );
});
