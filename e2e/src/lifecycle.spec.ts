/** How panes come and go: the back-forward cache, out of the page and back, aborted on the way, and nothing left after. */
import type { Snapshot } from "@cardpane/contract/messages";
import type { CDPSession, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { merchantPage, paneTag, splitTag } from "./pages.ts";
import { goodCard, openPane, openSplitPane } from "./pane-object.ts";

/** What these tests use of the script's API. */
interface Made extends EventTarget {
  readonly status: string;
  readonly error: { readonly code: string } | null;
  mount(target: string | Element): Made;
  field(name: string, target: string): Made;
  on(type: string, listener: () => void): void;
  destroy(): void;
}
interface Counted {
  readonly timers: Set<unknown>;
  readonly ports: Set<unknown>;
}
interface Api {
  createCardPane(options: object, lifetime?: { signal: AbortSignal }): Made;
}

const forms = [
  ["one frame", paneTag(), openPane],
  ["a frame a field", splitTag(), openSplitPane],
] as const;

// Playwright turns the back-forward cache off.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] }),
});

const elsewhere = "<!doctype html><title>Elsewhere</title>";

/** Goes to another page and back, as a person does, and answers whether the page came from the back-forward cache. */
async function awayAndBack(page: Page, url: string): Promise<boolean | undefined> {
  await page.evaluate(() =>
    addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted })),
  );
  await page.evaluate((there) => location.assign(there), url);
  await expect(page).toHaveTitle("Elsewhere");
  // Not by Playwright, which waits for a load that does not come.
  await page.evaluate(() => history.back());
  await expect(page).toHaveTitle("Merchant");
  return page.evaluate(() => (window as unknown as { persisted?: boolean }).persisted);
}

const shown = (page: Page) =>
  page.evaluate(() => (document.querySelector("card-pane") as unknown as { snapshot: Snapshot }).snapshot);

test.describe("the back-forward cache", () => {
  test("brings the pane back alive, empty, and good for a token", async ({ page, stack }) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
    await pane.type(goodCard);
    await expect.poll(async () => (await shown(page)).valid).toBe(true);
    expect(await awayAndBack(page, stack.site.serve(elsewhere)), "from the cache").toBe(true);
    await expect.poll(async () => (await shown(page)).empty).toBe(true);
    // Playwright does not know the frame any more; the keyboard does. A key that comes before the frame has woken up is lost.
    await expect(async () => {
      await page.evaluate(() => {
        const pane = document.querySelector("card-pane") as unknown as {
          clear(): void;
          focus(name: string): void;
        };
        pane.clear();
        pane.focus("number");
      });
      for (const name of ["number", "expiry", "cvv"] as const) {
        await expect.poll(async () => (await shown(page)).fields[name]?.focused, name).toBe(true);
        await page.keyboard.type(goodCard[name] ?? "");
        await page.keyboard.press("Tab");
      }
      await expect.poll(async () => (await shown(page)).valid, { timeout: 1_000 }).toBe(true);
    }).toPass({ timeout: 20_000 });
    expect((await pane.tokenize()).token).toBeTruthy();
  });

  test("or a new load brings a form of several frames back, empty", async ({ page, stack }) => {
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
    await pane.type(goodCard);
    await awayAndBack(page, stack.site.serve(elsewhere));
    await pane.ready();
    await expect.poll(async () => (await shown(page)).empty).toBe(true);
  });
});

test.describe("out of the page and back", () => {
  for (const [form, tag, open] of forms) {
    test(`the element is a new pane each time (${form})`, async ({ page, stack }) => {
      const pane = await open(page, stack, merchantPage(stack, tag));
      await pane.type(goodCard);
      await page.evaluate(() => {
        const element = document.querySelector("card-pane") as Element;
        Object.assign(window, { kept: element });
        element.remove();
      });
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { kept: Made }).kept.status))
        .toBe("unmounted");
      await page.evaluate(() =>
        document.querySelector("main")?.append((window as unknown as { kept: Element }).kept),
      );
      await pane.ready();
      await expect(pane.field("number")).toHaveValue("");
      await pane.type(goodCard);
      expect((await pane.tokenize()).token).toBeTruthy();
    });
  }

  test("an element that a pane was put into comes back with a form that works", async ({ page, stack }) => {
    await page.goto(stack.site.serve(merchantPage(stack, '<div id="here"></div>')));
    const statuses = await page.evaluate(async () => {
      const { Cardpane } = window as unknown as { Cardpane: Api };
      const here = document.querySelector("#here") as Element;
      const pane = Cardpane.createCardPane({ environment: "sandbox" });
      const ready = () => new Promise<void>((resolve) => pane.on("ready", resolve));
      pane.mount(here);
      await ready();
      here.remove();
      document.querySelector("main")?.append(here);
      await ready();
      return [pane.status, document.querySelectorAll("iframe").length, window.length];
    });
    expect(statuses).toEqual(["ready", 1, 1]);
  });
});

