/** The look: live changes, an input of the page as the model, custom properties, themes, states, fonts, zoom, spacing. */
import type { CardPaneElement } from "@cardpane/browser";
import type { Locator, Page } from "@playwright/test";
import { expectNoFindings } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { expectFrameFits, formHeight, misplaced, spaceText } from "../support/layout.ts";
import { inFont, merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { goodCard, openPane, openSplitPane, PaneObject } from "../support/pane-object.ts";

const all = 'fields="number expiry cvv cardholder postalCode"';

/** Computed properties of an input of the pane. */
function styleOf(input: Locator, ...names: string[]): Promise<Record<string, string>> {
  return input.evaluate((element, wanted) => {
    const style = getComputedStyle(element);
    return Object.fromEntries(wanted.map((name) => [name, style.getPropertyValue(name)]));
  }, names);
}

/** Changes options as a page's script does. */
function update(page: Page, options: object): Promise<void> {
  return page
    .locator("card-pane")
    .evaluate((pane, given) => (pane as CardPaneElement).update(given), options);
}

test("a live change keeps frame, text, caret and selection, and moves nothing while it comes", {
  tag: "@engines",
}, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  const number = pane.field("number");
  await number.focus();
  await page.keyboard.type("4242 4242");
  await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 4));
  await pane.frame().evaluate(() => Object.assign(window, { sameDocument: true }));
  for (const look of [
    { tokens: { colorText: "#7b1fa2", fieldHeight: 60, radius: 2 } },
    { theme: "flat" },
    { labels: "floating", density: "compact" },
    { labels: "hidden", rows: "stacked" },
    { theme: "line", scheme: "dark" },
    { theme: "none", labels: "above", rows: "inline" },
  ]) {
    await update(page, look);
  }
  await update(page, {
    tokens: { colorText: "#7b1fa2", fieldHeight: 60, radius: 2 },
    theme: "classic",
    scheme: "light",
  });
  await expect
    .poll(() => styleOf(number, "color", "height"))
    .toEqual({ color: "rgb(123, 31, 162)", height: "60px" });
  await expect(number).toBeFocused();
  expect(
    await number.evaluate((input: HTMLInputElement) => [
      input.value,
      input.selectionStart,
      input.selectionEnd,
    ]),
  ).toEqual(["4242 4242", 2, 4]);
  expect(await pane.frame().evaluate(() => "sameDocument" in window)).toBe(true);
  await page.keyboard.type("9");
  await expect(number).toHaveValue("4294 242");
});

