/**
 * The proof that the product is built on: nothing that a shopper types reaches the merchant's page. The tests search every
 * message that the page's window receives, its ports, DOM, address, storage and console, and the heap of its process.
 */
import { paneMarkup } from "@cardpane/node";
import { heapStrings } from "@cardpane/tools/secrets/heap";
import type { Frame, Page } from "@playwright/test";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expect, test } from "../support/fixtures.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { openPane, openSplitPane } from "../support/pane-object.ts";
import { payByCard, putMugIntoBasket } from "../support/shop-object.ts";
import { rareCard, spies, traces } from "../support/spies.ts";

declare global {
  interface Window {
    /** The kinds of storage that the frame touched. */
    touched: string[];
  }
}

const all = "number expiry cvv cardholder postalCode";
const forms = [
  ["one frame", paneTag(`fields="${all}"`), openPane],
  ["one frame per field", splitTag(all), openSplitPane],
] as const;

for (const [form, tag, open] of forms) {
  test(`no card data reaches the page: messages, DOM, address, storage, console, heap (${form}) [T-C1]`, {
    tag: "@engines",
  }, async ({ page, stack, watch, browserName }) => {
    // Only Chromium shows its heap.
    const hasHeap = browserName === "chromium";
    const pane = await open(page, stack, merchantPage(stack, tag, { head: spies }));
    for (const iframe of await page.locator("iframe").all()) {
      await expect(iframe).toHaveAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
    }
    await pane.type(rareCard);
    // A wrong number first: errors must not contain typed text either.
    await pane.field("number").fill("4000005550050001");
    await pane.field("number").blur();
    await pane.field("number").fill(rareCard.number);
    const frames = page.frames().filter((one) => one !== page.mainFrame());
    const [first] = frames;
    if (!first) throw new Error("The pane has no frame.");
    const numbers = traces.filter((trace) => trace.startsWith("4000"));
    const typed = hasHeap ? await heapOf(page, first) : numbers.join();
    expect(
      numbers.filter((trace) => typed.includes(trace)),
      "a heap has what is typed",
    ).not.toEqual([]);
    const result = await pane.tokenize();
    expect(result.token).toMatch(/^[0-9a-f-]{36}$/);
    // The frame keeps the card now.
    await page.evaluate(() => document.querySelector("card-pane")?.showDecline("5082"));
    await expect(pane.field("number")).toHaveValue(/^••••/);

    const recorded = await page.evaluate(() => window.recorded);
    expect(recorded.length, "the spy records the pane's messages").toBeGreaterThan(3);
    const kept = await page.evaluate(() =>
      JSON.stringify({
        html: document.documentElement.outerHTML,
        href: location.href,
        title: document.title,
        local: { ...localStorage },
        session: { ...sessionStorage },
        cookie: document.cookie,
        name: window.name,
        shadow: Array.from(document.querySelectorAll("*"), ({ shadowRoot }) => shadowRoot?.innerHTML ?? ""),
      }),
    );
    const everything = [
      ...recorded,
      kept,
      ...watch.consoleLines,
      ...page.frames().map((frame) => frame.url()),
    ].join("\n");
    for (const trace of traces) expect(everything).not.toContain(trace);
    expect(everything).not.toMatch(/\b739\b/);

    if (hasHeap) await expectCleanHeap(page, traces);
    await page.evaluate(() => document.querySelector("card-pane")?.clear());
    for (const name of ["number", "cvv"] as const) await expect(pane.field(name)).toHaveValue("");
    if (!hasHeap) return;
    // Number and CVV are wiped. All frames share a process, so the heap of one is the heap of all.
    const heap = await heapOf(page, first);
    expect(heap, "the snapshot is of the frame's process").toContain("expirationMonth");
    for (const trace of numbers)
      expect(heap.includes(trace), `"${trace}" in the heap of the frame's process`).toBe(false);
  });
}

test("no card data reaches the heap of the page's process: an iframe in the page's HTML, a saved card, a challenge [T-C2]", async ({
  page,
  stack,
}) => {
  await test.step("an iframe in the page's HTML", async () => {
    const markup = paneMarkup({ src: stack.release, environment: "sandbox", locale: "en" });
    const pane = await openPane(page, stack, merchantPage(stack, markup));
    const { number, expiry, cvv } = rareCard;
    await pane.type({ number, expiry, cvv });
    expect((await pane.tokenize()).token).toBeTruthy();
    await expectCleanHeap(page, traces);
  });

  await test.step("a saved card: its code", async () => {
    const card = {
      paymentAccountId: "6f2d3a80-1c1f-4f6a-9d8e-0a4c3b2d1e0f",
      consumerId: "123456789",
      brand: "american-express",
      lastFour: "0005",
    };
    const tag = paneTag(`saved-card='${JSON.stringify(card)}'`);
    const pane = await openPane(page, stack, merchantPage(stack, tag));
    await pane.type({ cvv: "7391" });
    await expect.poll(async () => (await pane.snapshot()).valid).toBe(true);
    // Searched for as a whole string: a hash may contain the digits.
    await expectCleanHeap(page, ["\n7391\n"]);
    expect(await heapOf(page, pane.frame())).toContain("\n7391\n");
  });

  await test.step("a challenge above the checkout", async () => {
    const challenge = "4000000000002503";
    await putMugIntoBasket(page, stack, "?challenge=dialog");
    await payByCard(page, stack, challenge);
    const dialog = page.getByRole("dialog", { name: en.challenge.title });
    await expect(
      dialog.locator("iframe").contentFrame().getByRole("button", { name: "Approve" }),
    ).toBeVisible();
    await expectCleanHeap(page, [challenge, "4000 0000 0000 2503"]);
  });
});

