/** The gallery: the effect of each knob on the running pane, the page's address, and the wall of all looks and languages. */

import type { FrameLocator, Page } from "@playwright/test";
import { knobs, savedCard } from "../../../apps/demo/gallery/knobs.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { merchantPage } from "../support/pages.ts";
import { openPane, PaneObject } from "../support/pane-object.ts";

async function openGallery(page: Page, stack: Stack, query = ""): Promise<PaneObject> {
  await page.goto(`${stack.shop}/gallery${query}`);
  await expect(page.locator("#events b", { hasText: "ready" })).not.toHaveCount(0);
  return new PaneObject(page, page.locator("#pane"));
}

/** Turns a knob as a person does, whatever its kind. */
async function turn(page: Page, name: string, text: string): Promise<void> {
  const knob = page.locator(`#knob-${name}`);
  const group = page.locator("#knobs > details", { has: knob });
  if (!(await group.evaluate((details: HTMLDetailsElement) => details.open)))
    await group.locator("> summary").click();
  const kind = await knob.evaluate((control: HTMLInputElement | HTMLSelectElement) => control.type);
  if (kind === "select-one") return void (await knob.selectOption(text));
  if (kind === "checkbox") return knob.check();
  await knob.fill(text);
  await knob.blur();
}

interface Case {
  readonly name: string;
  readonly text: string;
  /** Knobs to turn first, without which the effect cannot be seen. */
  readonly first?: readonly (readonly [string, string])[];
  /** Text to type into the number, if the effect cannot be seen without it. */
  readonly number?: string;
  /** Reads the knob's effect in the pane; before the knob is turned, the value must be a different one. */
  readonly seen: (frame: FrameLocator, page: Page) => Promise<unknown>;
  readonly is: unknown;
}

const style = (property: string) => (frame: FrameLocator) =>
  frame
    .getByRole("textbox")
    .first()
    .evaluate((input, name) => getComputedStyle(input).getPropertyValue(name), property);
const root = (attribute: string) => (frame: FrameLocator) => frame.locator("html").getAttribute(attribute);
const snapshot =
  (read: (state: { brand: unknown; fields: { number?: { error: unknown } } }) => unknown) =>
  async (_: FrameLocator, page: Page) =>
    read(JSON.parse((await page.locator("#snapshot").textContent()) ?? "null"));

const cases: readonly Case[] = [
  {
    name: "fields",
    text: "number expiry cvv cardholder?",
    seen: (frame) => frame.getByRole("textbox").count(),
    is: 4,
  },
  { name: "expiry", text: "select", seen: (frame) => frame.getByRole("combobox").count(), is: 2 },
  { name: "disabled", text: "1", seen: (frame) => frame.locator("input:disabled").count(), is: 3 },
  { name: "decline", text: "5051", seen: (frame) => frame.locator(".notice").count(), is: 1 },
  { name: "readOnly", text: "1", seen: (frame) => frame.locator("input[readonly]").count(), is: 3 },
  {
    name: "autoAdvance",
    text: "1",
    number: "5555555555554444",
    seen: async (_, page) =>
      (await page.locator("#events li", { hasText: /fieldfocus.*"expiry"/s }).count()) > 0,
    is: true,
  },
  {
    name: "values",
    text: '{"cardholder":"Ada Example"}',
    first: [["fields", "number expiry cvv cardholder?"]],
    seen: (frame) => frame.getByRole("textbox").last().inputValue(),
    is: "Ada Example",
  },
  { name: "theme", text: "flat", seen: style("border-top-width"), is: "0px" },
  {
    name: "scheme",
    text: "dark",
    seen: (frame) => frame.locator("html").evaluate((html) => getComputedStyle(html).colorScheme),
    is: "dark",
  },
  { name: "labels", text: "floating", seen: root("data-labels"), is: "floating" },
  { name: "rows", text: "stacked", seen: root("data-rows"), is: "stacked" },
  { name: "density", text: "spacious", seen: style("height"), is: "52px" },
  { name: "match", text: "#email", seen: style("border-top-left-radius"), is: "23px" },
  { name: "tokens", text: '{"radius":3}', seen: style("border-top-left-radius"), is: "3px" },
  {
    name: "darkTokens",
    text: '{"colorText":"#123456"}',
    first: [["scheme", "dark"]],
    seen: style("color"),
    is: "rgb(18, 52, 86)",
  },
  { name: "locale", text: "de-AT", seen: root("lang"), is: "de" },
  {
    name: "texts",
    text: '{"labels":{"cvv":"Code on the back"}}',
    seen: (frame) => frame.getByLabel("Code on the back").count(),
    is: 1,
  },
  {
    name: "supportedBrands",
    text: "mastercard",
    number: "4242424242424242",
    seen: snapshot(({ fields }) => fields.number?.error),
    is: "unsupported_brand",
  },
  {
    name: "preferredNetworks",
    text: "cartes-bancaires",
    number: "4000002500001001",
    seen: snapshot(({ brand }) => brand),
    is: "cartes-bancaires",
  },
  {
    name: "bin",
    text: "6",
    number: "4242424242424242",
    seen: async (_, page) =>
      (await page.locator("#events li", { hasText: /binchange.*"424242"/s }).count()) > 0,
    is: true,
  },
  {
    name: "maskNumber",
    text: "1",
    number: "4242424242424242",
    seen: (frame) =>
      frame
        .locator("input")
        .first()
        .evaluate((input) => (input as HTMLInputElement).value.includes("•")),
    is: true,
  },
  { name: "savedCard", text: savedCard, seen: (frame) => frame.getByRole("textbox").count(), is: 1 },
  {
    name: "width",
    text: "280",
    seen: (_, page) => page.locator("#pane").evaluate((pane) => pane.clientWidth),
    is: 280,
  },
  {
    name: "page",
    text: "dark",
    seen: (frame) => frame.locator("html").evaluate((html) => getComputedStyle(html).colorScheme),
    is: "dark",
  },
  {
    name: "dir",
    text: "rtl",
    seen: (_, page) => page.locator("#pane").evaluate((pane) => getComputedStyle(pane).direction),
    is: "rtl",
  },
  { name: "lang", text: "ar", seen: root("dir"), is: "rtl" },
];

