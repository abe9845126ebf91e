/** Top-ups and payments from accounts: their bookings, the order in which money is spent, and the refusals. */
import { walletTransaction } from "@cardpane/gateway";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type TestGateway, testSandboxes } from "../testing/gateway.ts";
import { newWallet, stampOf, type TestWallet, withWallet } from "../testing/money.ts";

const hourMs = 3_600_000;

describe.each(testSandboxes)("the wallet's money on $name, COMPATIBILITY=$compatibility", (sandbox) => {
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

  describe("a top-up", () => {
    it("of a positive amount is a virtual income, completely unspent", async () => {
      const metadata = { udf1: "a" };
      const { status, json } = await wallet.topUp(account, 12.5, {
        reason: "Welcome",
        merchantOrderId: "gift-1",
        metadata,
      });
      expect(status).toBe(201);
      expect(walletTransaction.safeParse(json).error).toBeUndefined();
      expect(json).toMatchObject({
        userId: wallet.clientId,
        paymentAccountId: account,
        email: wallet.email,
        type: "income",
        subtype: "topup",
        action: "deposit",
        mode: "wallet",
        status: "success",
        code: "0",
        isVirtual: true,
        price: 12.5,
        balance: 12.5,
        remainingAmount: 12.5,
        fullCovered: null,
        currency: "EUR",
        message: "Welcome",
        merchantOrderID: "gift-1",
        metadata,
        child: [],
        dateExpire: null,
        balanceTotal: { EUR: "12.50" },
        paymentAccountType: "fiat",
        date: { date: "2026-06-15 12:00:00.000000", timezone_type: 3, timezone: "UTC" },
      });
      expect(json).not.toHaveProperty("merchantOrderId");
      expect(await wallet.balance(account)).toBe(12.5);
    });

    it("of a negative amount removes money, and one without enough money fails with 5051 and removes nothing", async () => {
      await wallet.topUp(account, 10);
      const taken = await wallet.topUp(account, -4);
      expect(taken.json).toMatchObject({ type: "outcome", price: 4, balance: 6, fullCovered: true });
      const lacking = await wallet.topUp(account, -6.01);
      expect([lacking.status, lacking.json]).toMatchObject([
        201,
        {
          type: "outcome",
          status: "fail",
          code: "5051",
          remainingAmount: 0.01,
          fullCovered: false,
          balance: 6,
        },
      ]);
    });

    it.each([
      ["JPY", 100, 100],
      ["KWD", 1.005, 1.005],
    ])("is exact in %s", async (currency, amount, balance) => {
      const other = await wallet.account({ currency });
      await wallet.topUp(other, amount);
      expect(await wallet.balance(other)).toBe(balance);
      const { json } = await wallet.topUp(other, 0.001);
      if (currency === "JPY") expect(json.errors).toEqual({ amount: expect.stringContaining("0 decimals") });
      else expect(json.balanceTotal).toEqual({ EUR: "0.00", KWD: "1.006" });
    });

    it("adds up without a rounding error", async () => {
      for (let count = 0; count < 10; count++) await wallet.topUp(account, 0.1);
      expect(await wallet.balance(account)).toBe(1);
    });

    it.each([
      ["an account that does not exist", 99_999_999, 1, {}, 404, undefined],
      ["a third decimal", "own", 0.001, {}, 400, "amount"],
      ["more than an account can hold", "own", 999_999_999_999, {}, 201, undefined],
      ["an expiry on a fiat account", "own", 1, { dateExpire: "2099-01-01 00:00:00" }, 400, "dateExpire"],
      ["an expiry in the past", "promo", 1, { dateExpire: "2026-06-15 12:00:00" }, 400, "dateExpire"],
      [
        "an expiry of money that is taken",
        "promo",
        -1,
        { dateExpire: "2099-01-01 00:00:00" },
        400,
        "dateExpire",
      ],
    ])("of %s", async (_, which, amount, rest, status, field) => {
      const id =
        which === "promo" ? await wallet.account({ type: "promo" }) : which === "own" ? account : which;
      const answer = await wallet.topUp(Number(id), amount, rest);
      expect([answer.status, Object.keys(answer.json.errors ?? {})]).toEqual([status, field ? [field] : []]);
    });

    it("never raises a balance above the range that a double holds exactly", async () => {
      const kwd = await wallet.account({ currency: "KWD" });
      expect((await wallet.topUp(kwd, 999_999_999_999)).status).toBe(201);
      expect((await wallet.topUp(kwd, 1)).status).toBe(201);
      const over = await wallet.topUp(kwd, 0.001);
      expect([over.status, Object.keys(over.json.errors)]).toEqual([400, ["amount"]]);
    });

    it("is refused for another user's account, and for an inactive one", async () => {
      const other = await newWallet(gateway);
      expect((await other.topUp(account, 1)).status).toBe(404);
      await wallet.call("PUT", `/api/v1/payment-account/${account}`, { isActive: false });
      expect((await wallet.topUp(account, 1)).json.errors).toHaveProperty("id");
    });
  });

  describe("a payment", () => {
    it("takes money from its account and returns the transaction", async () => {
      await wallet.topUp(account, 20);
      const { status, json } = await wallet.pay(account, 7.25, { metadata: { cart: 3 } });
      expect(status).toBe(201);
      expect(walletTransaction.safeParse(json).error).toBeUndefined();
      expect(json).toMatchObject({
        type: "outcome",
        subtype: "payment",
        action: "charge",
        mode: "wallet",
        status: "success",
        code: "0",
        price: 7.25,
        balance: 12.75,
        remainingAmount: 0,
        fullCovered: true,
        isVirtual: false,
        descriptor: "Basket",
        merchantOrderID: "order-1",
        metadata: { cart: 3 },
        child: [],
        balanceTotal: { EUR: "12.75" },
      });
      const lot = await wallet.list({ type: "income" });
      expect(lot.json.data[0].remainingAmount).toBe(12.75);
    });

    it("of more than the balance fails with 5051, returns the missing amount, and takes nothing", async () => {
      await wallet.topUp(account, 20);
      const { status, json } = await wallet.pay(account, 20.01);
      expect([status, json]).toMatchObject([
        201,
        {
          status: "fail",
          code: "5051",
          message: "Insufficient funds",
          remainingAmount: 0.01,
          fullCovered: false,
        },
      ]);
      expect(await wallet.balance(account)).toBe(20);
      expect((await wallet.pay(account, 20)).json).toMatchObject({ status: "success", balance: 0 });
    });

    it("spends the user's promo money of that currency first, one child for each part", async () => {
      const [promo, dollars, off] = [
        await wallet.account({ type: "promo" }),
        await wallet.account({ type: "promo", currency: "USD" }),
        await wallet.account({ type: "promo" }),
      ];
      for (const id of [account, promo, dollars, off]) await wallet.topUp(id, 10);
      await wallet.call("PUT", `/api/v1/payment-account/${off}`, { isActive: false });
      const { json } = await wallet.pay(account, 15);
      expect(json).toMatchObject({ price: 15, paymentAccountId: account, balance: 5, isVirtual: false });
      expect(json.child).toMatchObject({
        0: { paymentAccountId: promo, price: 10, balance: 0, isVirtual: true, merchantOrderId: "order-1" },
        1: { paymentAccountId: account, price: 5, balance: 5, isVirtual: false },
      });
      expect(Object.keys(json.child)).toHaveLength(2);
      expect(await wallet.balance(off)).toBe(10);
      expect(await wallet.balance(dollars)).toBe(10);
    });

    it("that promo money covers completely does not change its account", async () => {
      const promo = await wallet.account({ type: "promo" });
      await wallet.topUp(promo, 10);
      const { json } = await wallet.pay(account, 4);
      expect(json).toMatchObject({ status: "success", price: 4, balance: 0 });
      expect(json.child).toMatchObject({ 0: { paymentAccountId: promo, price: 4, balance: 6 } });
    });

    it("from a promo account spends that account alone", async () => {
      const [promo, other] = [
        await wallet.account({ type: "promo" }),
        await wallet.account({ type: "promo" }),
      ];
      for (const id of [account, promo, other]) await wallet.topUp(id, 10);
      expect((await wallet.pay(promo, 10.01)).json).toMatchObject({ status: "fail", remainingAmount: 0.01 });
      expect((await wallet.pay(promo, 10)).json).toMatchObject({ status: "success", child: [] });
      expect([await wallet.balance(account), await wallet.balance(other)]).toEqual([10, 10]);
    });

    it("spends the money that expires soonest first, then the oldest", async () => {
      const promo = await wallet.account({ type: "promo" });
      const ids: number[] = [];
      for (const hours of [undefined, 9, 3, 3]) {
        const dateExpire = hours === undefined ? {} : { dateExpire: inHours(hours) };
        ids.push((await wallet.topUp(promo, 10, dateExpire)).json.id);
      }
      await wallet.pay(promo, 25);
      const { json } = await wallet.list({ type: "income" });
      const left = new Map(
        json.data.map((row: { id: number; remainingAmount: number }) => [row.id, row.remainingAmount]),
      );
      expect(ids.map((id) => left.get(id))).toEqual([10, 5, 0, 0]);
    });

    it("empties one lot after the other: only the last one keeps money", async () => {
      for (let count = 1; count <= 5; count++) await wallet.topUp(account, count / 100);
      await wallet.pay(account, 0.14);
      const { json } = await wallet.list({ type: "income" });
      const left = json.data.map(({ remainingAmount }: { remainingAmount: number }) => remainingAmount);
      expect(left).toEqual([0, 0, 0, 0, 0.01]);
    });

    it.each([
      ["another currency", { currency: "USD" }, 400, "currency"],
      ["a third decimal", { amount: 1.001 }, 400, "amount"],
      ["an account that does not exist", { paymentAccountId: 99_999_999 }, 404, undefined],
    ])("is refused with %s", async (_, rest, status, field) => {
      await wallet.topUp(account, 5);
      const answer = await wallet.pay(account, 1, rest);
      expect([answer.status, Object.keys(answer.json.errors)]).toEqual([status, field ? [field] : []]);
      expect(await wallet.balance(account)).toBe(5);
    });

    it("is refused from an inactive account", async () => {
      await wallet.topUp(account, 5);
      await wallet.call("PUT", `/api/v1/payment-account/${account}`, { isActive: false });
      const answer = await wallet.pay(account, 1);
      expect([answer.status, Object.keys(answer.json.errors)]).toEqual([400, ["paymentAccountId"]]);
    });

    it("of many at once takes no more than the balance", async () => {
      const promo = await wallet.account({ type: "promo" });
      await wallet.topUp(account, 10);
      await wallet.topUp(promo, 10);
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) => wallet.pay(index % 3 ? account : promo, 1)),
      );
      const paid = answers.filter(({ json }) => json.status === "success");
      expect(answers.every(({ status }) => status === 201)).toBe(true);
      expect(paid).toHaveLength(20);
      expect([await wallet.balance(account), await wallet.balance(promo)]).toEqual([0, 0]);
    });

    it("ends with the code of a QA rule, and a rule that forces success creates no money", async () => {
      await wallet.topUp(account, 5);
      const rule = (code: string, match: object) =>
        gateway.admin("/rules", { merchant: 1001, match, effect: { type: "outcome", code } });
      await rule("5059", { path: "/api/v1/payment", amount: 2, currency: "EUR", consumer: wallet.email });
      expect((await wallet.pay(account, 1)).json.status).toBe("success");
      expect((await wallet.pay(account, 2)).json).toMatchObject({
        status: "fail",
        code: "5059",
        fullCovered: true,
      });
      expect((await wallet.pay(account, 2)).json.status).toBe("success");
      const late = { path: "/api/v1/payment", amount: 3, consumer: String(wallet.clientId) };
      await gateway.admin("/rules", { merchant: 1001, match: late, effect: { type: "answer", status: 503 } });
      expect((await wallet.pay(account, 3)).status).toBe(503);
      expect(await wallet.balance(account)).toBe(2);
      await rule("0", { path: "/api/v1/payment", consumer: String(wallet.clientId) });
      expect((await wallet.pay(account, 100)).json.code).toBe("5051");
    });
  });

  describe("money that expires", () => {
    it("stops counting at its exact expiry, by the clock alone and before any job has run", async () => {
      const promo = await wallet.account({ type: "promo" });
      const { json: lot } = await wallet.topUp(promo, 10, { dateExpire: inHours(1) });
      expect(lot.dateExpire.date).toBe(`${inHours(1)}.000000`);
      const start = gateway.now;
      gateway.now = start + hourMs - 1;
      expect(await wallet.balance(promo)).toBe(10);
      gateway.now = start + hourMs;
      expect(await wallet.balance(promo)).toBe(0);
      const { json } = await wallet.call("GET", `/api/v1/transaction/${lot.id}`);
      expect(json).toMatchObject({ remainingAmount: 0, balanceTotal: { EUR: "0.00" } });
      const listed = await wallet.call("GET", "/api/v1/payment-account", { type: "promo" });
      expect(listed.json[0].balance).toBe(0);
      expect((await wallet.pay(promo, 1)).json).toMatchObject({ status: "fail", code: "5051", balance: 0 });
      const expiry = (await wallet.list({ paymentAccountId: promo })).json.data[1];
      expect(expiry).toMatchObject({ type: "outcome", subtype: "expiry", price: 10, date: lot.dateExpire });
    });

    it("is booked out by the scheduled job, each lot at its own time", async () => {
      const promo = await wallet.account({ type: "promo" });
      await wallet.topUp(promo, 10, { dateExpire: inHours(2) });
      await wallet.topUp(promo, 5, { dateExpire: inHours(1) });
      await wallet.topUp(promo, 1);
      await wallet.pay(promo, 2);
      const events = await gateway.advance(3 * hourMs);
      const own = events.filter((event) => event.kind === "booked" && event.accountId === String(promo));
      expect(own.map(({ at }) => stampOf(at.getTime()))).toEqual([inHours(1), inHours(2)]);
      const { json } = await wallet.list({ paymentAccountId: promo });
      const pendingTimeoutJob = json.data.filter(({ subtype }: { subtype: string }) => subtype === "expiry");
      expect(pendingTimeoutJob).toMatchObject([
        { price: 3, balance: 11, message: "Expired" },
        { price: 10, balance: 1 },
      ]);
      expect(await wallet.balance(promo)).toBe(1);
    });

    it("is booked by the next payment in the same number of statements for any number of expired vouchers", async () => {
      const { db } = gateway.database;
      await db.execute(sql`create table if not exists statements (name text)`);
      await db.execute(sql`create or replace function note_statement() returns trigger language plpgsql as
        $$ begin insert into statements values (tg_table_name); return null; end $$`);
      const tables = ["wallet_transactions", "ledger_entries", "wallet_accounts"];
      for (const table of tables) {
        await db.execute(sql`create trigger count_statements after insert or update on ${sql.identifier(table)}
          for each statement execute function note_statement()`);
      }
      const statementsOf = async (vouchers: number) => {
        const payer = await newWallet(gateway);
        const promo = await payer.account({ type: "promo" });
        const midnight = stampOf((await gateway.runtime.clock.now()).getTime() + hourMs);
        for (let count = 0; count < vouchers; count++) {
          await payer.topUp(promo, 1 + count, { dateExpire: midnight });
        }
        await db.execute(sql`delete from statements`);
        const start = gateway.now;
        gateway.now = start + hourMs;
        const { json } = await payer.pay(promo, 1);
        gateway.now = start;
        expect(json).toMatchObject({ status: "fail", code: "5051", balance: 0 });
        const { rows } = await db.execute<{ statements: number; expired: number }>(sql`
          select (select count(*)::int from statements) as statements,
            (select count(*)::int from wallet_transactions where account_id = ${promo} and subtype = 'expiry') as expired
        `);
        expect(rows[0]?.expired).toBe(vouchers);
        return rows[0]?.statements;
      };
      const few = await statementsOf(2);
      expect(few).toBeGreaterThan(0);
      expect(await statementsOf(40)).toBe(few);
      for (const table of tables) {
        await db.execute(sql`drop trigger count_statements on ${sql.identifier(table)}`);
      }
    });
  });

  it("is kept in an append-only ledger", async () => {
    await wallet.topUp(account, 1);
    const { db } = gateway.database;
    for (const attempt of [
      sql`update ledger_entries set amount_minor = amount_minor + 1`,
      sql`delete from ledger_entries`,
      sql`truncate ledger_entries`,
    ]) {
      const refused = await db.execute(attempt).then(
        () => "done",
        (error: Error) => String(error.cause ?? error),
      );
      expect(refused).toContain("append-only");
    }
  });

  it("is deleted with its merchant, including the ledger", async () => {
    const { json: merchant } = await gateway.admin("/merchants", {});
    const send = (path: string, body: object) => gateway.post(path, body, { Authorization: merchant.apiKey });
    const { json: user } = await send("/api/v1/user", { email: "a@shop.test", externalUserId: "a" });
    const fields = { clientId: user.userId, method: "card", system: "s", currency: "EUR" };
    const { json: made } = await send("/api/v1/payment-account", fields);
    await send(`/api/v1/payment-account/${made.id}/top-up`, { clientId: user.userId, amount: 5 });
    await send("/api/v1/payment", {
      clientId: user.userId,
      paymentAccountId: made.id,
      amount: 5,
      currency: "EUR",
      name: "Basket",
      merchantOrderId: "o",
      webhookUrl: "https://shop.test/call",
    });
    expect((await gateway.admin(`/merchants/${merchant.merchantId}/reset`, {})).status).toBe(200);
    const again = await gateway.database.db.execute(
      sql`select 1 from wallet_transactions where user_id = ${user.userId}`,
    );
    expect(again.rows).toEqual([]);
  });
});
