/** The time at which a load is seen: that of the first picture of a screencast that has the pixels of the labels. */
import type { Browser, Page } from "@playwright/test";
import { type Load, type LoadTimes, openTimed } from "./page-load.ts";
import { type Picture, pictureSize, recordPictures, shootSettled } from "./screencast.ts";

/** A part of a picture, in pixels. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Milliseconds since the script tag was parsed. */
export interface SeenTimes extends LoadTimes {
  /** The browser has shown the labels, or an empty iframe's input. An upper bound: it includes the time to take a picture. */
  readonly seenMs: number;
}

/**
 * Loads a page in a new context and records its pictures. A pane's placeholder fades out over the inputs and does not cover the
 * labels, so the first picture that shows the frame shows the labels in their final state.
 */
export async function timeSeen(browser: Browser, load: Load): Promise<SeenTimes> {
  const context = await browser.newContext({ viewport: pictureSize });
  try {
    let pictures: readonly Picture[] = [];
    const { page, times, startedAt } = await openTimed(context, load, async (opened) => {
      pictures = await recordPictures(context, opened);
    });
    const measured = await times;
    const last = await shootSettled(page);
    const areas = await areasOf(page, load.isPane ? "cardpane-field label" : "body > input");
    const blank = await context.newPage();
    const index = await blank.evaluate<number>(
      `(${firstAlike})(${JSON.stringify({ pictures: pictures.map(({ base64 }) => base64), last, areas })})`,
    );
    const seen = pictures[index];
    if (!seen) throw new Error(`No picture of ${load.url} shows what its screenshot shows.`);
    return { ...measured, seenMs: seen.takenAt - startedAt() };
  } finally {
    await context.close();
  }
}

/** The areas of the page's picture that the matching elements of its frames cover. */
async function areasOf(page: Page, selector: string): Promise<readonly Area[]> {
  const areas: Area[] = [];
  for (const frame of page.frames().filter((candidate) => candidate !== page.mainFrame())) {
    for (const element of await frame.locator(selector).all()) {
      const area = await element.boundingBox();
      if (area && area.width > 0) areas.push(area);
    }
  }
  if (areas.length === 0) throw new Error(`No frame of ${page.url()} has ${selector}.`);
  return areas;
}

/** Sent as text: functions that tsx compiles call helpers that the page lacks. Throws on a blank area, which proves nothing. */
const firstAlike = `async ({ pictures, last, areas }) => {
  const pixelsOf = async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch("data:image/png;base64," + base64)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    canvas.drawImage(bitmap, 0, 0);
    return areas.map(({ x, y, width, height }) =>
      canvas.getImageData(Math.round(x), Math.round(y), Math.ceil(width), Math.ceil(height)).data);
  };
  const wanted = await pixelsOf(last);
  if (wanted.some((pixels) => new Set(new Uint32Array(pixels.buffer)).size < 2)) throw new Error("An area of the screenshot is blank.");
  for (const [index, picture] of pictures.entries()) {
    const found = await pixelsOf(picture);
    // Blending may round a pixel differently.
    if (found.every((pixels, area) => pixels.every((value, at) => Math.abs(value - wanted[area][at]) <= 2))) return index;
  }
  return -1;
}`;
