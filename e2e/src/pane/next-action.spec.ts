/** A payment's next action: in a dialog above the page, and by redirect, with the sandbox's own challenge. */

import type { CardPaneElement } from "@cardpane/browser";
import { returnPageHtml } from "@cardpane/browser/return-page";
import { expectNoFindings, wcag } from "../support/axe.ts";
import { exchange } from "../support/exchange.ts";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import {
  challenge,
  challenged,
  dialog,
  expectGone,
  pay,
  result,
  returnPage,
} from "../support/next-action-object.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { openPane } from "../support/pane-object.ts";

const answers = [
  ["Approve", { verified: false, isApproved: true, code: "0" }],
  ["Simulate failure", { verified: false, isApproved: false, code: "5220" }],
] as const;
for (const [button, hint] of someOf(answers, 1)) {
  test(`dialog: "${button}" comes back as a hint, once, and the focus returns`, async ({ page, stack }) => {
    await pay(page, stack, { payment: await challenged(stack) });
    await challenge(page).getByRole("button", { name: button }).press("Enter");
    expect(await result(page)).toMatchObject({ status: "completed", hint });
    await expectGone(page);
  });
}

test("dialog: its code is loaded only when it is needed, and once", { tag: "@engines" }, async ({
  page,
  stack,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await pay(page, stack, { payment: {} });
  expect(await result(page)).toMatchObject({ status: "completed", hint: null });
  await page.locator("#pay").press("Enter");
  await expect.poll(() => page.evaluate(() => (window as { results?: unknown[] }).results?.length)).toBe(2);
  expect(requests.filter((path) => /next-action|qr/.test(path))).toEqual([
    expect.stringMatching(/next-action\.js$/),
  ]);
});

test("dialog: code that is not the release's does not run", async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/integrity|Failed to load/i);
  await page.route("**/next-action.js", (route) =>
    route.fulfill({
      headers: { "Content-Type": "text/javascript", "Access-Control-Allow-Origin": "*" },
      body: "window.evil = true; export const handleNextAction = () => ({ status: 'completed' });",
    }),
  );
  await pay(page, stack, { payment: { url: "https://bank.example/" } });
  expect(await result(page)).toMatchObject({ status: "failed", code: "load_unreachable", ours: true });
  expect(await page.evaluate(() => "evil" in window)).toBe(false);
});

test("dialog: it has an edge in forced colours, which take its shadow away", { tag: "@nightly" }, async ({
  page,
  stack,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await pay(page, stack, { payment: await challenged(stack) });
  await expect(dialog(page)).toHaveCSS("border-top-width", "2px");
  await expect(dialog(page)).toHaveCSS("border-top-style", "solid");
  await page.emulateMedia({ forcedColors: "none" });
  await expect(dialog(page)).toHaveCSS("border-top-width", "0px");
});

test("dialog: Escape cancels", { tag: "@engines" }, async ({ page, stack }) => {
  await pay(page, stack, { payment: await challenged(stack) });
  await expect(challenge(page).getByRole("heading")).toBeVisible();
  await page.keyboard.press("Escape");
  expect(await result(page)).toEqual({ status: "cancelled", ours: false });
  await expectGone(page);
});

test("dialog: its button cancels, reached by the keyboard", { tag: "@nightly" }, async ({ page, stack }) => {
  await pay(page, stack, { payment: await challenged(stack) });
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(dialog(page).getByRole("button", { name: "Cancel payment" })).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await result(page)).toMatchObject({ status: "cancelled" });
  await expectGone(page);
});

test("dialog: a script that removes it from the page cancels it, and it ends when its time runs out", async ({
  page,
  stack,
}) => {
  await pay(page, stack, { payment: await challenged(stack), options: { mode: "dialog", timeoutMs: 3_000 } });
  await expect(dialog(page)).toBeVisible();
  await page.evaluate(() => document.body.lastElementChild?.remove());
  expect(await result(page)).toMatchObject({ status: "cancelled" });
  await page.evaluate(() => Object.assign(window, { results: [] }));
  await page.locator("#pay").press("Enter");
  expect(await result(page)).toMatchObject({ status: "timed_out" });
  await expectGone(page);
});

test("dialog: a frame that never loads fails", async ({ page, stack }) => {
  await page.route("**/3ds/silent", () => {});
  const payment = { url: `${stack.gateway}/3ds/silent` };
  await page.clock.install();
  await pay(page, stack, { payment, options: { mode: "dialog", loadTimeoutMs: 200_000 } });
  await expect(dialog(page).getByRole("status")).toHaveText("Loading…");
  await page.clock.fastForward(200_000);
  expect(await result(page)).toMatchObject({ status: "failed", code: "load_timeout", ours: true });
  await expectGone(page);
});

