/**
 * DOM clobbering: harmless tags before the page's script, such as a sanitizer lets through, take the names of properties that the
 * script reads. If every name is taken, the test too reads the page through prototypes; it uses the frames as usual.
 */
import type { CardPaneElement } from "@cardpane/browser";
import type { Frame, Page } from "@playwright/test";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { challenged } from "../support/next-action-object.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { goodCard, PaneObject } from "../support/pane-object.ts";

/** Serves a page with tags before the script and in its body. */
function clobberedPage(stack: Stack, tags: string, body: string): string {
  return stack.site.serve(merchantPage(stack, body).replace("<script", `<body>${tags}<script`));
}

test("the card form comes from where the script came from, whatever currentScript is [T-M23]", async ({
  page,
  stack,
  watch,
}) => {
  const elsewhere = "http://127.0.0.1:9/evil/";
  watch.known.push(elsewhere);
  await page.route(`${elsewhere}**`, (route) => route.fulfill({ contentType: "text/html", body: "" }));
  for (const [what, tag] of [
    ["a picture", `<img name="currentScript" src="${elsewhere}x.png">`],
    ["a form", `<form name="currentScript"><a id="src" href="${elsewhere}"></a></form>`],
    ["a form with a control", `<form name="currentScript"><input name="src"></form>`],
    ["an embed", `<embed name="currentScript" src="${elsewhere}x.png">`],
    ["an object", `<object name="currentScript" data="${elsewhere}x.png"></object>`],
    ["a frame of another site", `<iframe name="currentScript" src="${elsewhere}x.html"></iframe>`],
  ] as const) {
    await page.goto(clobberedPage(stack, tag, paneTag()));
    await expect(page.locator("card-pane iframe"), what).toHaveAttribute(
      "src",
      RegExp(`^${stack.release}frame\\?`),
    );
    await new PaneObject(page).ready();
  }
});

test("the script's functions are on the window, whatever Cardpane is", async ({ page, stack }) => {
  await page.route("http://127.0.0.1:9/", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  for (const [what, tags] of [
    ["a link", `<a id="Cardpane" href="#"></a>`],
    ["two links", `<a id="Cardpane"></a><a id="Cardpane" name="createCardPane"></a>`],
    ["a form with an object", `<form id="Cardpane"><object name="createCardPane"></object></form>`],
    ["a frame of another site", `<iframe name="Cardpane" src="http://127.0.0.1:9/"></iframe>`],
  ] as const) {
    await page.goto(clobberedPage(stack, tags, paneTag()));
    await new PaneObject(page).ready();
    const status = await page.evaluate(() => window.Cardpane.createCardPane().status);
    expect(status, what).toBe("unmounted");
  }
});

test("a script that comes second leaves the first one's functions alone", async ({ page, stack }) => {
  const script = `<script src="${stack.release}cardpane.js"></script>`;
  await page.goto(
    stack.site.serve(
      merchantPage(stack, `<script>window.first = Cardpane</script>${script}${script}${paneTag()}`),
    ),
  );
  await new PaneObject(page).ready();
  expect(await page.evaluate("window.first === window.Cardpane")).toBe(true);
});

/** Every property name of this browser's documents, forms, shadow roots and inputs, inherited ones included. */
function knownNames(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const names = new Set<string>(["featurePolicy"]);
    for (const { prototype } of [HTMLDocument, HTMLFormElement, ShadowRoot, HTMLInputElement]) {
      for (let object: object | null = prototype; object; object = Object.getPrototypeOf(object))
        for (const name of Object.getOwnPropertyNames(object)) names.add(name);
    }
    return [...names];
  });
}

/** Serves a page whose tags take every known name: in the document before the script, and in a form around the pane. */
async function takeAll(page: Page, stack: Stack, pane: string): Promise<string> {
  const names = await knownNames(page);
  const pictures = names.map((name) => `<img name="${name}">`).join("");
  const inputs = names.map((name) => `<input type="hidden" name="${name}">`).join("");
  return clobberedPage(
    stack,
    pictures,
    `<form method="post" action="/pay" lang="de-x-none"><object type="submit" name="first"></object>${inputs}${pane}<button>Pay</button></form>`,
  );
}

