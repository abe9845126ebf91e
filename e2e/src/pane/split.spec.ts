/** One form whose fields have separate elements, whatever the page does with the elements. */

import type { CardPaneElement } from "@cardpane/browser";
import type { FieldName } from "@cardpane/contract/messages";
import type { Frame, Page } from "@playwright/test";
import { en } from "../../../packages/frame/src/locale/en.ts";
import { settled } from "../support/axe.ts";
import { exchange } from "../support/exchange.ts";
import { expect, test } from "../support/fixtures.ts";
import { withResolver } from "../support/held-requests.ts";
import { isNightly, someOf } from "../support/lanes.ts";
import { merchantPage, splitTag } from "../support/pages.ts";
import { goodCard, openSplitPane, SplitPaneObject } from "../support/pane-object.ts";

const all = "number expiry cvv cardholder postalCode?";
const names = ["number", "expiry", "cvv", "cardholder", "postalCode"] as const;

/** Records the events of the page's pane in `window.recorded`. */
async function listen(page: Page, ...types: readonly string[]): Promise<() => Promise<string[]>> {
  await page.evaluate((names) => {
    const recorded: string[] = [];
    Object.assign(window, { recorded });
    for (const name of names)
      document.querySelector("card-pane")?.addEventListener(name, () => recorded.push(name));
  }, types);
  return () => page.evaluate(() => window.recorded);
}

/** The frame whose document has a title. No locator finds a frame inside a closed shadow root. */
async function frameCalled(page: Page, title: string): Promise<Frame> {
  const frames = page.frames();
  const titles = await Promise.all(frames.map((frame) => frame.title()));
  const frame = frames[titles.indexOf(title)];
  if (!frame) throw new Error(`No frame is called ${title}: ${titles.join(", ")}`);
  return frame;
}

const status = (page: Page) => page.evaluate(() => document.querySelector("card-pane")?.status);

test("a card typed into several frames becomes a token", { tag: ["@nightly", "@engines"] }, async ({
  page,
  stack,
}) => {
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag(all)));
  await expect(page.locator("iframe")).toHaveCount(5);
  await pane.type({ ...goodCard, cardholder: "Ada Example" });
  const { token, card } = await pane.tokenize();
  expect(token).toMatch(/^[0-9a-f-]{36}$/);
  expect(card).toEqual({ brand: "visa", lastFour: "4242", hasName: true });
  for (const name of ["number", "expiry", "cvv"] as const) await expect(pane.field(name)).toHaveValue("");
  await expect(pane.field("cardholder")).toHaveValue("Ada Example");
});

test("in a form without script: Enter in any field pays", { tag: ["@nightly", "@engines"] }, async ({
  page,
  stack,
}) => {
  const html = `<form method="post" action="/pay">${splitTag(undefined, 'name="payment"')}<button>Pay</button></form>`;
  const pane = await openSplitPane(page, stack, merchantPage(stack, html));
  await pane.type(goodCard);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Thanks" })).toBeVisible();
  expect(JSON.parse(stack.site.posted.at(-1)?.get("payment") ?? "{}").token).toBeTruthy();
});

test("Tab and Shift+Tab go through all fields and the page's own inputs between them", {
  tag: ["@wcag-2.1.2", "@wcag-2.4.3", "@engines"],
}, async ({ page, stack }) => {
  const field = (name: FieldName) => `<card-pane-field name="${name}"></card-pane-field>`;
  const html = `<button id="before">Before</button><card-pane environment="sandbox">
    ${field("number")}<input id="mail" aria-label="Mail">${field("expiry")}${field("cvv")}</card-pane>
    <button id="after">Pay</button>`;
  const pane = await openSplitPane(page, stack, merchantPage(stack, html));
  const recorded = await listen(page, "escape", "enter");
  const stops = [
    page.locator("#before"),
    pane.field("number"),
    page.locator("#mail"),
    pane.field("expiry"),
    pane.field("cvv"),
    page.locator("#after"),
  ];
  await stops[0]?.focus();
  for (const stop of stops.slice(1)) {
    await page.keyboard.press("Tab");
    await expect(stop).toBeFocused();
  }
  for (const stop of stops.slice(0, -1).reverse()) {
    await page.keyboard.press("Shift+Tab");
    await expect(stop).toBeFocused();
  }
  await pane.field("expiry").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect.poll(recorded).toEqual(["escape", "enter"]);
});

