/** Nodes, listeners and memory that destroyed panes leave on the page. */
import type { Browser, CDPSession } from "@playwright/test";
import type { MerchantSite } from "../support/merchant-site.ts";
import type { Measurement } from "./measurement.ts";

const rounds = 50;
const maxBytes = 2_000;

/** @param script address of the page's script */
export async function benchMounts(
  browser: Browser,
  site: MerchantSite,
  script: string,
): Promise<Measurement[]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(
      site.serve(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mounts</title><script src="${script}"></script><div id="here"></div>`,
      ),
    );
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable");
    // Sent as text: functions that tsx compiles call helpers that the page does not have.
    const mount = (times: number) =>
      page.evaluate(`(async () => {
        for (let round = 0; round < ${times}; round++) {
          const pane = Cardpane.createCardPane({ environment: "sandbox" });
          const ready = new Promise((resolve) => pane.on("ready", resolve));
          pane.mount("#here");
          await ready;
          pane.destroy();
        }
      })()`);
    // The browser allocates some objects once for all panes, with the first ones.
    await mount(10);
    const before = await held(session);
    await mount(rounds);
    const after = await heldAtLast(session, before);
    const nodes = after.nodes - before.nodes;
    const listeners = after.listeners - before.listeners;
    const bytes = (after.bytes - before.bytes) / rounds;
    return [
      {
        what: `${rounds} mounts and destroys, nodes and listeners kept`,
        measured: `${nodes} nodes, ${listeners} listeners`,
        budget: "none",
        ok: nodes <= 0 && listeners <= 0,
      },
      {
        what: "a mount and destroy, memory of the page kept",
        measured: `${bytes.toFixed(0)} B`,
        budget: `${maxBytes} B`,
        ok: bytes <= maxBytes,
      },
    ];
  } finally {
    await context.close();
  }
}

interface Held {
  readonly nodes: number;
  readonly listeners: number;
  readonly bytes: number;
}

/**
 * Collects garbage until the page holds no more nodes and listeners than before, ten times at most. On a busy machine a few nodes
 * survived the first collections, for an unknown reason. No collection releases a leak.
 */
async function heldAtLast(session: CDPSession, before: Held): Promise<Held> {
  let now = await held(session);
  for (let round = 1; round < 10 && (now.nodes > before.nodes || now.listeners > before.listeners); round++)
    now = await held(session);
  return now;
}

/** The page's nodes, listeners and heap size after a garbage collection. */
async function held(session: CDPSession): Promise<Held> {
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return {
    nodes: metric("Nodes"),
    listeners: metric("JSEventListeners"),
    bytes: metric("JSHeapUsedSize"),
  };
}