/** Waits until the page's pane is ready, and returns its frames. */
async function framesOf(page: Page, count: number): Promise<readonly Frame[]> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const pane = Document.prototype.querySelector.call(document, "card-pane");
        return (pane as CardPaneElement)?.status;
      }),
    )
    .toBe("ready");
  const frames = page.frames().filter((frame) => frame.url().startsWith("http://127.0.0.1"));
  expect(frames).toHaveLength(count);
  return frames;
}

async function typeCard(frames: readonly Frame[]): Promise<void> {
  for (const [name, label] of [
    ["number", "Card number"],
    ["expiry", "Expiry date"],
    ["cvv", "Security code"],
  ] as const) {
    for (const frame of frames) {
      const field = frame.getByLabel(label, { exact: true });
      if ((await field.count()) === 0) continue;
      await field.focus();
      await field.pressSequentially(goodCard[name] ?? "");
    }
  }
}

const forms = [
  ["one frame", paneTag('name="payment" locale="en"'), 1],
  ["one frame per field", splitTag("number expiry cvv", 'name="payment" locale="en"'), 3],
  ["the look of an input", `<input id="mail">${paneTag('name="payment" locale="en" match="#mail"')}`, 1],
] as const;
for (const [what, pane, count] of someOf(forms, 1, 2)) {
  test(`with every name taken, a card is typed and Enter posts its token: ${what}`, {
    tag: "@engines",
  }, async ({ page, stack }) => {
    await page.goto(await takeAll(page, stack, pane));
    const frames = await framesOf(page, count);
    await typeCard(frames);
    const before = stack.site.posted.length;
    await page.keyboard.press("Enter");
    await expect.poll(() => stack.site.posted.length).toBe(before + 1);
    const posted = stack.site.posted.at(-1)?.get("payment");
    expect(JSON.parse(posted ?? "{}")).toMatchObject({ card: { lastFour: "4242" } });
  });
}

test("with every name clobbered, a pane is mounted in a form and removed", async ({ page, stack, watch }) => {
  // The option `match` names a form here, not an input.
  watch.expectedErrors.push(/No input matches the selector of the option `match`/);
  await page.goto(await takeAll(page, stack, ""));
  await page.evaluate(() => {
    const form = Document.prototype.querySelector.call(document, "main form") as HTMLFormElement;
    const { Cardpane } = window;
    const pane = Cardpane.createCardPane({ environment: "sandbox", match: "form" });
    pane.mount(form);
    Object.assign(window, { pane, form });
  });
  const status = () => page.evaluate(() => window.pane.status);
  await expect.poll(status).toBe("ready");
  await page.evaluate(() => window.pane.unmount());
  expect(await status()).toBe("unmounted");
  // Playwright learns a little later that the frame is removed.
  await expect.poll(() => page.frames().length).toBe(1);
});

test("with every name clobbered, a challenge is shown and its return message is accepted [T-M24]", async ({
  page,
  stack,
}) => {
  const payment = await challenged(stack);
  await page.goto(await takeAll(page, stack, ""));
  const result = page.evaluate((given) => {
    const { Cardpane } = window;
    return Cardpane.handleNextAction(given, { mode: "dialog" });
  }, payment);
  await expect.poll(() => page.frames().length).toBe(2);
  await page.frames()[1]?.getByRole("button", { name: "Approve" }).press("Enter");
  expect(await result).toMatchObject({ status: "completed", hint: { isApproved: true } });
});

test("with every name clobbered, a QR code is rendered", async ({ page, stack }) => {
  await page.goto(await takeAll(page, stack, "<p></p>"));
  const drawn = await page.evaluate(async () => {
    const { Cardpane } = window;
    const element = Document.prototype.querySelector.call(document, "p") as Element;
    return [await Cardpane.renderQr("text", element), element.firstElementChild?.localName];
  });
  expect(drawn).toEqual([true, "svg"]);
});
