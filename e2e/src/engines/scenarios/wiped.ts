/** Wiped text stays wiped: neither keys nor the commands of a menu restore it. */
import assert from "node:assert/strict";
import type { FieldName } from "@cardpane/contract/messages";
import { paneTag, splitTag } from "../../support/pages.ts";
import type { Typed } from "../../support/pane-object.ts";
import type { Press } from "../driver.ts";
import { eventually, type Scenarios, type Shopper } from "../shopper.ts";

const card: Typed = { number: "5555555555554444", expiry: "1231", cvv: "987" };
const names = Object.keys(card) as FieldName[];
const times = (count: number, press: Press): Press[] => Array.from({ length: count }, () => press);
const keys = [
  ...times(25, "Control+z"),
  ...times(30, "Control+Shift+z"),
  ...times(25, "Control+z"),
  ...times(5, "Control+y"),
];

/** Undoes and redoes every edit that the browser remembers, in every field; returns every text that appeared in one. */
async function comesBack(shopper: Shopper): Promise<readonly string[]> {
  for (const name of names) {
    await shopper.enter(name);
    await shopper.field(name, () => {
      const noting = window as { came?: string[] };
      const came: string[] = [];
      noting.came ??= came;
      const look = () => {
        for (const { id, value } of document.querySelectorAll("input"))
          if (value !== "") noting.came?.push(`${id}: ${value}`);
      };
      for (const type of ["input", "change", "keyup"]) document.addEventListener(type, look, true);
      // By command: MiniBrowser has no keys for undo and redo.
      for (const command of ["undo", "redo", "undo", "redo"])
        for (let step = 0; step < 30; step++) {
          document.execCommand(command);
          look();
        }
    });
    await shopper.press(...keys);
  }
  const came: string[] = [];
  for (const name of names) {
    came.push(...(await shopper.field(name, () => (window as { came?: string[] }).came ?? [])));
    came.push(await shopper.value(name));
  }
  return came.filter((text) => text !== "");
}

/** No text is restored after the given wipe, and the form works as before. */
function stays(pane: string, wipe: (shopper: Shopper) => Promise<unknown>) {
  return async (shopper: Shopper) => {
    await shopper.visit(pane);
    await shopper.fill(card);
    await shopper.press("Backspace");
    await shopper.type("6");
    await eventually(async () => (await shopper.pane(({ snapshot }) => snapshot))?.valid, true);
    await wipe(shopper);
    for (const name of names) await eventually(() => shopper.value(name), "");
    assert.deepEqual(await comesBack(shopper), []);
    await eventually(async () => (await shopper.pane(({ snapshot }) => snapshot))?.empty, true);
    // The form works as before.
    await shopper.fill(card);
    assert.equal((await shopper.tokenize()).error, undefined);
  };
}

const token = async (shopper: Shopper) => assert.equal((await shopper.tokenize()).error, undefined);
const clear = (shopper: Shopper) => shopper.pane((pane) => pane.clear());
async function back(shopper: Shopper): Promise<void> {
  await shopper.go(shopper.stack.site.serve("<!doctype html><title>Elsewhere</title>"));
  await shopper.back();
  await shopper.ready();
}

export const wiped: Scenarios = {
  "undo brings nothing back after a token (one frame)": stays(paneTag(), token),
  "undo brings nothing back after a token (one frame per field)": stays(splitTag(), token),
  "undo brings nothing back after clear() (one frame)": stays(paneTag(), clear),
  "undo brings nothing back after clear() (one frame per field)": stays(splitTag(), clear),
  "undo brings nothing back after going back (one frame)": stays(paneTag(), back),
  "undo brings nothing back after going back (one frame per field)": stays(splitTag(), back),

  "a field that is wiped keeps the focus and takes the next key": async (shopper) => {
    await shopper.visit(paneTag());
    await shopper.fill(card);
    await shopper.listen("fieldfocus", "fieldblur");
    await clear(shopper);
    await eventually(() => shopper.value("cvv"), "");
    assert.equal(await shopper.focused(), "cvv");
    await shopper.type("12");
    assert.equal(await shopper.value("cvv"), "12");
    await eventually(async () => (await shopper.pane(({ snapshot }) => snapshot))?.fields.cvv?.empty, false);
    assert.deepEqual(await shopper.takeEvents(), []);
  },

  "the leader's frame is reloaded, and the other frames keep the typed text": async (shopper) => {
    await shopper.visit(splitTag());
    await shopper.fill(card);
    await shopper.field("number", () => setTimeout(() => location.reload()));
    await eventually(() => shopper.value("number"), "");
    await eventually(() => shopper.pane((pane) => pane.status), "ready");
    await shopper.ready();
    // Longer than a frame waits for its former leader.
    for (const end = Date.now() + 1_500; Date.now() < end; ) {
      assert.deepEqual([await shopper.value("expiry"), await shopper.value("cvv")], ["12 / 31", "987"]);
    }
    await shopper.fill({ number: "5555555555554444" });
    assert.equal((await shopper.tokenize()).error, undefined);
  },
};
