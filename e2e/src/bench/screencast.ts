/** The pictures that a browser shows of a page, one by one. */
import type { BrowserContext, Page } from "@playwright/test";

/** A picture as PNG. */
export interface Picture {
  /** When the browser had it, milliseconds since 1970; its pixels were shown a few milliseconds before. */
  readonly takenAt: number;
  readonly base64: string;
}

/** Small, because every picture is read back and compressed while the page loads. */
export const pictureSize = { width: 420, height: 330 };

/**
 * Starts before the page is loaded.
 *
 * @returns the pictures so far, a list that grows
 */
export async function recordPictures(context: BrowserContext, page: Page): Promise<readonly Picture[]> {
  const session = await context.newCDPSession(page);
  const pictures: Picture[] = [];
  session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    pictures.push({ takenAt: (metadata.timestamp ?? Number.NaN) * 1_000, base64: data });
    // The page may be closed by then.
    session.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
  });
  await session.send("Page.startScreencast", { format: "png", everyNthFrame: 1 });
  return pictures;
}

/** Resolves when a page whose pane is ready has finished its animations, with a screenshot of what it then shows. */
export async function shootSettled(page: Page): Promise<string> {
  await page.evaluate(untilSettled);
  return (await page.screenshot()).toString("base64");
}

/** As text: what tsx makes of a function needs its helpers. A transition begins with the frame after its change. */
const untilSettled = `(async () => {
  const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await frames();
  // A document does not list the animations of its shadow roots.
  const roots = [document, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  // One whose element is removed is rejected.
  await Promise.allSettled(roots.flatMap((root) => root.getAnimations()).map(({ finished }) => finished));
  await frames();
})()`;
