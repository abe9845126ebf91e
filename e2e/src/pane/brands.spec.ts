/** Co-badged cards: the choice of a network. The mask of a number, and its first digits for a page that requests them. */
import type { CardPaneElement } from "@cardpane/browser";
import type { LocaleTag } from "@cardpane/contract/locales";
import type { Brand } from "@cardpane/contract/messages";
import type { Locator, Page } from "@playwright/test";
import { locales } from "../../../packages/frame/src/locale/index.ts";
import { choiceText } from "../../../packages/frame/src/locale/messages.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { spaceText } from "../support/layout.ts";
import { inFont, merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { openPane, openSplitPane, type PaneObject } from "../support/pane-object.ts";

/** Visa and Cartes Bancaires. */
const shared = "4000002500001001";

const choice = (page: Page, locale: LocaleTag = "en"): Locator =>
  page
    .locator("card-pane iframe")
    .first()
    .contentFrame()
    .getByRole("radiogroup", { name: choiceText(locales[locale], ["visa", "cartes-bancaires"], locale) });
const network = (page: Page, name: string): Locator =>
  page.locator("card-pane iframe").first().contentFrame().getByRole("radio", { name });

async function brandsOf(pane: PaneObject): Promise<readonly [Brand | null, readonly Brand[]]> {
  const { brand, brands } = await pane.snapshot();
  return [brand, brands];
}

test.describe("a card that networks share", () => {
  test("is offered as a choice while it is typed: announced, usable by keys and by touch, reported to the page", async ({
    page,
    stack,
  }) => {
    const pane = await openPane(page, stack, merchantPage(stack, `<h1>Pay</h1>${paneTag()}`));
    await pane.type({ number: shared.slice(0, 7) });
    await expect(choice(page)).toHaveCount(0);
    await page.keyboard.type(shared.slice(7));
    await expect(choice(page)).toBeVisible();
    await expect(pane.frame().getByRole("status")).toHaveText(
      "Choose Visa or Cartes Bancaires. Visa is selected",
    );
    await expect(network(page, "Visa")).toBeChecked();
    // The focus and the caret are where the person types.
    await expect(pane.field("number")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(network(page, "Visa")).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(network(page, "Cartes Bancaires")).toBeFocused();
    await expect.poll(() => brandsOf(pane)).toEqual(["cartes-bancaires", ["visa", "cartes-bancaires"]]);
    await page.keyboard.press("Tab");
    await expect(pane.field("expiry")).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(network(page, "Cartes Bancaires")).toBeFocused();
    await network(page, "Visa").click();
    await expect.poll(() => brandsOf(pane)).toEqual(["visa", ["visa", "cartes-bancaires"]]);
    await expectNoFindings(page);
  });

  test("uses the merchant's preference until the shopper chooses, also in the token's result", {
    tag: "@nightly",
  }, async ({ page, stack }) => {
    const pane = await openPane(
      page,
      stack,
      merchantPage(stack, paneTag('preferred-networks="cartes-bancaires visa"')),
    );
    const recorded = page.evaluate(
      () =>
        new Promise((resolve) => {
          const recorded: unknown[] = [];
          document.querySelector("card-pane")?.addEventListener("brandchange", (event) => {
            recorded.push((event as CustomEvent).detail);
            if (recorded.length === 3) resolve(recorded);
          });
        }),
    );
    // Fast keys are reported as one change, so the test waits after each of them to receive the states in between.
    await pane.type({ number: shared.slice(0, 6) });
    await expect.poll(() => brandsOf(pane)).toEqual(["visa", ["visa"]]);
    await pane.type({ number: shared.slice(6), expiry: "1239", cvv: "123" });
    await expect.poll(() => brandsOf(pane)).toEqual(["cartes-bancaires", ["visa", "cartes-bancaires"]]);
    await network(page, "Visa").check();
    // The choice stays while the shopper types on.
    await pane.field("number").focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("1");
    await expect(network(page, "Visa")).toBeChecked();
    expect(await recorded).toEqual([
      { brand: "visa", brands: ["visa"] },
      { brand: "cartes-bancaires", brands: ["visa", "cartes-bancaires"] },
      { brand: "visa", brands: ["visa", "cartes-bancaires"] },
    ]);
    expect((await pane.tokenize()).card).toEqual({ brand: "visa", lastFour: "1001", hasName: false });
  });

  const places = [
    ["at 320 px", "", 320, "en"],
    ["at 260 px", "", 260, "en"],
    ["from right to left", 'locale="ar"', 375, "ar"],
    ["in the dark", 'scheme="dark"', 375, "en"],
    ["at 320 px with the text spacing of WCAG 1.4.12", "", 320, "en"],
    ["at 352 px with the text spacing of WCAG 1.4.12", "", 352, "en"],
    ["at 320 px with a floating label and a transparent field", 'labels="floating" theme="line"', 320, "en"],
  ] as const;
  for (const [where, attributes, width, locale] of someOf(places, 6)) {
    test(`covers nothing and can be touched ${where}`, async ({ page, stack }) => {
      await page.setViewportSize({ width, height: 600 });
      await page.emulateMedia({ reducedMotion: "reduce" });
      const html = merchantPage(stack, paneTag(attributes), { head: inFont("wide") });
      const pane = await openPane(page, stack, html, {}, locale);
      await pane.field("number").fill(shared);
      await expect(choice(page, locale)).toBeVisible();
      if (where.includes("spacing")) await spaceText(pane.frame());
      const boxes = await pane.frame().evaluate(() => {
        const input = document.querySelector<HTMLInputElement>("#number");
        const range = document.createElement("canvas").getContext("2d");
        const label = document.querySelector("label[for=number]");
        const chosen = document.querySelector(".network:has(:checked)");
        if (!input || !range || !label || !chosen) throw new Error("There is no number.");
        const style = getComputedStyle(input);
        range.font = `${style.fontSize} ${style.fontFamily}`;
        range.letterSpacing = style.letterSpacing === "normal" ? "0px" : style.letterSpacing;
        range.wordSpacing = style.wordSpacing;
        const room =
          input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
        const radios = Array.from(document.querySelectorAll(".network"), (one) =>
          one.getBoundingClientRect(),
        );
        // Text is in the middle of the input's content.
        const size = Number.parseFloat(style.fontSize);
        const content = input.clientHeight - Number.parseFloat(style.paddingTop);
        const textTop = input.getBoundingClientRect().bottom - content / 2 - size / 2;
        return {
          covered: label.getBoundingClientRect().bottom > textTop,
          unticked: getComputedStyle(chosen, "::before").borderBottomColor === "rgba(0, 0, 0, 0)",
          cut: range.measureText(input.value).width > room,
          over: document.documentElement.scrollWidth > document.documentElement.clientWidth,
          small: radios.filter((box) => box.width < 24 || box.height < 24).length,
          count: radios.length,
          faint: Array.from(
            document.querySelectorAll(".network"),
            (one) => getComputedStyle(one).opacity,
          ).filter((opacity) => opacity !== "1").length,
        };
      });
      expect(boxes).toEqual({
        covered: false,
        unticked: false,
        cut: false,
        over: false,
        small: 0,
        count: 2,
        faint: 0,
      });
      // A text in the error line says that the shopper can choose a network.
      await expect(page.locator("card-pane iframe").contentFrame().locator("[id=number-error]")).toHaveText(
        new RegExp(`^${locales[locale].chooseNetwork.replace("{networks}", "Visa .+ Cartes Bancaires")}$`),
      );
    });
  }

  test("is offered where the number's frame follows another", { tag: "@nightly" }, async ({
    page,
    stack,
  }) => {
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag("cvv number expiry")));
    await pane.type({ number: shared });
    const frame = page.locator('card-pane-field[name="number"] iframe').contentFrame();
    await frame.getByRole("radio", { name: "Cartes Bancaires" }).check();
    await expect.poll(() => brandsOf(pane)).toEqual(["cartes-bancaires", ["visa", "cartes-bancaires"]]);
    await expect(frame.getByRole("radio", { name: "Cartes Bancaires" })).toBeChecked();
  });
});

