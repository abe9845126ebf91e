/** One load of a page in a browser, with the times of its milestones. */
import { hangMs } from "@cardpane/tools/process/hang";
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/** Milliseconds since the script tag was parsed. */
export interface LoadTimes {
  /** The last input is painted in its frame. */
  readonly paintedMs: number;
  /** The pane's `ready`; for an empty iframe the same as `paintedMs`. */
  readonly readyMs: number;
}

type Milestone = "started" | "painted" | "ready";

/** The page to load, and the conditions. */
export interface Load {
  readonly url: string;
  /** Number of frames whose inputs must be painted. */
  readonly frames: number;
  /** Number of inputs in each frame. */
  readonly inputs: number;
  readonly isPane: boolean;
  /** How many times slower the processor is for page and frames. @default 1 */
  readonly cpuSlowdown?: number;
  /** Whether the timed load follows an untimed load of the page in the same browser context. @default false */
  readonly isWarm?: boolean;
}

/**
 * Loads a page in a new context, with an empty cache.
 *
 * @throws Error if the load takes longer than `hangMs`
 */
export async function timeLoad(browser: Browser, load: Load): Promise<LoadTimes> {
  const context = await browser.newContext();
  try {
    const { page, times } = await openTimed(context, load);
    if (!load.isWarm) return await times;
    await times;
    await page.close();
    return await (await openTimed(context, load)).times;
  } finally {
    await context.close();
  }
}

/** Begins a load; `times` resolves when all inputs are painted and the pane is ready. */
async function openTimed(
  context: BrowserContext,
  { url, frames, inputs, isPane, cpuSlowdown = 1 }: Load,
): Promise<{ readonly page: Page; readonly times: Promise<LoadTimes> }> {
  const page = await context.newPage();
  const at: Record<Milestone, number[]> = { started: [], painted: [], ready: [] };
  let check = () => {};
  const times = new Promise<LoadTimes>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`${url} was not ready within ${hangMs / 1000} s: ${JSON.stringify(at)}`)),
      hangMs,
    );
    check = () => {
      const [start] = at.started;
      if (start === undefined || at.painted.length < frames) return;
      const paintedMs = Math.max(...at.painted) - start;
      const ready = isPane ? at.ready[0] : start + paintedMs;
      if (ready === undefined) return;
      clearTimeout(late);
      resolve({ paintedMs, readyMs: ready - start });
    };
  });
  await page.exposeFunction("reportMilestone", (name: Milestone, when: number) => {
    at[name].push(when);
    check();
  });
  await page.addInitScript(observeMilestones(inputs));
  if (cpuSlowdown > 1) await slowDown(await context.newCDPSession(page), cpuSlowdown);
  times.catch(() => {});
  await page.goto(url, { waitUntil: "commit" });
  return { page, times };
}

/** Runs in every document before its scripts. Sent as text: functions that tsx compiles call helpers that the page lacks. */
const observeMilestones = (inputs: number) => `{
  // The first callback runs before the paint, the second one after it.
  const afterPaint = (run) => requestAnimationFrame(() => requestAnimationFrame(run));
  if (parent === window) {
    addEventListener("DOMContentLoaded", () => reportMilestone("started", startedAt));
    document.addEventListener("ready", () => reportMilestone("ready", performance.timeOrigin + performance.now()), true);
  } else {
    const find = () => [...document.querySelectorAll("cardpane-field input, body > input")];
    // While the browser throttles a frame that it has not placed yet, its elements have no boxes.
    const awaitBoxes = () => {
      if (find().every((input) => input.getClientRects().length > 0))
        afterPaint(() => reportMilestone("painted", performance.timeOrigin + performance.mark("painted").startTime));
      else requestAnimationFrame(awaitBoxes);
    };
    const look = () => {
      if (find().length < ${inputs}) return;
      observer.disconnect();
      awaitBoxes();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
    // In the second frame of a site, the inputs may exist before this script runs.
    look();
  }
}`;

/** Slows down the page's process and that of each frame, before anything runs in it. */
async function slowDown(session: CDPSession, rate: number): Promise<void> {
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  session.on("Target.attachedToTarget", ({ sessionId }) => {
    let id = 0;
    for (const [method, params] of [
      ["Emulation.setCPUThrottlingRate", { rate }],
      ["Runtime.runIfWaitingForDebugger", {}],
    ] as const) {
      id += 1;
      // The frame may be gone already.
      session
        .send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) })
        .catch(() => {});
    }
  });
  await session.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: false,
  });
}
