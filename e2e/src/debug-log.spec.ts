/** The option `debug`: a log for integrators that no digit, name or token reaches. */
import { expect, test } from "./fixtures.ts";
import { merchantPage, paneTag } from "./pages.ts";
import { goodCard, openPane } from "./pane-object.ts";

test("the debug log has the steps from hello to token, and nothing that was typed or made of it", async ({
  page,
  stack,
}) => {
  const lines: string[] = [];
  page.on("console", async (message) => {
    if (message.type() !== "debug") return;
    lines.push(message.text());
    for (const value of message.args()) lines.push(JSON.stringify(await value.jsonValue()));
  });
  const pane = await openPane(page, stack, merchantPage(stack, paneTag('debug bin="8"')));
  await pane.type(goodCard);
  const { token } = await pane.tokenize();
  expect(token).toBeTruthy();
  await expect.poll(() => lines.join("\n")).toContain("event token");
  const text = lines.join("\n");
  for (const step of ["received hello", "sent open", "event ready", "sent tokenize", "received bin"]) {
    expect(text).toContain(step);
  }
  expect(text).not.toContain(token);
  // Digits stand only in the pane's origin.
  const digits = text.replaceAll(/https?:\/\/[^\s"]+/g, "").match(/\d{3,}/g);
  expect(digits).toBeNull();
});
