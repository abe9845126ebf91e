/**
 * Autofill under two future policies, `autofill` and `manual-text` (Chromium's docs/security/autofill-across-iframes.md): a page
 * names the frames that may be filled in and typed into. Chromium 156 has each policy behind a feature flag; without the flags it
 * lists neither, and logs an error if a page names them.
 */
import { autofill, listenToAutofill } from "../support/autofill-object.ts";
import { expect, test, wholeChromiumWith } from "../support/fixtures.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { openPane, openSplitPane } from "../support/pane-object.ts";

const names = ["number", "expiry", "cvv", "cardholder"] as const;
const fields = names.join(" ");
const features = ["Autofill", "ManualText"].map((name) => `AutofillPolicyControlledFeature${name}`).join();

test.use(wholeChromiumWith(`--enable-features=${features}`));

test("the frame is given the policies that the browser knows", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  const allowed = () =>
    (document as Document & { readonly featurePolicy: { allowedFeatures(): string[] } }).featurePolicy
      .allowedFeatures()
      .filter((name) => /^(autofill|manual-text)$/.test(name))
      .sort();
  const policies = ["autofill", "manual-text"];
  expect(await page.evaluate(allowed)).toEqual(policies);
  expect(await pane.frame().evaluate(allowed)).toEqual(policies);
  await expect(page.locator("iframe")).toHaveAttribute("allow", policies.join("; "));
});

test("in one frame the form is filled, reported once, and can be typed into", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag(`fields="${fields}"`)));
  const recorded = await listenToAutofill(page);
  await pane.field("cardholder").click();
  await autofill(page, pane.frame(), "#cardholder");
  await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
  await expect(pane.field("expiry")).toHaveValue("12 / 39");
  await expect.poll(recorded).toEqual([fields]);
  await pane.field("cvv").press("Control+A");
  await page.keyboard.type("999");
  await expect(pane.field("cvv")).toHaveValue("999");
  expect((await pane.tokenize()).token).toBeTruthy();
});

test("across frames every one is filled, and it is reported once", async ({ page, stack }) => {
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag(fields)));
  const recorded = await listenToAutofill(page);
  await pane.field("number").click();
  await autofill(page, await pane.frameOf("number"), "input");
  for (const name of names) await expect(pane.field(name)).not.toHaveValue("");
  await expect.poll(recorded).toEqual([fields]);
});