test("the page may give the focus to any field", { tag: ["@nightly", "@engines"] }, async ({
  page,
  stack,
}) => {
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
  for (const name of ["cvv", "number", "expiry"] as const) {
    await page.evaluate((field) => document.querySelector("card-pane")?.focus(field), name);
    await expect(pane.field(name)).toBeFocused();
    await page.keyboard.type("1");
    await expect(pane.field(name)).not.toHaveValue("");
  }
});

test("one change an action: a key, a step from frame to frame", { tag: "@engines" }, async ({
  page,
  stack,
}) => {
  await page.clock.install();
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
  const recorded = await listen(page, "change", "fieldfocus", "fieldblur");
  await pane.field("number").focus();
  await expect.poll(recorded).toEqual(["fieldfocus", "change"]);
  await page.keyboard.press("4");
  await expect.poll(recorded).toEqual(["fieldfocus", "change", "change"]);
  // The clock is paused, because the step between two frames has a time limit that a busy machine may exceed.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press("Tab");
  await expect(pane.field("expiry")).toBeFocused();
  await exchange(page);
  expect((await recorded()).length).toBe(3);
  await page.clock.resume();
  await expect.poll(async () => (await recorded()).slice(3)).toEqual(["fieldblur", "fieldfocus", "change"]);
  await page.clock.runFor(1_000);
  await exchange(page);
  expect((await recorded()).length).toBe(6);
  const { fields } = await pane.snapshot();
  expect([fields.number?.focused, fields.expiry?.focused]).toEqual([false, true]);
});

test("the snapshot is the one form's: brand, order, and the CVV's length by the number", async ({
  page,
  stack,
}) => {
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag("cvv expiry number")));
  await pane.type({ number: "378282246310005", cvv: "12345" });
  await expect(pane.field("cvv")).toHaveValue("1234");
  await expect.poll(async () => (await pane.snapshot()).brand).toBe("american-express");
  expect(Object.keys((await pane.snapshot()).fields)).toEqual(["cvv", "expiry", "number"]);
});

test("an error shows under its field, when it is left and on submit; the first wrong one gets the focus", {
  tag: "@engines",
}, async ({ page, stack }) => {
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag("cvv number expiry")));
  await pane.type({ number: "4242424242424241" });
  await page.keyboard.press("Tab");
  await expect.poll(() => pane.error("number")).not.toBe("");
  expect(await pane.error("cvv")).toBe("");
  const { error } = await pane.tokenize();
  expect(error).toMatchObject({ code: "form_invalid", fields: ["cvv", "number", "expiry"] });
  await expect(pane.field("cvv")).toBeFocused();
  for (const name of ["cvv", "number", "expiry"] as const) {
    expect(await pane.error(name)).not.toBe("");
    await expect(pane.field(name)).toHaveAttribute("aria-invalid", "true");
  }
  expect(await page.locator("card-pane-field:state(invalid)").count()).toBe(3);
});

test("month and year in places of their own, as lists too", { tag: "@nightly" }, async ({ page, stack }) => {
  const year = String(new Date().getFullYear() + 5);
  const fields = "number expiryMonth expiryYear cvv";
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag(fields, 'expiry="select"')));
  await pane.type({ number: "4242424242424242", cvv: "123" });
  await pane.field("expiryMonth").selectOption("07");
  await pane.field("expiryYear").selectOption(year);
  expect((await pane.tokenize()).token).toBeTruthy();
});

test("an unknown field is refused by its name; the others work", { tag: "@nightly" }, async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/options_invalid/);
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag("number expiry cvc cvv")));
  await pane.type(goodCard);
  expect((await pane.tokenize()).token).toBeTruthy();
});

test.describe("a saved card", () => {
  const card = {
    paymentAccountId: "6f2d3a80-1c1f-4f6a-9d8e-0a4c3b2d1e0f",
    consumerId: "123456789",
    brand: "visa",
    lastFour: "4242",
  };

  test("shows the CVV alone; without it, the other fields return", async ({ page, stack }) => {
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
    await pane.type({ ...goodCard, cvv: "999" });
    await page.evaluate((saved) => {
      Object.assign(document.querySelector("card-pane") as object, { savedCard: saved });
    }, card);
    await pane.ready();
    await expect(page.locator("iframe")).toHaveCount(1);
    await expect(pane.field("cvv"), "of another card").toHaveValue("");
    await pane.type({ cvv: "123" });
    await expect.poll(async () => (await pane.snapshot()).valid).toBe(true);
    await page.evaluate(() =>
      Object.assign(document.querySelector("card-pane") as object, { savedCard: null }),
    );
    await pane.ready();
    await expect(page.locator("iframe")).toHaveCount(3);
    await pane.type(goodCard);
    expect((await pane.tokenize()).token).toBeTruthy();
  });
});