test("dialog: it is above a dialog of the merchant's, and leaves that open", { tag: "@nightly" }, async ({
  page,
  stack,
}) => {
  await pay(page, stack, {
    payment: await challenged(stack),
    body: "<dialog id=mine style='width:100vw;height:100vh;z-index:2147483647'>Checkout</dialog><script>mine.showModal()</script>",
  });
  await page.evaluate(() => document.querySelector<HTMLElement>("#pay")?.click());
  const approve = challenge(page).getByRole("button", { name: "Approve" });
  await approve.click();
  expect(await result(page)).toMatchObject({ status: "completed" });
  expect(await page.locator("#mine").evaluate((mine) => mine.matches(":modal"))).toBe(true);
});

test("dialog: messages of a return page of another origin, and of another frame, are ignored", async ({
  page,
  stack,
  watch,
}) => {
  // Served without the return page's policy, which would forbid this frame.
  const elsewhere = stack.site.serve(returnPageHtml()).replace("localhost", "127.0.0.1");
  watch.known.push(elsewhere);
  await pay(page, stack, {
    payment: await challenged(stack, elsewhere),
    body: `<iframe title="other" src="${returnPage(stack)}?is_approved=1"></iframe>`,
  });
  await challenge(page).getByRole("button", { name: "Approve" }).press("Enter");
  await expect(challenge(page).getByText("You can go back to the shop now.")).toBeVisible();
  await page.evaluate(() => postMessage({ type: "cardpane:returned", query: "?is_approved=1" }, origin));
  await page.locator("iframe[title=other]").evaluate(
    (frame: HTMLIFrameElement) =>
      new Promise((resolve) => {
        frame.addEventListener("load", resolve, { once: true });
        frame.contentWindow?.location.reload();
      }),
  );
  await exchange(page);
  expect(await page.evaluate(() => (window as { results?: unknown }).results)).toBeUndefined();
  await expect(dialog(page)).toBeVisible();
});

test("dialog: a page of another origin in its frame is not believed [T-M4]", async ({
  page,
  stack,
  watch,
}) => {
  // Posted to `*`, so that it reaches the page: the browser drops a message whose target origin is not the page's.
  const elsewhere = stack.site
    .serve(
      `<!doctype html><title>Elsewhere</title><p>Elsewhere</p><script>
        parent.postMessage({ type: "cardpane:returned", query: "?is_approved=1" }, "*");
      </script>`,
    )
    .replace("localhost", "127.0.0.1");
  watch.known.push(elsewhere);
  await pay(page, stack, {
    payment: await challenged(stack, elsewhere),
    body: `<script>addEventListener("message", ({ data, origin }) => {
      if (data.type === "cardpane:returned") window.posted = origin;
    })</script>`,
  });
  await challenge(page).getByRole("button", { name: "Approve" }).press("Enter");
  await expect(challenge(page).getByText("Elsewhere")).toBeVisible();
  await expect.poll(() => page.evaluate("window.posted")).toBe(new URL(elsewhere).origin);
  // The page's listeners ran in the same task, including the dialog's.
  expect(await page.evaluate(() => (window as { results?: unknown }).results)).toBeUndefined();
  await expect(dialog(page)).toBeVisible();
});

test("dialog: works under the strictest policy, Trusted Types included", async ({ page, stack }) => {
  await pay(page, stack, {
    payment: await challenged(stack),
    headers: {
      "Content-Security-Policy": [
        "default-src 'none'",
        `script-src ${stack.pane} 'self'`,
        `frame-src ${stack.gateway} 'self'`,
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join("; "),
    },
  });
  await challenge(page).getByRole("button", { name: "Approve" }).press("Enter");
  expect(await result(page)).toMatchObject({ status: "completed" });
});

test("dialog: a policy that forbids the frame is named", async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/frame-src/);
  await pay(page, stack, {
    payment: await challenged(stack),
    headers: { "Content-Security-Policy": "frame-src 'self'" },
  });
  expect(await result(page)).toMatchObject({ status: "failed", code: "load_blocked" });
});

const schemes = [
  ["light", "", "light"],
  ["dark", "<style>:root { color-scheme: dark }</style>", "dark"],
] as const;
for (const [name, head, scheme] of someOf(schemes, 1)) {
  test(`dialog: axe finds nothing, 320 px: ${name}`, async ({ page, stack }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 320, height: 640 });
    await pay(page, stack, { payment: await challenged(stack), head });
    await expect(challenge(page).getByRole("button", { name: "Approve" })).toBeVisible();
    await expectNoFindings(page, { tags: wcag });
    const box = await dialog(page).boundingBox();
    expect(box).toEqual({ x: 0, y: 0, width: 320, height: 640 });
    const background = await dialog(page).evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(background).toBe(scheme === "dark" ? "rgb(18, 18, 18)" : "rgb(255, 255, 255)");
  });
}

