/** Where a pane is mounted and how it loads: forms without script, shadow roots, dialogs, failures with their cause, retry. */

import type { CardPaneElement } from "@cardpane/browser";
import { settled } from "../support/axe.ts";
import { exchange } from "../support/exchange.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { goodCard, openPane, PaneObject } from "../support/pane-object.ts";

const form = `<form method="post" action="/pay"><label>Mail <input name="mail" value="ada@shop.example"></label>
  ${paneTag('name="payment"')}<button name="go" value="yes">Pay</button></form>`;

test("in a form it works without a line of script: a wrong card is not posted, a double click posts once", {
  tag: "@engines",
}, async ({ page, stack }) => {
  const tokens: string[] = [];
  page.on(
    "request",
    (request) =>
      request.url().endsWith("/tokenize") && request.method() === "POST" && tokens.push(request.url()),
  );
  const pane = await openPane(page, stack, merchantPage(stack, form));
  const before = stack.site.posted.length;
  await pane.type({ number: "4242424242424241" });
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(pane.field("number")).toBeFocused();
  await exchange(page);
  expect(stack.site.posted.length).toBe(before);
  await pane.replace(goodCard);
  await page.getByRole("button", { name: "Pay" }).dblclick();
  await expect(page.getByRole("heading", { name: "Thanks" })).toBeVisible();
  expect(tokens).toHaveLength(1);
  expect(stack.site.posted.length - before).toBe(1);
  const posted = stack.site.posted.at(-1);
  expect([...(posted?.keys() ?? [])].sort()).toEqual(["go", "mail", "payment"]);
  expect(posted?.get("go")).toBe("yes");
  const payment = JSON.parse(posted?.get("payment") ?? "{}");
  expect(Object.keys(payment).sort()).toEqual(["card", "device", "expireAt", "token"]);
  expect(JSON.stringify(payment)).not.toContain("4242424242424242");
});

test("in a shadow root", async ({ page, stack }) => {
  await page.goto(
    stack.site.serve(
      merchantPage(
        stack,
        `<div id="root"></div><script>
    document.getElementById("root").attachShadow({ mode: "open" }).innerHTML = '<card-pane environment="sandbox"></card-pane>';
  </script>`,
      ),
    ),
  );
  const pane = await new PaneObject(page, page.locator("#root card-pane")).ready();
  await pane.type(goodCard);
  expect((await pane.tokenize()).token).toBeTruthy();
});

test("in a dialog", { tag: "@nightly" }, async ({ page, stack }) => {
  await page.goto(
    stack.site.serve(
      merchantPage(
        stack,
        `<dialog>${paneTag()}</dialog><script>document.querySelector("dialog").showModal()</script>`,
      ),
    ),
  );
  const pane = await new PaneObject(page, page.locator("card-pane")).ready();
  await pane.type(goodCard);
  expect((await pane.tokenize()).token).toBeTruthy();
});

test("by the promise API, and nothing is left after destroy()", async ({ page, stack }) => {
  await page.goto(stack.site.serve(merchantPage(stack, '<div id="here"></div>')));
  const result = await page.evaluate(async () => {
    const { Cardpane } = window;
    const pane = Cardpane.createCardPane({ environment: "sandbox", fields: ["number", "expiry", "cvv"] });
    pane.mount("#here");
    await new Promise<void>((resolve) => pane.on("ready", () => resolve()));
    const ready = pane.status;
    pane.destroy();
    pane.destroy();
    return {
      ready,
      after: pane.status,
      left: document.querySelector("#here")?.childElementCount,
      code: (await pane.tokenize()).error?.code,
    };
  });
  expect(result).toEqual({ ready: "ready", after: "destroyed", left: 0, code: "destroyed" });
});

test("moved in the page it loads again, once", { tag: "@nightly" }, async ({ page, stack }) => {
  await openPane(page, stack, merchantPage(stack, `<div id="a">${paneTag()}</div><div id="b"></div>`));
  await page.evaluate(() => {
    const pane = document.querySelector("card-pane");
    if (pane) document.querySelector("#b")?.append(pane);
  });
  const pane = await new PaneObject(page).ready();
  await expect(page.locator("iframe")).toHaveCount(1);
  await pane.type(goodCard);
  expect((await pane.tokenize()).token).toBeTruthy();
});

