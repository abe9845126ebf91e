/**
 * The demo by keyboard alone: Tab reaches every control of a page once, visible and with a focus mark, and leaves the page at its
 * end; after each press, the focus is where the shopper goes on.
 */
import type { Frame, Page } from "@playwright/test";
import { ar } from "../../../apps/demo/server/texts/ar.ts";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { PaneObject } from "../support/pane-object.ts";
import { card, heading, payByCard, pressPay, putMugIntoBasket } from "../support/shop-object.ts";

interface Stop {
  readonly name: string;
  /** Faults of the stop: reached again, out of sight, or without a focus mark. */
  readonly faults: readonly string[];
}

/** The control that has the focus in a document; `null` if none has it. */
function stopIn(frame: Frame): Promise<Stop | null> {
  return frame.evaluate(() => {
    const active = document.activeElement;
    if (!(active instanceof HTMLElement) || active === document.body) return null;
    const marks = window as { tabStops?: WeakSet<Element> };
    const seen = marks.tabStops ?? new WeakSet();
    marks.tabStops = seen;
    const name = active.getAttribute("aria-label") ?? active.textContent?.trim().slice(0, 40) ?? "";
    if (active instanceof HTMLIFrameElement) return { name: "iframe", faults: [] };
    const { left, top, right, bottom } = active.getBoundingClientRect();
    // A radio button may be marked by its whole row.
    const isMarked = [active, active.parentElement ?? active].some((element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
    });
    const faults: string[] = [];
    if (seen.has(active)) faults.push("again");
    seen.add(active);
    if (!isMarked) faults.push("without a mark");
    if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1)
      faults.push("out of sight");
    return { name: `${active.localName} ${active.id} ${name}`, faults };
  });
}

/** The stop after a Tab. While the focus moves into a frame of another process, no element has it; that is not the page's end. */
async function nextStop(page: Page): Promise<Stop | null> {
  for (let looks = 0; looks < 10; looks++) {
    const stop = await stopIn(page.mainFrame());
    if (stop) return stop;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
  }
  return null;
}

/** The stops from the page's beginning to its end. */
async function walk(page: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  // Starts where a newly opened page starts, whichever control had the focus.
  await page.evaluate(() => {
    const start = document.createElement("span");
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
  });
  for (;;) {
    await page.keyboard.press("Tab");
    const stop = await nextStop(page);
    if (!stop) return stops;
    const inside = stop.name === "iframe" ? page.frames().slice(1) : [];
    const inner = await Promise.all(inside.map(stopIn));
    stops.push(inner.find((found) => found !== null) ?? stop);
    expect(stops.length, "a way out by Tab").toBeLessThan(100);
  }
}

async function expectGoodWalk(page: Page, least: number): Promise<void> {
  const stops = await walk(page);
  expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
  expect(stops.length).toBeGreaterThanOrEqual(least);
}

const focused = (page: Page) => page.locator(":focus");

async function openChallenge(page: Page, stack: Stack): Promise<void> {
  await putMugIntoBasket(page, stack);
  await payByCard(page, stack, "4000000000002503");
  await page.waitForURL(`${stack.gateway}/3ds/**`);
}

test("Tab comes to every control once, in sight, marked, and out at the end", { tag: "@nightly" }, async ({
  page,
  stack,
}) => {
  await putMugIntoBasket(page, stack);
  for (const [path, least, hasPane] of [
    ["/", 19, false],
    ["/checkout/html", 14, true],
    ["/checkout/other", 14, false],
    ["/wallet", 12, false],
    ["/checkout?qa=1", 40, true],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(`${stack.shop}${path}`);
      if (hasPane) await new PaneObject(page).ready();
      await expectGoodWalk(page, least);
    });
  }
  await test.step("the bank's page", async () => {
    await page.goto(`${stack.shop}/?qa=0`);
    await openChallenge(page, stack);
    await expectGoodWalk(page, 5);
  });
});

test("after each press the focus is where the shopper goes on", async ({ page, stack }) => {
  await test.step("put into the basket: on the confirmation, before the link to the basket", async () => {
    await page.goto(stack.shop);
    const { name } = en.products["dawn-mug"];
    await page.getByRole("button", { name: en.addNamed(name) }).press("Enter");
    await expect(focused(page)).toContainText(en.added(name));
    await page.keyboard.press("Tab");
    await expect(focused(page)).toHaveText(en.viewBasket);
  });
  await test.step("another quantity: in the basket", async () => {
    await page.getByRole("button", { name: en.more(en.products["dawn-mug"].name) }).press("Enter");
    await expect(page.getByRole("region", { name: en.basket })).toBeFocused();
  });
  await test.step("another language: among the languages", async () => {
    await page.getByRole("button", { name: ar.language }).press("Enter");
    await expect(page.locator("html")).toHaveAttribute("lang", "ar");
    // A loaded page has moved to its fragment.
    await page.waitForLoadState();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: en.language })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
  await test.step("a wrong contact, then a card that is missing: the first wrong field", async () => {
    await page.goto(`${stack.shop}/checkout`);
    const pane = await new PaneObject(page).ready();
    await pressPay(page);
    await expect(page.getByLabel(en.contact.firstName)).toBeFocused();
    for (const [label, text] of [
      [en.contact.firstName, "Mira"],
      [en.contact.lastName, "Sample"],
      [en.contact.email, "mira@shop.example"],
    ] as const) {
      await expect(page.getByLabel(label)).toBeFocused();
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type("Germ");
    await page.keyboard.press("Tab");
    // The ways to pay are one stop, on the chosen one.
    await expect(page.getByRole("radio", { name: en.card, exact: true })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(pane.field("number")).toBeFocused();
    await pressPay(page);
    await expect(pane.field("number")).toBeFocused();
  });
  await test.step("paid by Enter in the last field, and the card disabled: on the confirmation", async () => {
    const pane = await new PaneObject(page).ready();
    await page.getByRole("checkbox", { name: en.saveCard }).press("Space");
    await pane.type(card("4242424242424242"));
    await page.keyboard.press("Enter");
    await expect(heading(page, en.paidTitle)).toBeVisible();
    await page.goto(`${stack.shop}/cards`);
    await page.getByRole("button", { name: new RegExp(`^${en.afterPayment.cards.disable}`) }).press("Enter");
    await expect(focused(page)).toHaveText(en.afterPayment.notices.card_disabled);
  });
});
