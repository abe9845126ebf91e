/** A page's texts about the whole form: a summary of its errors, and its outcome, on screen and for screen readers. */
import type { Frame, Page } from "@playwright/test";
import { locales } from "../../../packages/frame/src/locale/index.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { openPane, openSplitPane, PaneObject } from "../support/pane-object.ts";

const fields = "number expiry cvv cardholder?";

/** The page of the documentation's example. */
const checkout = (stack: Stack, pane: string) =>
  merchantPage(
    stack,
    `<h1>Pay</h1><form><div id="problems" role="status"></div>${pane}<button>Pay</button></form>
<script>
  const pane = document.querySelector("card-pane");
  const problems = document.querySelector("#problems");
  const show = ({ fields }) => {
    const wrong = Object.entries(fields).filter(([, { error }]) => error);
    const list = document.createElement("ul");
    for (const [name, { label, errorText }] of wrong) {
      const link = Object.assign(document.createElement("button"), { type: "button" });
      link.textContent = label + ": " + errorText;
      link.onclick = () => pane.focus(name);
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    }
    if (problems.textContent !== list.textContent) problems.replaceChildren(...(wrong.length ? [list] : []));
  };
  pane.addEventListener("tokenerror", () => show(pane.snapshot));
  pane.addEventListener("change", ({ detail }) => problems.hasChildNodes() && show(detail));
  window.validate = async () => show(await pane.validate());
</script>`,
    { head: "<style>button { min-height: 24px }</style>" },
  );

const announce = (page: Page, text: string) =>
  page.evaluate((announcement) => document.querySelector("card-pane")?.announce(announcement), text);

declare global {
  interface Window {
    /** The page's own function: validates the form, and shows its errors. */
    validate(): Promise<void>;
  }
}

/** Name and text of every live region that a screen reader finds in a frame. */
async function regions(page: Page, frame: Frame): Promise<string[]> {
  const session = await page.context().newCDPSession(frame);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  return nodes
    .filter(({ ignored, role }) => !ignored && role?.value === "status")
    .map(({ nodeId, properties = [] }) => {
      const live = properties.find(({ name }) => name === "live")?.value.value;
      const texts = nodes.filter(({ parentId, role }) => parentId === nodeId && role?.value === "StaticText");
      return `${live}: ${texts.map(({ name }) => name?.value).join("")}`;
    });
}

test("a summary: in order, in the shopper's language, each item leads to its field", async ({
  page,
  stack,
}) => {
  const html = checkout(stack, paneTag(`fields="${fields}" name="payment"`));
  const pane = await openPane(page, stack, html);
  await pane.type({ number: "4242424242424241", cvv: "1" });
  await page.getByRole("button", { name: "Pay" }).click();
  // The first wrong field has the focus; the summary is announced politely.
  await expect(pane.field("number")).toBeFocused();
  const items = page.getByRole("status").getByRole("button");
  await expect(items).toHaveText([
    "Card number: Check your card number. It looks mistyped",
    "Expiry date: Enter the expiry date",
    "Security code: The security code is incomplete",
  ]);
  await expectNoFindings(page);
  await expect(page.locator("#problems")).toMatchAriaSnapshot(`
    - status:
      - list:
        - listitem:
          - 'button "Card number: Check your card number. It looks mistyped"'
        - listitem:
          - 'button "Expiry date: Enter the expiry date"'
        - listitem:
          - 'button "Security code: The security code is incomplete"'
  `);
  // As long as a finger's press: its effects must not remove the button before it is released.
  await items.last().click({ delay: 300 });
  await expect(pane.field("cvv")).toBeFocused();
  await page.keyboard.type("23");
  await expect(items).toHaveCount(2);
  await page.locator("card-pane").evaluate((element) => element.setAttribute("locale", "de"));
  const german = new PaneObject(page, page.locator("card-pane"), "de");
  const { labels, errors } = locales.de;
  await expect(items).toHaveText([
    `${labels.number}: ${errors.number.check_digit}`,
    `${labels.expiry}: ${errors.expiry.required}`,
  ]);
  await german.field("number").focus();
});

test("announcements about fields are removed once the fields are cleared", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await pane.tokenize();
  await expect.poll(() => regions(page, pane.frame())).toEqual([expect.stringMatching(/Card number/)]);
  await page.evaluate(() => document.querySelector("card-pane")?.clear());
  await expect.poll(() => regions(page, pane.frame())).toEqual(["polite: "]);
});

test("errors that validate() finds are in the snapshot and reported as a change", {
  tag: "@nightly",
}, async ({ page, stack }) => {
  const pane = await openSplitPane(page, stack, checkout(stack, splitTag(fields)));
  await page.evaluate(() => {
    const recorded: (string | null)[] = [];
    Object.assign(window, { recorded });
    document
      .querySelector("card-pane")
      ?.addEventListener("change", (event) =>
        recorded.push((event as CustomEvent).detail.fields.number.error),
      );
    return window.validate();
  });
  await expect(page.getByRole("status").getByRole("button")).toHaveCount(3);
  expect(await page.evaluate(() => window.recorded)).toEqual(["required"]);
  expect((await pane.snapshot()).fields.cardholder).toMatchObject({ label: "Name on card", error: null });
  await page.getByRole("button", { name: "Security code" }).click();
  await expect(pane.field("cvv")).toBeFocused();
  await expectNoFindings(page);
});

test("an outcome is announced politely, in a live region that existed before", {
  tag: "@wcag-4.1.3",
}, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, `<h1>Pay</h1>${paneTag()}`));
  // The frame is inert until it is ready, and its process learns a little later that it no longer is.
  await expect.poll(() => regions(page, pane.frame())).toEqual(["polite: "]);
  const line = pane.frame().locator("[role=status]");
  const before = await line.elementHandle();
  await announce(page, "<b>Paid</b>, thank you.");
  await expect(line).toHaveText("<b>Paid</b>, thank you.");
  expect(await regions(page, pane.frame())).toEqual(["polite: <b>Paid</b>, thank you."]);
  expect(await line.evaluate((now, then) => now === then && now.childElementCount === 0, before)).toBe(true);
  await expectNoFindings(page);
  // The same text, sent again, is announced again.
  await announce(page, "<b>Paid</b>, thank you.");
  await expect.poll(() => line.evaluate((now) => now.textContent)).toBe("<b>Paid</b>, thank you.\u00a0");
});

test("across frames an outcome is announced once", { tag: "@nightly" }, async ({ page, stack }) => {
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
  await announce(page, "Paid");
  const announced = async () => {
    const frames = await Promise.all(
      (["number", "expiry", "cvv"] as const).map((name) => pane.frameOf(name)),
    );
    return (await Promise.all(frames.map((frame) => regions(page, frame)))).flat().sort();
  };
  await expect.poll(announced).toEqual(["polite: ", "polite: ", "polite: Paid"]);
});