test("the height is right from the start: nothing below it jumps", { tag: "@engines" }, async ({
  page,
  stack,
}) => {
  const loadFrame = await holdRequests(page, /\/frame\?/);
  await page.goto(
    stack.site.serve(
      merchantPage(stack, `${paneTag('fields="number expiry cvv cardholder"')}<p id="below">Below</p>`),
    ),
    // The page's load event waits for that of the frame.
    { waitUntil: "domcontentloaded" },
  );
  await expect(page.locator("iframe")).toBeAttached();
  const top = () => page.locator("#below").evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  loadFrame();
  await new PaneObject(page).ready();
  await settled(page);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
});

test("a click on a covered pane does not reach its frame", async ({ page, stack }) => {
  await openPane(page, stack, merchantPage(stack, paneTag()));
  const hits = await page.evaluate(async () => {
    const pane = document.querySelector("card-pane") as CardPaneElement;
    /** The elements that clicks on the parts of the pane hit, also between its inputs. */
    const hit = () => {
      const { left, top, width, height } = pane.getBoundingClientRect();
      const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
      const names = parts.map(
        (part) => document.elementFromPoint(left + width / 3, top + part * height)?.localName,
      );
      return [...new Set(names)];
    };
    const ready = new Promise((resolve) => pane.addEventListener("ready", resolve, { once: true }));
    // A second `load` means that another document has replaced the frame's.
    pane.querySelector("iframe")?.dispatchEvent(new Event("load"));
    const covered = [pane.status, hit()];
    await ready;
    return [covered, [pane.status, hit()]];
  });
  expect(hits).toEqual([
    ["loading", ["card-pane"]],
    ["ready", ["iframe"]],
  ]);
});

test("ready means that inputs take keys", async ({ page, stack }) => {
  await page.goto(stack.site.serve(merchantPage(stack, paneTag())));
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const pane = document.querySelector("card-pane") as HTMLElement & {
          focus(field?: string): void;
          status: string;
        };
        const go = () => {
          pane.focus("number");
          resolve();
        };
        pane.status === "ready" ? go() : pane.addEventListener("ready", go, { once: true });
      }),
  );
  const pane = new PaneObject(page);
  await expect(pane.field("number")).toBeFocused();
  await page.keyboard.type("42");
  await expect(pane.field("number")).toHaveValue("42");
});

test.describe("when it cannot load", () => {
  test.beforeEach(({ watch }) => void watch.expectedErrors.push(/^CardpaneError: .*\(load_\w+\)$/));

  const status = "document.querySelector('card-pane').status";
  const code = "document.querySelector('card-pane').error?.code";

  test("a frame whose request is blocked shows the failure message, and retry works", async ({
    page,
    stack,
    watch,
  }) => {
    watch.expectedErrors.push(/ERR_BLOCKED_BY_CLIENT|Failed to load|ERR_FAILED/);
    await page.route(/\/frame\?/, (route) => route.abort("blockedbyclient"));
    await page.goto(stack.site.serve(merchantPage(stack, paneTag())));
    await expect.poll(() => page.evaluate(code)).toBe("load_unreachable");
    await page.unroute(/\/frame\?/);
    await page.evaluate(() => document.querySelector("card-pane")?.retry());
    await expect.poll(() => page.evaluate(status)).toBe("ready");
  });

  test("a frame that the page's policy forbids shows the failure message", { tag: "@nightly" }, async ({
    page,
    stack,
    watch,
  }) => {
    watch.expectedErrors.push(/Content Security Policy|Framing|violates/i);
    await page.goto(
      stack.site.serve(merchantPage(stack, paneTag()), { "Content-Security-Policy": "frame-src 'none'" }),
    );
    await expect.poll(() => page.evaluate(code)).toBe("load_blocked");
  });

  test("an environment that the host does not have shows the failure message", { tag: "@nightly" }, async ({
    page,
    stack,
    watch,
  }) => {
    watch.expectedErrors.push(/400|ERR_FAILED|CORS|Framing|frame-ancestors|refused|Content Security Policy/i);
    await page.goto(stack.site.serve(merchantPage(stack, '<card-pane environment="nowhere"></card-pane>')));
    await expect.poll(() => page.evaluate(code)).toMatch(/^load_/);
  });

  test("a host that never responds ends the load by its timeout", async ({ page, stack }) => {
    await page.route(/\/frame\?/, () => {});
    await page.goto(stack.site.serve(merchantPage(stack, '<div id="here"></div>')));
    const answer = await page.evaluate(async () => {
      const { Cardpane } = window;
      const pane = Cardpane.createCardPane({ environment: "sandbox", loadTimeoutMs: 500 });
      return new Promise<string | undefined>((resolve) => {
        pane.on("loaderror", (error) => resolve(error.code));
        pane.mount("#here");
      });
    });
    expect(answer).toBe("load_timeout");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});
