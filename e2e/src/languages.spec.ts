/** Every language in a real layout, the way to it, and a change of it while someone types. */
import type { FieldName } from "@cardpane/contract/messages";
import type { Frame, Page } from "@playwright/test";
import { locales } from "../../packages/frame/src/locale/index.ts";
import { type LocaleTag, localeTags } from "../../packages/frame/src/locale/tags.ts";
import type { Locale } from "../../packages/frame/src/locale/types.ts";
import { expect, type Stack, test } from "./fixtures.ts";
import { merchantPage, paneTag, splitTag } from "./pages.ts";
import { openPane, openSplitPane, PaneObject } from "./pane-object.ts";

/** Fields of a row are then 130 px wide at 320 px, the least there is before each has a row of its own. */
const head = "<style>body { margin: 0 20px }</style>";
const one = 'fields="number expiry cvv cardholder postalCode"';
const split = `${one} expiry="split"`;
const optional = 'fields="number expiry cvv? cardholder? postalCode?"';

/** Puts a pane that is there into another language, and waits for it. */
async function speak(page: Page, pane: PaneObject, tag: LocaleTag): Promise<void> {
  await page.evaluate((to) => document.querySelector("card-pane")?.setAttribute("locale", to), tag);
  await pane.frame().waitForFunction((to) => document.documentElement.lang === to, tag);
}

/** What does not fit its place, of all that a language may ever put there. */
function tooLong(frame: Frame, { errors, placeholders }: Locale): Promise<readonly string[]> {
  return frame.evaluate(
    ([errorsOf, placeholderOf]) => {
      const found: string[] = [];
      const isOneLine = (element: Element) =>
        element.getBoundingClientRect().height <
        1.5 * Number.parseFloat(getComputedStyle(element).lineHeight);
      const check = (what: string, element: Element) => {
        if (element.scrollWidth > element.clientWidth) found.push(`${what} is cut: ${element.textContent}`);
        // "(optional)" may go to a line of its own.
        if (!isOneLine(element) && !element.querySelector(".optional"))
          found.push(`${what} takes two lines: ${element.textContent}`);
      };
      const tops = ["expiry", "cvv"].map((id) => document.getElementById(id)?.getBoundingClientRect().top);
      if (tops[0] !== undefined && tops[0] !== tops[1]) found.push("expiry and cvv do not stand in one row");
      for (const input of document.querySelectorAll("input")) {
        const { name } = input;
        check(`label of ${name}`, document.querySelector(`label[for=${name}]`) as Element);
        const family = name.replace(/^expiry.+/, "expiry");
        for (const text of Object.values(errorsOf[family] ?? {})) {
          const line = document.getElementById(`${name}-error`) as Element;
          const probe = line.appendChild(document.createElement("span"));
          probe.textContent = text;
          check(`error of ${name}`, line);
          probe.remove();
        }
        const style = getComputedStyle(input);
        const pen = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const room =
          input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
        const text = placeholderOf[name] ?? "";
        if (input.placeholder !== text) found.push(`placeholder of ${name} is not ${text}`);
        if (pen.measureText(text).width > room) found.push(`placeholder of ${name} is cut: ${text}`);
      }
      return found;
    },
    [errors, placeholders] as [
      Record<string, Record<string, string>>,
      Readonly<Partial<Record<string, string>>>,
    ],
  );
}

for (const width of [320, 1280]) {
  for (const [how, attributes] of [
    ["the expiry in one field", one],
    ["month and year apart", split],
    ["some fields optional", optional],
  ] as const) {
    test(`no text of any language is cut: ${width} px, ${how}`, async ({ page, stack }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      const pane = await openPane(page, stack, merchantPage(stack, paneTag(attributes), { head }));
      const found: string[] = [];
      for (const tag of localeTags) {
        await speak(page, pane, tag);
        for (const problem of await tooLong(pane.frame(), locales[tag])) found.push(`${tag}: ${problem}`);
      }
      expect(found).toEqual([]);
    });
  }
}

test("each language says its direction, and numbers stay left to right in all", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag(one)));
  for (const tag of localeTags) {
    await speak(page, pane, tag);
    const seen = await pane.frame().evaluate(() => ({
      dir: getComputedStyle(document.body).direction,
      title: document.title,
      digits: ["number", "expiry", "cvv"].map(
        (id) => getComputedStyle(document.getElementById(id) as Element).direction,
      ),
      name: getComputedStyle(document.getElementById("cardholder") as Element).direction,
    }));
    const { dir, title } = locales[tag];
    expect(seen, tag).toEqual({ dir, title, digits: ["ltr", "ltr", "ltr"], name: dir });
  }
});

