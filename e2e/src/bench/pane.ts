/** The pane in a real browser: the time until it accepts typing, the time that tokenize adds, and the cost of a key press. */
import type { CardPaneElement } from "@cardpane/browser";
import { startHost } from "@cardpane/host";
import { startSandbox } from "@cardpane/sandbox";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { startMerchantSite } from "../support/merchant-site.ts";
import { slow4g } from "./link.ts";
import { benchLoad } from "./load.ts";
import type { Measurement } from "./measurement.ts";
import { median } from "./median.ts";

declare global {
  interface Window {
    /** In each document of a slow load: its layout shift, and its longest task. */
    costs: { shift: number; taskMs: number };
  }
}

const rounds = 31;
const keys = "4242424242424242";

export async function* benchPane(executablePath: string): AsyncGenerator<readonly Measurement[]> {
  const site = await startMerchantSite();
  const sandbox = await startSandbox({ port: 0, dataDir: "memory" });
  const host = await startHost({ port: 0, environments: { sandbox: sandbox.url }, parents: [site.url] });
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
  try {
    const { script } = (await (await fetch(`${host.url}/manifest.json`)).json()) as { script: string };
    yield* benchLoad(browser, { site, host });
    const page = await open(browser, site.serve(paneHtml(`${host.url}${script}`)));
    const key = await measureKeys(page.context, page.page);
    yield [await measureTokenize(page.page, sandbox.url), key];
    await page.context.close();
    yield await measureSlowLine(browser, site.serve(lateHtml(`${host.url}${script}`)));
  } finally {
    await browser.close();
    await Promise.all([host.close(), sandbox.close(), site.close()]);
  }
}

async function measureKeys(context: BrowserContext, page: Page): Promise<Measurement> {
  const frame = page.frames().find((candidate) => candidate.url().includes("/frame?"));
  if (!frame) throw new Error("The pane's frame is not there.");
  const session = await context.newCDPSession(frame);
  // The time of the thread, not of the wall clock: other processes of the machine do not count.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  /** Resolves when everything due is painted, and the work that a frame defers until after a user action is done. */
  const settled = () => frame.evaluate(untilPainted);
  /** The time that the main thread works during an action, until its effects are painted. */
  const during = async (action: () => Promise<void>) => {
    const before = await busy();
    await action();
    await settled();
    return (await busy()) - before;
  };
  const field = frame.locator("input").first();
  const costs: number[] = [];
  // The cost without a key press: the caret blinks all the time, and waiting takes time itself.
  const idle: number[] = [];
  for (let round = 0; round < 3; round++) {
    await field.fill("");
    await field.focus();
    await settled();
    for (const digit of keys) {
      idle.push(await during(async () => {}));
      costs.push(await during(() => page.keyboard.press(digit)));
    }
  }
  const cost = median(costs) - median(idle);
  return {
    what: "key press, main thread of the frame, median",
    measured: `${cost.toFixed(2)} ms`,
    budget: "4 ms (goal 3)",
    ok: cost <= 4,
  };
}

/** Sent as text: functions that tsx compiles call helpers that the page does not have. Animations begin within four frames. */
const untilPainted = `new Promise((resolve) => {
  let frames = 0;
  const next = () => (++frames < 4 ? requestAnimationFrame(next) : setTimeout(resolve));
  requestAnimationFrame(next);
})`;

