/** The operator's pages: who may see them, and what is asked of the gateway. */
import { describe, expect, test } from "vitest";
import { apiKey } from "./testing/shop.ts";
import { account, payment, user } from "./testing/wallet.ts";
import { mark, openWalletShop, text } from "./testing/wallet-shop.ts";

const loopback = { remoteAddress: "127.0.0.1" };

describe("the operator", () => {
  test("is on this machine, and where QA is on", async () => {
    for (const parts of [
      {},
      { ...loopback, config: { qa: false } },
      { remoteAddress: "127.0.0.1.example" },
    ]) {
      const shop = openWalletShop(parts);
      for (const path of ["/operator", `/operator/users/${user.id}`]) {
        expect((await shop.get(path)).status).toBe(404);
      }
      expect((await shop.post(`/operator/users/${user.id}/status`, { to: "block" })).status).toBe(404);
      expect(shop.wallet.calls).toEqual([]);
    }
    for (const remoteAddress of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
      expect((await openWalletShop({ remoteAddress }).get("/operator")).status).toBe(200);
    }
  });

  test.each([
    ["block", { isActivated: true, isBlocked: true }],
    ["unblock", { isActivated: true, isBlocked: false }],
    ["activate", { isActivated: true, isBlocked: false }],
    ["deactivate", { isActivated: false, isBlocked: false }],
  ])("may %s a user, with the merchant's key", async (to, body) => {
    const shop = openWalletShop(loopback);
    await shop.post(`/operator/users/${user.id}/status`, { to });
    expect(shop.wallet.of(`PUT /api/v1/user/${user.id}`)).toMatchObject([{ authorization: apiKey, body }]);
  });

  test("changes nothing by a word that there is not", async () => {
    const shop = openWalletShop(loopback);
    expect((await shop.post(`/operator/users/${user.id}/status`, { to: "toString" })).status).toBe(404);
    expect(shop.wallet.of(`PUT /api/v1/user/${user.id}`)).toEqual([]);
  });

  test("sees a blocked user, and that nothing else is told of them", async () => {
    const shop = openWalletShop(loopback);
    shop.wallet.on(`GET /api/v1/user/${user.id}`, () => Response.json({ ...user, isBlocked: true }));
    const page = await text(shop.get(`/operator/users/${user.id}`));
    expect(page).toContain("The gateway tells nothing of a blocked user");
    expect(shop.wallet.of("GET /api/v1/payment-account")).toEqual([]);
  });

  test("tops up and undoes for a user whom the calls name", async () => {
    const shop = openWalletShop(loopback);
    await shop.post(`/operator/users/${user.id}/accounts/${account.id}/top-up`, { amount: "5", mark });
    await shop.post(`/operator/users/${user.id}/transactions/${payment.id}/void`, { mark });
    const top = shop.wallet.of(`POST /api/v1/payment-account/${account.id}/top-up`);
    const undone = shop.wallet.of(`POST /api/v1/transaction/${payment.id}/void`);
    for (const calls of [top, undone]) {
      expect(calls).toMatchObject([{ authorization: apiKey, body: { clientId: user.id } }]);
    }
  });
});