test("a token that does not fit changes nothing but itself, and is named once", async ({
  page,
  stack,
  watch,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await update(page, { tokens: { colourText: "#fff", radius: 900, colorText: "#123456" } });
  await update(page, { tokens: { colourText: "#fff", radius: 900, colorText: "#123456" }, theme: "flat" });
  await expect.poll(() => styleOf(pane.field("number"), "color")).toEqual({ color: "rgb(18, 52, 86)" });
  expect(watch.consoleLines.filter((line) => line.includes("the appearance token"))).toHaveLength(2);
});

/** Three checkouts, each with CSS of its own, an e-mail field and a theme that the page switches. */
const checkouts = [
  {
    name: "rounded, with a ring",
    css: `:root { --ink: #111827; --paper: #fff; --line: #d1d5db; --brand: oklch(0.55 0.2 260) }
      :root.dark { --ink: #f9fafb; --paper: #1f2937; --line: #6b7280; --brand: #93c5fd }
      body { background: var(--paper); color: var(--ink) }
      label { font: 500 14px/20px Arial; color: var(--ink) }
      .control { height: 42px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper);
        color: var(--ink); font: 16px Arial; box-shadow: 0 1px 2px 0 rgb(0 0 0 / .05); width: 100% }
      .control::placeholder { color: #6b7280 }
      .control:focus { outline: none; border-color: var(--brand); box-shadow: 0 0 0 3px color-mix(in srgb, var(--brand) 30%, transparent) }`,
    focused: { "border-bottom-color": /^rgb/, "box-shadow": /rgba\(\d+, \d+, \d+, 0\.3\) 0px 0px 0px 3px/ },
  },
  {
    name: "a line below",
    css: `:root { --ink: #212121; --ground: #fafafa } :root.dark { --ink: #fff; --ground: #121212 }
      body { background: var(--ground); color: var(--ink) }
      label { font: 400 12px Georgia; color: #666 }
      .control { height: 48px; padding: 4px 0; border: 0; border-bottom: 1px solid #949494; border-radius: 0; background: transparent;
        color: var(--ink); font: 400 17px Georgia; width: 100% }
      .control { &:focus { outline: 0; border-bottom-color: rgb(98, 0, 238) } }`,
    focused: { "border-bottom-color": /^rgb\(98, 0, 238\)$/ },
  },
  {
    name: "square and heavy, outlined",
    css: `:root { --ink: #0b0c0c } :root.dark { --ink: #ffffff } body { background: #fff } .dark body { background: #0b0c0c }
      label { font: 700 19px Arial; color: var(--ink) }
      @layer base { input.control { height: 40px; padding: 5px; border: 2px solid var(--ink); border-radius: 0; background: #fff0;
        color: var(--ink); font: 400 19px Arial; width: 100% } }
      input.control:focus-visible { outline: 3px solid #ffdd00; outline-offset: 0; box-shadow: inset 0 0 0 2px var(--ink) }`,
    focused: { "box-shadow": /inset/ },
  },
] as const;

for (const { name, css, focused } of someOf(checkouts, 0)) {
  test(`match: the pane looks like the page's own input, ${name}`, { tag: "@engines" }, async ({
    page,
    stack,
  }) => {
    const html = merchantPage(
      stack,
      `<p><label for="email">Mail</label><input id="email" class="control" placeholder="you@example.com"></p>${paneTag('match="#email"')}`,
      { head: `<style>* { box-sizing: border-box } ${css}</style>` },
    );
    const pane = await openPane(page, stack, html);
    const number = pane.field("number");
    const names = [
      "color",
      "background-color",
      "border-bottom-color",
      "border-bottom-width",
      "border-top-width",
    ];
    names.push("border-top-left-radius", "height", "font-size", "font-family", "padding-left");
    const looks = () => Promise.all([styleOf(number, ...names), styleOf(page.locator("#email"), ...names)]);
    await expect
      .poll(async () => {
        const [ours, theirs] = await looks();
        return Object.keys(ours).filter((key) => ours[key] !== theirs[key]);
      })
      .toEqual([]);
    // The page turns dark, by its own class; nothing calls the pane.
    await page.evaluate(() => document.documentElement.classList.add("dark"));
    await expect
      .poll(async () => (await styleOf(number, "color"))["color"])
      .toBe((await styleOf(page.locator("#email"), "color"))["color"]);
    await page.evaluate(() => document.documentElement.classList.remove("dark"));
    await number.focus();
    for (const [property, wanted] of Object.entries(focused)) {
      await expect.poll(async () => (await styleOf(number, property))[property]).toMatch(wanted);
    }
  });
}

test("match: every spelling of a state's border, outline and background gives the same tokens", async ({
  page,
  stack,
}) => {
  const danger = "rgb(168, 50, 31)";
  const rule = (selector: string, css: string) => `${selector} { ${css} }`;
  const invalid = "input[aria-invalid=true]";
  /** Each sets the border of an invalid input, whatever the spelling. */
  const spellings = [
    rule(invalid, "border-bottom-color: #a8321f"),
    rule(invalid, "border-color: #a8321f"),
    rule(invalid, "border-color: var(--danger)"),
    rule(invalid, "border-bottom: 1px solid var(--danger)"),
    rule(invalid, "border: 1px solid var(--danger)"),
    rule(invalid, "border: 1px solid #a8321f"),
    rule(invalid, "border: 1px solid var(--other); border-color: var(--danger)"),
    rule(invalid, "border: 1px solid var(--other); border-bottom-color: #a8321f"),
    rule(invalid, "border-width: var(--width); border-color: var(--danger)"),
    `@layer base { ${rule(invalid, "border-color: var(--danger)")} }`,
    rule("input", `&[aria-invalid=true] { border-color: var(--danger) }`),
    rule("input", `color: var(--ink); &:is([aria-invalid=true], .wrong) { border-color: var(--danger) }`),
    rule(":is(input, select):is(:user-invalid, [aria-invalid=true])", "border-color: var(--danger)"),
    rule("main :is(input, .box:is(.a, .b))[aria-invalid=true]", "border-color: var(--danger)"),
    rule(invalid, "& + p { color: red } border-color: var(--danger)"),
  ];
  const head = `<style>:root { --danger: #a8321f; --other: rgb(1, 1, 1); --width: 1px; --ink: #1d2a2c }
    input { color: #1d2a2c; border: 1px solid #84918f }</style><style id="spelling"></style>`;
  const body = `<input id="email" aria-label="Mail">${paneTag('match="#email"')}`;
  const pane = await openPane(page, stack, merchantPage(stack, body, { head }));
  const token = (name: string) =>
    pane.frame().evaluate((each) => document.documentElement.style.getPropertyValue(each), name);
  const restyle = (css: string) =>
    page.locator("#spelling").evaluate((style, text) => {
      style.textContent = text;
    }, css);
  for (const css of someOf(spellings, 3, 9, 11, 13)) {
    await restyle("");
    await expect.poll(() => token("--color-border-invalid"), css).toBe("var(--color-danger)");
    await restyle(css);
    await expect.poll(() => token("--color-border-invalid"), css).toBe(danger);
  }
  await restyle("#email:focus { outline: 3px solid var(--danger); background: var(--other) }");
  await expect.poll(() => token("--color-ring")).toBe(danger);
  await expect.poll(() => token("--color-field-focus")).toBe("rgb(1, 1, 1)");
  await expect.poll(() => token("--focus-width")).toBe("0.1875rem");
});

test("match: a missing input is reported once, the theme stays, and the input may come later", {
  tag: "@nightly",
}, async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/No input matches the selector of the option `match`/);
  const pane = await openPane(page, stack, merchantPage(stack, `<main>${paneTag('match="#late"')}</main>`));
  await expect
    .poll(() => watch.consoleLines.filter((line) => line.includes("option `match`")).length)
    .toBe(1);
  expect(await styleOf(pane.field("number"), "color")).toEqual({ color: "rgb(26, 29, 38)" });
  await page.evaluate(() => {
    const input = Object.assign(document.createElement("input"), { id: "late" });
    input.style.color = "rgb(1, 2, 3)";
    document.querySelector("main")?.prepend(input);
  });
  await expect.poll(() => styleOf(pane.field("number"), "color")).toEqual({ color: "rgb(1, 2, 3)" });
  expect(watch.consoleLines.filter((line) => line.includes("option `match`"))).toHaveLength(1);
});

