/**
 * The frame's process. The host sends `Origin-Agent-Cluster` only to sites that it shares, so across sites the browser's own
 * site isolation must separate the processes. The headless shell switches it off; full Chromium, as shoppers have it, does not.
 */
import { startHost } from "@cardpane/host";
import type { Browser } from "@playwright/test";
import { expect, test, wholeChromium } from "../support/fixtures.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { openPane } from "../support/pane-object.ts";

test.use(wholeChromium);

test("a frame of another site has a process of its own without Origin-Agent-Cluster", {
  tag: "@nightly",
}, async ({ page, browser, stack, watch }) => {
  const host = await startHost({
    port: 0,
    environments: { sandbox: stack.gateway },
    parents: [stack.site.url],
  });
  watch.known.push(host.url);
  try {
    // A frame of the page's own site proves that this browser shares processes.
    const own = stack.site.serve("<!doctype html><title>Same site</title>");
    await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
    const served = { ...stack, release: stack.release.replace(stack.pane, host.url) };
    const document = page.waitForResponse(/\/frame\?/);
    await openPane(
      page,
      stack,
      merchantPage(served, `<iframe src="${own}" title="Same site"></iframe>${paneTag()}`),
    );
    expect((await document).headers()).not.toHaveProperty("origin-agent-cluster");
    const processOf = await readProcesses(browser);
    const pageProcess = processOf(page.url());
    expect(pageProcess).toEqual(expect.any(Number));
    expect(processOf(own)).toBe(pageProcess);
    expect(processOf(`${host.url}/`)).toEqual(expect.any(Number));
    expect(processOf(`${host.url}/`)).not.toBe(pageProcess);
  } finally {
    await host.close();
  }
});

interface TraceEvent {
  readonly name: string;
  readonly args: {
    readonly data?: { readonly frame?: string; readonly url?: string; readonly processId?: number };
  };
}

/** Reads the browser's trace; the result maps the start of an address to the process that last committed a document there. */
async function readProcesses(browser: Browser): Promise<(address: string) => number | undefined> {
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: readonly TraceEvent[];
  };
  const committed = traceEvents.filter(({ name }) => name === "FrameCommittedInBrowser");
  return (address) =>
    committed.findLast(({ args }) => args.data?.url?.startsWith(address))?.args.data?.processId;
}
