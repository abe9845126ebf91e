/** The gallery: the effect of each knob on the running pane, the page's address, the theme editor, all languages, all looks. */

import { localeTags } from "@cardpane/contract/locales";
import type { FrameLocator, Page } from "@playwright/test";
import { type KnobName, knobs } from "../../../apps/demo/gallery/model/knobs.ts";
import { paneLanguages } from "../../../apps/demo/gallery/model/samples.ts";
import { ar } from "../../../apps/demo/server/texts/ar.ts";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { openPane, PaneObject } from "../support/pane-object.ts";

const { gallery } = en;

async function openGallery(page: Page, stack: Stack, query = ""): Promise<PaneObject> {
  await page.goto(`${stack.shop}/gallery${query}`);
  await expect(page.locator("#events b", { hasText: "ready" })).not.toHaveCount(0);
  return new PaneObject(page, page.locator("#pane"));
}

/** Turns a knob as a person does, whatever its kind. */
async function turn(page: Page, name: KnobName, text: string): Promise<void> {
  const knob = page.locator(`[data-knob="${name}"]`);
  const group = page.locator("details.knob-group", { has: knob });
  if (!(await group.evaluate((details: HTMLDetailsElement) => details.open)))
    await group.locator("> summary").click();
  const { type } = knobs[name].control;
  if (type === "choice") return void (await knob.getByRole("combobox").selectOption(text));
  if (type === "flag") return knob.getByRole("checkbox").check();
  if (type === "fields") {
    const field = text.replace("?", "");
    return void (await knob
      .getByLabel(field, { exact: true })
      .selectOption(text === field ? "required" : "optional"));
  }
  if (type === "list") {
    await knob.locator("summary").click();
    return knob.getByLabel(text, { exact: true }).check();
  }
  await knob.locator("input, textarea").fill(text);
  await knob.locator("input, textarea").blur();
}

