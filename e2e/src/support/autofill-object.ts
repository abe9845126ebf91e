/** What fills in a form in place of a shopper: Chromium, by its debugging protocol, and a password manager's script. */
import { expect, type Frame, type Locator, type Page } from "@playwright/test";

const card = {
  number: "4242 4242 4242 4242",
  name: "Ada Example",
  expiryMonth: "12",
  expiryYear: "2039",
  cvc: "123",
};

/** Notes which fields each `autofill` named. */
export async function listenToAutofill(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const recorded: string[] = [];
    Object.assign(window, { recorded });
    document
      .querySelector("card-pane")
      ?.addEventListener("autofill", (event) =>
        recorded.push((event as CustomEvent).detail.fields.join(" ")),
      );
  });
  return () => page.evaluate(() => window.recorded);
}

/** What a shopper does who takes the browser's offer in a field. The browser reads a form a moment after it was drawn. */
export async function autofill(page: Page, frame: Frame, selector: string): Promise<void> {
  await expect(async () => {
    await trigger(page, frame, selector);
    await expect(frame.locator(selector)).not.toHaveValue("", { timeout: 500 });
  }).toPass();
}

async function trigger(page: Page, frame: Frame, selector: string): Promise<void> {
  const session = await page.context().newCDPSession(frame);
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { node } = await session.send("DOM.describeNode", { nodeId });
  const { frameTree } = await session.send("Page.getFrameTree");
  const fieldId = node.backendNodeId;
  await session.send("Autofill.trigger", { fieldId, frameId: frameTree.frame.id, card });
}

/** What a password manager's script does in a frame: it sets the value and dispatches events. */
export const setValue = (field: Locator, value: string, ...events: readonly string[]) =>
  field.evaluate(
    (input, { value, events }) => {
      const { set } =
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input) as HTMLInputElement, "value") ?? {};
      set?.call(input, value);
      for (const name of events) input.dispatchEvent(new Event(name, { bubbles: true }));
    },
    { value, events },
  );
