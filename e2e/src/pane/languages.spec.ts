/** Every language in a real layout, how a language is chosen, and a change of language while someone types. */
import type { CardPaneElement } from "@cardpane/browser";
import { defaultLook, formHeightPx } from "@cardpane/contract/appearance";
import { type LocaleTag, localeTags } from "@cardpane/contract/locales";
import { type FieldName, fieldNames } from "@cardpane/contract/messages";
import type { Frame, Page } from "@playwright/test";
import { locales } from "../../../packages/frame/src/locale/index.ts";
import { placeholderText } from "../../../packages/frame/src/locale/messages.ts";
import { fieldProblems } from "../../../packages/frame/src/locale/types.ts";
import { findMisplaced } from "../support/find-misplaced.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { holdResponses } from "../support/held-requests.ts";
import { isNightly, someOf } from "../support/lanes.ts";
import { expectFrameFits, formHeight, misplaced, spaceText } from "../support/layout.ts";
import { inFont, merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { goodCard, openPane, openSplitPane, PaneObject } from "../support/pane-object.ts";

/** With these margins a field in a row is 130 px wide at 320 px: any narrower, and each field gets its own row. */
const head = (font: Parameters<typeof inFont>[0]) => `<style>body { margin: 0 20px }</style>${inFont(font)}`;
const one = 'fields="number expiry cvv cardholder postalCode"';
const split = `${one} expiry="split"`;
const optional = 'fields="number expiry cvv? cardholder? postalCode?"';
const pairs = 'fields="number cvv postalCode cardholder expiry"';

const forms = [
  { how: "the expiry in one field", attributes: one },
  { how: "month and year apart", attributes: split },
  { how: "some fields optional", attributes: optional },
  { how: "code and postal code side by side", attributes: pairs },
] as const;

/** Long words, long sentences, right to left, ideographs, stacked marks, and one of which another is a variant. */
const few: readonly LocaleTag[] = ["en", "de", "ar", "ja", "th", "zh-HK"];
const tags = isNightly ? localeTags : few;

/** Sets another language on a page's panes, which must be ready, and waits until they show it. */
async function speak(page: Page, tag: LocaleTag): Promise<void> {
  await page.evaluate((to) => {
    for (const pane of document.querySelectorAll("card-pane")) pane.setAttribute("locale", to);
  }, tag);
  const frames = page.frames().filter((frame) => frame.url().includes("/frame?"));
  await Promise.all(
    frames.map((frame) => frame.waitForFunction((to) => document.documentElement.lang === to, tag)),
  );
}

const mostErrors = Math.max(...Object.values(fieldProblems).map((codes) => codes.length));

type Errors = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Runs in a frame: shows the error at this index (wrapping) in each field's error line; -1 removes the errors. */
function putErrors(errors: Errors, at: number): void {
  for (const line of document.querySelectorAll<HTMLElement>("[id$=-error]")) {
    line.querySelector("[data-probe]")?.remove();
    const texts = Object.values(errors[line.id.replace(/(Month|Year)?-error$/, "")] ?? {});
    const text = texts[at % texts.length];
    if (at < 0 || text === undefined) continue;
    const probe = line.appendChild(document.createElement("span"));
    probe.dataset["probe"] = "";
    probe.style.animation = "none";
    probe.textContent = text;
  }
}

/** Runs in a frame: finds labels of more than one line, errors of too many lines, and placeholders that are cut. */
function findTooLong(
  placeholders: Readonly<Partial<Record<string, string>>>,
  maxErrorLines: number,
): readonly string[] {
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
    const isLong = element.matches("label") ? lines > 1 : lines > maxErrorLines;
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
    const text = placeholders[name] ?? "";
    // A floating label needs a placeholder, even if it is only a blank.
    if (input.placeholder.trim() !== text) found.push(`placeholder of ${name} is not ${text}`);
    if (pen.measureText(text).width > room) found.push(`placeholder of ${name} is cut: ${text}`);
  }
  return found;
}

/**
 * Layout problems with each error of a language in its line, one after another. One call into the frame measures all of them:
 * one call per error of fifty languages takes longer than the layout.
 *
 * @param maxErrorLines - how many lines an error may take; without it, as many as it needs
 */