test("custom properties are tokens: they override `match`, the option `tokens` overrides them, and they change live", {
  tag: "@engines",
}, async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/--cardpane-field-height/);
  const head = `<style>
    #email { color: rgb(1, 1, 1); background: rgb(2, 2, 2); border: 3px solid rgb(3, 3, 3) }
    card-pane { --brand: oklch(0.6 0.1 140); --cardpane-color-field: rebeccapurple; --cardpane-color-border: var(--brand);
      --cardpane-radius: 1rem; --cardpane-label-weight: bold; --cardpane-field-height: tall }
    .wide card-pane { --cardpane-radius: 3px }
  </style>`;
  const body = `<input id="email" aria-label="Mail">${paneTag('match="#email"')}`;
  const pane = await openPane(page, stack, merchantPage(stack, body, { head }));
  const look = () =>
    styleOf(
      pane.field("number"),
      "color",
      "background-color",
      "border-top-left-radius",
      "border-bottom-width",
    );
  await expect.poll(look).toEqual({
    color: "rgb(1, 1, 1)",
    "background-color": "rgb(102, 51, 153)",
    "border-top-left-radius": "16px",
    "border-bottom-width": "3px",
  });
  // An input without a placeholder has no placeholder colour: in the text's colour, an empty field would look filled in.
  const placeholder = await pane
    .field("number")
    .evaluate((input) => getComputedStyle(input, "::placeholder").color);
  expect(placeholder).not.toBe("rgb(1, 1, 1)");
  await update(page, { tokens: { colorField: "#ffffff" } });
  await expect.poll(async () => (await look())["background-color"]).toBe("rgb(255, 255, 255)");
  await page.evaluate(() => document.body.classList.add("wide"));
  await expect.poll(async () => (await look())["border-top-left-radius"]).toBe("3px");
  await page
    .locator("card-pane")
    .evaluate((host: HTMLElement) => host.style.setProperty("--cardpane-radius", "5px"));
  await expect.poll(async () => (await look())["border-top-left-radius"]).toBe("5px");
});