/** Knobs that create a new pane. */
const others = ["form", "environment", "loadTimeoutMs"];

test("every knob has its case", () => {
  const names = Object.values(knobs).flatMap((group) => Object.keys(group));
  expect([...cases.map(({ name }) => name), ...others].sort()).toEqual(names.sort());
});

for (const half of [0, 1]) {
  test(`each knob changes the running pane and the address, and the back button takes it back: ${half}`, {
    tag: "@nightly",
  }, async ({ page, stack }) => {
    const pane = await openGallery(page, stack);
    const frame = page.locator("#pane iframe").contentFrame();
    await pane.frame().evaluate(() => Object.assign(window, { sameDocument: true }));
    for (const { name, text, first = [], number, seen, is } of cases.filter(
      (_, index) => index % 2 === half,
    )) {
      await test.step(name, async () => {
        for (const [before, position] of first) await turn(page, before, position);
        const look = async () => {
          if (number === undefined) return;
          await page.locator("#events").evaluate((events) => events.replaceChildren());
          // By keyboard: a click beside a frame may land in it.
          await page.getByRole("button", { name: "clear()" }).press("Enter");
          const input = frame.locator("input").first();
          await input.focus();
          await page.keyboard.type(number);
          await input.blur();
        };
        await look();
        const without = await seen(frame, page);
        expect(without, "before it is turned").not.toEqual(is);
        const address = page.url();
        await turn(page, name, text);
        await expect.poll(() => new URL(page.url()).searchParams.has(name), "in the address").toBe(true);
        await look();
        await expect.poll(() => seen(frame, page)).toEqual(is);
        await page.goBack();
        await expect(page).toHaveURL(address);
        await look();
        await expect.poll(() => seen(frame, page)).toEqual(without);
        for (const _ of first) await page.goBack();
      });
    }
    expect(await pane.frame().evaluate(() => "sameDocument" in window)).toBe(true);
    await expect(page.locator("#problems")).toBeEmpty();
  });
}

test("fields in places of their own, in the order that is chosen, and back to one frame", {
  tag: "@nightly",
}, async ({ page, stack }) => {
  await openGallery(page, stack, "?fields=cvv,expiry,number&expiry=split");
  await turn(page, "form", "split");
  const places = page.locator("#pane card-pane-field");
  const names = () => places.evaluateAll((all) => all.map((place) => place.getAttribute("name")));
  await expect.poll(names).toEqual(["cvv", "expiryMonth", "expiryYear", "number"]);
  await turn(page, "fields", "expiry,cvv,number");
  await expect.poll(names).toEqual(["expiryMonth", "expiryYear", "cvv", "number"]);
  await expect(page.locator("#pane iframe")).toHaveCount(4);
  await expect(page.locator("#code-html")).toContainText('<card-pane-field name="cvv">');
  await page.goBack();
  await page.goBack();
  await expect(page.locator("#pane iframe")).toHaveCount(1);
});

test("a pane that cannot load shows the reason, and another environment resolves it", {
  tag: "@nightly",
}, async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/status of 400/, /CardpaneError/, /Content Security Policy/);
  await openGallery(page, stack);
  await turn(page, "environment", "nowhere");
  const reason = page.locator("#events li", { hasText: /loaderror.*load_\w+/s });
  await expect(reason.first()).toBeAttached();
  await page.goBack();
  await expect(page.locator("#events li").first()).toContainText("ready");
  await page.goto(`${stack.shop}/gallery?loadTimeoutMs=1`);
  await expect(page.locator("#events li", { hasText: /loaderror.*load_timeout/s })).toBeAttached();
});

