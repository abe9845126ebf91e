/** Every language in a real layout, the way to it, and a change of it while someone types. */
import type { CardPaneElement } from "@cardpane/browser";
import { defaultLook, formHeightPx } from "@cardpane/contract/appearance";
import { type LocaleTag, localeTags } from "@cardpane/contract/locales";
import type { FieldName } from "@cardpane/contract/messages";
import type { Frame, Page } from "@playwright/test";
import { locales } from "../../packages/frame/src/locale/index.ts";
import { fieldProblems, type Locale } from "../../packages/frame/src/locale/types.ts";
import { expect, type Stack, test } from "./fixtures.ts";
import { expectFrameFits, formHeight, misplaced, spaceText } from "./layout.ts";
import { inFont, merchantPage, paneTag, splitTag } from "./pages.ts";
import { goodCard, openPane, openSplitPane, PaneObject } from "./pane-object.ts";

/** Fields of a row are then 130 px wide at 320 px, the least there is before each has a row of its own. */
const head = (font: Parameters<typeof inFont>[0]) => `<style>body { margin: 0 20px }</style>${inFont(font)}`;
const one = 'fields="number expiry cvv cardholder postalCode"';
const split = `${one} expiry="split"`;
const optional = 'fields="number expiry cvv? cardholder? postalCode?"';
const pairs = 'fields="number cvv postalCode cardholder expiry"';

/** Puts a pane that is there into another language, and waits for it. */
async function speak(page: Page, pane: PaneObject, tag: LocaleTag): Promise<void> {
  await page.evaluate((to) => document.querySelector("card-pane")?.setAttribute("locale", to), tag);
  await pane.frame().waitForFunction((to) => document.documentElement.lang === to, tag);
}

/** Puts an error of each field in its line at once: the first of each, the second, and so on. */
function showErrors(frame: Frame, { errors }: Locale, index: number): Promise<void> {
  return frame.evaluate(
    ([errorsOf, at]) => {
      for (const line of document.querySelectorAll<HTMLElement>("[id$=-error]")) {
        line.querySelector("[data-probe]")?.remove();
        const texts = Object.values(errorsOf[line.id.replace(/(Month|Year)?-error$/, "")] ?? {});
        const text = texts[at % texts.length];
        if (at < 0 || text === undefined) continue;
        const probe = line.appendChild(document.createElement("span"));
        probe.dataset["probe"] = "";
        probe.style.animation = "none";
        probe.textContent = text;
      }
    },
    [errors, index] as [Record<string, Record<string, string>>, number],
  );
}

/** Labels of more than one line, errors of more lines than there may be, and placeholders that are cut. */
function tooLong(frame: Frame, { placeholders }: Locale, maxErrorLines: number): Promise<readonly string[]> {
  return frame.evaluate(
    ([placeholderOf, maxLines]) => {
      const found: string[] = [];
      const linesOf = (element: Element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { height } = range.getBoundingClientRect();
        return Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight));
      };
      for (const element of document.querySelectorAll("label, [id$=-error]")) {
        const lines = linesOf(element);
        // "(optional)" may go to a line of its own.
        const isLong = element.matches("label") ? lines > 1 : lines > maxLines;
        if (isLong && !element.querySelector(".optional"))
          found.push(`${lines} lines: ${element.textContent?.trim()}`);
      }
      for (const input of document.querySelectorAll("input")) {
        const { name } = input;
        const style = getComputedStyle(input);
        const pen = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const room =
          input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
        const text = placeholderOf[name] ?? "";
        // A label that floats needs a placeholder, if only a blank.
        if (input.placeholder.trim() !== text) found.push(`placeholder of ${name} is not ${text}`);
        if (pen.measureText(text).width > room) found.push(`placeholder of ${name} is cut: ${text}`);
      }
      return found;
    },
    [placeholders as Readonly<Partial<Record<string, string>>>, maxErrorLines] as const,
  );
}