test("the pane becomes dark with a page that changes its scheme by a class", async ({ page, stack }) => {
  const head =
    "<style>:root { color-scheme: light } :root.dark { color-scheme: dark; background: #111 }</style>";
  const pane = await openPane(page, stack, merchantPage(stack, paneTag(), { head }));
  const before = await styleOf(pane.field("number"), "color");
  await page.evaluate(() => document.documentElement.classList.add("dark"));
  await expect.poll(() => styleOf(pane.field("number"), "color")).not.toEqual(before);
  expect(
    await page.locator("card-pane iframe").evaluate((frame) => getComputedStyle(frame).colorScheme),
  ).toBe("dark");
});

for (const theme of someOf(["classic", "flat", "line", "none"], 1)) {
  test(`axe finds nothing: theme ${theme}, each place of the labels, empty and everything wrong`, async ({
    page,
    stack,
  }) => {
    const body = `<h1>Pay</h1>${paneTag(`${all} theme="${theme}"`)}`;
    const pane = await openPane(page, stack, merchantPage(stack, body));
    const lookAtLabels = async () => {
      for (const labels of someOf(["above", "floating", "hidden"], 1)) {
        await update(page, { labels });
        await expect(pane.frame().locator("html")).toHaveAttribute("data-labels", labels);
        await expectNoFindings(page);
        await expect(pane.field("number")).toHaveAccessibleName(/card number/i);
      }
    };
    await lookAtLabels();
    await pane.paste({ number: "4242424242424241" });
    expect((await pane.tokenize()).error?.code).toBe("form_invalid");
    await lookAtLabels();
  });
}

/** Controls that are smaller than 24 px. */
function small(pane: PaneObject): Promise<readonly string[]> {
  return pane.frame().evaluate(() =>
    Array.from(document.querySelectorAll(".box > :is(input, select), [type=radio]"))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width < 24 || height < 24;
      })
      .map(({ id }) => id),
  );
}

const zoomed = ["", 'labels="floating"', 'density="compact"', 'rows="inline"', 'theme="line" locale="ar"'];
for (const font of someOf(["wide", "narrow"] as const, 0)) {
  for (const attributes of someOf(zoomed, 4)) {
    test(`400 % zoom and the text spacing of WCAG 1.4.12: nothing is cut, targets are 24 px; ${attributes || "plain"}, ${font} font`, {
      tag: ["@wcag-1.4.12", "@wcag-2.5.8"],
    }, async ({ page, stack }) => {
      await page.setViewportSize({ width: 320, height: 256 });
      const locale = attributes.includes("ar") ? "ar" : "en";
      const html = merchantPage(stack, paneTag(`${all} ${attributes}`), { head: inFont(font) });
      const pane = await openPane(page, stack, html, {}, locale);
      await pane.tokenize();
      for (const spaced of [false, true]) {
        if (spaced) await spaceText(pane.frame());
        await expectFrameFits(pane.frame());
        await expect.poll(() => misplaced(pane.frame())).toEqual([]);
        expect(await small(pane)).toEqual([]);
      }
    });
  }
}

