import type { Page } from "@playwright/test";

/**
 * Lets every document of a page run its pending tasks, twice: a message from one document to another has then arrived, and so has
 * the reply. For tests that something does not happen.
 */
export async function exchange(page: Page): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await Promise.all(
      page.frames().map((frame) =>
        frame.evaluate(
          () =>
            new Promise<void>((resolve) => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => resolve();
              port2.postMessage({});
            }),
        ),
      ),
    );
  }
}