/** Something in each field. */
const whole = { ...goodCard, cardholder: "Ada Example", postalCode: "12345" };

const mostErrors = Math.max(...Object.values(fieldProblems).map((codes) => codes.length));

for (const font of ["wide", "narrow"] as const) {
  for (const width of font === "wide" ? [320, 1280] : [320]) {
    for (const [how, attributes] of [
      ["the expiry in one field", one],
      ["month and year apart", split],
      ["some fields optional", optional],
      ["code and postal code side by side", pairs],
    ] as const) {
      test(`no text of any language is cut, no label takes a second line, no error a third: ${font} font, ${width} px, ${how}`, async ({
        page,
        stack,
      }) => {
        test.slow();
        await page.setViewportSize({ width, height: 900 });
        const pane = await openPane(
          page,
          stack,
          merchantPage(stack, paneTag(attributes), { head: head(font) }),
        );
        const { widthPx, names } = await pane.frame().evaluate(() => ({
          widthPx: innerWidth,
          names: Array.from(document.querySelectorAll("input"), ({ id }) => id as FieldName),
        }));
        const reservedPx = formHeightPx(names, widthPx, defaultLook);
        const found: string[] = [];
        for (const tag of localeTags) {
          await speak(page, pane, tag);
          const heightPx = await formHeight(pane.frame());
          if (heightPx !== reservedPx && attributes !== optional)
            found.push(`${tag}: ${heightPx} px high, and ${reservedPx} px are reserved`);
          for (let index = 0; index < mostErrors; index += 1) {
            await showErrors(pane.frame(), locales[tag], index);
            const problems = [
              ...(await misplaced(pane.frame())),
              ...(await tooLong(pane.frame(), locales[tag], width === 320 ? 2 : 1)),
            ];
            found.push(...problems.map((problem) => `${tag}: ${problem}`));
          }
          await showErrors(pane.frame(), locales[tag], -1);
        }
        expect([...new Set(found)]).toEqual([]);
      });
    }
  }

  test(`floating labels of every language are whole, at rest and above what is typed: ${font} font`, async ({
    page,
    stack,
  }) => {
    test.slow();
    await page.setViewportSize({ width: 320, height: 900 });
    const tag = paneTag(`${optional} labels="floating"`);
    const pane = await openPane(page, stack, merchantPage(stack, tag, { head: head(font) }));
    // Nothing moves: what is measured is where it ends.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const found: string[] = [];
    for (const typed of [false, true]) {
      for (const [name, text] of Object.entries(typed ? whole : {}))
        await pane.frame().locator(`#${name}`).fill(text);
      for (const locale of localeTags) {
        await speak(page, pane, locale);
        const problems = await misplaced(pane.frame());
        found.push(...problems.map((problem) => `${locale}, ${typed ? "typed" : "at rest"}: ${problem}`));
      }
      await speak(page, pane, "en");
    }
    expect(found).toEqual([]);
  });

  test(`text spacing of WCAG 1.4.12: every language has its room: ${font} font`, async ({ page, stack }) => {
    test.slow();
    await page.setViewportSize({ width: 320, height: 900 });
    const pane = await openPane(page, stack, merchantPage(stack, paneTag(split), { head: head(font) }));
    await spaceText(pane.frame());
    const found: string[] = [];
    for (const tag of localeTags) {
      await speak(page, pane, tag);
      for (let index = 0; index < mostErrors; index += 1) {
        await showErrors(pane.frame(), locales[tag], index);
        const problems = await misplaced(pane.frame());
        found.push(...problems.map((problem) => `${tag}: ${problem}`));
      }
      await showErrors(pane.frame(), locales[tag], -1);
    }
    expect([...new Set(found)]).toEqual([]);
    await expectFrameFits(pane.frame());
  });
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
      (document.querySelector("card-pane") as CardPaneElement).texts = given;
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
    const pane = await openPane(page, stack, merchantPage(stack, paneTag('fields="number expiry cvv"')));
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