async function measureTokenize(page: Page, gateway: string): Promise<Measurement> {
  const frame = page.frames().find((candidate) => candidate.url().includes("/frame?"));
  if (!frame) throw new Error("The pane's frame is not there.");
  const inputs = frame.locator("input");
  const times: { pane: number[]; bare: number[] } = { pane: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    times.bare.push(
      await frame.evaluate(async (url) => {
        const startedAt = performance.now();
        const response = await fetch(`${url}/tokenize`, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            Accept: "application/json",
            "X-Request-ID": crypto.randomUUID(),
          },
          body: JSON.stringify({
            number: "4242424242424242",
            expirationYear: "39",
            expirationMonth: "12",
            cvv: "123",
          }),
        });
        await response.json();
        return performance.now() - startedAt;
      }, gateway),
    );
    await inputs.nth(0).fill("4242424242424242");
    await inputs.nth(1).fill("12/39");
    await inputs.nth(2).fill("123");
    times.pane.push(
      await page.evaluate(async () => {
        const pane = document.querySelector("card-pane") as CardPaneElement;
        const startedAt = performance.now();
        const { error } = await pane.tokenize();
        if (error) throw new Error(error.code);
        return performance.now() - startedAt;
      }),
    );
  }
  const [pane, bare] = [median(times.pane), median(times.bare)];
  return {
    what: "tokenize, over a bare fetch of the same request",
    measured: `+${(pane - bare).toFixed(1)} ms (${pane.toFixed(1)} ms, bare ${bare.toFixed(1)} ms)`,
    budget: "+15 ms (goal 8)",
    ok: pane - bare <= 15,
  };
}

/** The browser's emulation shapes only the page's connections, which is enough to delay the script. */
const slowPage = {
  offline: false,
  latency: slow4g.roundTripMs,
  downloadThroughput: slow4g.downBytesPerSecond,
  uploadThroughput: slow4g.upBytesPerSecond,
};

/** Layout shift of the page, and the longest task of page and frame, during a slow load of script and frame. */
async function measureSlowLine(browser: Browser, url: string): Promise<Measurement[]> {
  const shifts: number[] = [];
  const tasksMs: number[] = [];
  for (let round = 0; round < 5; round++) {
    const context = await browser.newContext();
    // In every frame, including the pane's.
    await context.addInitScript(() => {
      const costs = { shift: 0, taskMs: 0 };
      window.costs = costs;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (entry.entryType === "longtask") costs.taskMs = Math.max(costs.taskMs, entry.duration);
          else costs.shift += (entry as PerformanceEntry & { readonly value: number }).value;
        }
      }).observe({ entryTypes: ["layout-shift", "longtask"] });
    });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", slowPage);
    await page.goto(url);
    await page.waitForFunction(() => "took" in window);
    for (const frame of page.frames()) {
      const { shift, taskMs } = await frame.evaluate(() => window.costs);
      shifts.push(shift);
      tasksMs.push(taskMs);
    }
    await context.close();
  }
  const [shift, taskMs] = [Math.max(...shifts), Math.max(...tasksMs)];
  return [
    {
      what: "slow 4G, layout shift, page and frame",
      measured: shift.toFixed(4),
      budget: "0",
      ok: shift === 0,
    },
    {
      what: "slow 4G, longest task, page and frame",
      measured: taskMs > 0 ? `${taskMs.toFixed(0)} ms` : "none of 50 ms",
      budget: "100 ms",
      ok: taskMs <= 100,
    },
  ];
}

/** Opens a page in a new context, without a cache, and waits until its load time is measured. */
async function open(browser: Browser, url: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => "took" in window);
  return { context, page };
}

function paneHtml(script: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pane</title>
<script>const startedAt = performance.now()</script>
<script src="${script}"></script>
<card-pane environment="sandbox"></card-pane>
<script>document.querySelector("card-pane").addEventListener("ready", () => { window.took = performance.now() - startedAt })</script>`;
}

/** A page that is painted before its script loads, with the line of CSS from the documentation. */
function lateHtml(script: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pane</title>
<style>card-pane:not(:defined) { display: block; min-height: 156px }</style>
<script>const startedAt = performance.now()</script>
<script defer src="${script}"></script>
<card-pane environment="sandbox"></card-pane><p>Your order</p><button>Pay</button>
<script>document.querySelector("card-pane").addEventListener("ready", () => requestAnimationFrame(() => requestAnimationFrame(() => {
  window.took = performance.now() - startedAt
})))</script>`;
}
