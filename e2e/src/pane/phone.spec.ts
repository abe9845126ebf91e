/** The pane on a phone, and with large type: what is seen, what the keyboard's key does, and what moves. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { goodCard, openPane, openSplitPane, type PaneObject } from "../support/pane-object.ts";

/** The pane in a frame of this width: the page has no margins, and the frame is 4 px wider than its element on each side. */
const inWidth = (framePx: number) => `<style>body { margin: 0 4px } main { width: ${framePx - 8}px }</style>`;

const visibleMarks = (pane: PaneObject) =>
  pane
    .field("number")
    .evaluate(
      (input) =>
        [...(input.parentElement?.querySelectorAll(".icons svg") ?? [])].filter(
          (svg) => svg.getClientRects().length,
        ).length,
    );

test("accepted marks are in the number of every usual phone, and go before its text does", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag(), { head: inWidth(400) }));
  for (const [framePx, marks] of [
    [400, 3],
    [324, 3],
    [296, 3],
    [290, 2],
    [264, 2],
    [256, 0],
    [200, 0],
  ] as const) {
    await page
      .locator("main")
      .evaluate((main, width) => main.setAttribute("style", `width: ${width}px`), framePx - 8);
    await expect.poll(() => visibleMarks(pane), `${framePx} px`).toBe(marks);
  }
});

test("the icon of a narrow field is seen, in the middle of its height, empty or not", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag(), { head: inWidth(320) }));
  const offset = () =>
    pane.field("cvv").evaluate((input) => {
      const icons = input.parentElement?.querySelector(".icons") as Element;
      const middle = (of: Element | null) =>
        ((box) => box.top + box.height / 2)((of as Element).getBoundingClientRect());
      return [
        Math.abs(middle(icons.querySelector("svg")) - middle(input)) < 1,
        getComputedStyle(icons).opacity,
      ];
    });
  for (const labels of ["above", "hidden"]) {
    await page
      .locator("card-pane")
      .evaluate((element, value) => element.setAttribute("labels", value), labels);
    await expect.poll(offset, `labels ${labels}, empty`).toEqual([true, "1"]);
    await pane.field("cvv").focus();
    await expect.poll(offset, `labels ${labels}, focused`).toEqual([true, "1"]);
    await pane.field("number").focus();
  }
});

/** Opens a page in a browser whose preferred size of type is this. */
async function withType(px: number, widthPx: number, use: (page: Page) => Promise<void>): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), "cardpane-"));
  await mkdir(join(profile, "Default"), { recursive: true });
  await writeFile(
    join(profile, "Default/Preferences"),
    JSON.stringify({ webkit: { webprefs: { default_font_size: px } } }),
  );
  const executablePath = process.env["CHROMIUM_PATH"];
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    chromiumSandbox: process.getuid?.() !== 0,
    viewport: { width: widthPx, height: 800 },
  });
  try {
    await use(await context.newPage());
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

const sizes = [16, 20, 24, 32].flatMap((px) => [320, 390, 768].map((width) => [px, width] as const));
for (const [px, width] of someOf(sizes, 10)) {
  test(`a typed card can be read with type of ${px} px at ${width} px`, async ({ stack }) => {
    await withType(px, width, async (page) => {
      const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
      expect(await pane.frame().evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
        `${px}px`,
      );
      await pane.type(goodCard);
      for (const name of ["expiry", "cvv"] as const) {
        const { scrollWidth, clientWidth } = await pane
          .field(name)
          .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
        expect(scrollWidth, name).toBeLessThanOrEqual(clientWidth);
      }
      const outside = await pane
        .frame()
        .evaluate(
          () =>
            [...document.querySelectorAll("input")].filter(
              (input) => input.getBoundingClientRect().right > innerWidth,
            ).length,
        );
      expect(outside).toBe(0);
    });
  });
}

test.describe("on a touch screen", () => {
  test.use({ isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } });

  test("the key that says Next goes to the next field, and the last one submits", async ({ page, stack }) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
    await page.evaluate(() =>
      document
        .querySelector("card-pane")
        ?.addEventListener("enter", () => document.body.classList.add("entered")),
    );
    await pane.field("number").focus();
    for (const name of ["expiry", "cvv"] as const) {
      await page.keyboard.press("Enter");
      await expect(pane.field(name)).toBeFocused();
    }
    await expect(page.locator("body.entered")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(page.locator("body.entered")).toHaveCount(1);
  });

  test("a frame of one field cannot move on: its key says so, and submits", async ({ page, stack }) => {
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
    await expect(pane.field("number")).toHaveAttribute("enterkeyhint", "done");
  });
});

test("with a keyboard, Enter submits from any field", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await page.evaluate(() =>
    document
      .querySelector("card-pane")
      ?.addEventListener("enter", () => document.body.classList.add("entered")),
  );
  await pane.field("number").press("Enter");
  await expect(page.locator("body.entered")).toHaveCount(1);
  await expect(pane.field("number")).toBeFocused();
});

test("an error takes room only while it is there; the token errorSpace keeps the height steady", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  const height = () => page.locator("card-pane iframe").evaluate((iframe) => iframe.clientHeight);
  const topOf = (name: "number" | "expiry") =>
    pane.field(name).evaluate((input) => Math.round(input.getBoundingClientRect().top));
  expect([await height(), (await topOf("expiry")) - (await topOf("number"))]).toEqual([156, 80]);
  await pane.field("number").pressSequentially("4242424242424241");
  await pane.field("number").blur();
  await expect.poll(height).toBe(156 + 4 + 19);
  await pane.field("number").fill("4242424242424242");
  await expect.poll(height).toBe(156);
  await page.evaluate(() =>
    document.querySelector("card-pane")?.update({ tokens: { errorSpace: 23, gap: 8 } }),
  );
  await expect.poll(height).toBe(198);
  await pane.field("number").fill("4242424242424241");
  await pane.field("number").blur();
  await expect(pane.field("number")).toHaveAttribute("aria-invalid", "true");
  expect(await height()).toBe(198);
});
