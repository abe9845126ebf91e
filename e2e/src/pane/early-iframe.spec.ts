/** The iframe in the page's HTML: adopted whether script or frame loads first; replaced if the element's own would differ. */
import { createHash } from "node:crypto";
import type { CardPaneElement } from "@cardpane/browser";
import { readAssets } from "@cardpane/host";
import { paneMarkup } from "@cardpane/node";
import type { Page } from "@playwright/test";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";
import { merchantPage } from "../support/pages.ts";
import { goodCard, openPane, PaneObject, SplitPaneObject } from "../support/pane-object.ts";

/** Counters and values that these tests keep on the page. */
declare global {
  interface Window {
    /** The number of hellos from frames. */
    hellos: number;
    /** The number of `load` events of iframes. */
    loads: number;
    /** The element at its definition: the iframe in its shadow root, and the number of its children. */
    atDefinition: { readonly iframe: Element | null; readonly children: number };
  }
}

const markup = (stack: Stack) => paneMarkup({ src: stack.release, environment: "sandbox", locale: "en" });

/** A page whose script runs after the whole page is parsed. */
function deferred(stack: Stack, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Merchant</title>
<script>
window.hellos = window.loads = 0;
addEventListener("message", ({ data }) => { if (data.type === "cardpane:hello") hellos++ });
document.addEventListener("load", ({ target }) => { if (target.localName === "iframe") loads++ }, true);
</script>
<script defer src="${stack.release}cardpane.js" integrity="${stack.integrity}" crossorigin="anonymous"></script>
</head><body><main>${body}</main></body></html>`;
}

/** Counts the requests for documents of frames. */
function countFrames(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().includes("/frame?")) count++;
  });
  return () => count;
}

/** Whether the iframe is a child of the element. An iframe that the element creates is in its shadow root. */
const isAdopted = (page: Page) =>
  page.evaluate(() => {
    const pane = document.querySelector("card-pane");
    return (
      pane?.querySelectorAll(":scope > iframe").length === 1 && !pane.shadowRoot?.querySelector("iframe")
    );
  });

async function tokenizes(pane: PaneObject): Promise<void> {
  await pane.paste(goodCard);
  expect((await pane.tokenize()).token).toBeTruthy();
}

test("the frame loads first: its hello was missed, and the page sends greet", async ({ page, stack }) => {
  const frames = countFrames(page);
  const release = await holdRequests(page, /cardpane\.js/);
  await page.goto(stack.site.serve(deferred(stack, markup(stack))), { waitUntil: "commit" });
  await expect.poll(() => page.evaluate(() => window.hellos)).toBe(1);
  expect(await page.evaluate(() => customElements.get("card-pane") === undefined)).toBe(true);
  release();
  const pane = await new PaneObject(page).ready();
  expect(await isAdopted(page)).toBe(true);
  expect(await page.evaluate(() => window.hellos)).toBe(2);
  await tokenizes(pane);
  expect(frames()).toBe(1);
});

test("the script loads first: the frame sends its hello without a greet", async ({ page, stack }) => {
  const frames = countFrames(page);
  const release = await holdRequests(page, /\/frame\?/);
  await page.goto(stack.site.serve(deferred(stack, markup(stack))), { waitUntil: "commit" });
  await expect.poll(() => page.evaluate(() => document.querySelector("card-pane")?.status)).toBe("loading");
  release();
  const pane = await new PaneObject(page).ready();
  expect(await isAdopted(page)).toBe(true);
  expect(await page.evaluate(() => window.hellos)).toBe(1);
  await tokenizes(pane);
  expect(frames()).toBe(1);
});

test("a script that runs before the parser reaches the iframe waits for the iframe", async ({
  page,
  stack,
}) => {
  const frames = countFrames(page);
  const pane = await openPane(page, stack, merchantPage(stack, markup(stack)));
  expect(await isAdopted(page)).toBe(true);
  await tokenizes(pane);
  expect(frames()).toBe(1);
});

test("without an iframe in the HTML the script starts one before it defines the element, which adopts it", async ({
  page,
  stack,
}) => {
  const frames = countFrames(page);
  const html = deferred(stack, '<card-pane environment="sandbox"></card-pane>').replace(
    "<script>",
    `<script>
const { define } = customElements;
customElements.define = (name, type) => {
  const pane = document.querySelector("card-pane");
  window.atDefinition ??= { iframe: pane.shadowRoot?.querySelector("iframe"), children: pane.childNodes.length };
  define.call(customElements, name, type);
};`,
  );
  await page.goto(stack.site.serve(html));
  const pane = await new PaneObject(page).ready();
  const isFirst = await page.evaluate(() => {
    const element = document.querySelector("card-pane");
    const iframe = element?.querySelector("iframe") ?? element?.shadowRoot?.querySelector("iframe");
    // A framework that hydrates the element would report a child that the server did not write as a mismatch.
    return window.atDefinition.children === 0 && !!iframe && window.atDefinition.iframe === iframe;
  });
  expect(isFirst).toBe(true);
  expect(frames()).toBe(1);
  await tokenizes(pane);
});

test("without its script the iframe shows nothing and accepts no input", async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/ERR_FAILED/);
  await page.route(/cardpane\.js/, (route) => route.abort());
  await page.goto(stack.site.serve(deferred(stack, markup(stack))));
  await expect.poll(() => page.evaluate(() => window.hellos)).toBe(1);
  const frame = new PaneObject(page).frame();
  expect(await frame.evaluate(() => document.querySelectorAll("input, label, button").length)).toBe(0);
});

test("an iframe that differs is replaced by one of the element's own, with a warning", async ({
  page,
  stack,
  watch,
}) => {
  const hostile: readonly (readonly [attribute: string, edit: (html: string) => string])[] = [
    ["sandbox", (html) => html.replace("allow-forms", "allow-forms allow-top-navigation allow-popups")],
    ["allow", (html) => html.replace(" inert>", ' allow="camera; payment">')],
    ["src", (html) => html.replace("frame?environment=sandbox", "frame?environment=other")],
    ["srcdoc", (html) => html.replace(" inert>", ' srcdoc="<p>Card number</p>">')],
  ];
  // The host refuses the other environment.
  watch.expectedErrors.push(/400|Framing|frame-ancestors/);
  for (const [attribute, edit] of hostile) {
    await test.step(attribute, async () => {
      const html = edit(markup(stack));
      expect(html).not.toBe(markup(stack));
      const pane = await openPane(page, stack, deferred(stack, html));
      await expect
        .poll(() => watch.consoleLines.findLast((line) => line.includes("is replaced")))
        .toContain(`src="${stack.release}frame?environment=sandbox&locale="`);
      await expect(page.locator("card-pane iframe")).toHaveCount(1);
      const attributes = await page
        .locator("card-pane iframe")
        .evaluate((iframe) => [
          iframe.getAttribute("sandbox"),
          iframe.getAttribute("allow") ?? "",
          iframe.hasAttribute("srcdoc"),
        ]);
      expect(attributes).toEqual(["allow-scripts allow-same-origin allow-forms", "", false]);
      await tokenizes(pane);
    });
  }
});

test("the element is removed with the iframe, is put back with its own iframe, and is destroyed", {
  tag: "@nightly",
}, async ({ page, stack }) => {
  const pane = await openPane(page, stack, deferred(stack, markup(stack)));
  await pane.paste(goodCard);
  const kept = await page.evaluateHandle(() => {
    const element = document.querySelector("card-pane") as CardPaneElement;
    element.remove();
    return element;
  });
  await expect.poll(() => kept.evaluate(({ status }) => status)).toBe("unmounted");
  expect(await kept.evaluate((element) => element.querySelectorAll("iframe").length)).toBe(0);
  await kept.evaluate((element) => document.querySelector("main")?.append(element));
  await pane.ready();
  await expect(pane.field("number")).toHaveValue("");
  await tokenizes(pane);
  await kept.evaluate((element) => element.destroy());
  expect(await page.evaluate(() => [window.length, document.querySelectorAll("iframe").length])).toEqual([
    0, 0,
  ]);
});

test("an adopted frame that is navigated away, or reloaded, is noticed and loaded afresh", async ({
  page,
  stack,
}) => {
  const frames = countFrames(page);
  const release = await holdRequests(page, /cardpane\.js/);
  const silent = stack.site.serve("<!doctype html><title>Silent</title>");
  const address = stack.site.serve(deferred(stack, markup(stack)));
  await page.goto(address, { waitUntil: "commit" });
  // The frame's `load` event fires before the script runs.
  await expect.poll(() => page.evaluate(() => window.loads)).toBe(1);
  await expect.poll(() => page.evaluate(() => window.hellos)).toBe(1);
  release();
  const pane = await new PaneObject(page).ready();
  await pane.paste(goodCard);
  const goneAndBack = page.evaluate(
    (url) =>
      new Promise<void>((resolve) => {
        const element = document.querySelector("card-pane") as CardPaneElement;
        element.addEventListener("loading", () =>
          element.addEventListener("ready", () => resolve(), { once: true }),
        );
        const iframe = element.querySelector("iframe") as HTMLIFrameElement;
        iframe.contentWindow?.location.replace(url);
      }),
    silent,
  );
  await goneAndBack;
  await expect(pane.field("number")).toHaveValue("");
  await tokenizes(pane);
  expect(frames()).toBe(2);
});

test("each field's element adopts an iframe of its own", async ({ page, stack }) => {
  const frames = countFrames(page);
  const release = await holdRequests(page, /cardpane\.js/);
  const [iframe] = markup(stack).match(/<iframe.*<\/iframe>/) ?? [];
  const fields = ["number", "expiry", "cvv"].map(
    (name) => `<card-pane-field name="${name}">${iframe}</card-pane-field>`,
  );
  const html = `<card-pane src="${stack.release}" environment="sandbox" locale="en">${fields.join("")}</card-pane>`;
  await page.goto(stack.site.serve(deferred(stack, html)), { waitUntil: "commit" });
  await expect.poll(() => page.evaluate(() => window.hellos)).toBe(3);
  release();
  const pane = (await new SplitPaneObject(page).ready()) as SplitPaneObject;
  await tokenizes(pane);
  expect(frames()).toBe(3);
});

test.describe("the early loader in the head", () => {
  const earlyLoader = readAssets().earlyLoader;
  const hash = `'sha256-${createHash("sha256").update(earlyLoader).digest("base64")}'`;
  const withLoader = (stack: Stack, body: string) =>
    deferred(stack, body).replace(
      "<script defer",
      () => `<script data-src="${stack.release}">${earlyLoader}</script>\n<script defer`,
    );
  const pane = '<card-pane environment="sandbox"></card-pane>';

  test("puts the iframe into the element, which adopts it, under a policy with the loader's hash", async ({
    page,
    stack,
  }) => {
    const frames = countFrames(page);
    const release = await holdRequests(page, /cardpane\.js/);
    const html = withLoader(stack, pane);
    const [counting = ""] = html.match(/(?<=<script>).*?(?=<\/script>)/s) ?? [];
    const counted = `'sha256-${createHash("sha256").update(counting).digest("base64")}'`;
    const policy = `script-src ${hash} ${counted} ${stack.release}; style-src 'none'; frame-src ${new URL(stack.release).origin}`;
    await page.goto(stack.site.serve(html, { "Content-Security-Policy": policy }), { waitUntil: "commit" });
    await expect.poll(() => page.evaluate(() => window.hellos)).toBe(1);
    expect(await page.evaluate(() => customElements.get("card-pane") === undefined)).toBe(true);
    await expect(page.locator("card-pane > iframe")).toBeHidden();
    release();
    const object = await new PaneObject(page).ready();
    expect(await isAdopted(page)).toBe(true);
    await expect(page.locator("card-pane > iframe")).toBeVisible();
    await tokenizes(object);
    expect(frames()).toBe(1);
  });

  test("leaves to cardpane.js: fields, other addresses, existing iframes", { tag: "@nightly" }, async ({
    page,
    stack,
  }) => {
    const frames = countFrames(page);
    const release = await holdRequests(page, /cardpane\.js/);
    const field = (name: string) => `<card-pane-field name="${name}"></card-pane-field>`;
    const others = [
      `<card-pane environment="sandbox">${["number", "expiry", "cvv"].map(field).join("")}</card-pane>`,
      `<card-pane environment="sandbox" src="${stack.release}"></card-pane>`,
      `<card-pane environment="sandbox" src="${new URL(stack.release).origin}"></card-pane>`,
      markup(stack),
    ];
    await page.goto(stack.site.serve(withLoader(stack, others.join(""))), { waitUntil: "commit" });
    await expect.poll(() => page.evaluate(() => window.hellos)).toBe(1);
    expect(
      await page.evaluate(() =>
        [...document.querySelectorAll("card-pane")].map((each) => each.querySelectorAll("iframe").length),
      ),
    ).toEqual([0, 0, 0, 1]);
    expect(frames()).toBe(1);
    release();
    await expect
      .poll(() =>
        page.evaluate(() => [...document.querySelectorAll("card-pane")].map(({ status }) => status)),
      )
      .toEqual(["ready", "ready", "ready", "ready"]);
    // Three frames of fields, and three of whole forms.
    expect(frames()).toBe(6);
  });

  test("an iframe of another release is replaced, with a warning", { tag: "@nightly" }, async ({
    page,
    stack,
    watch,
  }) => {
    watch.expectedErrors.push(/404|Framing|frame-ancestors/);
    const html = withLoader(stack, pane).replace(
      `data-src="${stack.release}"`,
      `data-src="${stack.release.replace(/[^/]+\/$/, "0.0.0-other/")}"`,
    );
    const object = await openPane(page, stack, html);
    await expect
      .poll(() => watch.consoleLines.findLast((line) => line.includes("is replaced")))
      .toContain(`src="${stack.release}frame?`);
    await tokenizes(object);
  });
});