test("the pane draws its texts in a font of its host", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  const width = () =>
    pane
      .frame()
      .locator("label")
      .first()
      .evaluate((label) => {
        const range = document.createRange();
        range.selectNodeContents(label);
        return range.getBoundingClientRect().width;
      });
  await update(page, { tokens: { fontFamily: "Wide" } });
  await expect.poll(() => pane.frame().evaluate(() => document.fonts.size)).toBeGreaterThan(0);
  const wide = await width();
  await update(page, { tokens: { fontFamily: "Narrow" } });
  await expect.poll(width).toBeLessThan(0.8 * wide);
});

/** A page's own texts: some longer than any of ours, some short. */
const longTexts = {
  labels: { expiry: "The month and the year until which this card is good", cvv: "Code" },
  errors: {
    expiry: { required: "Please fill in the month and the year that are printed on your card" },
    cvv: { required: "No code" },
  },
};

const layouts = [
  ["labels above", 'labels="above"', 320],
  ["labels floating", 'labels="floating"', 320],
  ["labels hidden", 'labels="hidden"', 320],
  ["from right to left", 'labels="floating" locale="ar"', 320],
  ["all in one row", 'rows="inline"', 600],
  ["all in one row, labels floating", 'rows="inline" labels="floating"', 600],
] as const;
for (const [how, attributes, width] of someOf(layouts, 3)) {
  for (const font of someOf(["wide", "narrow"] as const, 0)) {
    test(`texts of more than one line get them all, their row grows as one, the page gets the height: ${how}, ${font} font`, {
      tag: "@engines",
    }, async ({ page, stack }) => {
      await page.setViewportSize({ width, height: 700 });
      await page.emulateMedia({ reducedMotion: "reduce" });
      const head = inFont(font);
      const locale = attributes.includes("ar") ? "ar" : "en";
      const pane = await openPane(
        page,
        stack,
        merchantPage(stack, paneTag(attributes), { head }),
        {},
        locale,
      );
      const frame = pane.frame();
      await update(page, { texts: longTexts });
      await expect(frame.locator("label[for=cvv]")).toHaveText("Code");
      const isRight = async (when: string) => {
        await expectFrameFits(frame);
        expect(await misplaced(frame), when).toEqual([]);
        return formHeight(frame);
      };
      const fill = async () => {
        for (const [name, text] of Object.entries(goodCard)) {
          await frame.locator(`#${name}`).fill("");
          await frame.locator(`#${name}`).pressSequentially(text);
        }
      };
      const heightPx = await isRight("empty");
      await fill();
      expect(await isRight("filled in"), "what is typed changes no height").toBe(heightPx);
      for (const name of Object.keys(goodCard)) await frame.locator(`#${name}`).fill("");
      await pane.tokenize();
      await expect(frame.locator("#expiry-error")).toHaveText(longTexts.errors.expiry.required);
      await expect.poll(() => formHeight(frame)).toBeGreaterThan(heightPx);
      await isRight("with errors");
      await fill();
      await expect.poll(() => formHeight(frame)).toBe(heightPx);
      await isRight("resolved");
    });
  }
}

test("autofilled fields keep the look, with colours of their own where there are some", {
  tag: "@nightly",
}, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag(all)));
  await update(page, { tokens: { colorTextAutofilled: "#004400", colorFieldAutofilled: "#eeffee" } });
  const session = await page.context().newCDPSession(pane.frame());
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument", { depth: -1 });
  const { nodeId } = await session.send("DOM.querySelector", {
    nodeId: root.nodeId,
    selector: "#cardholder",
  });
  await session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: ["autofill"] });
  await expect
    .poll(async () => {
      const style = await styleOf(pane.field("cardholder"), "-webkit-text-fill-color", "box-shadow");
      return [style["-webkit-text-fill-color"], style["box-shadow"]?.includes("rgb(238, 255, 238)")];
    })
    .toEqual(["rgb(0, 68, 0)", true]);
});