const windows = [
  ["01", 250, 400],
  ["02", 390, 400],
  ["03", 500, 600],
  ["04", 600, 400],
] as const;
for (const [windowSize, width, height] of someOf(windows, 1)) {
  test(`dialog: window size ${windowSize} is ${width} x ${height}`, async ({ page, stack }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await pay(page, stack, { payment: await challenged(stack), options: { mode: "dialog", windowSize } });
    await expect(challenge(page).getByRole("heading")).toBeVisible();
    expect(await dialog(page).locator("iframe").boundingBox()).toMatchObject({ width, height });
  });
}

test("dialog: the whole screen where it is low, as a phone on its side, and no motion if the shopper wants none", async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 667, height: 375 });
  await pay(page, stack, { payment: await challenged(stack) });
  await expect(challenge(page).getByRole("button", { name: "Approve" })).toBeVisible();
  const moving = () => dialog(page).evaluate((element) => getComputedStyle(element).transitionProperty);
  expect(await moving()).toBe("opacity, translate");
  // Without the 180 ms in which it comes in.
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await moving()).toBe("none");
  expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 667, height: 375 });
});

test("dialog: window size 05 is the whole screen, on any screen", { tag: "@nightly" }, async ({
  page,
  stack,
}) => {
  for (const [width, height] of [
    [1280, 900],
    [320, 480],
  ] as const) {
    await page.setViewportSize({ width, height });
    await pay(page, stack, {
      payment: await challenged(stack),
      options: { mode: "dialog", windowSize: "05" },
    });
    await expect(challenge(page).getByRole("heading")).toBeVisible();
    expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width, height });
    const frame = await dialog(page).locator("iframe").boundingBox();
    expect(frame).toMatchObject({ x: 0, width });
    expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBe(height);
    await challenge(page).getByRole("button", { name: "Approve" }).press("Enter");
    expect(await result(page)).toMatchObject({ status: "completed" });
  }
});

test("dialog: on a page from right to left its sides are swapped, and its result comes once", {
  tag: "@nightly",
}, async ({ page, stack }) => {
  const texts = { title: "أكّد عملية الدفع", close: "إلغاء الدفع" };
  await pay(page, stack, {
    payment: await challenged(stack),
    options: { mode: "dialog", texts },
    head: "<style>:root { direction: rtl }</style>",
  });
  const mine = page.getByRole("dialog", { name: texts.title });
  const close = mine.getByRole("button", { name: texts.close });
  const [at, title] = await Promise.all([close.boundingBox(), mine.getByRole("heading").boundingBox()]);
  expect(at?.x).toBeLessThan(title?.x ?? 0);
  await close.click();
  expect(await result(page)).toEqual({ status: "cancelled", ours: false });
  await expectGone(page);
});

const motions = [
  ["no-preference", "turn"],
  ["reduce", "none"],
] as const;
for (const [motion, animation] of someOf(motions, 1)) {
  test(`dialog: the loading indicator moves or stands still, by the shopper's preference: ${motion}`, {
    tag: "@nightly",
  }, async ({ page, stack }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.route("**/3ds/silent", () => {});
    const payment = { url: `${stack.gateway}/3ds/silent` };
    await page.clock.install();
    await pay(page, stack, { payment, options: { mode: "dialog", loadTimeoutMs: 200_000 } });
    const status = dialog(page).getByRole("status");
    await expect(status).toHaveText("Loading…");
    const name = await status.evaluate((element) => getComputedStyle(element, "::before").animationName);
    expect(name).toBe(animation);
    await page.clock.fastForward(200_000);
    expect(await result(page)).toMatchObject({ status: "failed", code: "load_timeout" });
  });
}

const results = [
  ["redirect", { status: "completed", hint: { isApproved: true } }],
  ["none", { status: "completed", hint: null }],
] as const;
for (const [what, expected] of results) {
  test(`dialog: takes the result of nextAction() of the server's package, ${what}`, {
    tag: "@nightly",
  }, async ({ page, stack }) => {
    const payment = what === "none" ? { type: what } : { type: what, url: (await challenged(stack)).url };
    await pay(page, stack, { payment });
    if (what === "redirect") {
      await challenge(page).getByRole("button", { name: "Approve" }).press("Enter");
    }
    expect(await result(page)).toMatchObject(expected);
    await expectGone(page);
  });
}

test("redirect: navigates to the address, and the back button restores a page that works", async ({
  page,
  stack,
}) => {
  const payment = await challenged(stack);
  await pay(page, stack, { payment, options: {} });
  await expect(page).toHaveURL(payment.url);
  await page.goBack();
  await expect(page.locator("#pay")).toBeVisible();
});

