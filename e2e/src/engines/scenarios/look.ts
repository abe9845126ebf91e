/** Changes of language and look while a shopper types. */
import assert from "node:assert/strict";
import { findMisplaced } from "../../support/find-misplaced.ts";
import { inFont, paneTag, splitTag } from "../../support/pages.ts";
import { goodCard } from "../../support/pane-object.ts";
import { eventually, type Scenarios, type Shopper } from "../shopper.ts";

const style = (shopper: Shopper, property: string) =>
  shopper.field("number", (input, name) => getComputedStyle(input).getPropertyValue(name), property);

export const look: Scenarios = {
  "the language changes, and text, caret and focus stay": async (shopper) => {
    await shopper.visit(splitTag());
    await shopper.fill({ number: "42424242" });
    await shopper.press("Home", "ArrowRight", "ArrowRight");
    for (const tag of ["de", "ar"] as const) {
      await shopper.update({ locale: tag });
      shopper.locale = tag;
      assert.equal(await shopper.selection("number"), "42|42 4242");
    }
    assert.equal(await shopper.focused(), "number");
    assert.equal(await shopper.field("number", () => document.documentElement.dir), "rtl");
    assert.equal(await style(shopper, "direction"), "ltr");
    await shopper.type("9");
    assert.equal(await shopper.selection("number"), "429|4 2424 2");
  },

  "theme, scheme and tokens change, and text, caret and selection stay": async (shopper) => {
    await shopper.visit(paneTag('scheme="light"'));
    await shopper.fill({ number: "42424242" });
    await shopper.press("Home", "ArrowRight", "ArrowRight", "Shift+ArrowRight");
    const before = await style(shopper, "background-color");
    for (const options of [
      { theme: "flat" },
      { labels: "floating", density: "compact" },
      { theme: "line", rows: "stacked" },
      {
        theme: "classic",
        scheme: "dark",
        labels: "above",
        tokens: { colorText: "#7b1fa2", fieldHeight: 60 },
      },
    ] as const) {
      await shopper.update(options);
    }
    await eventually(() => style(shopper, "color"), "rgb(123, 31, 162)");
    await eventually(() => style(shopper, "height"), "60px");
    await eventually(async () => (await style(shopper, "background-color")) !== before, true);
    assert.equal(await shopper.selection("number"), "42[4]2 4242");
    assert.equal(await shopper.focused(), "number");
    await shopper.type("9");
    assert.equal(await shopper.selection("number"), "429|2 4242");
  },

  "custom properties of the page are tokens": async (shopper) => {
    await shopper.visit(paneTag(), {
      head: "<style>:root { --ink: rgb(10 20 30) } card-pane { --cardpane-color-text: var(--ink); --cardpane-radius: 1rem }</style>",
    });
    await eventually(() => style(shopper, "color"), "rgb(10, 20, 30)");
    await eventually(() => style(shopper, "border-top-left-radius"), "16px");
    await shopper.page(() => document.documentElement.style.setProperty("--ink", "rgb(1 2 3)"));
    await eventually(() => style(shopper, "color"), "rgb(1, 2, 3)");
  },

  "a pane takes the look of an input of the page": async (shopper) => {
    await shopper.visit(`<label for="mail">Mail</label> <input id="mail">${paneTag('match="#mail"')}`, {
      head: `<style>#mail { color: rgb(9 8 7); border: 2px solid rgb(1 1 1); border-radius: 5px; height: 50px; font-size: 17px }
        #mail:focus { border-color: rgb(200 0 0) }</style>`,
    });
    await eventually(() => style(shopper, "color"), "rgb(9, 8, 7)");
    await eventually(() => style(shopper, "border-top-left-radius"), "5px");
    await eventually(() => style(shopper, "font-size"), "17px");
    await shopper.enter("number");
    await eventually(() => style(shopper, "border-top-color"), "rgb(200, 0, 0)");
  },

  "three fields stand in one row, label, input and error of each beside the others'": async (shopper) => {
    await shopper.visit(paneTag('rows="inline"'));
    const tops = await shopper.field("number", () =>
      Array.from(document.querySelectorAll("input"), (input) =>
        Math.round(input.getBoundingClientRect().top),
      ),
    );
    assert.equal(tops.length, 3);
    assert.equal(new Set(tops).size, 1, `tops: ${tops}`);
  },

  "labels of two lines have their room, at rest and above what is typed": async (shopper) => {
    for (const labels of ["above", "floating"]) {
      await shopper.visit(paneTag(`fields="number expiry cvv" labels="${labels}"`), {
        head: `<style>body { width: 300px; margin: 0 }</style>${inFont("wide")}`,
      });
      // At this size a label of two words is too wide for half a form.
      await shopper.update({ tokens: { labelSize: 24, fontSize: 24 } });
      const lines = () =>
        shopper.field("cvv", () => {
          const label = document.querySelector("label[for=cvv]") as Element;
          const range = document.createRange();
          range.selectNodeContents(label);
          const { height } = range.getBoundingClientRect();
          return Math.round(height / Number.parseFloat(getComputedStyle(label).lineHeight));
        });
      await eventually(lines, 2);
      const heights = () =>
        shopper.field("cvv", () => [
          innerHeight,
          Math.ceil(document.querySelector("cardpane-form")?.getBoundingClientRect().height ?? 0),
        ]);
      await eventually(async () => new Set(await heights()).size, 1);
      const [before] = await heights();
      await eventually(() => shopper.field("cvv", findMisplaced), []);
      await shopper.fill(goodCard);
      await eventually(() => shopper.field("cvv", findMisplaced), []);
      assert.equal((await heights())[0], before, "what is typed changes no height");
    }
  },
};