test.describe("the way to a language", () => {
  const withoutLang = (stack: Stack, attributes: string) =>
    merchantPage(stack, paneTag(attributes)).replace('<html lang="en">', "<html>");
  const lang = (pane: PaneObject) => pane.frame().evaluate(() => document.documentElement.lang);

  for (const [asked, spoken] of [
    ["fr-CH", "fr"],
    ["zh-Hant-HK", "zh-HK"],
    ["es-MX", "es-419"],
    ["cy,nn,de", "no"],
    ["cy", "en"],
  ] as const) {
    test(`${asked} is answered in ${spoken}`, async ({ page, stack }) => {
      const html = merchantPage(stack, paneTag(`locale="${asked}"`));
      const pane = await openPane(page, stack, html, {}, spoken);
      expect(await lang(pane)).toBe(spoken);
      await expect(pane.field("number")).toBeVisible();
    });
  }

  test("the document carries it: no other is fetched until another is asked for", async ({ page, stack }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith("/texts")) asked.push(searchParams.get("locale") ?? "");
    });
    const html = merchantPage(stack, paneTag('locale="cy,fr-CH"'));
    const pane = await openPane(page, stack, html, {}, "fr");
    await page.evaluate(() => document.querySelector("card-pane")?.setAttribute("disabled", ""));
    await expect(pane.field("number")).toBeDisabled();
    expect(asked).toEqual([]);
    await speak(page, pane, "de");
    expect(asked).toEqual(["de"]);
  });

  test("auto takes the page's language before the browser's, and the browser's where the page says none", async ({
    browser,
    stack,
  }) => {
    const context = await browser.newContext({ locale: "pt-BR" });
    const page = await context.newPage();
    expect(await lang(await openPane(page, stack, merchantPage(stack, paneTag())))).toBe("en");
    expect(await lang(await openPane(page, stack, withoutLang(stack, "")))).toBe("pt-BR");
    expect(await lang(await openPane(page, stack, withoutLang(stack, 'lang="ja-JP"')))).toBe("ja");
    await context.close();
  });
});

test.describe("while someone types", () => {
  const texts = (page: Page, own: object) =>
    page.evaluate((given) => {
      (document.querySelector("card-pane") as unknown as { texts: object }).texts = given;
    }, own);

  test("another language keeps the document, what was typed, the focus and the caret, and turns shown errors", async ({
    page,
    stack,
  }) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag(one)));
    await pane.type({ cvv: "1" });
    await pane.type({ number: "42424242" });
    await expect.poll(() => pane.error("cvv")).toBe(locales.en.errors.cvv.incomplete);
    await pane.frame().evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await speak(page, pane, "he");
    const hebrew = new PaneObject(page, page.locator("card-pane"), "he");
    await expect(hebrew.field("number")).toBeFocused();
    await page.keyboard.type("9");
    await expect(hebrew.field("number")).toHaveValue("4242 4294 2");
    await expect.poll(() => hebrew.error("cvv")).toBe(locales.he.errors.cvv.incomplete);
    await expect
      .poll(async () => (await hebrew.snapshot()).fields.cvv?.errorText)
      .toBe(locales.he.errors.cvv.incomplete);
    expect(await hebrew.frame().evaluate(() => "sameDocument" in window)).toBe(true);
  });

  test("the page's own words take the place of ours, as text, and go again", async ({ page, stack }) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag('fields="number cvv"')));
    await pane.type({ cvv: "1", number: "4242" });
    const shown = (selector: string) =>
      pane.frame().evaluate((wanted) => document.querySelector(wanted)?.textContent?.trim(), selector);
    await texts(page, {
      labels: { number: "<b>Card</b> & number" },
      placeholders: { cvv: "&bull;" },
      errors: { cvv: { incomplete: "<img src=x>" } },
      cvvHint: "On the back",
    });
    await expect.poll(() => shown("label[for=number]")).toBe("<b>Card</b> & number");
    expect(await shown("#cvv-error")).toBe("<img src=x>");
    expect(await shown("#cvv-hint")).toBe("On the back");
    expect(await pane.field("cvv").getAttribute("placeholder")).toBe("&bull;");
    expect(await shown("label[for=cvv]")).toBe(locales.en.labels.cvv);
    await expect.poll(async () => (await pane.snapshot()).fields.cvv?.errorText).toBe("<img src=x>");
    await speak(page, pane, "de");
    await expect.poll(() => shown("label[for=cvv]")).toBe(locales.de.labels.cvv);
    expect(await shown("label[for=number]")).toBe("<b>Card</b> & number");
    await texts(page, {});
    await expect.poll(() => shown("label[for=number]")).toBe(locales.de.labels.number);
    const focused: FieldName = "number";
    expect(await pane.frame().evaluate(() => document.activeElement?.id)).toBe(focused);
  });

  test("they reach each field's own frame, and its name", async ({ page, stack }) => {
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag("number cvv")));
    await pane.type({ cvv: "1", number: "4" });
    await texts(page, { labels: { cvv: "Code" }, errors: { cvv: { incomplete: "Too short" } } });
    const own = pane.iframe("cvv").contentFrame().getByLabel("Code", { exact: true });
    await expect(own).toHaveValue("1");
    await expect(own).toHaveAccessibleDescription(/^Too short/);
    await expect(pane.iframe("cvv")).toHaveAttribute("title", /Code$/);
  });

  test("of two languages asked for in a row the last one stays", async ({ page, stack }) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
    // The first answer comes last.
    await page.route(/texts\?locale=ja/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    const late = page.waitForResponse(/texts\?locale=ja/);
    await page.evaluate(() => document.querySelector("card-pane")?.setAttribute("locale", "ja"));
    await speak(page, pane, "tr");
    await (await late).finished();
    await pane.frame().evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(await pane.frame().evaluate(() => document.documentElement.lang)).toBe("tr");
  });
});
