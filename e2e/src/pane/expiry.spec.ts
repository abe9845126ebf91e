/** Separate month and year: typed into two fields or chosen from two lists, by keyboard, by script and by autofill's names. */
import { expectNoFindings } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { openPane } from "../support/pane-object.ts";

const thisYear = new Date().getFullYear();

test("two fields create a token, and their errors name the invalid one", async ({ page, stack }) => {
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/tokenize") && sent.push(request.postData() ?? ""));
  const pane = await openPane(page, stack, merchantPage(stack, paneTag('expiry="split"')));
  await pane.type({ number: "4242424242424242", expiryMonth: "13", expiryYear: "39", cvv: "123" });
  await expect.poll(() => pane.error("expiryMonth")).not.toBe("");
  expect(await pane.error("expiryYear")).toBe("");
  await pane.field("expiryMonth").fill("");
  await pane.type({ expiryMonth: "5" });
  await expect(pane.field("expiryMonth")).toHaveValue("05");
  expect((await pane.tokenize()).token).toBeTruthy();
  expect(sent.map((body) => JSON.parse(body || "{}"))).toContainEqual(
    expect.objectContaining({ expirationMonth: "05", expirationYear: "39" }),
  );
});

test("a year that has ended with its month is reported as expired when the month is left", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag('expiry="split"')));
  await pane.type({ expiryYear: String(thisYear - 1) });
  await pane.type({ expiryMonth: "12" });
  await page.keyboard.press("Tab");
  await expect.poll(async () => (await pane.snapshot()).fields.expiryYear?.error).toBe("expired");
});

test("two lists, by keyboard alone", { tag: "@engines" }, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, `<h1>Pay</h1>${paneTag('expiry="select"')}`));
  await expectNoFindings(page);
  await pane.type({ number: "4242424242424242" });
  await page.keyboard.press("Tab");
  await expect(pane.field("expiryMonth")).toBeFocused();
  await page.keyboard.type("05");
  await page.keyboard.press("Tab");
  await page.keyboard.type(String(thisYear + 5));
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await expect(pane.field("expiryMonth")).toHaveValue("05");
  await expect(pane.field("expiryYear")).toHaveValue(String(thisYear + 5));
  expect((await pane.tokenize()).token).toBeTruthy();
  await expect(pane.field("expiryMonth"), "wiped with the token").toHaveValue("");
});

test("a list accepts no choice while a request is pending", async ({ page, stack }) => {
  const pane = await openPane(
    page,
    stack,
    merchantPage(stack, '<card-pane environment="hang" expiry="select"></card-pane>'),
  );
  await pane.type({ number: "4242424242424242", cvv: "123" });
  await pane.field("expiryMonth").selectOption("05");
  await pane.field("expiryYear").selectOption(String(thisYear + 5));
  pane.tokenize().catch(() => undefined);
  await expect(pane.frame().locator("form")).toHaveAttribute("aria-busy", "true");
  await pane.field("expiryMonth").selectOption("06");
  await expect(pane.field("expiryMonth")).toHaveValue("05");
});

test("autofill knows both by their names", { tag: "@wcag-1.3.5" }, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag('expiry="select"')));
  await expect(pane.field("expiryMonth")).toHaveAttribute("autocomplete", "cc-exp-month");
  await expect(pane.field("expiryYear")).toHaveAttribute("autocomplete", "cc-exp-year");
});

for (const theme of someOf(["classic", "flat", "line", "none"], 2)) {
  test(`a list looks like an input, empty and disabled, and its arrow is inside, clear of the text (${theme})`, async ({
    page,
    stack,
  }) => {
    const pane = await openPane(
      page,
      stack,
      merchantPage(stack, paneTag(`expiry="select" theme="${theme}"`)),
    );
    const looks = () =>
      pane.frame().evaluate(() => {
        const input = document.querySelector("#cvv") as Element;
        const list = document.querySelector("#expiryMonth") as Element;
        const { opacity, borderBottomColor, backgroundColor, color } = getComputedStyle(list);
        const own = getComputedStyle(input);
        return {
          list: { opacity, borderBottomColor, backgroundColor, color },
          input: {
            opacity: own.opacity,
            borderBottomColor: own.borderBottomColor,
            backgroundColor: own.backgroundColor,
            color: getComputedStyle(input, "::placeholder").color,
          },
        };
      });
    const enabled = await looks();
    expect(enabled.list).toEqual(enabled.input);
    await page.locator("card-pane").evaluate((element) => element.setAttribute("disabled", ""));
    await expect(pane.field("expiryMonth")).toBeDisabled();
    // List and input change their look at the same pace.
    await expect(async () => {
      const { list, input } = await looks();
      expect(list).toEqual(input);
      expect(input.borderBottomColor).not.toBe(enabled.input.borderBottomColor);
    }).toPass();
    const px = await pane.field("expiryMonth").evaluate((list) => {
      const arrow = getComputedStyle(list.parentElement as Element, "::after");
      const [size, inset, margin, padding] = [
        arrow.width,
        arrow.insetInlineEnd,
        arrow.marginInlineEnd,
        getComputedStyle(list).paddingInlineEnd,
      ].map(Number.parseFloat) as [number, number, number, number];
      // The arrow is a square, rotated by 45 degrees.
      const over = (size * (Math.SQRT2 - 1)) / 2;
      return { outside: over - inset - margin, underText: inset + margin + size + over - padding };
    });
    expect(px.outside).toBeLessThanOrEqual(0);
    expect(px.underText).toBeLessThanOrEqual(0);
  });
}
