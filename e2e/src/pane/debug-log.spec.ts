/** The option `debug`: a log for integrators that no digit, name or token reaches. */
import { expect, test } from "../support/fixtures.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { goodCard, openPane } from "../support/pane-object.ts";

test("the debug log has the steps from hello to token, and nothing that was typed or made of it [T-C14]", async ({
  page,
  stack,
}) => {
  // Recorded in each document, because a console message's values cannot be read once its page is gone.
  await page.addInitScript(() => {
    window.recorded = [];
    console.debug = (...values: unknown[]) =>
      window.recorded.push(
        ...values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))),
      );
  });
  const log = async () => {
    const lines = await Promise.all(page.frames().map((frame) => frame.evaluate(() => window.recorded)));
    return lines.flat().join("\n");
  };
  const pane = await openPane(page, stack, merchantPage(stack, paneTag('debug bin="8"')));
  await pane.type(goodCard);
  const { token } = await pane.tokenize();
  expect(token).toBeTruthy();
  await expect.poll(log).toContain("event token");
  const text = await log();
  for (const step of ["received hello", "sent open", "event ready", "sent tokenize", "received binchange"]) {
    expect(text).toContain(step);
  }
  expect(text).not.toContain(token);
  // The only digits in the log are those of the pane's origin.
  const digits = text.replaceAll(/https?:\/\/[^\s"]+/g, "").match(/\d{3,}/g);
  expect(digits).toBeNull();
});