test("redirect: the covered fields take no keys until it ends, and then have the focus again", async ({
  page,
  stack,
}) => {
  await page.route("**/3ds/silent", () => {});
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await pane.type({ number: "4242" });
  const iframe = page.locator("card-pane iframe");
  // In the page, because the assertions of Playwright wait for the navigation.
  await iframe.evaluate(async (frame: HTMLIFrameElement, url) => {
    const pane = document.querySelector("card-pane") as CardPaneElement;
    Object.assign(window, { ended: pane.handleNextAction({ url }, { timeoutMs: 2_000 }) });
    while (!frame.inert) await new Promise(requestAnimationFrame);
  }, `${stack.gateway}/3ds/silent`);
  await page.keyboard.type("1");
  expect(await page.evaluate("ended")).toEqual({ status: "timed_out" });
  await expect(pane.field("number")).toHaveValue("4242");
  await expect(iframe).toBeFocused();
});

test("a script that is a module finds the code of next actions", async ({ page, stack }) => {
  await page.goto(
    stack.site.serve(`<!doctype html><html lang="en"><title>Merchant</title>
      <card-pane src="${stack.release}" environment="sandbox"></card-pane>
      <script type="module" src="${stack.release}cardpane.js"></script></html>`),
  );
  const element = page.locator("card-pane");
  await expect(element).toHaveJSProperty("status", "ready");
  expect(await element.evaluate((pane: CardPaneElement) => pane.handleNextAction({}))).toEqual({
    status: "completed",
    hint: null,
  });
});

test("the return page by itself does no harm", async ({ page, stack }) => {
  await page.goto(`${returnPage(stack)}?is_approved=1`);
  await expect(page.getByRole("link", { name: "Back to the shop" })).toBeVisible();
});

/** What libraries for modals do in the page behind: each takes what happens outside of its own box for its own. */
const modals = {
  "swallows clicks outside": () => {
    const swallow = (event: Event) => {
      if ((event.target as Element).closest("main")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      window.recorded.push(event.type);
    };
    for (const type of ["click", "mousedown", "touchstart"]) document.addEventListener(type, swallow, true);
  },
  "closes by a press outside": () =>
    document.addEventListener("pointerdown", (event) => {
      if (!(event.target as Element).closest("main")) window.recorded.push("closed");
    }),
  "closes by Escape": () =>
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        window.recorded.push("closed");
      },
      true,
    ),
  "keeps Tab": () =>
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Tab") event.preventDefault();
      },
      true,
    ),
  "takes the focus back": () =>
    document.addEventListener("focusin", (event) => {
      if (!(event.target as Element).closest("main")) (document.querySelector("#pay") as HTMLElement).focus();
    }),
} satisfies Readonly<Record<string, () => void>>;

test("dialog: above modals of the shop it works by keyboard and mouse, and they hear nothing", async ({
  page,
  stack,
}) => {
  await page.addInitScript(() => {
    window.recorded = [];
  });
  for (const listen of Object.values(modals)) await page.addInitScript(listen);
  await pay(page, stack, { payment: await challenged(stack) });
  await expect(challenge(page).getByRole("heading")).toBeVisible();
  await dialog(page).getByRole("heading", { name: "Confirm your payment" }).click();
  // From the title to the button, which is before the bank's page.
  const cancel = page.getByRole("button", { name: "Cancel payment" });
  await page.keyboard.press("Tab");
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog(page).locator("iframe")).toBeFocused();
  await cancel.focus();
  const presses = [() => page.keyboard.press("Escape"), () => cancel.click(), () => cancel.press("Enter")];
  for (const [index, press] of presses.entries()) {
    if (index > 0) await page.locator("#pay").press("Enter");
    await press();
    await expect
      .poll(() => page.evaluate(() => (window as { results?: unknown[] }).results?.length))
      .toBe(index + 1);
  }
  expect(await page.evaluate(() => (window as { results?: { status: string }[] }).results)).toMatchObject(
    presses.map(() => ({ status: "cancelled" })),
  );
  expect(await page.evaluate(() => window.recorded)).toEqual([]);
});

test("dialog: the bank's page may ask before it cancels", async ({ page, stack }) => {
  const bank = stack.site.serve(
    '<!doctype html><title>Bank</title><button onclick="this.textContent = confirm(&quot;Cancel?&quot;)">Ask</button>',
  );
  await pay(page, stack, { payment: { url: bank } });
  const asked = page.waitForEvent("dialog");
  const pressed = challenge(page).getByRole("button", { name: "Ask" }).click();
  await (await asked).accept();
  await pressed;
  await expect(challenge(page).getByRole("button", { name: "true" })).toBeVisible();
});