test("frames of one form store nothing and send requests to their gateway alone", async ({ page, stack }) => {
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await page.addInitScript(spyOnStorage);
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
  await pane.type({ number: "4242424242424242", expiry: "1239", cvv: "123" });
  await pane.tokenize();
  expect(posts).toEqual([`${stack.gateway}/tokenize`]);
  for (const name of ["number", "expiry", "cvv"] as const) {
    const frame = await pane.frameOf(name);
    expect(await frame.evaluate(() => window.touched)).toEqual([]);
    expect(await frame.evaluate(() => document.documentElement.outerHTML)).not.toContain("4242");
  }
  expect(await page.context().cookies()).toEqual([]);
});

test("the frame stores nothing, sends requests to its gateway alone, and reflects nothing to an attribute [T-C3, T-C5]", {
  tag: "@engines",
}, async ({ page, stack }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
  await page.addInitScript(spyOnStorage);
  const pane = await openPane(page, stack, merchantPage(stack, paneTag(`fields="${all}"`)));
  expect(requests.length, "page, script, document").toBe(3);
  await pane.type(rareCard);
  const html = await pane.frame().evaluate(() => document.documentElement.outerHTML);
  for (const trace of traces) expect(html).not.toContain(trace);
  await pane.tokenize();
  await expect(pane.field("number")).toHaveValue("");
  await expect(pane.field("cvv")).toHaveValue("");
  // The page gets its own code for what follows a token.
  const code = `GET ${stack.release}deferred.js`;
  await expect.poll(() => requests.slice(3).sort()).toEqual([code, `POST ${stack.gateway}/tokenize`]);
  expect(await pane.frame().evaluate(() => window.touched)).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test("the size of the frame reveals no more of what was typed than the snapshot: whether a field shows an error [T-C6]", async ({
  page,
  stack,
}) => {
  const pane = await openPane(
    page,
    stack,
    merchantPage(stack, paneTag('fields="number expiry cvv cardholder"')),
  );
  const iframe = page.locator("card-pane iframe");
  const heightOf = async (number: string, isWrong: boolean) => {
    await pane.field("number").fill(number);
    await pane.field("number").blur();
    await expect.poll(async () => (await pane.snapshot()).fields.number?.error !== null).toBe(isWrong);
    // The line of an error opens and closes in steps: the last height stays.
    let last = "";
    const isSteady = async () => {
      const before = last;
      last = await iframe.evaluate((element) => (element as HTMLElement).style.height);
      return last === before;
    };
    await expect.poll(isSteady, { intervals: [300] }).toBe(true);
    return last;
  };
  const right = new Set<string>();
  for (const number of ["4242424242424242", "378282246310005", "6759649826438453"])
    right.add(await heightOf(number, false));
  const wrong = new Set<string>();
  for (const number of ["4", "4242424242424241", "9999999999999995"]) wrong.add(await heightOf(number, true));
  right.add(await heightOf("4242424242424242", false));
  expect([right.size, wrong.size], "heights without an error, and with one").toEqual([1, 1]);
  expect(right).not.toEqual(wrong);
});

/** Runs in every frame: records every access to storage. */
function spyOnStorage(): void {
  const touched: string[] = [];
  Object.assign(window, { touched });
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
    Object.defineProperty(window, name, { get: () => void touched.push(name) });
  }
  Object.defineProperty(document, "cookie", {
    get: () => void touched.push("cookie"),
    set: () => touched.push("cookie"),
  });
  Object.defineProperty(navigator, "serviceWorker", { get: () => void touched.push("serviceWorker") });
  navigator.sendBeacon = () => Boolean(touched.push("sendBeacon"));
}

/** The heap of the process of the page, or of a frame. */
async function heapOf(page: Page, target: Page | Frame = page): Promise<string> {
  return heapStrings(await page.context().newCDPSession(target));
}

/** The heap of the page's process contains no typed text. */
async function expectCleanHeap(page: Page, typed: readonly string[]): Promise<void> {
  const heap = await heapOf(page);
  expect(heap, "the snapshot is of the page's process").toContain("cardpane:hello");
  for (const trace of typed)
    expect(heap.includes(trace), `"${trace}" in the heap of the page's process`).toBe(false);
}
