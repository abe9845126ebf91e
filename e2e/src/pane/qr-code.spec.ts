/** A QR code in the dialog: drawn, read back by zbarimg, copied. */
import { expectNoFindings, wcag } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { dialog, expectGone, pay, result } from "../support/next-action-object.ts";
import { scan } from "../support/read-qr-code.ts";

for (const permission of someOf(["granted", "denied"] as const, 1)) {
  test(`its text is copied by the keyboard, the clipboard ${permission}`, async ({
    page,
    stack,
    context,
  }) => {
    const qrCode = "00020126580014br.gov.bcb.pix";
    await context.grantPermissions(permission === "granted" ? ["clipboard-read", "clipboard-write"] : []);
    await pay(page, stack, { payment: { qrCode }, options: {} });
    if (permission === "denied") {
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
      });
    }
    const copy = dialog(page).getByRole("button", { name: /^Cop/ });
    await copy.press("Enter");
    const text = dialog(page).getByLabel("Or copy this code");
    if (permission === "granted") {
      await expect(copy).toHaveText("Copied");
      await expect(copy).toBeFocused();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(qrCode);
    } else {
      // The text is selected, so that the shopper can copy it by hand.
      await expect(text).toBeFocused();
      await expect(copy).toHaveText("Copy");
      const selected = await text.evaluate(({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
        value.slice(selectionStart, selectionEnd),
      );
      expect(selected).toBe(qrCode);
    }
    await dialog(page).getByRole("button", { name: "I have paid" }).press("Enter");
    expect(await result(page)).toMatchObject({ status: "completed", hint: null });
  });
}

const codes = [
  [
    "a BR Code",
    "00020101021226430014br.gov.bcb.pix2521pay.example/pix/1a2b3c5204000053039865802BR6304ABCD",
    "light",
  ],
  ["an address", "bitcoin:bc1qexample0000000000000000000000000000?amount=0.00042&label=Order%201", "dark"],
  ["digits alone", "0".repeat(40), "light"],
  ["a long text", "https://pay.example/?q=".padEnd(900, "aB3-"), "dark"],
  ["letters of several scripts", "Zahlung für Grün & Söhne, 支払い", "light"],
] as const;
for (const [what, text, scheme] of someOf(codes, 0)) {
  test(`drawn, named, read by somebody else's reader, confirmed by the shopper: ${what}, ${scheme}`, async ({
    page,
    stack,
  }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const head = "<style>:root { color-scheme: light dark }</style>";
    await pay(page, stack, { payment: { qrCode: text }, options: {}, head });
    const picture = dialog(page).getByRole("img", { name: "Scan this code with your payment app" });
    await expect(picture).toBeVisible();
    expect(await scan(picture)).toBe(text);
    await expect(dialog(page).getByLabel("Or copy this code")).toHaveValue(text);
    await expectNoFindings(page, { tags: wcag });
    await dialog(page).getByRole("button", { name: "I have paid" }).click();
    expect(await result(page)).toMatchObject({ status: "completed", hint: null });
    await expectGone(page);
  });
}