test.describe("wherever the places are", () => {
  const tokenizes = async (pane: SplitPaneObject) => {
    await pane.ready();
    await pane.type(goodCard);
    expect((await pane.tokenize()).token).toBeTruthy();
  };

  test("in shadow roots, open and closed, in slots, deep in layout", async ({ page, stack }) => {
    await page.goto(
      stack.site.serve(
        merchantPage(
          stack,
          `<card-pane environment="sandbox"><table><tr><td id="deep"></td><td id="shut"></td></tr></table>
          <my-row><card-pane-field name="cvv" slot="late"></card-pane-field>
          <card-pane-field name="cardholder" slot="early"></card-pane-field></my-row></card-pane><script>
          const deep = document.querySelector("#deep").appendChild(document.createElement("div")).attachShadow({ mode: "open" });
          deep.innerHTML = '<section><p></p></section>';
          deep.querySelector("p").attachShadow({ mode: "open" }).innerHTML = '<card-pane-field name="number"></card-pane-field>';
          const shut = document.querySelector("#shut").appendChild(document.createElement("div")).attachShadow({ mode: "closed" });
          shut.innerHTML = '<card-pane-field name="expiry"></card-pane-field>';
          document.querySelector("my-row").attachShadow({ mode: "open" }).innerHTML =
            '<b><slot name="early"></slot></b><slot name="late"></slot>';
        </script>`,
        ),
      ),
    );
    const pane = await new SplitPaneObject(page).ready();
    // As the page shows them: by their slots, not as they are written.
    expect(Object.keys((await pane.snapshot()).fields)).toEqual(["number", "expiry", "cardholder", "cvv"]);
    await pane.type({ number: goodCard.number ?? "", cvv: "123", cardholder: "Ada Example" });
    // Only the keyboard reaches into the closed root. The focus moves through the page's process; a key pressed before the move
    // goes into the number.
    await pane.field("number").focus();
    await page.keyboard.press("Tab");
    await expect((await frameCalled(page, en.labels.expiry)).getByLabel(en.labels.expiry)).toBeFocused();
    await page.keyboard.type("1239");
    expect((await pane.tokenize()).token).toBeTruthy();
  });

  test("the pane itself in a component, its fields in the component's slots", { tag: "@nightly" }, async ({
    page,
    stack,
  }) => {
    await page.goto(
      stack.site.serve(
        merchantPage(
          stack,
          `<my-pay><card-pane-field name="number"></card-pane-field><card-pane-field name="expiry"></card-pane-field>
          <card-pane-field name="cvv" slot="first"></card-pane-field></my-pay><script>
          document.querySelector("my-pay").attachShadow({ mode: "open" }).innerHTML =
            '<card-pane environment="sandbox"><slot name="first"></slot><slot></slot></card-pane>';
          for (const field of document.querySelectorAll("card-pane-field")) field.remove(), document.querySelector("my-pay").append(field);
        </script>`,
        ),
      ),
    );
    const host = page.locator("my-pay card-pane");
    const pane = await new SplitPaneObject(page, host).ready();
    expect(Object.keys((await pane.snapshot()).fields), "as they are drawn").toEqual([
      "cvv",
      "number",
      "expiry",
    ]);
  });

  test("in a dialog that opens later", { tag: "@nightly" }, async ({ page, stack }) => {
    await page.goto(stack.site.serve(merchantPage(stack, `<dialog>${splitTag()}</dialog>`)));
    await page.evaluate(() => document.querySelector("dialog")?.showModal());
    await tokenizes(new SplitPaneObject(page));
  });

  test("in a page inside a frame", { tag: "@nightly" }, async ({ page, stack }) => {
    const inner = stack.site.serve(merchantPage(stack, splitTag()));
    await page.goto(
      stack.site.serve(
        `<!doctype html><title>Outer</title><iframe src="${inner}" width="600" height="600"></iframe>`,
      ),
    );
    const pane = page.frameLocator("iframe").locator("card-pane");
    await tokenizes(new SplitPaneObject(page, pane));
  });

  test("by script, in any elements, and nothing is left after destroy()", async ({ page, stack }) => {
    const html = '<div id="number"></div><p id="expiry"></p><section><div id="cvv"></div></section>';
    await page.goto(stack.site.serve(merchantPage(stack, html)));
    await page.evaluate(async () => {
      const { Cardpane } = window;
      const pane = Cardpane.createCardPane({ environment: "sandbox" });
      pane.field("cvv", "#cvv").field("number", "#number").field("expiry", "#expiry");
      Object.assign(window, { pane });
      await new Promise<void>((resolve) => pane.on("ready", () => resolve()));
    });
    const pane = new SplitPaneObject(page, page.locator("main"));
    await pane.type(goodCard);
    const outcome = await page.evaluate(async () => {
      const { pane } = window;
      const order = Object.keys(pane.snapshot?.fields ?? {});
      const { token } = await pane.tokenize();
      pane.field("cvv", null);
      await new Promise((resolve) => setTimeout(resolve));
      const without = document.querySelectorAll("iframe").length;
      pane.destroy();
      return { order, token: typeof token, without, status: pane.status };
    });
    expect(outcome).toEqual({
      order: ["number", "expiry", "cvv"],
      token: "string",
      without: 2,
      status: "destroyed",
    });
    expect(
      await page.evaluate(() => document.querySelectorAll("iframe, [role=alert], main div div").length),
    ).toBe(0);
  });
});