test("an address sets knobs, pane and code, and only its invalid values are reported", async ({
  page,
  stack,
  watch,
}) => {
  const hostile = "<img src=x onerror=alert(1)>";
  const query = `?theme=line&fields=number,expiry,cvv?&supportedBrands=jcb,visa&colour=red&density=huge&tokens={"radius":99}&${encodeURIComponent(hostile)}=1&texts=${encodeURIComponent('{"labels":{"cvv":"</script><b>"}}')}`;
  watch.expectedErrors.push(/CardpaneError/);
  await openGallery(page, stack, query);
  await expect(page.locator("#problems p")).toHaveText([
    "Ignored in the address: colour",
    "Ignored in the address: density",
    `Ignored in the address: ${hostile}`,
  ]);
  await expect(page.locator("#knob-theme")).toHaveValue("line");
  await expect(page.locator("#knob-density")).toHaveValue("comfortable");
  await expect(page.locator("#knob-fields")).toHaveValue("number,expiry,cvv?");
  await expect(page.locator("#code-html")).toContainText('supported-brands="jcb,visa"');
  await expect(page.locator("#code-html")).toContainText('fields="number,expiry,cvv?"');
  await expect(page.locator("#code-html")).toContainText("\\u003c/script>");
  await expect(page.locator("#pane iframe").contentFrame().getByText("</script><b>")).toBeVisible();
  await turn(page, "theme", "none");
  await page.goBack();
  await expect(page.locator("#knob-theme")).toHaveValue("line");
  await page.goForward();
  // The footer's forms lead back to the settings.
  await page.getByRole("button", { name: "العربية" }).press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  await expect(page).toHaveURL(/theme=none/);
});

test("the copied code makes the same pane on another page", async ({ page, stack, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openGallery(
    page,
    stack,
    "?theme=flat&fields=number,expiry,cvv&tokens={%22radius%22:3,%22colorText%22:%22%23123456%22}&labels=floating",
  );
  await page.getByRole("button", { name: "Copy HTML" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const pane = await openPane(page, stack, merchantPage(stack, copied));
  const input = pane.field("number");
  await expect(pane.field("cvv")).toBeVisible();
  await expect(input).toHaveCSS("color", "rgb(18, 52, 86)");
  await expect(input).toHaveCSS("border-top-left-radius", "3px");
  await expect(input).toHaveCSS("border-top-width", "0px");
});

test("the wall shows each look in every state and each language, as they come into view", {
  tag: "@nightly",
}, async ({ page, stack }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${stack.shop}/gallery/wall`);
  const first = page.locator(".stage").first().locator("card-pane");
  const frame = (index: number) => first.nth(index).locator("iframe").contentFrame();
  await expect(frame(0).getByRole("textbox")).toHaveCount(3);
  await expect(frame(1).locator("[aria-invalid=true]")).toHaveCount(3);
  await expect(frame(2).locator("input:disabled")).toHaveCount(3);
  await expect(frame(3).getByRole("textbox")).toHaveCount(1);
  expect(await page.locator("iframe").count()).toBeLessThan(20);
  // As someone scrolls down and looks at each row.
  await page.evaluate(async () => {
    for (const pane of document.querySelectorAll("card-pane")) {
      pane.scrollIntoView({ block: "center" });
      while (pane.status !== "ready") await new Promise((resolve) => setTimeout(resolve, 30));
    }
  });
  const frames = page.frames().filter((one) => one.url().includes("/frame?"));
  const languages = await Promise.all(frames.map((one) => one.evaluate(() => document.documentElement.lang)));
  // es-ES, fr-FR, it-IT and nb are aliases of other languages.
  expect(new Set(languages).size).toBeGreaterThanOrEqual(46);
});

test("an invalid value is reported in the pane's own words, and changes nothing", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/CardpaneError/, /Uncaught/);
  await openGallery(page, stack, "?theme=Classic");
  await expect(page.locator("#problems")).toHaveText("Ignored in the address: theme");
  await turn(page, "fields", "number,pin");
  await expect(page.locator("#problems")).toContainText("fields");
  await expect(page.locator("#pane iframe").contentFrame().getByRole("textbox")).toHaveCount(3);
  await turn(page, "fields", "number,cvv,expiry,cardholder");
  await expect(page.locator("#problems")).toBeEmpty();
  await expect(page.locator("#pane iframe").contentFrame().getByRole("textbox")).toHaveCount(4);
  await turn(page, "form", "split");
  const places = page.locator("#pane card-pane-field");
  await expect
    .poll(() => places.evaluateAll((all) => all.map((place) => place.getAttribute("name"))))
    .toEqual(["number", "cvv", "expiry", "cardholder"]);
});
