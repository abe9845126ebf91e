/** Autofill in place of a shopper: Chromium's, by its debugging protocol, and that of a password manager's script. */
import { expect, type Frame, type Locator, type Page } from "@playwright/test";

const card = {
  number: "4242 4242 4242 4242",
  name: "Ada Example",
  expiryMonth: "12",
  expiryYear: "2039",
  cvc: "123",
};

/** Records the fields that each `autofill` event names. */
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

/** Accepts the browser's offer in a field, as a shopper does. Retries: the browser reads a form a moment after it is drawn. */
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

/** Fills in a field as a password manager's script does: sets the value and dispatches events. */
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