test.describe("at run time", () => {
  test("a field is added and removed, and the other fields keep their text", async ({ page, stack }) => {
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
    await pane.type(goodCard);
    await page.evaluate(() => {
      const field = document.createElement("card-pane-field");
      field.setAttribute("name", "cardholder");
      document.querySelector("card-pane")?.prepend(field);
    });
    await pane.ready();
    expect(Object.keys((await pane.snapshot()).fields)).toEqual(["cardholder", "number", "expiry", "cvv"]);
    expect((await pane.tokenize()).error).toMatchObject({ code: "form_invalid", fields: ["cardholder"] });
    await expect(pane.field("cardholder")).toBeFocused();
    await page.evaluate(() => document.querySelector("card-pane-field[name=cardholder]")?.remove());
    await expect
      .poll(async () => Object.keys((await pane.snapshot())?.fields ?? {}))
      .toEqual(["number", "expiry", "cvv"]);
    expect((await pane.tokenize()).token).toBeTruthy();
  });

  test("the leader's field is removed: another frame becomes the leader, and every text is kept", async ({
    page,
    stack,
  }) => {
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag(all)));
    await pane.type({ ...goodCard, cardholder: "Ada Example" });
    await page.evaluate(() => document.querySelector("card-pane-field[name=number]")?.remove());
    await pane.ready();
    await expect.poll(async () => (await pane.snapshot()).fields.cvv?.valid).toBe(true);
    await expect(pane.field("expiry")).toHaveValue("12 / 39");
    await page.evaluate(() => {
      const field = document.createElement("card-pane-field");
      field.setAttribute("name", "number");
      document.querySelector("card-pane")?.append(field);
    });
    await pane.ready();
    await pane.type({ number: goodCard.number ?? "" });
    expect((await pane.tokenize()).token).toBeTruthy();
  });

  test("a field that is moved loads again; its neighbours stay as they are", {
    tag: ["@nightly", "@engines"],
  }, async ({ page, stack }) => {
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
    await pane.type(goodCard);
    const before = await pane.iframe("cvv").elementHandle();
    await page.evaluate(() => {
      const pane = document.querySelector("card-pane");
      pane?.append(document.querySelector("card-pane-field[name=number]") as Element);
    });
    await pane.ready();
    expect(await pane.iframe("cvv").evaluate((iframe, same) => iframe === same, before)).toBe(true);
    expect(Object.keys((await pane.snapshot()).fields)).toEqual(["expiry", "cvv", "number"]);
    await expect(pane.field("number")).toHaveValue("");
    await expect.poll(async () => (await pane.snapshot()).fields.expiry?.valid).toBe(true);
    await pane.type({ number: goodCard.number ?? "" });
    expect((await pane.tokenize()).token).toBeTruthy();
  });

  test("a field that is moved with moveBefore() keeps what was typed; the order is the page's", async ({
    page,
    stack,
  }) => {
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
    await pane.type(goodCard);
    await page.evaluate(() => {
      const pane = document.querySelector("card-pane") as Element & {
        moveBefore(node: Element, child: Element | null): void;
      };
      pane.moveBefore(document.querySelector("card-pane-field[name=number]") as Element, null);
    });
    await expect
      .poll(async () => Object.keys((await pane.snapshot()).fields))
      .toEqual(["expiry", "cvv", "number"]);
    await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
    expect((await pane.tokenize()).token).toBeTruthy();
  });

  test("the whole pane is moved: it loads again, once", { tag: "@nightly" }, async ({ page, stack }) => {
    await openSplitPane(page, stack, merchantPage(stack, `<div>${splitTag()}</div><section></section>`));
    await page.evaluate(() =>
      document.querySelector("section")?.append(document.querySelector("card-pane") as Element),
    );
    const pane = await new SplitPaneObject(page).ready();
    await expect(page.locator("iframe")).toHaveCount(3);
    await pane.type(goodCard);
    expect((await pane.tokenize()).token).toBeTruthy();
  });

  test("any frame that is reloaded becomes ready again, and the others keep their text", {
    tag: ["@nightly", "@engines"],
  }, async ({ page, stack }) => {
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
    for (const name of ["number", "cvv"] as const) {
      await pane.type({ expiry: "1239" });
      const ready = page.evaluate(
        () =>
          new Promise((resolve) =>
            document.querySelector("card-pane")?.addEventListener("ready", resolve, { once: true }),
          ),
      );
      await (await pane.frameOf(name)).evaluate(() => location.reload());
      await ready;
      await expect.poll(async () => (await pane.snapshot()).fields.expiry?.valid, name).toBe(true);
    }
    await pane.type({ number: goodCard.number ?? "", cvv: "123" });
    expect((await pane.tokenize()).token).toBeTruthy();
  });

  test("look and language change in every frame, and every frame has a name of its own", {
    tag: ["@nightly", "@engines"],
  }, async ({ page, stack }) => {
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
    expect(
      await page.locator("iframe").evaluateAll((list) => list.map((frame) => frame.getAttribute("title"))),
    ).toEqual([
      "Secure card payment: Card number",
      "Secure card payment: Expiry date",
      "Secure card payment: Security code",
    ]);
    await pane.type({ cvv: "12" });
    await page.evaluate(() => {
      const pane = document.querySelector("card-pane") as CardPaneElement;
      pane.tokens = { fieldHeight: 60 };
      pane.setAttribute("locale", "de");
    });
    const german = new SplitPaneObject(page, page.locator("card-pane"), "de");
    await expect(german.field("cvv")).toHaveValue("12");
    await expect(german.field("number")).toBeVisible();
    for (const name of ["number", "expiry", "cvv"] as const) {
      await expect.poll(() => german.field(name).evaluate((input) => input.clientHeight)).toBeGreaterThan(50);
      expect(await (await german.frameOf(name)).evaluate(() => document.documentElement.lang)).toBe("de");
    }
    await expect(page.locator("iframe").nth(2)).toHaveAttribute("title", /Prüfnummer$/);
  });
});

