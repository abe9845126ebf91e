/** Typing into the fields with keys. */
import assert from "node:assert/strict";
import { paneTag } from "../../support/pages.ts";
import type { Press } from "../driver.ts";
import { eventually, type Scenarios } from "../shopper.ts";

const times = (count: number, press: Press): Press[] => Array.from({ length: count }, () => press);

export const typing: Scenarios = {
  "the number is set in groups with every key": async (shopper) => {
    await shopper.visit(paneTag());
    await shopper.enter("number");
    const seen: string[] = [];
    for (const digit of "424242424") {
      await shopper.type(digit);
      seen.push(await shopper.selection("number"));
    }
    assert.deepEqual(seen, [
      "4|",
      "42|",
      "424|",
      "4242|",
      "4242 4|",
      "4242 42|",
      "4242 424|",
      "4242 4242|",
      "4242 4242 4|",
    ]);
  },

  "American Express has groups of its own": async (shopper) => {
    await shopper.visit(paneTag());
    await shopper.fill({ number: "378282246310005" });
    assert.equal(await shopper.selection("number"), "3782 822463 10005|");
  },

  "the caret stays where digits are inserted": async (shopper) => {
    await shopper.visit(paneTag());
    await shopper.fill({ number: "42424242" });
    await shopper.press("Home", "ArrowRight", "ArrowRight");
    await shopper.type("99");
    assert.equal(await shopper.selection("number"), "4299| 4242 42");
    await shopper.type("1");
    assert.equal(await shopper.selection("number"), "4299 1|424 242");
  },

  "Backspace and Delete go over a gap": async (shopper) => {
    await shopper.visit(paneTag());
    await shopper.fill({ number: "42421234" });
    await shopper.press("Home", ...times(5, "ArrowRight"), "Backspace");
    assert.equal((await shopper.selection("number")).replace(" ", ""), "424|1234");
    await shopper.press("Home", ...times(4, "ArrowRight"), "Delete");
    assert.equal((await shopper.selection("number")).replace(" ", ""), "4241|34");
  },

  "a selection is replaced": async (shopper) => {
    await shopper.visit(paneTag());
    await shopper.fill({ number: "4242424242424242" });
    await shopper.press("Home", ...times(5, "ArrowRight"), ...times(4, "Shift+ArrowRight"));
    assert.equal(await shopper.selection("number"), "4242 [4242] 4242 4242");
    await shopper.type("11");
    assert.equal(await shopper.selection("number"), "4242 11|42 4242 42");
    await shopper.press("Control+a", "Delete");
    assert.equal(await shopper.value("number"), "");
  },

  "undo goes back step by step, through what was typed and nothing else": async (shopper) => {
    await shopper.visit(paneTag());
    await shopper.fill({ number: "424212345" });
    const seen = [await shopper.value("number")];
    for (let step = 0; step < 20 && seen.at(-1) !== ""; step++) {
      // By command: MiniBrowser has no keys for undo.
      await shopper.field("number", () => document.execCommand("undo"));
      seen.push(await shopper.value("number"));
    }
    const undone = `undone: ${seen.join(", ")}`;
    // No step shows a text without its format, and each one changes what is shown: a key and its format are one step.
    for (const value of seen) assert.equal("4242 1234 5".startsWith(value), true, undone);
    assert.equal(new Set(seen).size, seen.length, undone);
    assert.equal(seen.at(-1), "", undone);
  },

  "an expiry is typed without its slash, and deleted across it": async (shopper) => {
    await shopper.visit(paneTag());
    await shopper.fill({ expiry: "739" });
    assert.equal(await shopper.selection("expiry"), "07 / 39|");
    await shopper.press("Backspace", "Backspace", "Backspace", "Backspace");
    assert.equal(await shopper.value("expiry"), "");
    await shopper.type("1/31");
    assert.equal(await shopper.value("expiry"), "01 / 31");
  },

  "the CVV takes as many digits as the network has, and no letters": async (shopper) => {
    await shopper.visit(paneTag());
    await shopper.fill({ number: "4242", cvv: "1a2b34" });
    assert.equal(await shopper.value("cvv"), "123");
    await shopper.press("Shift+Tab", "Shift+Tab", "Control+a");
    await shopper.type("3782");
    await shopper.press("Tab", "Tab", "End");
    await shopper.type("4");
    assert.equal(await shopper.value("cvv"), "1234");
  },

  "a name is kept exactly as typed": async (shopper) => {
    await shopper.visit(paneTag('fields="number expiry cvv cardholder"'));
    await shopper.fill({ cardholder: "Zoë d’Example" });
    assert.equal(await shopper.selection("cardholder"), "Zoë d’Example|");
  },

  "a number is pasted from the clipboard, at the caret": async (shopper) => {
    await shopper.visit(`<input id="from" value="Card: 4242-4242 4242.4242">${paneTag()}`);
    await shopper.click("#from");
    await shopper.press("Control+a", "Control+c");
    await shopper.enter("number");
    await shopper.press("Control+v");
    assert.equal(await shopper.selection("number"), "4242 4242 4242 4242|");
    await shopper.page(() => {
      (document.querySelector("#from") as HTMLInputElement).value = "11 1";
    });
    await shopper.click("#from");
    await shopper.press("Control+a", "Control+c");
    await shopper.enter("number");
    await shopper.press("Control+a");
    await shopper.type("4242");
    await shopper.press("Home", "ArrowRight", "Control+v");
    assert.equal((await shopper.selection("number")).replaceAll(" ", ""), "4111|242");
  },

  "an expiry is pasted in another spelling": async (shopper) => {
    await shopper.visit(`<input id="from" value="2039-12">${paneTag()}`);
    await shopper.click("#from");
    await shopper.press("Control+a", "Control+c");
    await shopper.enter("expiry");
    await shopper.press("Control+v");
    assert.equal(await shopper.value("expiry"), "12 / 39");
  },

  "an error shows when the field is left, and disappears when it is corrected": async (shopper) => {
    await shopper.visit(paneTag());
    const invalid = () => shopper.field("number", (input) => input.getAttribute("aria-invalid"));
    await shopper.fill({ number: "424242424242424" });
    assert.deepEqual([await shopper.error("number"), await invalid()], ["", "false"]);
    await shopper.press("Tab");
    await eventually(invalid, "true");
    assert.notEqual(await shopper.error("number"), "");
    await shopper.press("Shift+Tab", "End");
    await shopper.type("2");
    await eventually(invalid, "false");
    assert.equal(await shopper.error("number"), "");
  },

  "month and year are chosen from lists by the keyboard": async (shopper) => {
    await shopper.visit(`<input id="before">${paneTag('expiry="select"')}`);
    await shopper.fill({ number: "4242424242424242" });
    await shopper.press("Tab");
    await eventually(() => shopper.focused(), "expiryMonth");
    await shopper.type("12");
    await shopper.press("Tab");
    await eventually(() => shopper.focused(), "expiryYear");
    await shopper.type("203");
    await shopper.press("Tab");
    await eventually(() => shopper.focused(), "cvv");
    await shopper.type("123");
    assert.equal(await shopper.value("expiryMonth"), "12");
    await eventually(async () => (await shopper.pane(({ snapshot }) => snapshot))?.valid, true);
    assert.equal((await shopper.tokenize()).error, undefined);
  },

  "a masked number shows its last four once it is left, and comes back": async (shopper) => {
    await shopper.visit(paneTag("mask-number"));
    await shopper.fill({ number: "4242424242424242" });
    await shopper.press("Tab");
    await eventually(() => shopper.value("number"), "•••• 4242");
    await shopper.press("Shift+Tab");
    await eventually(() => shopper.value("number"), "4242 4242 4242 4242");
    for (const command of ["undo", "undo", "redo"]) {
      await shopper.field("number", (_, name) => document.execCommand(name), command);
      assert.equal(await shopper.value("number"), "4242 4242 4242 4242");
    }
  },
};
