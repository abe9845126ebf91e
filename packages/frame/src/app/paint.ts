/** When the inputs are painted, and how high they are. */

/**
 * A browser draws no frame that is out of sight: a frame below the fold, or a tab in the background, gets no animation
 * frame. It counts as painted after this long, since it will be before anyone sees it.
 */
const unseenAfterMs = 250;

/** Resolves when what stands in the document now has been painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, unseenAfterMs);
    // The first callback runs before the paint, the second one after it.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      }),
    );
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
