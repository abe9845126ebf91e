/** Hostile ids and addresses: each gets a proper response, and none of it reaches the gateway. */
import { describe, expect, test } from "vitest";
import { onThisMachine, origin } from "../testing/shop.ts";
import { logIn, openWalletShop } from "../testing/wallet-shop.ts";

const ids = [
  ...[
    "%00",
    "%00%00",
    "1%00",
    "%0d%0aX-Inj:%201",
    "%1b[31m",
    "%e2%80%ae",
    "%ff%fe",
    "%",
    "%zz",
    "%252e%252e",
  ],
  ...["__proto__", "constructor", "..%2f..%2fetc", "0x10", "1e3", "%201", "-1", "1.5", "01", "9".repeat(17)],
  "a".repeat(4_000),
];

describe.each(ids.map((id) => [id.length > 40 ? `${id.slice(0, 10)}… of ${id.length}` : id, id]))(
  "the id %s",
  (_, id) => {
    test("is not found on any page with an id [T-S25]", async () => {
      const shop = openWalletShop(onThisMachine);
      await shop.get("/?qa=1");
      await logIn(shop);
      const before = shop.wallet.calls.length;
      for (const path of [
        ...[`/orders/${id}`, `/orders/${id}/version`, `/orders/${id}/return`, `/assets/${id}`],
        ...[`/wallet/refills/${id}/return`, `/operator/orders/${id}`, `/${id}`],
      ]) {
        expect([path, (await shop.get(path)).status]).toEqual([path, 404]);
      }
      for (const path of [
        ...[`/orders/${id}/ask`, `/orders/${id}/leave`, `/operator/orders/${id}/void`],
        ...[`/operator/orders/${id}/refund`, `/qa/time/${id}`, `/qa/notifications/${id}/replay`],
      ]) {
        expect([path, (await shop.post(path, {})).status]).toEqual([path, 404]);
      }
      for (const way of ["card", "more", "wallet"]) {
        const answer = await shop.post(`/orders/${id}/pay`, { way });
        expect([way, answer.headers.get("Location")]).toEqual([way, "/?ended=1"]);
      }
      expect(shop.wallet.calls).toHaveLength(before);
      for (const line of shop.lines) expect(line).toMatch(/^[\x20-\x7e…]{1,260}$/);
    });
  },
);

test.each([
  ["another site", "//evil.example/"],
  ["another site by a backslash", "/\\evil.example/"],
  ["another site after dots", "/.//evil.example/"],
  ["credentials", "https://localhost:4000@evil.example/"],
  ["credentials in a path", "/user:password@evil.example"],
  ["a tab", "/\t/evil.example/"],
  ["a new line", "/wallet\r\nX-Inj: 1"],
  ["a NUL", "/wallet\u0000"],
  ["a mark that turns text", "/wallet\u202E"],
  ["a blank", "/wallet x"],
  ["8,000 characters", `/${"a".repeat(8_000)}`],
])("a form redirects to the shop, never to %s", async (_, back) => {
  const shop = openWalletShop(onThisMachine);
  await shop.get("/?qa=1");
  for (const path of ["/preferences", "/qa/settings"]) {
    const answer = await shop.post(path, { locale: "ar", back });
    expect(answer.status).toBe(303);
    const location = new URL(answer.headers.get("Location") ?? "", origin);
    expect(location.origin).toBe(origin);
    expect(location.href.length).toBeLessThan(2_100);
    expect([location.username, location.password]).toEqual(["", ""]);
    expect(answer.headers.get("Location")).toMatch(/^\/[\x21-\x7e]*$/);
  }
});
