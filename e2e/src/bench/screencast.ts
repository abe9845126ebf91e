/** The pictures that a browser shows of a page, one by one. */
import type { BrowserContext, Page } from "@playwright/test";

/** A picture as PNG. */
export interface Picture {
  /** When the browser took it, milliseconds since 1970; its pixels were shown a few milliseconds before. */
  readonly takenAt: number;
  readonly base64: string;
}

/** Small, because every picture is read back and compressed while the page loads. */
export const pictureSize = { width: 420, height: 330 };

/**
 * Records the pictures of a page. Call it before the page is loaded.
 *
 * @returns a list that grows with each picture
 */
export async function recordPictures(context: BrowserContext, page: Page): Promise<readonly Picture[]> {
  const session = await context.newCDPSession(page);
  const pictures: Picture[] = [];
  session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    pictures.push({ takenAt: (metadata.timestamp ?? Number.NaN) * 1_000, base64: data });
    // The page may be closed already.
    session.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
  });
  await session.send("Page.startScreencast", { format: "png", everyNthFrame: 1 });
  return pictures;
}

/** Waits until a page whose pane is ready has finished its animations, and returns a screenshot. */
export async function shootSettled(page: Page): Promise<string> {
  await page.evaluate(untilSettled);
  return (await page.screenshot()).toString("base64");
}

/** Sent as text: functions that tsx compiles call helpers that the page lacks. A transition begins one frame after its change. */
const untilSettled = `(async () => {
  const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await frames();
  // A document does not list the animations of its shadow roots.
  const roots = [document, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  // The promise of an animation rejects if its element is removed.
  await Promise.allSettled(roots.flatMap((root) => root.getAnimations()).map(({ finished }) => finished));
  await frames();
})()`;
