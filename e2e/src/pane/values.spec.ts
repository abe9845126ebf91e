/** Initial values, read-only fields, and the attributes of the inputs for on-screen keyboards. */

import type { Page } from "@playwright/test";
import { exchange } from "../support/exchange.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { goodCard, openPane, openSplitPane, type PaneObject } from "../support/pane-object.ts";

const fields = "number expiry cvv cardholder postalCode";

const update = (page: Page, options: object) =>
  page.evaluate((given) => document.querySelector("card-pane")?.update(given), options);
const values = (cardholder?: string) => ({ values: cardholder ? { cardholder, postalCode: "1010" } : {} });

const inForm = (stack: Stack, pane: string) => merchantPage(stack, `<form>${pane}</form>`);

const forms: readonly [string, (page: Page, stack: Stack, attributes: string) => Promise<PaneObject>][] = [
  [
    "in one frame",
    (page, stack, attributes) =>
      openPane(page, stack, inForm(stack, paneTag(`fields="${fields}" ${attributes}`))),
  ],
  [
    "across frames",
    (page, stack, attributes) => openSplitPane(page, stack, inForm(stack, splitTag(fields, attributes))),
  ],
];

for (const [where, open] of someOf(forms, 1)) {
  test(`${where}: the page's values fill the form, and never replace the shopper's`, async ({
    page,
    stack,
  }) => {
    const given = JSON.stringify({ cardholder: "Ada Example", postalCode: "1010" });
    const pane = await open(page, stack, `values='${given}'`);
    const name = pane.field("cardholder");
    await expect(name).toHaveValue("Ada Example");
    await expect(pane.field("postalCode")).toHaveValue("1010");
    await expect.poll(async () => (await pane.snapshot()).fields.cardholder?.valid).toBe(true);
    // A new value replaces the page's earlier value, but not the shopper's.
    await update(page, values("Bo Example"));
    await expect(name).toHaveValue("Bo Example");
    await name.press("End");
    await page.keyboard.type(" Jr");
    await update(page, values("Cy Example"));
    await exchange(page);
    await expect(name).toHaveValue("Bo Example Jr");
    // A value that the shopper has deleted is not restored.
    await name.press("Control+A");
    await page.keyboard.press("Delete");
    await update(page, { labels: "hidden" });
    await exchange(page);
    await expect(name).toHaveValue("");
    await page.keyboard.type("Di Example");
    await pane.paste(goodCard);
    expect((await pane.tokenize()).token).toBeTruthy();
    await expect(name).toHaveValue("Di Example");
    // clear() empties all fields; a value that is set afterwards is filled in.
    await page.evaluate(() => document.querySelector("card-pane")?.clear());
    await expect(name).toHaveValue("");
    await update(page, values("Ed Example"));
    await expect(name).toHaveValue("Ed Example");
    // form.reset() restores it, also after clear().
    for (const act of ["type", "clear"]) {
      if (act === "type") await name.fill("Own Name");
      else await page.evaluate(() => document.querySelector("card-pane")?.clear());
      await expect(name).not.toHaveValue("Ed Example");
      await page.evaluate(() => document.querySelector("form")?.reset());
      await expect(name).toHaveValue("Ed Example");
      await expect.poll(async () => (await pane.snapshot()).fields.cardholder?.valid).toBe(true);
    }
    // A value that the page no longer sets is removed.
    await update(page, values());
    await expect(name).toHaveValue("");
  });

  test(`${where}: read-only fields can be focused and tokenized, not changed`, async ({ page, stack }) => {
    const pane = await open(page, stack, "");
    await pane.paste({ ...goodCard, cardholder: "Ada Example", postalCode: "1010" });
    await pane.field("number").focus();
    await page.evaluate(() => document.querySelector("card-pane")?.toggleAttribute("readonly", true));
    await expect(pane.field("number")).toHaveJSProperty("readOnly", true);
    await page.keyboard.type("9");
    await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
    await expect(pane.field("cvv")).toHaveJSProperty("readOnly", true);
    await pane.field("cvv").focus();
    await page.keyboard.type("9");
    await page.keyboard.press("Backspace");
    await expect(pane.field("cvv")).toHaveValue("123");
    await expect(pane.field("cvv")).toBeFocused();
    expect((await pane.tokenize()).token).toBeTruthy();
    await page.evaluate(() => document.querySelector("card-pane")?.toggleAttribute("readonly", false));
    await expect(pane.field("number")).toHaveJSProperty("readOnly", false);
    await pane.paste({ number: "4" });
    await expect(pane.field("number")).toHaveValue("4");
  });

  test(`${where}: keyboards get the kind of each field, and which one is the last`, async ({
    page,
    stack,
  }) => {
    const pane = await open(page, stack, "");
    const values = async () =>
      Promise.all(
        (["number", "expiry", "cvv", "cardholder", "postalCode"] as const).map((name) =>
          pane
            .field(name)
            .evaluate((input) =>
              ["enterkeyhint", "inputmode", "autocomplete", "autocapitalize", "spellcheck", "autocorrect"]
                .map((attribute) => input.getAttribute(attribute))
                .join(" "),
            ),
        ),
      );
    // A frame of one field cannot move the focus to another: its key submits.
    const key = where === "across frames" ? "done" : "next";
    expect(await values()).toEqual([
      `${key} numeric cc-number off false off`,
      `${key} numeric cc-exp off false off`,
      `${key} numeric cc-csc off false off`,
      `${key} text cc-name words false off`,
      "done text postal-code characters false off",
    ]);
  });
}

test("lists can be read-only, too; the last field of the options is the last one", {
  tag: "@nightly",
}, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag('expiry="select"')));
  await pane.field("expiryMonth").selectOption("11");
  await update(page, { readOnly: true });
  const month = pane.field("expiryMonth");
  await expect(month).toHaveAttribute("aria-readonly", "true");
  await month.focus();
  await page.keyboard.press("ArrowDown");
  await expect(month).toHaveValue("11");
  await update(page, { readOnly: false, expiry: "single", fields: ["number", "expiry"] });
  await expect(pane.field("expiry")).toHaveAttribute("enterkeyhint", "done");
  await expect(pane.field("number")).toHaveAttribute("enterkeyhint", "next");
});

test("a field can become optional at run time, which removes its error", async ({ page, stack }) => {
  const pane = await openPane(
    page,
    stack,
    merchantPage(stack, paneTag(`fields="number expiry cvv cardholder"`)),
  );
  await pane.paste(goodCard);
  expect((await pane.tokenize()).error?.fields).toEqual(["cardholder"]);
  await expect(pane.field("cardholder")).toHaveAttribute("aria-invalid", "true");
  await update(page, { fields: ["number", "expiry", "cvv", "cardholder?"] });
  const optional = page.locator("iframe").contentFrame().getByLabel("Name on card");
  await expect(optional).toHaveAttribute("aria-required", "false");
  await expect(optional).toHaveAttribute("aria-invalid", "false");
  expect((await pane.tokenize()).token).toBeTruthy();
});
