/** The manifest compared with the real elements: their members, their attributes, and the states that style sheets see. */
import type { CardPaneElement } from "@cardpane/browser";
import { expect, test } from "../support/fixtures.ts";
import { withResolver } from "../support/held-requests.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { goodCard, openPane, SplitPaneObject } from "../support/pane-object.ts";

/** Not at the top: each of Playwright's processes would load the compiler, whether it runs one of these tests or not. */
async function readManifest() {
  const { readElements } = await import("../../../packages/tools/src/bundle/custom-elements.ts");
  return readElements().modules[0].declarations;
}

const named = (list: readonly { readonly name: string }[] = []) => list.map(({ name }) => name).sort();

interface Noted {
  readonly events: Set<string>;
  readonly states: Set<string>;
}

/** `window.noted` records every event that an element receives from its pane, and every state that the element has. */
declare global {
  interface Window {
    noted: Noted;
  }
}

function note(wanted: readonly string[]): void {
  const noted: Noted = { events: new Set(), states: new Set() };
  const dispatch = EventTarget.prototype.dispatchEvent;
  Object.assign(window, { noted });
  EventTarget.prototype.dispatchEvent = function (event) {
    if (this instanceof HTMLElement && this.localName === "card-pane") {
      noted.events.add(event.type);
      for (const state of wanted) if (this.matches(`:state(${state})`)) noted.states.add(state);
    }
    return dispatch.call(this, event);
  };
}

test("properties set before the definition take effect, and the page's nodes stay unchanged until it has loaded", async ({
  page,
  stack,
}) => {
  const { promise: mayLoad, resolve: load } = withResolver();
  await page.route("**/late.png", async (route) => {
    await mayLoad;
    await route.fulfill({ contentType: "image/png", body: "" });
  });
  const html = `<fieldset><script>
    window.seen = [];
    const early = document.createElement("card-pane");
    Object.assign(early, { environment: "sandbox", fields: ["number", "expiry", "cvv", "cardholder?"], maskNumber: true,
      disabled: true, tokens: { fieldHeight: 60 }, texts: { labels: { number: "Karte" } } });
    for (const name of ["ready", "change"]) early.addEventListener(name, () => seen.push(name));
    document.currentScript.after(early);
  </script></fieldset><img src="/late.png" alt="">`;
  await page.goto(stack.site.serve(merchantPage(stack, html)), { waitUntil: "commit" });
  await expect.poll(() => page.evaluate(() => window.seen)).toEqual(["ready"]);
  const pane = page.locator("card-pane");
  const input = pane.locator("iframe").contentFrame().getByLabel("Karte");
  await expect(input).toBeDisabled();
  expect((await input.boundingBox())?.height).toBe(60);
  expect(await pane.evaluate((element) => [element.outerHTML, getComputedStyle(element).display])).toEqual([
    '<card-pane disabled=""></card-pane>',
    "block",
  ]);
  await pane.evaluate((element) => Object.assign(element, { disabled: false }));
  await input.pressSequentially("42");
  // Each user action dispatches both events once; fast keys are combined into one change.
  await expect.poll(() => page.evaluate(() => window.seen.join(" "))).toMatch(/^ready( change){1,3}$/);
  // After the page's load, the iframe moves to where Chromium's autofill finds it, and keeps its document and its focus.
  load();
  await expect(page.locator("card-pane > iframe[slot]")).toHaveCount(1);
  await expect.poll(() => pane.evaluate((element) => element.firstElementChild?.localName)).toBe("iframe");
  await page.keyboard.type("42");
  await expect(input).toHaveValue("4242");
  await page.locator("fieldset").evaluate((fieldset) => fieldset.setAttribute("disabled", ""));
  await expect(input).toBeDisabled();
  // An element that is not disabled itself still is by its fieldset.
  await pane.evaluate(async (element: CardPaneElement) => {
    element.update({ disabled: false });
    await element.validate();
  });
  expect(await input.isDisabled()).toBe(true);
  await pane.evaluate((element) => Object.assign(element, { hidden: true }));
  await expect(pane).toBeHidden();
});

test("an element has the attributes and members of the manifest, its life all events and states, and no others", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/same_origin/);
  const [declaration, field] = await readManifest();
  const states = named(declaration?.cssStates);
  const members = named(declaration?.members);
  await page.addInitScript(note, states);
  const pane = await openPane(
    page,
    stack,
    merchantPage(stack, paneTag('fields="number expiry cvv" bin="6"')),
  );
  const own = await page.evaluate((wanted) => {
    const element = document.querySelector("card-pane") as Element;
    const observed = (name: string) =>
      (customElements.get(name) as { readonly observedAttributes?: string[] } | undefined)
        ?.observedAttributes ?? [];
    return {
      lacking: wanted.filter((name) => !(name in element)),
      own: Object.getOwnPropertyNames(element),
      shared: Object.getOwnPropertyNames(Object.getPrototypeOf(element))
        .filter((name) => !/^constructor$|Callback$|^addEventListener$/.test(name))
        .sort(),
      // The browser itself reads `name`, as of any form control; `early` is read when the element connects.
      attributes: [...observed("card-pane"), "early", "name"].sort(),
      ofField: observed("card-pane-field"),
    };
  }, members);
  expect(own).toEqual({
    lacking: [],
    own: [],
    shared: members,
    attributes: named(declaration?.attributes),
    ofField: named(field?.attributes),
  });
  const noted = () =>
    page.evaluate(() => {
      const { events, states } = window.noted;
      return { events: [...events].sort(), states: [...states].sort() };
    });
  await pane.paste({ number: "4242424242424241" });
  expect((await pane.tokenize()).error?.code).toBe("form_invalid");
  await pane.field("number").fill("");
  // As a password manager fills a field in.
  await pane.field("cvv").evaluate((input) => {
    (input as HTMLInputElement).value = "123";
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await expect.poll(async () => (await noted()).events).toContain("autofill");
  await pane.paste(goodCard);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  expect((await pane.tokenize()).token).toBeTruthy();
  // Fields that wrap make the form higher.
  await page.evaluate(() =>
    document.querySelector("card-pane")?.setAttribute("fields", "number cardholder cvv expiry"),
  );
  await expect.poll(async () => (await noted()).events).toContain("resize");
  await page.evaluate(() => document.querySelector("card-pane")?.setAttribute("src", "/"));
  await expect.poll(async () => (await noted()).events).toContain("loaderror");
  await page.evaluate(() => document.querySelector("card-pane")?.remove());
  await expect.poll(async () => (await noted()).events).toContain("closed");
  expect(await noted()).toEqual({ events: named(declaration?.events), states });
});

test("an element with `defer` and its fields wait for their options", async ({ page, stack }) => {
  const html = merchantPage(stack, splitTag("number expiry cvv", "defer"));
  await page.goto(stack.site.serve(html.replaceAll("<script src", "<script defer src")));
  await page.evaluate(() => customElements.whenDefined("card-pane-field"));
  const pane = page.locator("card-pane");
  expect(await pane.evaluate((element: CardPaneElement) => element.status)).toBe("unmounted");
  await expect(page.locator("iframe")).toHaveCount(0);
  await pane.evaluate((element) => element.removeAttribute("defer"));
  await new SplitPaneObject(page).ready();
});
