/** The life of panes: removed from the page and put back, and reloaded. Also: back-forward-cache.spec.ts. */
import type { CardPaneElement } from "@cardpane/browser";
import { locales } from "../../../packages/frame/src/locale/index.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { goodCard, openPane, openSplitPane } from "../support/pane-object.ts";

declare global {
  interface Window {
    /** An element that a test has removed from the page and kept. */
    kept: CardPaneElement;
    /** Settles when the pane is ready after the frame was reloaded. */
    isReady: Promise<void>;
  }
}

const forms = [
  ["one frame", paneTag(), openPane],
  ["one frame per field", splitTag(), openSplitPane],
] as const;

test.describe("out of the page and back", () => {
  for (const [form, tag, open] of someOf(forms, 1)) {
    test(`the element is a new pane each time (${form})`, async ({ page, stack, watch }) => {
      const pane = await open(page, stack, merchantPage(stack, tag));
      await pane.paste(goodCard);
      await page.evaluate(() => {
        const element = document.querySelector("card-pane") as Element;
        Object.assign(window, { kept: element });
        element.remove();
      });
      await expect.poll(() => page.evaluate(() => window.kept.status)).toBe("unmounted");
      await page.evaluate(() => document.querySelector("main")?.append(window.kept));
      await pane.ready();
      await expect(pane.field("number")).toHaveValue("");
      await pane.paste(goodCard);
      expect((await pane.tokenize()).token).toBeTruthy();
      // No page makes a mistake by removing a pane, so there is nothing to load and print for its developer.
      expect(watch.consoleLines).toEqual([]);
    });
  }

  test("an element that a pane was put into comes back with a form that works", { tag: "@nightly" }, async ({
    page,
    stack,
  }) => {
    await page.goto(stack.site.serve(merchantPage(stack, '<div id="here"></div>')));
    const statuses = await page.evaluate(async () => {
      const { Cardpane } = window;
      const here = document.querySelector("#here") as Element;
      const pane = Cardpane.createCardPane({ environment: "sandbox" });
      const ready = () => new Promise<void>((resolve) => pane.on("ready", () => resolve()));
      pane.mount(here);
      await ready();
      here.remove();
      document.querySelector("main")?.append(here);
      await ready();
      return [pane.status, document.querySelectorAll("iframe").length, window.length];
    });
    expect(statuses).toEqual(["ready", 1, 1]);
  });
});

test("a frame that was lost with typed text says so, and the next Pay marks no empty field as wrong", {
  tag: "@wcag-4.1.3",
}, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  const reload = async () => {
    await page.evaluate(() => {
      window.isReady = new Promise((resolve) =>
        document.querySelector("card-pane")?.addEventListener("ready", () => resolve(), { once: true }),
      );
    });
    await pane.frame().evaluate(() => location.reload());
    await page.evaluate(() => window.isReady);
  };
  const frame = page.frameLocator("card-pane iframe");
  // Nothing was typed, so there is nothing to say.
  await reload();
  await expect(frame.locator(".notice")).toHaveCount(0);
  await pane.paste({ number: "4242" });
  await expect.poll(async () => (await pane.snapshot()).empty).toBe(false);
  await reload();
  await expect(frame.locator(".notice")).toHaveText(locales.en.reloaded);
  await expect(frame.getByRole("status")).toHaveText(locales.en.reloaded);
  expect((await pane.tokenize()).error?.code).toBe("form_invalid");
  await expect(frame.getByRole("status")).toContainText(locales.en.reloaded);
  await expect(frame.locator("[aria-invalid=true]")).toHaveCount(0);
  // The shopper types again: from now on the form is like any other.
  await pane.paste({ number: "4242" });
  await expect(frame.locator(".notice")).toHaveCount(0);
  await pane.tokenize();
  await expect(frame.locator("[aria-invalid=true]")).toHaveCount(3);
});

test("a frame that a library removes when it morphs the page comes back at once, and says that text was lost", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await pane.paste({ number: "4242" });
  await expect.poll(async () => (await pane.snapshot()).empty).toBe(false);
  // After the page has loaded.
  await expect(page.locator("card-pane > iframe")).toHaveCount(1);
  await page.evaluate(() => document.querySelector("card-pane")?.replaceChildren());
  await expect(page.frameLocator("card-pane iframe").locator(".notice")).toHaveText(locales.en.reloaded);
  await pane.ready();
  await pane.paste(goodCard);
  expect((await pane.tokenize()).token).toBeTruthy();
});

test("a form that is moved while it tokenizes says that it was reloaded, not that it failed", async ({
  page,
  stack,
}) => {
  const form = `<form method="post" action="/pay">${paneTag('name="payment"')}<button>Pay</button></form><p>Below</p>`;
  const pane = await openPane(page, stack, merchantPage(stack, form));
  await pane.paste(goodCard);
  const release = await holdRequests(page, "**/tokenize");
  const request = page.waitForRequest("**/tokenize");
  await page.getByRole("button", { name: "Pay" }).click();
  await request;
  await page.evaluate(() => document.querySelector("main")?.append(document.querySelector("form") ?? ""));
  await expect(page.frameLocator("card-pane iframe").locator(".notice")).toHaveText(locales.en.reloaded);
  await expect(page.locator("card-pane [part=alert]")).toHaveCount(0);
  release();
});
