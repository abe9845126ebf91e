/** What panes leave behind on the page when they are gone. */
import type { Browser, CDPSession } from "@playwright/test";
import type { MerchantSite } from "../merchant-site.ts";
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
    // As text: what tsx makes of a function needs its helpers.
    const mount = (times: number) =>
      page.evaluate(`(async () => {
        for (let round = 0; round < ${times}; round++) {
          const pane = Cardpane.createCardPane({ environment: "sandbox" });
          const ready = new Promise((resolve) => pane.on("ready", resolve));
          pane.mount("#here");
          await ready;
          pane.destroy();
        }
        // A skeleton that fades out is held for so long.
        await new Promise((resolve) => setTimeout(resolve, 400));
      })()`);
    // What the browser makes once for all panes is there after the first ones.
    await mount(10);
    const before = await held(session);
    await mount(rounds);
    const after = await held(session);
    const nodes = after.nodes - before.nodes;
    const listeners = after.listeners - before.listeners;
    const bytes = (after.bytes - before.bytes) / rounds;
    return [
      {
        what: `${rounds} mounts and destroys, nodes and listeners kept`,
        measured: `${nodes} nodes, ${listeners} listeners`,
        // One thing left a round would be as many as the rounds.
        budget: "fewer than 10 in all",
        ok: nodes < 10 && listeners < 10,
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

/** What the page holds after its garbage was collected. */
async function held(session: CDPSession): Promise<{ nodes: number; listeners: number; bytes: number }> {
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