async function problemsOf(frame: Frame, tag: LocaleTag, maxErrorLines?: number): Promise<readonly string[]> {
  const { errors } = locales[tag];
  const placeholders = Object.fromEntries(
    fieldNames.map((name) => [name, placeholderText(locales[tag], name)]),
  );
  const problems: readonly string[] = await frame.evaluate(`(() => {
    const found = [];
    for (let at = 0; at < ${mostErrors}; at += 1) {
      (${putErrors})(${JSON.stringify(errors)}, at);
      found.push(...(${findMisplaced})());
      if (${maxErrorLines !== undefined}) found.push(...(${findTooLong})(${JSON.stringify(placeholders)}, ${maxErrorLines ?? 0}));
    }
    (${putErrors})({}, -1);
    return found;
  })()`);
  return problems.map((problem) => `${tag}: ${problem}`);
}

/** A text for each field. */
const whole = { ...goodCard, cardholder: "Ada Example", postalCode: "12345" };

for (const font of someOf(["wide", "narrow"] as const, 0)) {
  for (const width of font === "wide" ? someOf([320, 1280], 0) : [320]) {
    test(`no text of any language is cut, no label takes a second line, no error a third: ${font} font, ${width} px`, async ({
      page,
      stack,
    }) => {
      // All panes are in view, because the browser does not draw a frame outside the window.
      await page.setViewportSize({ width, height: 3_000 });
      const html = merchantPage(stack, forms.map(({ attributes }) => paneTag(attributes)).join(""), {
        head: head(font),
      });
      await page.goto(stack.site.serve(html));
      // All forms are on one page, so that one change of language covers them all.
      const panes = await Promise.all(
        forms.map(async (form, index) => {
          const host = page.locator("card-pane").nth(index);
          await new PaneObject(page, host).ready();
          const iframe = await host.locator("iframe").elementHandle();
          const frame = (await iframe?.contentFrame()) as Frame;
          const { widthPx, names } = await frame.evaluate(() => ({
            widthPx: innerWidth,
            names: Array.from(document.querySelectorAll("input"), ({ id }) => id as FieldName),
          }));
          return { ...form, frame, reservedPx: formHeightPx(names, widthPx, defaultLook) };
        }),
      );
      const found: string[] = [];
      for (const tag of tags) {
        await speak(page, tag);
        for (const { how, attributes, frame, reservedPx } of panes) {
          const heightPx = await formHeight(frame);
          if (heightPx !== reservedPx && attributes !== optional)
            found.push(`${how}: ${tag}: ${heightPx} px high, and ${reservedPx} px are reserved`);
          const problems = await problemsOf(frame, tag, width === 320 ? 2 : 1);
          found.push(...problems.map((problem) => `${how}: ${problem}`));
        }
      }
      expect([...new Set(found)]).toEqual([]);
    });
  }

  test(`floating labels of every language are whole, at rest and above what is typed: ${font} font`, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize({ width: 320, height: 900 });
    const tag = paneTag(`${optional} labels="floating"`);
    const pane = await openPane(page, stack, merchantPage(stack, tag, { head: head(font) }));
    // Without animations, the measured positions are final.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const found: string[] = [];
    for (const typed of [false, true]) {
      for (const [name, text] of Object.entries(typed ? whole : {}))
        await pane.frame().locator(`#${name}`).fill(text);
      for (const locale of tags) {
        await speak(page, locale);
        const problems = await misplaced(pane.frame());
        found.push(...problems.map((problem) => `${locale}, ${typed ? "typed" : "at rest"}: ${problem}`));
      }
      await speak(page, "en");
    }
    expect(found).toEqual([]);
  });

  test(`text spacing of WCAG 1.4.12: every language has its room: ${font} font`, { tag: "@nightly" }, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize({ width: 320, height: 900 });
    const pane = await openPane(page, stack, merchantPage(stack, paneTag(split), { head: head(font) }));
    await spaceText(pane.frame());
    const found: string[] = [];
    for (const tag of tags) {
      await speak(page, tag);
      found.push(...(await problemsOf(pane.frame(), tag)));
    }
    expect([...new Set(found)]).toEqual([]);
    await expectFrameFits(pane.frame());
  });
}