test.describe("a mask", () => {
  const masked = paneTag("mask-number");
  const number = "4242424242424242";

  test("shows the last four digits of a number that is right and left, and gives it back", async ({
    page,
    stack,
  }) => {
    const pane = await openPane(page, stack, merchantPage(stack, `<h1>Pay</h1>${masked}`));
    await pane.type({ number: number.slice(1) });
    await page.keyboard.press("Tab");
    await expect(pane.field("number")).toHaveValue("2424 2424 2424 242");
    await pane.field("number").focus();
    await page.keyboard.press("Home");
    await page.keyboard.type("4");
    for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowRight");
    const caret = await caretOf(pane);
    const before = (await pane.snapshot()).fields.number;
    await pane.field("expiry").focus();
    await expect(pane.field("number")).toHaveValue("•••• 4242");
    await expect(pane.field("number")).toHaveAccessibleDescription("Visa");
    expect((await pane.snapshot()).fields.number).toEqual({ ...before, focused: false });
    await expectNoFindings(page);
    await pane.field("number").evaluate((input) => (input as HTMLInputElement).focus());
    await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
    expect(await caretOf(pane)).toBe(caret);
  });

  test("is gone before a key, a paste, autofill or a script can fall into it", async ({ page, stack }) => {
    const pane = await openPane(page, stack, merchantPage(stack, masked));
    const cover = async () => {
      await pane.field("number").fill(number);
      await pane.field("expiry").focus();
      await expect(pane.field("number")).toHaveValue("•••• 4242");
    };
    await cover();
    await page.keyboard.press("Shift+Tab");
    await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    await expect(pane.field("number")).toHaveValue("4242 4242 4242 424");
    await cover();
    await pane.field("number").evaluate((input) => {
      (input as HTMLInputElement).value = "5555555555554444";
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await expect(pane.field("number")).toHaveValue("•••• 4444");
    await expect.poll(() => brandsOf(pane)).toEqual(["mastercard", ["mastercard"]]);
    await pane.field("number").focus();
    await expect(pane.field("number")).toHaveValue("5555 5555 5555 4444");
  });

  const destinations = [
    ["the page's own input", false],
    ["another field's frame", true],
  ] as const;
  for (const [where, split] of someOf(destinations, 1)) {
    test(`comes when the focus goes to ${where}, and goes when it is back`, async ({ page, stack }) => {
      const tag = split ? splitTag("number expiry cvv", "mask-number") : masked;
      const html = merchantPage(stack, `${tag}<label>Email <input></label>`);
      const pane = await (split ? openSplitPane : openPane)(page, stack, html);
      await pane.type({ number });
      const other = split ? pane.field("expiry") : page.getByLabel("Email");
      await other.click();
      await expect(pane.field("number")).toHaveValue("•••• 4242");
      await pane.field("number").click();
      await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
      await page.keyboard.press("End");
      await page.keyboard.press("Backspace");
      await expect(pane.field("number")).toHaveValue("4242 4242 4242 424");
    });
  }

  test("hides nothing from the gateway, and is removed with the number", async ({ page, stack }) => {
    const pane = await openPane(page, stack, merchantPage(stack, masked));
    await pane.type({ number, expiry: "1239", cvv: "123" });
    await expect(pane.field("number")).toHaveValue("•••• 4242");
    expect(await pane.tokenize()).toMatchObject({ card: { brand: "visa", lastFour: "4242" } });
    await expect(pane.field("number")).toHaveValue("");
    await pane.field("number").focus();
    await expect(pane.field("number")).toHaveValue("");
    expect((await pane.snapshot()).fields.number).toMatchObject({ empty: true });
  });

  test("is added and removed with its option", async ({ page, stack }) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
    await pane.type({ number, expiry: "1239" });
    const set = (maskNumber: boolean) =>
      page.locator("card-pane").evaluate((element, value) => {
        (element as CardPaneElement).update({ maskNumber: value });
      }, maskNumber);
    await set(true);
    await expect(pane.field("number")).toHaveValue("•••• 4242");
    await set(false);
    await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
  });
});

function caretOf(pane: PaneObject): Promise<number | null> {
  return pane.field("number").evaluate((input) => (input as HTMLInputElement).selectionStart);
}

test.describe("the first digits", () => {
  /** Every message that reaches the page, and the details of its events, as text. */
  async function record(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const recorded: string[] = [];
      Object.assign(window, { recorded });
      const { port1 } = new MessageChannel();
      const proto = Object.getPrototypeOf(port1) as MessagePort;
      const setter = Object.getOwnPropertyDescriptor(proto, "onmessage");
      Object.defineProperty(proto, "onmessage", {
        ...setter,
        set(this: MessagePort, listener: (event: MessageEvent) => void) {
          setter?.set?.call(this, (event: MessageEvent) => {
            recorded.push(JSON.stringify(event.data));
            listener(event);
          });
        },
      });
      addEventListener("message", (event) => recorded.push(JSON.stringify(event.data)), true);
    });
  }
  /** Without the messages of the handshake, whose nonces may contain any digits. */
  const recordedMessages = async (page: Page) => {
    const recorded = await page.evaluate(() => window.recorded);
    return recorded.filter((text) => !/^{"type":"(cardpane:hello|opened)"/.test(text));
  };

  const prefixes = [
    [6, ["424242"]],
    [8, ["42424242"]],
  ] as const;
  for (const [bin, expected] of someOf(prefixes, 0)) {
    test(`are sent to a page that requests ${bin}, and no digit more [T-C16]`, async ({ page, stack }) => {
      await record(page);
      const pane = await openPane(page, stack, merchantPage(stack, paneTag(`bin="${bin}"`)));
      const bins = page.evaluate(
        () =>
          new Promise((resolve) => {
            document
              .querySelector("card-pane")
              ?.addEventListener("binchange", (event) => resolve((event as CustomEvent).detail), {
                once: true,
              });
          }),
      );
      await pane.type({ number: "4242424242424242", expiry: "1239" });
      expect(await bins).toEqual({ bin: expected[0] });
      await expect.poll(async () => (await pane.snapshot()).fields.expiry?.valid).toBe(true);
      const recorded = await recordedMessages(page);
      const runs = recorded.flatMap((text) => text.match(/[24]{3,}/g) ?? []);
      expect(runs).toEqual(expected);
    });
  }

  /** A number in which no sequence of six or eight digits occurs twice. */
  const number = "4000008260003178";
  const start = "40000082";
  const times = (count: number, key: string) => Array.from({ length: count }, () => key);
  const first = [...times(4, "Shift+ArrowRight")];
  type Steps = readonly (string | { readonly press: readonly string[] } | { readonly paste: string })[];
  const edits: readonly [string, Steps, readonly (string | null)[]][] = [
    ["typed", [number], [start]],
    [
      "its second digit forgotten and put in",
      [number[0] + number.slice(2), { press: ["Home", "ArrowRight"] }, number[1] as string],
      [start],
    ],
    [
      "its first group forgotten and put in",
      [number.slice(4), { press: ["Home"] }, number.slice(0, 4)],
      [start],
    ],
    [
      "its first group typed over",
      [number, { press: ["Home", ...first] }, number.slice(0, 4)],
      [start, null, start],
    ],
    [
      "its first group deleted and typed again",
      [number, { press: ["Home", ...first, "Delete"] }, number.slice(0, 4)],
      [start, null, start],
    ],
    [
      "its first ten digits deleted and typed again",
      [number, { press: ["Home", ...times(10, "Delete")] }, number.slice(0, 10)],
      [start, null, start],
    ],
    ["rubbed out and typed again", [number, { press: times(20, "Backspace") }, number], [start, null, start]],
    [
      "another typed in its place",
      [number, { press: ["ControlOrMeta+a"] }, "5555555555554444"],
      [start, null, "55555555"],
    ],
    ["another pasted over all of it", [number, { paste: "5555555555554444" }], [start, "55555555"]],
  ];
  for (const mask of someOf(["", "mask-number"], 0)) {
    for (const [how, steps, expected] of someOf(edits, 3)) {
      test(`reveal one prefix of a number: ${how} ${mask && "(masked)"}`, async ({ page, stack }) => {
        const pane = await openPane(
          page,
          stack,
          merchantPage(stack, `<input id="from">${paneTag(`bin="8" ${mask}`)}`),
        );
        const bins = await page.evaluateHandle(() => {
          const sent: (string | null)[] = [];
          document
            .querySelector("card-pane")
            ?.addEventListener("binchange", (event) => sent.push((event as CustomEvent).detail.bin));
          return sent;
        });
        for (const step of steps) {
          if (typeof step !== "string" && "paste" in step) {
            await page.locator("#from").fill(step.paste);
            for (const key of ["a", "c"]) await page.keyboard.press(`ControlOrMeta+${key}`);
          }
          await pane.field("number").focus();
          if (typeof step === "string") await page.keyboard.type(step);
          else if ("paste" in step)
            for (const key of ["a", "v"]) await page.keyboard.press(`ControlOrMeta+${key}`);
          else for (const key of step.press) await page.keyboard.press(key);
          if (mask) await pane.field("expiry").focus();
          // The frame reports after each user action, and this one is over.
          await expect.poll(async () => (await pane.snapshot()).fields.number?.focused).toBe(!mask);
        }
        await expect.poll(async () => (await pane.snapshot()).fields.number?.valid).toBe(true);
        await expect.poll(async () => (await bins.jsonValue()).at(-1)).toBe(expected.at(-1));
        // A busy machine may combine two keys into one action, and then reports nothing between them.
        expect(expected).toEqual(expect.arrayContaining(await bins.jsonValue()));
      });
    }
  }

  test("are not reported to a page without the option `bin`", async ({ page, stack }) => {
    await record(page);
    const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
    await pane.type({ number: "4242424242424242", expiry: "1239" });
    await expect.poll(async () => (await pane.snapshot()).fields.expiry?.valid).toBe(true);
    const recorded = await recordedMessages(page);
    // How many changes one report contains depends on the machine, but every change must be reported.
    for (const type of ["ready", "changed"])
      expect(recorded.filter((text) => text.includes(`"type":"${type}"`))).not.toEqual([]);
    expect(recorded.at(-1)).toContain('"expiry"');
    expect(recorded.filter((text) => /[24]{3,}|"bin"/.test(text))).toEqual([]);
  });
});
