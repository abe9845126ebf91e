/** tokenize() always settles, with a value, once: whatever happens to gateway, network, frame and page. */

import type { CardPaneElement } from "@cardpane/browser";
import { exchange } from "../support/exchange.ts";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { goodCard, openPane } from "../support/pane-object.ts";

const faults = [
  ["down", "network"],
  ["cut", "network"],
  ["half", "bad_answer"],
  ["broken", "gateway_error"],
  ["nonsense", "bad_answer"],
  ["forbidden", "not_allowed"],
  ["redirect", "network"],
  ["refused", "card_refused"],
] as const;

test.describe("when the gateway fails", () => {
  test.beforeEach(({ watch }) => {
    watch.expectedErrors.push(/Failed to load resource/, /net::ERR/, /CORS/, /Content Security Policy/);
  });

  for (const [environment, code] of someOf(faults, 2)) {
    test(`${environment}: answers ${code}, and the shopper can try again`, async ({ page, stack }) => {
      const pane = await openPane(
        page,
        stack,
        merchantPage(stack, `<card-pane environment="${environment}"></card-pane>`),
      );
      await pane.paste(goodCard);
      const { error } = await pane.tokenize();
      expect([code, ...(environment === "half" ? ["network"] : [])]).toContain(error?.code);
      expect(error?.text).not.toBe("");
      await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
      await expect(pane.field("number")).toBeEditable();
    });
  }

  test("hang: its deadline ends it, and one request was sent", async ({ page, stack }) => {
    const hangs = async () => {
      const seen = (await (await fetch(`${stack.faults}/seen`)).json()) as Record<string, number>;
      return seen["hang"] ?? 0;
    };
    const pane = await openPane(
      page,
      stack,
      merchantPage(stack, '<card-pane environment="hang"></card-pane>'),
    );
    await pane.paste(goodCard);
    // Other tests of this worker send requests to it, too.
    const before = await hangs();
    const { error } = await pane.tokenize({ timeoutMs: 700 });
    expect(error?.code).toBe("timeout");
    expect(error?.retryable).toBe(true);
    expect(await hangs()).toBe(before + 1);
  });

  test("echo: the card that the gateway sends back is never shown", async ({ page, stack, watch }) => {
    const pane = await openPane(
      page,
      stack,
      merchantPage(stack, '<card-pane environment="echo"></card-pane>'),
    );
    await pane.paste(goodCard);
    const { error } = await pane.tokenize();
    expect(error?.code).toBe("card_refused");
    const output = JSON.stringify(error) + watch.consoleLines.join() + (await page.content());
    expect(output).not.toContain("4242424242424242");
  });

  test("offline: resolves with `offline`, and with a token when the network is back [T-P6]", async ({
    page,
    stack,
  }) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
    await pane.paste(goodCard);
    await page.context().setOffline(true);
    const { error } = await pane.tokenize();
    expect(error?.code).toBe("offline");
    await page.context().setOffline(false);
    expect((await pane.tokenize()).token).toBeTruthy();
  });
});

test("an invalid form resolves with an error, and the first wrong field is focused", {
  tag: "@wcag-2.4.3",
}, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  // A click first, because only a user action reliably gives a window the focus.
  await pane.field("number").click();
  await pane.field("number").fill("4242424242424242");
  const { error } = await pane.tokenize();
  expect(error).toMatchObject({ code: "form_invalid", actor: "customer", fields: ["expiry", "cvv"] });
  await expect(pane.field("expiry")).toBeFocused();
  await expect(pane.field("expiry")).toHaveAttribute("aria-invalid", "true");
});

test("two calls at once make one token [T-P3]", async ({ page, stack }) => {
  const requests: string[] = [];
  page.on("request", (request) => request.method() === "POST" && requests.push(request.url()));
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await pane.paste(goodCard);
  const [first, second] = await page.evaluate(() => {
    const element = document.querySelector("card-pane") as CardPaneElement;
    return Promise.all([element.tokenize(), element.tokenize()]);
  });
  expect(first.token).toBe(second.token);
  expect(requests).toHaveLength(1);
});

test("an AbortSignal ends it and cancels the request [T-P4]", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, '<card-pane environment="hang"></card-pane>'));
  await pane.paste(goodCard);
  const isCancelled = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/tokenize"));
  const sent = page.waitForRequest(/\/tokenize$/);
  const code = page.evaluate(async () => {
    const element = document.querySelector("card-pane") as CardPaneElement;
    const controller = new AbortController();
    addEventListener("giveup", () => controller.abort());
    return (await element.tokenize({}, { signal: controller.signal })).error?.code;
  });
  await sent;
  await page.evaluate(() => dispatchEvent(new Event("giveup")));
  expect(await code).toBe("aborted");
  await expect(pane.field("number")).toBeEditable();
  await isCancelled;
  await exchange(page);
  await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
});

test("the element is removed while it runs: the promise ends with an error", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, '<card-pane environment="hang"></card-pane>'));
  await pane.paste(goodCard);
  const sent = page.waitForRequest(/\/tokenize$/);
  const outcome = pane.tokenize();
  await sent;
  await page.evaluate(() => document.querySelector("card-pane")?.remove());
  expect((await outcome).error?.code).toBe("destroyed");
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("the iframe is removed by a script while it runs: the promise ends with an error [T-P5]", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, '<card-pane environment="hang"></card-pane>'));
  await pane.paste(goodCard);
  const code = await page.evaluate(async () => {
    const element = document.querySelector("card-pane") as CardPaneElement;
    const outcome = element.tokenize({}, { timeoutMs: 1_000 });
    (element.querySelector("iframe") ?? element.shadowRoot?.querySelector("iframe"))?.remove();
    return (await outcome).error?.code;
  });
  expect(code).toBe("frame_gone");
});

test("the page's own name and postal code go into the token", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await pane.paste(goodCard);
  const [request, result] = await Promise.all([
    page.waitForRequest(
      (candidate) => candidate.url().endsWith("/tokenize") && candidate.method() === "POST",
    ),
    page.evaluate(() => {
      const element = document.querySelector("card-pane") as CardPaneElement;
      return element.tokenize({ cardholder: "Ada Example", postalCode: "10115" });
    }),
  ]);
  expect(result.token).toBeTruthy();
  expect(request.postDataJSON()).toEqual({
    number: "4242424242424242",
    expirationYear: "39",
    expirationMonth: "12",
    cvv: "123",
    cardHolder: "Ada Example",
    zip: "10115",
  });
  expect(request.headers()["cookie"]).toBeUndefined();
  expect(request.headers()["referer"] ?? "").toBe("");
});