test("each language has its direction, and numbers stay left to right in all", {
  tag: "@wcag-3.1.2",
}, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag(one)));
  for (const tag of tags) {
    await speak(page, tag);
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

test.describe("the choice of a language", () => {
  const withoutLang = (stack: Stack, attributes: string) =>
    merchantPage(stack, paneTag(attributes)).replace('<html lang="en">', "<html>");
  const lang = (pane: PaneObject) => pane.frame().evaluate(() => document.documentElement.lang);

  const requests = [
    ["fr-CH", "fr"],
    ["zh-Hant-HK", "zh-HK"],
    ["es-MX", "es-419"],
    ["cy,nn,de", "no"],
    ["cy", "en"],
  ] as const;
  // nearestLocale's own test tries every rule.
  for (const [requested, shown] of someOf(requests, 3)) {
    test(`${requested} is shown in ${shown}`, async ({ page, stack }) => {
      const html = merchantPage(stack, paneTag(`locale="${requested}"`));
      const pane = await openPane(page, stack, html, {}, shown);
      expect(await lang(pane)).toBe(shown);
      await expect(pane.field("number")).toBeVisible();
    });
  }

  test("the document contains its language: no other is fetched until one is set", async ({
    page,
    stack,
  }) => {
    const requests: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith("/texts")) requests.push(searchParams.get("locale") ?? "");
    });
    const html = merchantPage(stack, paneTag('locale="cy,fr-CH"'));
    const pane = await openPane(page, stack, html, {}, "fr");
    await page.evaluate(() => document.querySelector("card-pane")?.setAttribute("disabled", ""));
    await expect(pane.field("number")).toBeDisabled();
    expect(requests).toEqual([]);
    await speak(page, "de");
    expect(requests).toEqual(["de"]);
  });

  test("auto takes the page's language before the browser's, and the browser's when the page has none", {
    tag: "@nightly",
  }, async ({ browser, stack }) => {
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

  test("another language keeps the document, what was typed, the focus and the caret, and translates shown errors", async ({
    page,
    stack,
  }) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag(one)));
    await pane.paste({ cvv: "1" });
    await pane.paste({ number: "42424242" });
    await expect.poll(() => pane.error("cvv")).toBe(locales.en.errors.cvv.incomplete);
    await pane.frame().evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await speak(page, "he");
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

  test("the page's own texts replace the pane's, as plain text, and can be removed again", async ({
    page,
    stack,
  }) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag('fields="number expiry cvv"')));
    await pane.paste({ cvv: "1", number: "4242" });
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
    await speak(page, "de");
    await expect.poll(() => shown("label[for=cvv]")).toBe(locales.de.labels.cvv);
    expect(await shown("label[for=number]")).toBe("<b>Card</b> & number");
    await texts(page, {});
    await expect.poll(() => shown("label[for=number]")).toBe(locales.de.labels.number);
    const focused: FieldName = "number";
    expect(await pane.frame().evaluate(() => document.activeElement?.id)).toBe(focused);
  });

  test("the page's own texts reach each field's frame, and its name", async ({ page, stack }) => {
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag("number cvv")));
    await pane.paste({ cvv: "1", number: "4" });
    await texts(page, { labels: { cvv: "Code" }, errors: { cvv: { incomplete: "Too short" } } });
    const own = pane.iframe("cvv").contentFrame().getByLabel("Code", { exact: true });
    await expect(own).toHaveValue("1");
    await expect(own).toHaveAccessibleDescription(/^Too short/);
    await expect(pane.iframe("cvv")).toHaveAttribute("title", /Code$/);
  });

  test("of two languages that are set one after the other, the last one stays", async ({ page, stack }) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
    // The first response comes last.
    const japanese = await holdResponses(page, /texts\?locale=ja/);
    const late = page.waitForResponse(/texts\?locale=ja/);
    await page.evaluate(() => document.querySelector("card-pane")?.setAttribute("locale", "ja"));
    await japanese.sent;
    await speak(page, "tr");
    japanese.release();
    const response = await late;
    await response.finished();
    // A second, later request for the same texts arrives after the first response.
    const lang = await pane.frame().evaluate(async (url) => {
      await (await fetch(url)).text();
      return document.documentElement.lang;
    }, response.url());
    expect(lang).toBe("tr");
  });
});
