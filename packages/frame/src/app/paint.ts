/** Waits for the first paint, and measures the height of the form. */

/**
 * A browser runs no animation frame in an iframe below the fold or a tab in the background. Such a document counts as painted
 * after this time, because the browser paints it before anyone sees it.
 */
const unseenAfterMs = 250;

/** Resolves when the current content of the document has been painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, unseenAfterMs);
    requestAnimationFrame(() => {
      // The document is seen: on a slow processor, its paint may take longer than the time of an unseen one.
      clearTimeout(timer);
      // The browser paints in the task that runs this callback. A second animation frame would come up to 16 ms after the paint.
      setTimeout(resolve);
    });
  });
}

/** The height of an element in whole CSS pixels. */
export function heightPxOf(element: Element): number {
  return Math.ceil(element.getBoundingClientRect().height);
}

/**
 * Reports each new height of an element.
 *
 * @param firstPx the current height, which is not reported
 * @returns stops watching
 */
export function watchHeight(
  element: Element,
  firstPx: number,
  changed: (heightPx: number) => void,
): () => void {
  let lastPx = firstPx;
  const observer = new ResizeObserver(() => {
    const heightPx = heightPxOf(element);
    if (heightPx === lastPx) return;
    lastPx = heightPx;
    changed(heightPx);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
