/** axe in page and frame, in every state; the accessibility tree that a screen reader uses; zoom and narrow screens. */

import type { LocaleTag } from "@cardpane/contract/locales";
import type { FieldName } from "@cardpane/contract/messages";
import { locales } from "../../../packages/frame/src/locale/index.ts";
import { expectNoFindings, settled } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { isNightly, someOf } from "../support/lanes.ts";
import { expectFrameFits, misplaced } from "../support/layout.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { goodCard, openPane, openSplitPane, SplitPaneObject } from "../support/pane-object.ts";
import { fontFamilies } from "../support/stack/fonts.ts";

const all = 'fields="number expiry cvv cardholder postalCode"';

const page = (attributes: string, dark = false) => ({
  body: `<h1>Pay</h1>${paneTag(attributes)}`,
  head: dark ? "<style>:root { color-scheme: dark; background: #111; color: #eee }</style>" : "",
});

const states: readonly [string, { body: string; head: string }, LocaleTag][] = [
  ["empty", page(all), "en"],
  ["dark", page(`${all} scheme="dark"`, true), "en"],
  ["right to left", page(`${all} locale="ar"`), "ar"],
  ["German", page(`${all} locale="de"`), "de"],
  ["disabled", page(`${all} disabled`), "en"],
];
for (const [name, { body, head }, locale] of someOf(states, 2)) {
  test(`axe finds nothing: ${name}, and with everything wrong [T-A1]`, async ({ page, stack }) => {
    const pane = await openPane(page, stack, merchantPage(stack, body, { head }), {}, locale);
    if (isNightly) await expectNoFindings(page, { contrast: name !== "dark" });
    if (name === "disabled") return;
    await pane.type({ number: "4242424242424241" });
    expect((await pane.tokenize()).error?.code).toBe("form_invalid");
    await expectNoFindings(page, { contrast: name !== "dark" });
  });
}

const splitStates: readonly [string, string, LocaleTag][] = [
  ["in frames of their own", "", "en"],
  ["in frames of their own, right to left", 'locale="ar"', "ar"],
  ["in frames of their own, lists", 'expiry="select"', "en"],
];
for (const [name, attributes, locale] of someOf(splitStates, 0)) {
  test(`axe finds nothing: ${name}, empty and everything wrong`, async ({ page, stack }) => {
    const fields = attributes.includes("select")
      ? "number expiryMonth expiryYear cvv"
      : "number expiry cvv cardholder postalCode";
    await page.goto(stack.site.serve(merchantPage(stack, `<h1>Pay</h1>${splitTag(fields, attributes)}`)));
    const pane = new SplitPaneObject(page, page.locator("card-pane"), locale);
    await pane.ready();
    if (isNightly) await expectNoFindings(page);
    await pane.type({ number: "4242424242424241" });
    expect((await pane.tokenize()).error?.code).toBe("form_invalid");
    for (const field of fields.split(" ") as FieldName[])
      await expect(pane.field(field)).toHaveAttribute("aria-invalid", "true");
    await expectNoFindings(page);
  });
}

test("in frames of their own: a name for each frame, its error described and announced once", {
  tag: ["@wcag-3.3.1", "@wcag-4.1.2"],
}, async ({ page, stack }) => {
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
  const titles = await page
    .locator("iframe")
    .evaluateAll((list) => list.map((frame) => frame.getAttribute("title")));
  expect(new Set(titles).size).toBe(3);
  for (const name of ["number", "expiry", "cvv"] as const) {
    const frame = await pane.frameOf(name);
    expect(await frame.evaluate(() => [document.title, document.documentElement.lang])).toEqual([
      await pane
        .field(name)
        .evaluate((input) => (input as HTMLInputElement).labels?.[0]?.textContent?.trim()),
      "en",
    ]);
    // The live region exists before it receives its text.
    expect(await frame.locator("[role=status][aria-live=polite]").count()).toBe(1);
  }
  await pane.type({ cvv: "1" });
  await page.keyboard.press("Shift+Tab");
  await expect(pane.field("cvv")).toHaveAccessibleDescription(/incomplete/);
  await expect(pane.field("cvv")).toHaveAttribute("aria-invalid", "true");
  const texts = await Promise.all(
    (["number", "expiry", "cvv"] as const).map(async (name) =>
      (await pane.frameOf(name)).locator("[role=status]").textContent(),
    ),
  );
  expect(texts.filter((text) => text?.includes("incomplete"))).toHaveLength(1);
});

