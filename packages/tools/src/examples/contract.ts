/**
 * Tests that every adapter behaves the same: runs the same steps on each page of apps/examples/contract, and prints a table of
 * adapters and steps.
 */
import { readFileSync } from "node:fs";
import { fillCard, paneField } from "@cardpane/sandbox/playwright";
import { type Browser, expect, type Page } from "@playwright/test";
import { complaintsOf } from "../env/complaints.ts";
import { hangMs } from "../process/hang.ts";
import { root } from "../process/program.ts";
import { printTable } from "../process/table.ts";
import { heapStrings } from "../secrets/heap.ts";

/** An entry of apps/examples/contract/pages.json. */
interface Adapter {
  readonly page: string;
  readonly title: string;
  /** The page uses React's StrictMode, which runs effects twice. */
  readonly isStrict?: boolean;
  /** A server has rendered the page, including the iframe. */
  readonly isEarly?: boolean;
}

interface Steps {
  readonly page: Page;
  readonly isStrict: boolean;
  readonly isEarly: boolean;
  readonly complaints: string[];
  /** URLs of the documents that were requested for frames. */
  readonly frames: readonly string[];
}

type Step = (steps: Steps) => Promise<void>;

const { pages: adapters } = JSON.parse(readFileSync(`${root}apps/examples/contract/pages.json`, "utf8")) as {
  readonly pages: readonly Adapter[];
};

const typed = "4000 0000 0000 9995";
const quickChanges = 20;

/** The steps in their order; each continues from the state that the previous one leaves. */
const steps: Readonly<Record<string, Step>> = {
  "early iframe": async ({ page }) => {
    // The element adopts this iframe and does not load another one: see `ready`. Svelte marks its blocks with comments.
    const markup = await (await page.request.get(page.url())).text();
    const early = markup.match(/<card-pane[^>]*>(?:<!--[^>]*-->)*<iframe[^>]* src="[^"]+\/frame\?/g) ?? [];
    expect(early).toHaveLength(1);
  },
  mount: async ({ page }) => {
    await expect(iframes(page)).toHaveCount(1);
  },
  ready: async ({ page, frames }) => {
    await expect(await paneField(page, "number")).toBeVisible();
    await expect(output(page, "ready")).toHaveText("1");
    expect(frames, "One frame was loaded.").toHaveLength(1);
  },
  "strict mode": async ({ page }) => {
    // StrictMode has run the effects twice.
    await expect(output(page, "effects")).toHaveText("2");
    await expect(iframes(page)).toHaveCount(1);
  },
  "empty submit": async ({ page }) => {
    await pay(page);
    await expect(output(page, "result")).toHaveText("form_invalid");
    await expect(await paneField(page, "number")).toHaveAttribute("aria-invalid", "true");
  },
  type: async ({ page }) => {
    await fillCard(page, typed.replaceAll(" ", ""));
    await expect(await paneField(page, "number")).toHaveValue(typed);
    await expect(output(page, "brand")).toHaveText("visa");
  },
  "options live": async ({ page, frames }) => {
    await page.getByRole("button", { name: "Deutsch" }).click();
    const number = page.locator("iframe").contentFrame().getByRole("textbox", { name: "Kartennummer" });
    await expect(number).toHaveValue(typed);
    expect(frames, "The frame is the same.").toHaveLength(1);
  },
  decline: async ({ page }) => {
    await pay(page);
    await expect(output(page, "result")).toHaveText("declined");
  },
  "network cut": async ({ page, complaints }) => {
    await fillCard(page, "4242424242424242");
    await page.route("**/tokenize", (route) => route.abort());
    await pay(page);
    await expect(output(page, "result")).toHaveText("network");
    // The browser logs the failed request.
    await expect.poll(() => [...complaints]).toEqual([expect.stringMatching(/ERR_FAILED.*\/tokenize/)]);
    await page.unroute("**/tokenize");
    complaints.length = 0;
  },
  pay: async ({ page }) => {
    await pay(page);
    await expect(output(page, "result")).toHaveText("paid");
  },
  heap: async ({ page }) => {
    const heap = await heapStrings(await page.context().newCDPSession(page));
    expect(heap, "The snapshot is of the page's process.").toContain("cardpane:hello");
    for (const number of [typed, typed.replaceAll(" ", ""), "4242424242424242", "4242 4242 4242 4242"])
      expect(heap.includes(number), `${number} in the heap of the page's process`).toBe(false);
  },
  unmount: async ({ page }) => {
    await page.getByRole("button", { name: "Route" }).click();
    await hasFrames(page, 0);
  },
  remount: async ({ page, frames }) => {
    await page.getByRole("button", { name: "Route" }).click();
    await expect(await paneField(page, "number")).toHaveValue("");
    await expect(output(page, "ready")).toHaveText("2");
    await hasFrames(page, 1);
    expect(frames, "One more frame was loaded.").toHaveLength(2);
  },
  [`${quickChanges} route changes`]: async ({ page }) => {
    await page.evaluate(async (times) => {
      const route = document.getElementById("route");
      for (let time = 0; time < times; time += 1) {
        route?.click();
        // In turn: no wait, one task, or some milliseconds while the frame loads.
        if (time % 3) await new Promise((resolve) => setTimeout(resolve, (time % 3) * 10 - 10));
      }
    }, quickChanges);
    await expect(await paneField(page, "number")).toBeEditable();
    await hasFrames(page, 1);
    await fillCard(page, "4242424242424242");
    await pay(page);
    await expect(output(page, "result")).toHaveText("paid");
  },
  "no frame left": async ({ page }) => {
    await page.getByRole("button", { name: "Route" }).click();
    await hasFrames(page, 0);
  },
  "clean console": async ({ complaints }) => {
    expect(complaints).toEqual([]);
  },
};