test("forced colours: borders, focus and errors are there without any colour of ours", async ({
  page,
  stack,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  const pane = await openPane(page, stack, merchantPage(stack, paneTag('theme="none" labels="floating"')));
  const number = pane.field("number");
  expect(await styleOf(number, "border-top-width", "border-top-style")).toEqual({
    "border-top-width": "1px",
    "border-top-style": "solid",
  });
  await number.focus();
  expect(await styleOf(number, "outline-style", "outline-width")).toEqual({
    "outline-style": "solid",
    "outline-width": "2px",
  });
  await pane.tokenize();
  await expect
    .poll(() => styleOf(pane.field("cvv"), "border-top-width"))
    .toEqual({ "border-top-width": "2px" });
});

const floating = [
  [320, "wide"],
  [343, "wide"],
  [320, "narrow"],
] as const;
for (const [width, font] of someOf(floating, 0)) {
  test(`floating labels are whole at ${width} px, at rest and above what is typed; the hint waits for its room; ${font} font`, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    const tag = paneTag('labels="floating" fields="number expiry cvv cardholder"');
    const pane = await openPane(page, stack, merchantPage(stack, tag, { head: inFont(font) }));
    const hint = pane.frame().locator(".half .icons").last();
    expect(await misplaced(pane.frame()), "at rest").toEqual([]);
    await expect(hint).toHaveCSS("opacity", "0");
    await pane.paste(goodCard);
    await expect(hint).toHaveCSS("opacity", "1");
    await expect.poll(() => misplaced(pane.frame()), "above what is typed").toEqual([]);
    await update(page, { tokens: { fontSize: 24 } });
    await expect(pane.field("cvv")).toHaveCSS("font-size", "24px");
    await expect.poll(() => misplaced(pane.frame()), "above large text").toEqual([]);
  });
}

test("forced colours: a floating label hides the placeholder until focus, and text keeps its distance from the borders", {
  tag: "@nightly",
}, async ({ page, stack }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const pane = await openPane(page, stack, merchantPage(stack, paneTag('theme="line" labels="floating"')));
  const shown = () =>
    pane.field("number").evaluate((input) => {
      const { paddingInlineStart } = getComputedStyle(input);
      return [getComputedStyle(input, "::placeholder").opacity, Number.parseFloat(paddingInlineStart) >= 8];
    });
  expect(await shown()).toEqual(["0", true]);
  await pane.field("number").focus();
  expect(await shown()).toEqual(["1", true]);
});

test("reduced motion: floating labels do not move either", { tag: "@nightly" }, async ({ page, stack }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const pane = await openPane(page, stack, merchantPage(stack, paneTag('labels="floating"')));
  const moving = await pane
    .frame()
    .evaluate(
      () =>
        Array.from(document.querySelectorAll("*"), (element) => getComputedStyle(element)).filter(
          ({ transitionDuration, animationName }) => transitionDuration !== "0s" || animationName !== "none",
        ).length,
    );
  expect(moving).toBe(0);
});

test("the element and each field carry their states for style sheets", { tag: "@engines" }, async ({
  page,
  stack,
}) => {
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
  const states = (selector: string, ...names: string[]) =>
    page
      .locator(selector)
      .evaluate((element, wanted) => wanted.filter((name) => element.matches(`:state(${name})`)), names);
  const every = ["loading", "ready", "empty", "complete", "focused", "invalid", "disabled"];
  const field = 'card-pane-field[name="number"]';
  expect(await states("card-pane", ...every)).toEqual(["ready", "empty"]);
  expect(await states(field, ...every)).toEqual(["ready", "empty"]);
  await pane.paste({ number: "4242424242424241" });
  await expect.poll(() => states(field, ...every)).toEqual(["ready", "complete", "focused"]);
  await page.keyboard.press("Tab");
  await expect.poll(() => states(field, ...every)).toEqual(["ready", "complete", "invalid"]);
  await expect.poll(() => states("card-pane", ...every)).toEqual(["ready", "focused", "invalid"]);
  await pane.paste(goodCard);
  await page.locator("card-pane").evaluate((host) => host.setAttribute("disabled", ""));
  await expect.poll(() => states(field, "disabled")).toEqual(["disabled"]);
  await expect.poll(() => states("card-pane", "disabled")).toEqual(["disabled"]);
});

