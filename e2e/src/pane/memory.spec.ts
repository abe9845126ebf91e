/** 200 destroyed panes leave nothing behind. */
import type { CDPSession, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { merchantPage } from "../support/pages.ts";

/** The timers and ports that are open on the page. */
interface Counted {
  readonly timers: Set<unknown>;
  readonly ports: Set<unknown>;
}

declare global {
  interface Window {
    counted: Counted;
  }
}

// A trace keeps nodes of the pages that it records, up to some dozens.
test.use({ trace: "off" });

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
        // `port2` is transferred to the frame.
        ports.add(this.port1);
      }
    },
  });
  MessagePort.prototype.close = function () {
    ports.delete(this);
    closePort.call(this);
  };
}

/** The page's nodes, listeners and other resources after a garbage collection. */
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
    const { timers, ports } = window.counted;
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
  for (const [form, fields] of [
    ["one frame", []],
    ["one frame per field", ["number", "expiry", "cvv"]],
  ] as const) {
    test(`nothing is left of destroyed panes: frames, listeners, ports, timers (${form})`, {
      tag: "@nightly",
    }, async ({ page, stack }) => {
      await page.addInitScript(countOpen);
      const places = ["here", "number", "expiry", "cvv"].map((id) => `<div id="${id}"></div>`);
      await page.goto(stack.site.serve(merchantPage(stack, places.join(""))));
      const session = await page.context().newCDPSession(page);
      await session.send("Performance.enable");
      const rounds = (count: number) =>
        page.evaluate(
          async ({ names, turns }) => {
            const { Cardpane } = window;
            const wait = (ms: number) =>
              new Promise((resolve) => requestIdleCallback(resolve, { timeout: ms }));
            let readied = 0;
            for (let turn = 0; turn < turns; turn += 1) {
              const pane = Cardpane.createCardPane({ environment: "sandbox" });
              const ready = new Promise<void>((resolve) => pane.on("ready", () => resolve()));
              for (const name of names) pane.field(name, `#${name}`);
              if (names.length === 0) pane.mount("#here");
              // Some panes are ready when they are destroyed, some are loading, some have not begun to load.
              if (turn % 20 === 0) {
                await ready;
                readied += 1;
              } else if (turn % 3) await wait(turn % 50);
              pane.destroy();
            }
            return readied;
          },
          { names: fields, turns: count },
        );
      // The browser allocates some objects once for all panes, with the first ones.
      await rounds(10);
      const before = await held(page, session);
      expect(before).toMatchObject({ timers: 0, ports: 0, windows: 0, frames: 1 });
      expect(await rounds(200)).toBe(10);
      const { nodes, documents, listeners, ...exact } = before;
      const after = await held(page, session);
      expect(after).toMatchObject(exact);
      // One leak per round would add 200.
      expect(after.listeners - listeners, "listeners").toBeLessThan(20);
      expect(after.nodes - nodes, "nodes").toBeLessThan(20);
      expect(after.documents - documents, "documents").toBeLessThan(5);
    });
  }
});