/** Runs all steps with all adapters, and prints the table. @throws Error a step of an adapter failed */
export async function testContract(browser: Browser, shop: string): Promise<void> {
  const rows: (readonly string[])[] = [];
  const failures: string[] = [];
  for (const adapter of adapters) {
    const page = await browser.newPage();
    page.setDefaultTimeout(hangMs);
    const cells: string[] = [];
    const frames: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() !== page.mainFrame()) frames.push(request.url());
    });
    const given = {
      page,
      frames,
      isStrict: adapter.isStrict === true,
      isEarly: adapter.isEarly === true,
      complaints: complaintsOf(page),
    };
    await page.goto(`${shop}/${adapter.page}${adapter.isEarly ? "@early" : ""}/`);
    for (const [name, step] of Object.entries(steps)) {
      if ((name === "strict mode" && !given.isStrict) || (name === "early iframe" && !given.isEarly)) {
        cells.push("-");
        continue;
      }
      try {
        await step(given);
        cells.push("ok");
      } catch (error) {
        cells.push("FAILED");
        failures.push(`${adapter.title}, ${name}: ${error instanceof Error ? error.message : String(error)}`);
        // The next step needs the state that this step should have left.
        if (name !== "clean console") break;
      }
    }
    rows.push([adapter.title, ...cells]);
    await page.close();
  }
  printTable([["", ...Object.keys(steps)], ...rows]);
  if (failures.length > 0) throw new Error(failures.join("\n\n"));
}

const iframes = (page: Page) => page.locator('iframe[src*="/frame?"]');
const output = (page: Page, id: string) => page.locator(`output#${id}`);
const pay = (page: Page) => page.getByRole("button", { name: "Pay", exact: true }).click();

/** Also checks the page's count of frames, because a frame in a detached iframe has no element in the document. */
async function hasFrames(page: Page, count: number): Promise<void> {
  await expect(iframes(page)).toHaveCount(count);
  await expect.poll(() => page.frames().length - 1).toBe(count);
}
