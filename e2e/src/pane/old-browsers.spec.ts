/**
 * What the oldest supported browsers lack (packages/tools/src/bundle/minimum.ts), taken away from the current one, in page and frame. A real
 * old browser is tried nightly (old-chromium.nightly.spec.ts).
 */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { challenge, challenged, expectGone, pay, result } from "../support/next-action-object.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { goodCard, openPane } from "../support/pane-object.ts";

/** Each lack, and since when browsers have it. A function that is sent to the page. */
const lacks = {
  // Safari 17, Firefox 115: such a link neither loads nor reports an error.
  modulepreload: () => {
    const { supports } = DOMTokenList.prototype;
    DOMTokenList.prototype.supports = function (token) {
      return token !== "modulepreload" && supports.call(this, token);
    };
    const rel = Object.getOwnPropertyDescriptor(HTMLLinkElement.prototype, "rel") as PropertyDescriptor;
    Object.defineProperty(HTMLLinkElement.prototype, "rel", {
      ...rel,
      set(value: string) {
        rel.set?.call(this, value === "modulepreload" ? "unknown" : value);
      },
    });
  },
  // Safari 16.4, Firefox 98.
  internals: () => {
    Reflect.deleteProperty(HTMLElement.prototype, "attachInternals");
    const { define } = CustomElementRegistry.prototype;
    CustomElementRegistry.prototype.define = function (name, element, options) {
      Object.defineProperty(element, "formAssociated", { value: false });
      define.call(this, name, element, options);
    };
  },
  // Safari 16.4, Firefox 101.
  sheets: () => {
    Reflect.deleteProperty(CSSStyleSheet.prototype, "replaceSync");
    Reflect.deleteProperty(Document.prototype, "adoptedStyleSheets");
    Reflect.deleteProperty(ShadowRoot.prototype, "adoptedStyleSheets");
    const own = CSSStyleSheet;
    Object.defineProperty(window, "CSSStyleSheet", {
      value: Object.assign(
        () => {
          throw new TypeError("Illegal constructor");
        },
        { prototype: own.prototype },
      ),
    });
  },
  // Chrome 93, Safari 15.4.
  hasOwn: () => void Reflect.deleteProperty(Object, "hasOwn"),
  // Chrome 110.
  autofill: () => {
    const { matches } = Element.prototype;
    const strict = function (this: Element, selector: string): boolean {
      // `:is()` ignores what it does not know.
      if (selector.replace(/:is\([^)]*\)/g, "").includes(":autofill"))
        throw new SyntaxError(`'${selector}' is not a valid selector`);
      return matches.call(this, selector);
    };
    Object.assign(Element.prototype, { matches: strict });
  },
  // Chrome 102, Safari 15.5, Firefox 112.
  inert: () => void Reflect.deleteProperty(HTMLElement.prototype, "inert"),
} satisfies Readonly<Record<string, () => void>>;

async function without(page: Page, ...names: readonly (keyof typeof lacks)[]): Promise<void> {
  for (const name of names) await page.addInitScript(lacks[name]);
}

const all = Object.keys(lacks) as (keyof typeof lacks)[];
const form = `<form method="post" action="/pay"><label>Mail <input id="mail" name="mail" value="ada@shop.example"></label>
  ${paneTag('name="payment" match="#mail"')}<button>Pay</button><button type="reset">Reset</button></form>`;

test("without any of it a card is typed, and the form posts its token", async ({ page, stack }) => {
  await without(page, ...all);
  const pane = await openPane(page, stack, merchantPage(stack, form));
  await pane.type(goodCard);
  // The frame has its style: the number has the whole width, expiry and CVV half of it.
  const [number, cvv] = await Promise.all([
    pane.field("number").boundingBox(),
    pane.field("cvv").boundingBox(),
  ]);
  expect((cvv?.width ?? 0) * 1.9).toBeLessThan(number?.width ?? 0);
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("heading", { name: "Thanks" })).toBeVisible();
  expect(JSON.parse(stack.site.posted.at(-1)?.get("payment") ?? "{}").token).toMatch(/^[0-9a-f-]{36}$/);
});

test("without form-associated elements nothing is posted until there is a token", async ({ page, stack }) => {
  await without(page, "internals");
  const pane = await openPane(page, stack, merchantPage(stack, form));
  const before = stack.site.posted.length;
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(pane.field("number")).toBeFocused();
  expect(stack.site.posted).toHaveLength(before);
  await pane.type({ number: "4242424242424242" });
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(pane.field("number")).toHaveValue("");
  await page.locator("card-pane").evaluate((element) => element.setAttribute("disabled", ""));
  await expect(pane.field("number")).toBeDisabled();
});

for (const lacking of someOf([["modulepreload"], all] as const, 1)) {
  test(`a challenge opens and ends without ${lacking.join(", ")}`, async ({ page, stack }) => {
    await without(page, ...lacking);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await pay(page, stack, { payment: await challenged(stack) });
    await challenge(page).getByRole("button", { name: "Approve" }).press("Enter");
    expect(await result(page)).toMatchObject({ status: "completed", hint: { isApproved: true } });
    await expectGone(page);
    expect(asked.filter((path) => path.endsWith("/next-action.js"))).toHaveLength(1);
  });
}

test("without modulepreload code that is not the release's does not run either", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/integrity|Failed to load/i);
  await without(page, "modulepreload");
  await page.route("**/next-action.js", (route) =>
    route.fulfill({
      headers: { "Content-Type": "text/javascript", "Access-Control-Allow-Origin": "*" },
      body: "window.evil = true; export const handleNextAction = () => ({ status: 'completed' });",
    }),
  );
  await pay(page, stack, { payment: { url: "https://bank.example/" } });
  expect(await result(page)).toMatchObject({ status: "failed", code: "load_unreachable" });
  expect(await page.evaluate(() => "evil" in window)).toBe(false);
});

test("without modulepreload a QR code is drawn", async ({ page, stack }) => {
  await without(page, "modulepreload");
  await page.goto(stack.site.serve(merchantPage(stack, '<div id="code"></div>')));
  const drawn = await page.evaluate(() =>
    window.Cardpane.renderQr("000201", document.querySelector("#code") as Element),
  );
  expect(drawn).toBe(true);
});