interface Case {
  readonly name: KnobName;
  readonly text: string;
  /** Knobs to turn first, without which the effect cannot be seen. */
  readonly first?: readonly (readonly [KnobName, string])[];
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
  { name: "fields", text: "cardholder?", seen: (frame) => frame.getByRole("textbox").count(), is: 4 },
  { name: "expiry", text: "select", seen: (frame) => frame.getByRole("combobox").count(), is: 2 },
  { name: "disabled", text: "1", seen: (frame) => frame.locator("input:disabled").count(), is: 3 },
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
    text: "both",
    first: [["fields", "cardholder?"]],
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
  { name: "match", text: "square", seen: style("border-top-width"), is: "2px" },
  { name: "tokens", text: "radius: 3", seen: style("border-top-left-radius"), is: "3px" },
  {
    name: "darkTokens",
    text: "colorText: #123456",
    first: [["scheme", "dark"]],
    seen: style("color"),
    is: "rgb(18, 52, 86)",
  },
  { name: "locale", text: "de-AT", seen: root("lang"), is: "de" },
  {
    name: "texts",
    text: "labels.cvv: Code on the back",
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
  { name: "savedCard", text: "visa", seen: (frame) => frame.getByRole("textbox").count(), is: 1 },
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

/** Knobs that create a new pane, and the one that cannot be turned. */
const others: readonly KnobName[] = ["form", "environment", "loadTimeoutMs", "debug", "src"];

test("every knob has its case", () => {
  expect([...cases.map(({ name }) => name), ...others].sort()).toEqual(Object.keys(knobs).sort());
});

for (const half of [0, 1]) {
  test(`each knob changes the running pane and the address, and the back button takes it back: ${half}`, async ({
    page,
    stack,
  }) => {
    test.slow();
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
          // By keyboard: a click beside a frame may land in it.
          await page.getByRole("button", { name: gallery.clearEvents, exact: true }).press("Enter");
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

test("the pane takes the borders of each of the page's inputs, also where only the one below is seen", async ({
  page,
  stack,
}) => {
  await openGallery(page, stack);
  const input = page.locator("#pane iframe").contentFrame().getByRole("textbox").first();
  for (const [sample, top, bottom] of [
    ["rounded", "1px", "1px"],
    ["underlined", "0px", "1px"],
    ["square", "2px", "2px"],
    ["soft", "0px", "2px"],
  ] as const) {
    await turn(page, "match", sample);
    await expect(input, sample).toHaveCSS("border-bottom-width", bottom);
    await expect(input, sample).toHaveCSS("border-top-width", top);
  }
});

test("fields in places of their own, in the order that is chosen, and back to one frame", async ({
  page,
  stack,
}) => {
  await openGallery(page, stack, "?fields=cvv,expiry,number&expiry=split");
  await turn(page, "form", "split");
  const titles = () =>
    page
      .locator("#pane iframe")
      .evaluateAll((frames) => frames.map(({ parentElement }) => parentElement?.parentElement?.id));
  await expect.poll(titles).toEqual(["place-cvv", "place-expiryMonth", "place-expiryYear", "place-number"]);
  await page.getByRole("button", { name: "Move cvv down" }).press("Enter");
  await expect.poll(titles).toEqual(["place-expiryMonth", "place-expiryYear", "place-cvv", "place-number"]);
  await expect(page.locator("#code-html")).toContainText('<card-pane-field name="cvv">');
  await page.goBack();
  await page.goBack();
  await expect(page.locator("#pane iframe")).toHaveCount(1);
});

test("a pane that cannot load shows the reason, and another environment resolves it", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/status of 400/, /CardpaneError/, /Content Security Policy/);
  await openGallery(page, stack);
  await turn(page, "environment", "nowhere");
  await expect(page.locator("#stage-failed").filter({ hasText: /load_\w+/ })).toBeVisible();
  await page.goBack();
  await expect(page.locator("#stage-failed")).toBeEmpty();
  await page.goto(`${stack.shop}/gallery?loadTimeoutMs=1`);
  await expect(page.locator("#stage-failed")).toContainText("load_timeout");
});

test("an address sets knobs, pane and code, and only its invalid values are reported", async ({
  page,
  stack,
}) => {
  const hostile = "<img src=x onerror=alert(1)>";
  const query = `?theme=line&fields=number,expiry,cvv?&supportedBrands=jcb,visa&colour=red&density=huge&${encodeURIComponent(hostile)}=1&texts=${encodeURIComponent("labels.cvv: </script><b>")}`;
  await openGallery(page, stack, query);
  await expect(page.locator("#problems li")).toHaveText([
    gallery.script.unknown.replace("{name}", "colour"),
    gallery.script.misfit.replace("{name}", "density").replace("{fits}", "compact, comfortable, spacious"),
    gallery.script.unknown.replace("{name}", hostile),
  ]);
  await expect(page.locator("#knob-theme")).toHaveValue("line");
  await expect(page.locator("#knob-density")).toHaveValue("comfortable");
  await expect(page.locator("#field-cvv")).toHaveValue("optional");
  await expect(page.locator("#field-cardholder")).toHaveValue("off");
  await expect(page.locator("#code-js")).toContainText('supportedBrands: ["jcb", "visa"]');
  await expect(page.locator("#code-html")).toContainText('fields="number expiry cvv?"');
  await expect(page.locator("#code-html")).toContainText("\\u003c/script>");
  await expect(page.locator("#pane iframe").contentFrame().getByText("</script><b>")).toBeVisible();
  // The links to the other pages keep the settings, and the footer's forms lead back to them.
  await expect(page.getByRole("link", { name: gallery.pages.looks })).toHaveAttribute("href", /theme=line/);
  await turn(page, "theme", "none");
  await page.getByRole("button", { name: "Deutsch" }).press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page).toHaveURL(/theme=none/);
});

test("the copied code makes the same pane on another page", async ({ page, stack, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openGallery(
    page,
    stack,
    "?theme=flat&fields=number,expiry,cvv&tokens=radius:3;colorText:%23123456&labels=floating",
  );
  await page.getByRole("button", { name: gallery.copy("HTML") }).click();
  await expect(page.locator("#announce")).toHaveText(gallery.script.copied.replace("{name}", "HTML"));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const pane = await openPane(page, stack, merchantPage(stack, copied));
  const input = pane.field("number");
  await expect(pane.field("cvv")).toBeVisible();
  await expect(input).toHaveCSS("color", "rgb(18, 52, 86)");
  await expect(input).toHaveCSS("border-top-left-radius", "3px");
  await expect(input).toHaveCSS("border-top-width", "0px");
});

test.describe("the theme editor", () => {
  test("changes tokens live, keeps them in the address, and its copied tokens make the same look", async ({
    page,
    stack,
  }) => {
    await page.goto(`${stack.shop}/gallery/theme`);
    const light = page.locator("#pane-light iframe").contentFrame().getByRole("textbox").first();
    const dark = page.locator("#pane-dark iframe").contentFrame().getByRole("textbox").first();
    await page.getByLabel("colorText", { exact: true }).fill("#7b1fa2");
    await page.getByLabel("radius", { exact: true }).fill("0");
    await page.getByLabel("radius", { exact: true }).blur();
    await expect(light).toHaveCSS("color", "rgb(123, 31, 162)");
    await expect(dark).toHaveCSS("color", "rgb(123, 31, 162)");
    await page.getByLabel(gallery.schemes.dark).check();
    await page.getByLabel("colorText", { exact: true }).fill("#ffd9ff");
    await page.getByLabel("colorText", { exact: true }).blur();
    await expect(dark).toHaveCSS("color", "rgb(255, 217, 255)");
    await expect(light).toHaveCSS("color", "rgb(123, 31, 162)");
    await expect
      .poll(() => page.url())
      .toContain("?tokens=colorText:%237b1fa2;radius:0&darkTokens=colorText:%23ffd9ff&edit=dark");
    // An invalid value changes nothing and is marked.
    await page.getByLabel("colorLabel", { exact: true }).fill("javascript:1");
    await expect(page.getByLabel("colorLabel", { exact: true })).toHaveAttribute("aria-invalid", "true");

    const css = (await page.locator("#code-css").textContent()) ?? "";
    const js = (await page.locator("#code-tokens").textContent()) ?? "";
    for (const [colorScheme, color] of [
      ["light", "rgb(123, 31, 162)"],
      ["dark", "rgb(255, 217, 255)"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const head = `<style>:root { color-scheme: light dark } ${css}</style>`;
      const pane = await openPane(page, stack, merchantPage(stack, paneTag(), { head }));
      await expect(pane.field("number")).toHaveCSS("color", color);
      await expect(pane.field("number")).toHaveCSS("border-top-left-radius", "0px");
    }
    const plain = await openPane(page, stack, merchantPage(stack, paneTag('scheme="dark"')));
    await page.evaluate(`{ const pane = document.querySelector("card-pane"); ${js} }`);
    await expect(plain.field("number")).toHaveCSS("color", "rgb(255, 217, 255)");
    await expect(plain.field("number")).toHaveCSS("border-top-left-radius", "0px");
  });

  test("measures contrasts, shows errors, and takes a token or all of them back", async ({ page, stack }) => {
    await page.goto(`${stack.shop}/gallery/theme?theme=flat&tokens=colorText:%23eeeeee;gap:9&show=errors`);
    const row = page.getByRole("row", { name: gallery.script.pairs.text });
    await expect(row.getByRole("cell").nth(1)).toContainText(gallery.script.tooLow);
    await expect(row.getByRole("cell").nth(2)).not.toContainText(gallery.script.tooLow);
    const pane = page.locator("#pane-light iframe").contentFrame();
    await expect(pane.locator("[aria-invalid=true]")).toHaveCount(3);
    await page.getByRole("button", { name: gallery.undo("colorText") }).press("Enter");
    await expect(row.getByRole("cell").nth(1)).not.toContainText(gallery.script.tooLow);
    await expect(page).toHaveURL(/tokens=gap:9/);
    await page.getByRole("button", { name: gallery.reset }).press("Enter");
    await expect(page).toHaveURL(/\?theme=flat&show=errors$/);
    await expect(page.locator("#code-css")).toHaveText(gallery.script.nothingChanged);
    await page.goBack();
    await expect(page.getByLabel("gap", { exact: true })).toHaveValue("9");
    await page.getByLabel(gallery.shown.empty, { exact: true }).check();
    await expect(pane.locator("[aria-invalid=true]")).toHaveCount(0);
  });
});

test("all languages load as they come into view, with errors where they are requested", async ({
  page,
  stack,
}) => {
  test.setTimeout(150_000);
  expect(paneLanguages).toEqual([...localeTags]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${stack.shop}/gallery/languages?fields=number,expiry&errors=1&loadTimeoutMs=100000`);
  const cells = page.locator("[data-cell]");
  await expect(cells).toHaveCount(localeTags.length);
  await expect(page.locator("[data-status=ready]").first()).toBeVisible();
  expect(await page.locator("iframe").count()).toBeLessThan(20);
  // As someone scrolls down and looks at each row.
  await page.evaluate(async () => {
    for (const cell of document.querySelectorAll<HTMLElement>("[data-cell]")) {
      cell.scrollIntoView({ block: "center" });
      await new Promise((resolve) => requestAnimationFrame(resolve));
      while (cell.dataset["status"] === undefined) await new Promise((resolve) => setTimeout(resolve, 30));
    }
  });
  await expect(page.locator("[data-status=ready]")).toHaveCount(localeTags.length);
  const frames = page.frames().filter((frame) => frame.url().includes("/frame?"));
  const states = await Promise.all(
    frames.map((frame) =>
      frame.evaluate(() => ({
        lang: document.documentElement.lang,
        invalid: document.querySelectorAll("[aria-invalid=true]").length,
      })),
    ),
  );
  expect(states.filter(({ invalid }) => invalid !== 2)).toEqual([]);
  const languages = new Set(states.map(({ lang }) => lang));
  // es-ES, fr-FR, it-IT and nb are aliases of other languages.
  expect(languages.size).toBeGreaterThanOrEqual(46);
});

test("the page of looks shows each look in every state, and filters by theme and width", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.shop}/gallery/looks?theme=none&width=280`);
  await expect(page.locator("[data-cell]:visible")).toHaveCount(8);
  await expect(page.locator("[data-status=ready]:visible")).toHaveCount(8);
  const cell = (state: string) =>
    page.locator(`[data-state=${state}]:visible`).first().locator("iframe").contentFrame();
  await expect(cell("errors").locator("[aria-invalid=true]")).toHaveCount(3);
  await expect(cell("disabled").locator("input:disabled")).toHaveCount(3);
  await expect(cell("saved").getByRole("textbox")).toHaveCount(1);
  await page.locator("#filter-theme").selectOption("line");
  await expect(page).toHaveURL(/theme=line/);
  await expect(page.locator("[data-cell]:visible")).toHaveCount(8);
});

for (const path of [
  "/gallery?form=split",
  "/gallery/theme",
  "/gallery/languages?errors=1",
  "/gallery/looks?theme=flat",
]) {
  test(`${path} is accessible, and works at 320 px and from right to left`, async ({ page, stack }) => {
    // axe checks a whole page of panes.
    test.slow();
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`${stack.shop}${path}`);
    await expect(page.locator("iframe").first()).toBeVisible();
    await page.getByRole("button", { name: "العربية" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: ar.gallery.title })).toBeVisible();
    for (const width of [320, 720]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await expectNoFindings(page, { frames: false });
  });
}

test("options are searched by name and line; a wrong address is reported with the valid ones", async ({
  page,
  stack,
}) => {
  await openGallery(page, stack, "?theme=Classic");
  await expect(page.locator("#problems")).toContainText(/"theme" has an invalid value\. Use: classic, /);
  const search = page.getByRole("searchbox", { name: gallery.search });
  await search.fill("brand");
  await expect(page.locator('[data-knob="supportedBrands"]')).toBeVisible();
  await expect(page.locator('[data-knob="theme"]')).toBeHidden();
  await search.fill("no such option");
  await expect(page.getByText(gallery.noMatch)).toBeVisible();
  await search.fill("");
  await expect(page.locator('[data-knob="theme"]')).toBeVisible();
});