for (const direction of someOf(["ltr", "rtl"] as const, 1)) {
  test(`the fields are flush with the page's own inputs, and nothing scrolls sideways: ${direction}`, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize({ width: 320, height: 600 });
    const body = `<input id="own">${paneTag()}${splitTag("number cvv")}`;
    const head = `<style>html { direction: ${direction} } #own { display: block; width: 100%; box-sizing: border-box }
      iframe { max-width: 100% }</style>`;
    await page.goto(stack.site.serve(merchantPage(stack, body, { head })));
    for (const index of [0, 1]) await new PaneObject(page, page.locator("card-pane").nth(index)).ready();
    const own = await page.locator("#own").boundingBox();
    const frames = page.locator("iframe");
    await expect(frames).toHaveCount(3);
    for (const [index, name] of (["number", "number", "cvv"] as const).entries()) {
      const field = await frames.nth(index).contentFrame().locator(`#${name}`).boundingBox();
      expect([field?.x, field?.width]).toEqual([own?.x, own?.width]);
    }
    const scrolls = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect(await page.evaluate(scrolls)).toBe(false);
  });
}

test("the placeholder of the number is whole in a narrow form, in a wide font too", {
  tag: "@nightly",
}, async ({ page, stack }) => {
  await page.setViewportSize({ width: 420, height: 400 });
  const pane = await openPane(page, stack, merchantPage(stack, paneTag(), { head: inFont("wide") }));
  for (const widthPx of someOf([280, 304, 312, 320, 330, 336, 340, 352, 390], 0, 5)) {
    await page.locator("card-pane").evaluate((host, px) => {
      (host as HTMLElement).style.width = `${px}px`;
    }, widthPx);
    const measure = () =>
      pane.field("number").evaluate((input: HTMLInputElement) => {
        const style = getComputedStyle(input);
        const pencil = document.createElement("canvas").getContext("2d");
        if (!pencil) throw new Error("There is no canvas.");
        pencil.font = `${style.fontSize} ${style.fontFamily}`;
        const roomPx =
          input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
        return { inputPx: input.offsetWidth, isCut: pencil.measureText(input.placeholder).width > roomPx };
      });
    await expect.poll(measure, `at ${widthPx} px`).toEqual({ inputPx: widthPx, isCut: false });
  }
});

test("focus on a wrong field stands out from the same field without it, by 3:1, in each theme", {
  tag: "@wcag-1.4.11",
}, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  for (const theme of someOf(["classic", "flat", "line", "none"], 0, 3)) {
    await update(page, { theme });
    await pane.tokenize();
    const number = pane.field("number");
    await expect(number).toBeFocused();
    await expect(number).toHaveAttribute("aria-invalid", "true");
    // The ring is the first shadow: solid, of 2 px, in the colour of errors.
    await expect
      .poll(async () => (await styleOf(number, "box-shadow"))["box-shadow"], theme)
      .toMatch(/^rgb\(\d+, \d+, \d+\) 0px (0px 0px 2px|2px 0px 0px),/);
  }
});

test("dark: with the page's own colour as colorBackground axe finds nothing in the frame either", {
  tag: "@nightly",
}, async ({ page, stack }) => {
  const head = "<style>:root { color-scheme: dark; background: #12141a; color: #fff }</style>";
  const pane = await openPane(
    page,
    stack,
    merchantPage(stack, `<h1>Pay</h1>${paneTag('scheme="dark"')}`, { head }),
  );
  await update(page, { darkTokens: { colorBackground: "#12141a" } });
  await pane.tokenize();
  await expectNoFindings(page);
});
