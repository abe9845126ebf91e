/** A film strip of the first 600 ms on slow 4G: the script tag above, the iframe in the HTML below. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startHost } from "@cardpane/host";
import { type Browser, chromium } from "@playwright/test";
import { startMerchantSite } from "../merchant-site.ts";
import { Line, slow4g } from "./link.ts";
import { earlyHtml, paneHtml } from "./load-pages.ts";

const size = { width: 420, height: 330 };
const timesMs = [0, 100, 200, 300, 400, 500, 600, 800, 1000];

interface Picture {
  readonly atMs: number;
  readonly base64: string;
}

/**
 * Writes `film.png` into a folder, with its pictures beside it.
 *
 * @returns the file's path
 */
export async function makeFilm(executablePath: string, folder: string): Promise<string> {
  const site = await startMerchantSite();
  // Nothing is sent there: no card is typed.
  const host = await startHost({
    port: 0,
    environments: { sandbox: "http://127.0.0.1:9" },
    parents: [site.url],
  });
  const line = new Line(slow4g);
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    const { base, integrity } = (await (await fetch(`${host.url}/manifest.json`)).json()) as {
      base: string;
      integrity: string;
    };
    const release = { base: `${await line.reach(host.url)}${base}`, integrity };
    const rows: [string, Picture[]][] = [];
    for (const [name, html] of [
      ["script tag", paneHtml(release)],
      ["early iframe", earlyHtml(release)],
    ] as const) {
      const url = site.serve(html);
      // The first load of a browser is slow whatever it loads.
      await record(browser, url);
      rows.push([name, await record(browser, url)]);
    }
    await mkdir(folder, { recursive: true });
    const path = join(folder, "film.png");
    await writeFile(path, await drawStrip(browser, rows));
    return path;
  } finally {
    await browser.close();
    await Promise.all([line.close(), host.close(), site.close()]);
  }
}

/** Every picture that the browser shows, by its time since the navigation began. */
async function record(browser: Browser, url: string): Promise<Picture[]> {
  const context = await browser.newContext({ viewport: size });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const shown: { at: number; base64: string }[] = [];
    session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
      shown.push({ at: (metadata.timestamp ?? 0) * 1_000, base64: data });
      // The page may be closed by then.
      session.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
    });
    await session.send("Page.startScreencast", { format: "png", everyNthFrame: 1 });
    const isReady = page.waitForEvent("console", (message) => message.text() === "film: ready");
    await page.addInitScript(
      `if (parent === window) addEventListener("ready", () => requestAnimationFrame(() => requestAnimationFrame(() => console.log("film: ready"))), true)`,
    );
    await page.goto(url, { waitUntil: "commit" });
    const startedAt = Number(await page.evaluate("performance.timeOrigin"));
    await isReady;
    await page.screenshot();
    return shown.map(({ at, base64 }) => ({ atMs: at - startedAt, base64 }));
  } finally {
    await context.close();
  }
}

async function drawStrip(browser: Browser, rows: readonly (readonly [string, Picture[]])[]): Promise<Buffer> {
  const cells = rows.map(([name, pictures]) => {
    const columns = timesMs.map((ms) => {
      const picture = pictures.findLast(({ atMs }) => atMs <= ms);
      const image = picture ? `<img src="data:image/png;base64,${picture.base64}">` : "<span></span>";
      return `<figure>${image}<figcaption>${ms} ms</figcaption></figure>`;
    });
    return `<h1>${name}</h1><div>${columns.join("")}</div>`;
  });
  const page = await browser.newPage({ viewport: { width: timesMs.length * 212 + 24, height: 480 } });
  await page.setContent(`<!doctype html><style>
body { margin: 12px; font: 14px sans-serif; background: #ddd } h1 { font-size: 16px; margin: 8px 0 } div { display: flex; gap: 12px }
figure { margin: 0 } img, span { display: block; width: 200px; height: ${(200 * size.height) / size.width}px; background: #fff } figcaption { padding: 4px 0; text-align: center }
</style>${cells.join("")}`);
  const strip = await page.screenshot({ fullPage: true });
  await page.close();
  return strip;
}