/** Counts the timers and ports that are open on the page, in `window.counted`. */
function countOpen(): void {
  const timers = new Set<unknown>();
  const ports = new Set<unknown>();
  const { setTimeout: set, clearTimeout: clear, MessageChannel: Channel } = window;
  const closePort = MessagePort.prototype.close;
  Object.assign(window, {
    counted: { timers, ports } satisfies Counted,
    setTimeout(run: (...given: unknown[]) => void, ms: number, ...rest: unknown[]) {
      const timer = set(() => {
        timers.delete(timer);
        run(...rest);
      }, ms);
      timers.add(timer);
      return timer;
    },
    clearTimeout(timer: number) {
      timers.delete(timer);
      clear(timer);
    },
    MessageChannel: class extends Channel {
      constructor() {
        super();
        // The other one goes to the frame.
        ports.add(this.port1);
      }
    },
  });
  MessagePort.prototype.close = function () {
    ports.delete(this);
    closePort.call(this);
  };
}

/** What a page holds, after its garbage was collected. */
async function held(page: Page, session: CDPSession) {
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  const { result } = await session.send("Runtime.evaluate", {
    expression: "[window, document].map((target) => Object.values(getEventListeners(target)).flat().length)",
    includeCommandLineAPI: true,
    returnByValue: true,
  });
  const open = await page.evaluate(() => {
    const { timers, ports } = (window as unknown as { counted: Counted }).counted;
    return {
      timers: timers.size,
      ports: ports.size,
      windows: window.length,
      elements: document.querySelectorAll("*").length,
    };
  });
  return {
    ...open,
    globalListeners: result.value as unknown,
    listeners: metric("JSEventListeners"),
    frames: metric("Frames"),
    documents: metric("Documents"),
    nodes: metric("Nodes"),
  };
}

test.describe("after 200 rounds", () => {
  test.setTimeout(120_000);

  for (const [form, fields] of [
    ["one frame", []],
    ["a frame a field", ["number", "expiry", "cvv"]],
  ] as const) {
    test(`nothing is left of destroyed panes: frames, listeners, ports, timers (${form})`, async ({
      page,
      stack,
    }) => {
      await page.addInitScript(countOpen);
      const places = ["here", "number", "expiry", "cvv"].map((id) => `<div id="${id}"></div>`);
      await page.goto(stack.site.serve(merchantPage(stack, places.join(""))));
      const session = await page.context().newCDPSession(page);
      await session.send("Performance.enable");
      const rounds = (count: number) =>
        page.evaluate(
          async ({ names, turns }) => {
            const { Cardpane } = window as unknown as { Cardpane: Api };
            const wait = (ms: number) =>
              new Promise((resolve) => requestIdleCallback(resolve, { timeout: ms }));
            let readied = 0;
            for (let turn = 0; turn < turns; turn += 1) {
              const abort = new AbortController();
              const pane = Cardpane.createCardPane({ environment: "sandbox" }, abort);
              const ready = new Promise<void>((resolve) => pane.on("ready", resolve));
              for (const name of names) pane.field(name, `#${name}`);
              if (names.length === 0) pane.mount("#here");
              // Some are ready by then, some are on their way, some have not begun.
              if (turn % 20 === 0) {
                await ready;
                readied += 1;
              } else if (turn % 3) await wait(turn % 50);
              if (turn % 2) abort.abort();
              else pane.destroy();
            }
            return readied;
          },
          { names: fields, turns: count },
        );
      // What the browser makes once for all panes is there after the first ones.
      await rounds(10);
      const before = await held(page, session);
      expect(before).toMatchObject({ timers: 0, ports: 0, windows: 0, frames: 1 });
      expect(await rounds(200)).toBe(10);
      const after = await held(page, session);
      expect(after).toEqual({
        ...before,
        nodes: expect.any(Number),
        documents: expect.any(Number),
        listeners: expect.any(Number),
      });
      // The last panes may wait for their collection; one thing left a round would be 200.
      expect(after.listeners - before.listeners, "listeners").toBeLessThan(100);
      expect(after.nodes - before.nodes, "nodes").toBeLessThan(100);
      expect(after.documents - before.documents, "documents").toBeLessThan(5);
    });
  }
});
