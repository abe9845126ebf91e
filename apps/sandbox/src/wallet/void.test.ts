/** Voids: money returns to its lots, once, and transactions that cannot be voided are refused. */
import { walletTransaction } from "@cardpane/gateway";
import { describe, expect, it } from "vitest";
import { type TestGateway, testSandboxes } from "../testing/gateway.ts";
import { newWallet, stampOf, type TestWallet, withWallet } from "../testing/money.ts";

const hourMs = 3_600_000;

describe.each(testSandboxes)("a void on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  let wallet: TestWallet;
  let account: number;
  withWallet(
    sandbox,
    (given) => {
      ({ gateway, wallet, account } = given);
    },
    sandbox.settings,
  );
  const inHours = (hours: number) => stampOf(gateway.now + hours * hourMs);
  const remaining = async (id: number) =>
    (await wallet.call("GET", `/api/v1/transaction/${id}`)).json.remainingAmount;

  it("of a payment returns its money to the lots that it came from", async () => {
    const lots = [(await wallet.topUp(account, 5)).json.id, (await wallet.topUp(account, 5)).json.id];
    const { json: paid } = await wallet.pay(account, 7);
    const { status, json } = await wallet.void(paid.id, {
      reason: "Returned",
      merchantOrderId: "return-1",
      metadata: { rma: 7 },
    });
    expect(status).toBe(200);
    expect(walletTransaction.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({ id: paid.id, price: 7, status: "success", balanceTotal: { EUR: "10.00" } });
    expect(json.child).toMatchObject({
      0: {
        type: "income",
        subtype: "void",
        mode: "void",
        action: "refund",
        status: "success",
        code: "0",
        price: 7,
        balance: 10,
        remainingAmount: 0,
        paymentAccountId: account,
        message: "Returned",
        merchantOrderId: "return-1",
        metadata: { rma: 7 },
      },
    });
    expect(await Promise.all(lots.map(remaining))).toEqual([5, 5]);
    expect(await wallet.balance(account)).toBe(10);
  });

  it("of a payment in parts voids each part, and stores the reason with each", async () => {
    const promo = await wallet.account({ type: "promo" });
    await wallet.topUp(promo, 4);
    await wallet.topUp(account, 10);
    const { json: paid } = await wallet.pay(account, 9);
    const { json } = await wallet.void(paid.id, { reason: "Returned" });
    expect(json.child).toMatchObject({
      0: {
        paymentAccountId: promo,
        price: 4,
        child: { 0: { mode: "void", price: 4, balance: 4, message: "Returned" } },
      },
      1: { paymentAccountId: account, price: 5, child: { 0: { mode: "void", price: 5, balance: 10 } } },
      2: { paymentAccountId: account, price: 9, mode: "void", balance: 10, message: "Returned" },
    });
    expect([await wallet.balance(promo), await wallet.balance(account)]).toEqual([4, 10]);
  });

  it("returns money that has expired meanwhile as expired", async () => {
    const promo = await wallet.account({ type: "promo" });
    const { json: lot } = await wallet.topUp(promo, 4, { dateExpire: inHours(1) });
    await wallet.topUp(account, 10);
    const { json: paid } = await wallet.pay(account, 6);
    gateway.now += 2 * hourMs;
    expect((await wallet.void(paid.id)).status).toBe(200);
    expect([await wallet.balance(promo), await wallet.balance(account)]).toEqual([0, 10]);
    const { json } = await wallet.list({ paymentAccountId: promo });
    expect(json.data.map(({ subtype }: { subtype: string }) => subtype)).toEqual([
      "topup",
      "payment",
      "void",
      "expiry",
    ]);
    expect(json.data[3]).toMatchObject({ price: 4, balance: 0 });
    expect(await remaining(lot.id)).toBe(0);
  });

  it("of an income removes it, if all of it is unspent", async () => {
    const { json: income } = await wallet.topUp(account, 5);
    const { json } = await wallet.void(income.id);
    expect(json.child).toMatchObject({ 0: { type: "outcome", mode: "void", price: 5, balance: 0 } });
    expect(json.remainingAmount).toBe(0);
  });

  it("of a negative top-up returns its money", async () => {
    await wallet.topUp(account, 5);
    const { json: taken } = await wallet.topUp(account, -3);
    expect((await wallet.void(taken.id)).json.balanceTotal).toEqual({ EUR: "5.00" });
  });

  it("of an inactive account's payment still returns the money", async () => {
    await wallet.topUp(account, 5);
    const { json: paid } = await wallet.pay(account, 5);
    await wallet.call("PUT", `/api/v1/payment-account/${account}`, { isActive: false });
    expect((await wallet.void(paid.id)).status).toBe(200);
    expect(await wallet.balance(account)).toBe(5);
  });

  describe("is refused", () => {
    const refused = async (id: number) => {
      const { status, json } = await wallet.void(id);
      expect([status, Object.keys(json.errors)]).toEqual([400, ["id"]]);
      return json.errors.id as string;
    };

    it("a second time, even by concurrent requests", async () => {
      await wallet.topUp(account, 5);
      const { json: paid } = await wallet.pay(account, 5);
      const answers = await Promise.all(Array.from({ length: 10 }, () => wallet.void(paid.id)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await refused(paid.id)).toContain("undone already");
      expect(await wallet.balance(account)).toBe(5);
    });

    it("for a void", async () => {
      await wallet.topUp(account, 5);
      const { json: paid } = await wallet.pay(account, 5);
      const { json } = await wallet.void(paid.id);
      expect(await refused(json.child[0].id)).toContain("is a void");
    });

    it("for an income that is partly spent, until the payment that spent it is voided", async () => {
      const { json: income } = await wallet.topUp(account, 5);
      const { json: paid } = await wallet.pay(account, 0.01);
      expect(await refused(income.id)).toContain("partly spent");
      await wallet.void(paid.id);
      expect((await wallet.void(income.id)).status).toBe(200);
      expect(await refused(paid.id)).toContain("undone already");
      expect(await wallet.balance(account)).toBe(0);
    });

    it("for an income that has expired, and for its expiry", async () => {
      const promo = await wallet.account({ type: "promo" });
      const { json: income } = await wallet.topUp(promo, 5, { dateExpire: inHours(1) });
      gateway.now += hourMs;
      expect(await refused(income.id)).toContain("has expired");
      const { json } = await wallet.topUp(promo, 1);
      expect(await refused(json.id - 1)).toContain("is an expiry");
    });

    it("for a failed payment, and for a part of one", async () => {
      const promo = await wallet.account({ type: "promo" });
      expect(await refused((await wallet.pay(account, 5)).json.id)).toContain("failed");
      await wallet.topUp(promo, 1);
      await wallet.topUp(account, 1);
      const { json: paid } = await wallet.pay(account, 2);
      expect(await refused(paid.child[0].id)).toContain("undo the payment");
    });

    it("if the account would exceed the maximum balance", async () => {
      const kwd = await wallet.account({ currency: "KWD" });
      const most = 999_999_999_999;
      await wallet.topUp(kwd, most);
      const { json: paid } = await wallet.pay(kwd, most, { currency: "KWD" });
      await wallet.topUp(kwd, most);
      const { status, json } = await wallet.void(paid.id);
      expect([status, Object.keys(json.errors)]).toEqual([400, ["amount"]]);
    });

    it("for another user's transaction, and for an unknown one", async () => {
      const { json: income } = await wallet.topUp(account, 5);
      const other = await newWallet(gateway);
      expect((await other.void(income.id)).status).toBe(404);
      expect((await wallet.void(99_999_999)).status).toBe(404);
    });
  });
});