for (const [font, family] of someOf(Object.entries(fontFamilies), 0)) {
  test(`320 px, fields side by side in frames of their own: nothing is cut; ${font} font`, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize({ width: 320, height: 600 });
    const head = `<style>card-pane { display: flex; --cardpane-font-family: ${family} } card-pane-field { flex: 1; min-width: 0 }</style>`;
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag("expiry cvv"), { head }));
    await pane.tokenize();
    for (const name of ["expiry", "cvv"] as const) {
      const frame = await pane.frameOf(name);
      await expectFrameFits(frame);
      await expect.poll(() => misplaced(frame)).toEqual([]);
    }
  });
}

// axe does not see through the frame to the page's background, and takes it for white.
test("dark: texts stand out from the page behind them", { tag: ["@wcag-1.4.3", "@nightly"] }, async ({
  page: tab,
  stack,
}) => {
  const { body, head } = page(`${all} scheme="dark"`, true);
  const pane = await openPane(tab, stack, merchantPage(stack, body, { head }));
  await pane.type({ number: "4242424242424241" });
  await pane.tokenize();
  await settled(tab);
  const behind = await tab.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const texts = await pane.frame().evaluate(() =>
    Array.from(document.querySelectorAll("label, [id$=-error] span"), (element) => ({
      text: element.textContent?.trim() ?? "",
      color: getComputedStyle(element).color,
    })).filter(({ text }) => text !== ""),
  );
  expect(texts.length).toBeGreaterThan(5);
  for (const { text, color } of texts) expect(contrast(color, behind), text).toBeGreaterThanOrEqual(4.5);
});

