/** Film strips of the first second on slow 4G: of another release if one is given, of the script tag, and of the early iframe. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { startMerchantSite } from "../support/merchant-site.ts";
import { Line, slow4g } from "./link.ts";
import { earlyHtml, paneHtml } from "./load-pages.ts";
import { openTimed } from "./page-load.ts";
import { serveRelease } from "./releases.ts";
import { type Picture, pictureSize, recordPictures, shootSettled } from "./screencast.ts";

const timesMs = [0, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1200];

/** One load: its pictures with the time since the start of the navigation, and its final screenshot. */
interface Strip {
  readonly name: string;
  readonly pictures: readonly { readonly atMs: number; readonly base64: string }[];
  readonly last: string;
}

/**
 * Writes `film.png` into a folder.
 *
 * @param before the built host of another release, to be filmed as well: see releases.ts
 * @returns the file's path
 */
export async function makeFilm(executablePath: string, folder: string, before?: string): Promise<string> {
  const site = await startMerchantSite();
  const now = await serveRelease(site.url);
  const other = before === undefined ? undefined : await serveRelease(site.url, before);
  const line = new Line(slow4g);
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    const reach = (url: string) => line.reach(url);
    const release = await now.address(reach);
    const strips: Strip[] = [];
    for (const [name, html] of [
      ...(other ? [["before, script tag", paneHtml(await other.address(reach))] as const] : []),
      ["script tag", paneHtml(release)],
      ["early iframe", earlyHtml(release)],
    ] as const) {
      const url = site.serve(html);
      // The first load in a browser is slow for any page, so its pictures are discarded.
      await record(browser, name, url);
      strips.push(await record(browser, name, url));
    }
    await mkdir(folder, { recursive: true });
    const path = join(folder, "film.png");
    await writeFile(path, await drawStrips(browser, strips));
    return path;
  } finally {
    await browser.close();
    await Promise.all([line.close(), now.close(), other?.close(), site.close()]);
  }
}

/** Loads a page and records every picture that the browser shows until nothing changes. */
async function record(browser: Browser, name: string, url: string): Promise<Strip> {
  const context = await browser.newContext({ viewport: pictureSize });
  try {
    let pictures: readonly Picture[] = [];
    const load = { url, frames: 1, inputs: 3, isPane: true };
    const { page, times } = await openTimed(context, load, async (opened) => {
      pictures = await recordPictures(context, opened);
    });
    await times;
    const beganAt = Number(await page.evaluate("performance.timeOrigin"));
    const last = await shootSettled(page);
    return {
      name,
      pictures: pictures.map(({ takenAt, base64 }) => ({ atMs: takenAt - beganAt, base64 })),
      last,
    };
  } finally {
    await context.close();
  }
}

async function drawStrips(browser: Browser, strips: readonly Strip[]): Promise<Buffer> {
  const { width, height } = pictureSize;
  const cell = (base64: string | undefined, caption: string) =>
    `<figure>${base64 ? `<img src="data:image/png;base64,${base64}">` : "<span></span>"}<figcaption>${caption}</figcaption></figure>`;
  const rows = strips.map(({ name, pictures, last }) => {
    const columns = timesMs.map((ms) =>
      cell(pictures.findLast(({ atMs }) => atMs <= ms)?.base64, `${ms} ms`),
    );
    return `<h1>${name}</h1><div>${columns.join("")}${cell(last, "at the end")}</div>`;
  });
  const page = await browser.newPage({
    viewport: { width: (timesMs.length + 1) * 212 + 24, height: 480 },
  });
  await page.setContent(`<!doctype html><style>
body { margin: 12px; font: 14px sans-serif; background: #ddd } h1 { font-size: 16px; margin: 8px 0 } div { display: flex; gap: 12px }
figure { margin: 0 } img, span { display: block; width: 200px; height: ${(200 * height) / width}px; background: #fff } figcaption { padding: 4px 0; text-align: center }
</style>${rows.join("")}`);
  const strip = await page.screenshot({ fullPage: true });
  await page.close();
  return strip;
}
