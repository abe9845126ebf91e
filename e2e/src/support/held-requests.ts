/** Requests and responses that a test delays, so that events come in the order that it needs. */
import type { Page } from "@playwright/test";

/** Delays the requests for an address until the returned function is called. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = withResolver();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Responses that the server has sent and the page has not received. */
export interface HeldResponses {
  /** Resolves when the server has sent the first one. */
  readonly sent: Promise<void>;
  /** Lets the page receive them. */
  release(): void;
}

/** Delays the responses to requests for an address. */
export async function holdResponses(page: Page, address: string | RegExp): Promise<HeldResponses> {
  const sent = withResolver();
  const released = withResolver();
  await page.route(address, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    sent.resolve();
    await released.promise;
    // The page may have aborted the request meanwhile.
    await route.fulfill({ response }).catch(() => {});
  });
  return { sent: sent.promise, release: released.resolve };
}

/** A promise with its resolve function, like `Promise.withResolvers()`, which Node 20 does not have. */
export function withResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