/** Contrast ratio of two `rgb()` colours, by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const light = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
      const value = Number(part) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const [low = 1, high = 1] = [light(one), light(other)].sort((a, b) => a - b);
  return high / low;
}

test("axe finds nothing: a saved card", { tag: "@nightly" }, async ({ page, stack }) => {
  await page.goto(
    stack.site.serve(
      merchantPage(
        stack,
        `<h1>Pay</h1>${paneTag()}<script>
    document.querySelector("card-pane").savedCard = { paymentAccountId: "6f2d3a80-1c1f-4f6a-9d8e-0a4c3b2d1e0f", consumerId: "123456789", brand: "visa", lastFour: "4242" };
  </script>`,
      ),
    ),
  );
  const { PaneObject } = await import("../support/pane-object.ts");
  const pane = await new PaneObject(page).ready();
  await expect(pane.field("cvv")).toBeVisible();
  await expect(page.locator("card-pane iframe").contentFrame().getByText("•••• 4242")).toBeVisible();
  await expectNoFindings(page);
});

test("axe finds nothing: forced colours", { tag: "@nightly" }, async ({ page, stack }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const pane = await openPane(page, stack, merchantPage(stack, `<h1>Pay</h1>${paneTag(all)}`));
  await pane.field("number").focus();
  await expectNoFindings(page);
});

test("320 px: nothing is cut, targets are large enough", { tag: ["@wcag-1.4.10", "@wcag-2.5.8"] }, async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const pane = await openPane(page, stack, merchantPage(stack, `<h1>Pay</h1>${paneTag(all)}`));
  const { over, small } = await pane.frame().evaluate(() => ({
    over: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    small: Array.from(document.querySelectorAll("input, button, select"), (element) =>
      element.getBoundingClientRect(),
    ).filter(({ width, height }) => width < 24 || height < 24).length,
  }));
  expect({ over, small }).toEqual({ over: false, small: 0 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

for (const [kind, tag, open] of [
  ["whole form", paneTag(`name="payment" ${all}`), openPane],
  ["fields in frames of their own", splitTag(undefined, 'name="payment"'), openSplitPane],
] as const) {
  test(`320 px: the first wrong field is in the window with its label and its error: ${kind}`, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize({ width: 320, height: 480 });
    const body = `<form method="post"><div style="height: 600px">Basket</div>${tag}<button>Pay</button>
<div style="height: 900px">Terms</div></form>`;
    const pane = await open(page, stack, merchantPage(stack, body));
    await pane.paste({ number: "4242424242424241" });
    const pay = page.getByRole("button", { name: "Pay" });
    await pay.focus();
    // The label is above the window's edge, and the input is below it: then the browser does not scroll when the input is focused.
    const iframe = page.locator("card-pane iframe").first();
    await iframe.evaluate((frame) => scrollBy(0, frame.getBoundingClientRect().top + 20));
    const label = iframe.contentFrame().getByText(locales.en.labels.number, { exact: true });
    await expect(label).not.toBeInViewport({ ratio: 1 });
    await pay.press("Enter");
    await expect(pane.field("number")).toBeFocused();
    await expect(label).toBeInViewport({ ratio: 1 });
    const error = iframe.contentFrame().getByText(locales.en.errors.number.check_digit);
    await expect(error.filter({ visible: true }).first()).toBeInViewport({ ratio: 1 });
  });
}

test("400 % zoom: it reflows into one column, nothing is cut [T-A3]", {
  tag: ["@wcag-1.4.4", "@wcag-1.4.10"],
}, async ({ page, stack }) => {
  // A 1280 px window at 400 % is 320 CSS px wide; this one is narrower still.
  await page.setViewportSize({ width: 200, height: 600 });
  const pane = await openPane(page, stack, merchantPage(stack, `<h1>Pay</h1>${paneTag(all)}`));
  const tops = await pane
    .frame()
    .evaluate(() =>
      Array.from(document.querySelectorAll("input"), (input) => input.getBoundingClientRect().top),
    );
  expect(new Set(tops).size).toBe(tops.length);
  const cut = await page
    .locator("card-pane iframe")
    .evaluate((frame) => frame.getBoundingClientRect().height);
  expect(cut).toBeGreaterThanOrEqual(
    await pane.frame().evaluate(() => document.documentElement.scrollHeight),
  );
});

test("the accessibility tree has labels, states and errors [T-A2]", {
  tag: ["@wcag-1.3.1", "@wcag-3.3.2"],
}, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await pane.field("number").focus();
  await page.keyboard.type("4242");
  await page.keyboard.press("Tab");
  await expect(pane.field("number")).toHaveAttribute("aria-invalid", "true");
  await expect(pane.field("number")).toHaveAccessibleDescription(/.{5,}/);
  await expect(pane.field("number")).toHaveAttribute("aria-required", "true");
  expect(
    await pane.frame().evaluate(() => [document.title.length > 0, document.documentElement.lang]),
  ).toEqual([true, "en"]);
  expect(await pane.frame().locator("[pattern]").count()).toBe(0);
  expect(await page.locator("card-pane iframe").getAttribute("title")).toBeTruthy();
  const live = pane.frame().locator("[aria-live], [role=alert], [role=status]");
  expect(await live.count()).toBeGreaterThan(0);
});

test("reduced motion: nothing moves", { tag: "@wcag-2.3.3" }, async ({ page, stack }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  const moving = await pane
    .frame()
    .evaluate(
      () =>
        Array.from(
          document.querySelectorAll("*"),
          (element) => getComputedStyle(element).transitionDuration,
        ).filter((duration) => duration.split(",").some((part) => Number.parseFloat(part) > 0.01)).length,
    );
  expect(moving).toBe(0);
  await pane.type(goodCard);
});
