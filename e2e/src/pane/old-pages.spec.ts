/** Pages that we do not own: replaced built-ins, variables with names of the platform, extended prototypes, themes' CSS, labels. */
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { challenge, challenged, pay, result } from "../support/next-action-object.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { goodCard, openPane, openSplitPane } from "../support/pane-object.ts";

const form = `<form method="post" action="/pay">${paneTag('name="payment"')}<button>Pay</button></form>`;

/** Each as a library or a page has it; the text runs before the pane's script. */
const scripts = {
  "Prototype.js 1.6": `
    Array.from = function (list) { return [].slice.call(list); };
    Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
    Array.prototype.entries = function () { return this.slice(); };
    Array.prototype.toJSON = function () { return "[" + this.map(JSON.stringify).join() + "]"; };
    String.prototype.toJSON = function () { return '"' + this + '"'; };
    Element.prototype.select = Element.prototype.update = function () { return this; };`,
  MooTools: `
    Array.from = function (item) { return item == null ? [] : typeof item == "object" && "length" in item ? [].slice.call(item) : [item]; };
    Function.prototype.bind = function (that) { var f = this, given = [].slice.call(arguments, 1); return function () { return f.apply(that, given.length ? given : arguments); }; };`,
  "variables of the page": `var origin = "Berlin", performance = [1, 2], navigation = "left", stop = 1, Option = 2, status = 3;`,
  "20 names on Object.prototype": `
    for (const name of ["srcdoc", "onload", "src", "csp", "name", "allow", "environment", "origin", "field", "savedCard", "sandbox", "url",
      "each", "a b", "locale", "id", "text", "fields", "title", "defer"]) Object.prototype[name] = name === "each" ? () => {} : "polluted";`,
} satisfies Readonly<Record<string, string>>;

for (const [what, script] of Object.entries(scripts)) {
  test(`a page with ${what} takes a card`, async ({ page, stack }) => {
    const pane = await openPane(
      page,
      stack,
      merchantPage(stack, form, { head: `<script>${script}</script>` }),
    );
    await pane.paste(goodCard);
    await page.getByRole("button", { name: "Pay" }).click();
    await expect(page.getByRole("heading", { name: "Thanks" })).toBeVisible();
    expect(stack.site.posted.at(-1)?.get("payment")).toMatch(/token/);
  });
}

for (const [what, script] of someOf(Object.entries(scripts), 0, 3)) {
  test(`a page with ${what} shows a challenge`, async ({ page, stack }) => {
    await pay(page, stack, { payment: await challenged(stack), head: `<script>${script}</script>` });
    await challenge(page).getByRole("button", { name: "Approve" }).press("Enter");
    expect(await result(page)).toMatchObject({ status: "completed", hint: { isApproved: true } });
  });
}

test("the early loader writes only its own attributes, whatever extends Object.prototype [T-M27]", async ({
  page,
  stack,
}) => {
  const script = scripts["20 names on Object.prototype"].replace(
    '"polluted"',
    `"<script>parent.evil = 1</" + "script>"`,
  );
  await page.goto(
    stack.site.serve(
      `<!doctype html><title>Shop</title><script>${script}</script><script src="${stack.release}start.js"></script>
       <script defer src="${stack.release}cardpane.js"></script>${form}`,
    ),
  );
  const iframe = page.locator("card-pane > iframe");
  expect(await iframe.evaluate((element) => element.getAttributeNames().sort())).toEqual(
    expect.arrayContaining(["referrerpolicy", "sandbox", "slot", "src"]),
  );
  expect(await iframe.getAttribute("srcdoc")).toBeNull();
  expect(await page.evaluate(() => "evil" in window && Object.keys(window).includes("evil"))).toBe(false);
});

test("a QR code is the same on a page with Prototype.js", async ({ page, stack }) => {
  const draw = async (head: string) => {
    await page.goto(stack.site.serve(merchantPage(stack, '<div id="code"></div>', { head })));
    return page.evaluate(async () => {
      const element = document.querySelector("#code") as Element;
      return [await window.Cardpane.renderQr("00020126580014br.gov.bcb.pix", element), element.innerHTML];
    });
  };
  expect(await draw(`<script>${scripts["Prototype.js 1.6"]}</script>`)).toEqual(await draw(""));
});

test("a theme's rules for iframes cut nothing off", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, `<style id="theme"></style>${form}`));
  const iframe = page.locator("card-pane iframe");
  const before = await iframe.boundingBox();
  for (const css of [
    "height: auto !important",
    "max-height: 100px !important",
    "min-height: 400px !important",
    "padding: 20px !important",
    "margin-block: 20px !important",
    "position: absolute !important",
    "pointer-events: none !important",
    "float: right !important",
  ]) {
    await page.locator("#theme").evaluate((style, rule) => {
      style.textContent = `iframe { ${rule} }`;
    }, css);
    expect(await iframe.boundingBox(), css).toEqual(before);
    await pane.field("number").focus();
    await pane.field("cvv").click();
    await expect(pane.field("cvv"), css).toBeFocused();
  }
});

test("in a flex container, on a page with Prototype.js, custom properties are copied and the form has its whole width", async ({
  page,
  stack,
}) => {
  const head = `<style>card-pane { --cardpane-field-height: 60px; display: flex } main { width: 600px }</style>
    <script>${scripts["Prototype.js 1.6"]}</script>`;
  const pane = await openPane(page, stack, merchantPage(stack, form, { head }));
  const box = async () => {
    const { width, height } = (await pane.field("number").boundingBox()) ?? {};
    return [width, height];
  };
  await expect.poll(box).toEqual([600, 60]);
});

test("labels of the page focus the pane and its fields", async ({ page, stack }) => {
  const pane = await openPane(
    page,
    stack,
    merchantPage(stack, `<label for="card">Card</label>${paneTag('id="card" name="payment"')}`),
  );
  await page.getByText("Card", { exact: true }).click();
  await expect(pane.field("number")).toBeFocused();

  const split = await openSplitPane(
    page,
    stack,
    merchantPage(
      stack,
      splitTag().replace(
        '<card-pane-field name="cvv">',
        '<label for="code">Code</label><card-pane-field id="code" name="cvv">',
      ),
    ),
  );
  await page.getByText("Code", { exact: true }).click();
  await expect(split.field("cvv")).toBeFocused();
});

test("what reads the elements of a form finds the token", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, form));
  await pane.paste(goodCard);
  await page.evaluate(() => {
    document.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const form = event.target as HTMLFormElement;
      // As rails-ujs does.
      const own = ([...form.elements] as HTMLInputElement[])
        .filter(({ name }) => name)
        .map(({ name, value }) => `${name}=${value}`);
      window.recorded = [...own, String(new FormData(form).get("payment"))];
    });
  });
  await page.getByRole("button", { name: "Pay" }).click();
  await expect.poll(() => page.evaluate(() => window.recorded?.length)).toBe(2);
  const [own, data] = await page.evaluate(() => window.recorded);
  expect(own).toBe(`payment=${data}`);
  expect(JSON.parse(String(data)).token).toBeTruthy();
});

test("a page of XHTML, whose parser reports no attributes", async ({ page, stack }) => {
  const html = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Shop</title><script src="${stack.release}cardpane.js"></script></head>
    <body><card-pane environment="sandbox" labels="floating"></card-pane></body></html>`;
  await openPane(page, stack, html, { "Content-Type": "application/xhtml+xml" });
  expect(await page.locator("card-pane").evaluate((element) => Reflect.get(element, "labels"))).toBe(
    "floating",
  );
});