test("ready comes when the last frame is painted, and not before; the heights are there from the start", async ({
  page,
  stack,
}) => {
  const { promise: held, resolve: release } = withResolver();
  let requests = 0;
  await page.route(/\/frame\?/, async (route) => {
    requests += 1;
    if (requests === 3) await held;
    await route.continue();
  });
  // The page's own load event waits for its frames.
  await page.goto(stack.site.serve(merchantPage(stack, `${splitTag(all)}<p id="below">Below</p>`)), {
    waitUntil: "domcontentloaded",
  });
  const top = () => page.locator("#below").evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  await expect.poll(() => requests).toBeGreaterThanOrEqual(5);
  await exchange(page);
  expect(await status(page)).toBe("loading");
  release();
  await new SplitPaneObject(page).ready();
  // If the parser reaches the element before its fields, the element starts and aborts a request for the whole form.
  expect([5, 6]).toContain(requests);
  await settled(page);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
});

test("a browser that allows no channel between frames: the pane reports that it cannot run", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/load_blocked/);
  await page.addInitScript(() => {
    Object.assign(window, {
      BroadcastChannel: function Denied() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await page.goto(stack.site.serve(merchantPage(stack, splitTag())));
  await expect.poll(() => status(page)).toBe("failed");
  expect(await page.evaluate(() => document.querySelector("card-pane")?.error?.code)).toBe("load_blocked");
});

test("tokenize does not wait for ever for a frame that is silent", async ({ page, stack }) => {
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
  await pane.type(goodCard);
  await (await pane.frameOf("cvv")).evaluate(() => {
    BroadcastChannel.prototype.postMessage = () => {};
  });
  const { error } = await pane.tokenize();
  expect(error).toMatchObject({ code: "frame_gone", fields: ["cvv"] });
});

test("tokenize waits for the last key of another frame", async ({ page, stack }) => {
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
  await pane.type({ ...goodCard, cvv: "12" });
  // The last digit reaches the leader only after the page has called tokenize() and the leader has requested pending edits.
  await (await pane.frameOf("cvv")).evaluate(() => {
    const post = BroadcastChannel.prototype.postMessage;
    const held: { readonly type: string }[] = [];
    BroadcastChannel.prototype.postMessage = function (message) {
      held.push(message);
      if (message.type !== "flushed") return;
      for (const late of held.splice(0)) post.call(this, late);
    };
  });
  await page.keyboard.press("3");
  expect((await pane.tokenize()).token).toBeTruthy();
});

test("after going back, nothing that was typed is there", { tag: "@nightly" }, async ({ page, stack }) => {
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
  await pane.type(goodCard);
  await page.goto(stack.site.serve("<!doctype html><title>Elsewhere</title>"));
  await page.goBack();
  await pane.ready();
  for (const name of ["number", "expiry", "cvv"] as const) await expect(pane.field(name)).toHaveValue("");
  expect((await pane.snapshot()).empty).toBe(true);
});

test.describe("autofill", () => {
  test("of a browser that fills in one frame only is relayed to the other frames, and overwrites nothing", {
    tag: "@engines",
  }, async ({ page, stack }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "userAgentData"));
    const pane = await openSplitPane(
      page,
      stack,
      merchantPage(stack, splitTag("number expiry cvv cardholder")),
    );
    await pane.type({ cvv: "999" });
    const relays = (await pane.frameOf("number")).locator("input[aria-hidden=true]");
    await expect(relays).toHaveCount(3);
    const fill = (selector: string, value: string, from: FieldName) =>
      pane.frameOf(from).then((frame) =>
        frame.locator(selector).evaluate((input, text) => {
          (input as HTMLInputElement).value = text;
          input.dispatchEvent(new Event("input", { bubbles: true }));
        }, value),
      );
    // From the leader to a follower, from a follower to the leader, and between two followers.
    await fill('[autocomplete="cc-exp"]', "12/2039", "number");
    await fill('[autocomplete="cc-number"][aria-hidden]', "4242424242424242", "cvv");
    await fill('[autocomplete="cc-name"][aria-hidden]', "Ada Example", "expiry");
    await fill('[autocomplete="cc-csc"][aria-hidden]', "123", "number");
    await expect(pane.field("expiry")).toHaveValue("12 / 39");
    await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
    await expect(pane.field("cardholder")).toHaveValue("Ada Example");
    await expect(pane.field("cvv")).toHaveValue("999");
    for (const relay of await relays.all()) await expect(relay).toHaveValue("");
    expect((await pane.tokenize()).token).toBeTruthy();
  });
});

test("removing the pane leaves nothing behind, after many rounds", async ({ page, stack }) => {
  await page.goto(stack.site.serve(merchantPage(stack, '<div id="here"></div>')));
  const left = await page.evaluate(
    async ({ tag, rounds }) => {
      const here = document.querySelector("#here") as HTMLElement;
      for (let round = 0; round < rounds; round++) {
        here.innerHTML = tag;
        // Removed when it is ready, when a frame has sent its first message, or at once.
        const [target, type] = [[here, "ready"] as const, [window, "message"] as const, []][round % 3] ?? [];
        if (target)
          await new Promise((resolve) =>
            target.addEventListener(type, resolve, { capture: true, once: true }),
          );
        here.innerHTML = "";
        await Promise.resolve();
      }
      return here.childNodes.length;
    },
    { tag: splitTag(), rounds: isNightly ? 20 : 6 },
  );
  expect(left).toBe(0);
  await expect.poll(() => page.frames().length).toBe(1);
});

for (const name of someOf(names, 3)) {
  test(`a pane of ${name} alone`, async ({ page, stack }) => {
    const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag(name)));
    await pane.type({ [name]: "1" });
    await expect.poll(async () => (await pane.snapshot()).empty).toBe(false);
  });
}
