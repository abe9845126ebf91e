/** The list of transactions: every filter and order of the contract, its pages, and its content. */
import { listTransactionsResult, transactionOrderColumns, walletTransaction } from "@cardpane/gateway";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoMerchant, openGateway, type TestGateway, testSandboxes } from "../testing/gateway.ts";
import { expectExact, newWallet, type TestWallet } from "../testing/money.ts";

const dayMs = 24 * 3_600_000;
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Row = any;

describe.each(testSandboxes)("the list of transactions on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  let wallet: TestWallet;
  let [account, promo, dollars]: number[] = [];
  let all: Row[];
  const rows = async (query: object = {}): Promise<Row[]> =>
    (await wallet.list({ limit: 500, ...query })).json.data;
  const idsOf = (list: Row[]) => list.map(({ id }) => id as number);

  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
    await newWallet(gateway).then(async (other) => other.topUp(await other.account(), 1));
    wallet = await newWallet(gateway);
    [account, promo, dollars] = [
      await wallet.account(),
      await wallet.account({ type: "promo", method: "bonus" }),
      await wallet.account({ currency: "USD", method: "bank" }),
    ] as [number, number, number];
    await wallet.topUp(account, 10, { merchantOrderId: "gift" });
    await wallet.topUp(promo, 3, { dateExpire: "2026-08-01 00:00:00" });
    await wallet.topUp(promo, 2);
    gateway.now += dayMs;
    const { json: parts } = await wallet.pay(account, 7, { name: "Shoes", merchantOrderId: "shoes" });
    await wallet.pay(account, 100, { name: "Car", merchantOrderId: "car" });
    gateway.now += dayMs;
    await wallet.void(parts.id, { reason: "Too small" });
    await wallet.topUp(dollars, 9);
    await wallet.topUp(dollars, -1.5);
    all = await rows();
  });
  afterAll(async () => {
    await expectExact(gateway);
    await gateway.close();
  });

  it("contains every transaction except the parts of payments, the oldest first, in the contract's schema", async () => {
    const { status, json } = await wallet.list();
    expect(status).toBe(200);
    expect(listTransactionsResult.safeParse(json).error).toBeUndefined();
    expect(json.data.map(({ subtype, mode }: Row) => `${subtype} ${mode}`)).toEqual([
      ...["topup wallet", "topup wallet", "topup wallet", "payment wallet", "payment wallet"],
      ...["void void", "topup wallet", "topup wallet"],
    ]);
    expect(json.meta).toEqual({ currentPage: 1, lastPage: 1, perPage: 50, total: 8 });
    expect(json.data[3].child).toMatchObject({ 0: { price: 5 }, 1: { price: 2 }, 2: { mode: "void" } });
    expect(json.data[0]).toMatchObject({ merchantOrderId: "gift" });
    expect(json.data[0]).not.toHaveProperty("merchantOrderID");
  });

  it.each<[string, Record<string, unknown>, (row: Row) => boolean]>([
    ["type", { type: "income" }, (row) => row.type === "income"],
    ["type outcome", { type: "outcome" }, (row) => row.type === "outcome"],
    ["paymentMethod", { paymentMethod: "bank" }, (row) => row.paymentMethod === "bank"],
    ["virtual", { virtual: true }, (row) => row.isVirtual],
    ["not virtual", { virtual: false }, (row) => !row.isVirtual],
    ["action charge", { action: "charge" }, (row) => row.action === "charge"],
    ["action refund", { action: "refund" }, (row) => row.action === "refund"],
    ["mode", { mode: "wallet" }, (row) => row.mode === "wallet"],
    ["mode card", { mode: "card" }, (row) => row.mode === "card"],
    ["status", { status: "fail" }, (row) => row.status === "fail"],
    ["descriptor", { descriptor: "Shoes" }, (row) => row.descriptor === "Shoes"],
    ["merchantOrderId", { merchantOrderId: "car" }, (row) => row.merchantOrderId === "car"],
    ["dateFrom", { dateFrom: "2026-06-16" }, (row) => row.date.date >= "2026-06-16"],
    ["dateTo", { dateTo: "2026-06-15" }, (row) => row.date.date < "2026-06-16"],
    [
      "both dates",
      { dateFrom: "2026-06-16", dateTo: "2026-06-16" },
      (row) => row.date.date.startsWith("2026-06-16"),
    ],
    ["the first year there is", { dateFrom: "0000-01-01" }, () => true],
    ["onlyWithExpireDate", { onlyWithExpireDate: true }, (row) => row.dateExpire !== null],
    ["onlyWithExpireDate off", { onlyWithExpireDate: false }, () => true],
    [
      "several at once",
      { type: "outcome", status: "success", action: "charge" },
      (row) => row.type === "outcome" && row.status === "success" && row.action === "charge",
    ],
  ])("is narrowed by %s, and so is its total", async (_, query, fits) => {
    const { json } = await wallet.list(query);
    expect(idsOf(json.data)).toEqual(idsOf(all.filter(fits)));
    expect(json.meta.total).toBe(json.data.length);
  });

  it("can be filtered to an account's statement, including the parts that it paid", async () => {
    const own = await wallet.list({ paymentAccountId: promo });
    expect(own.json.data.map(({ subtype, price }: Row) => [subtype, price])).toEqual([
      ...[
        ["topup", 3],
        ["topup", 2],
        ["payment", 5],
        ["void", 5],
      ],
    ]);
    expect(own.json.meta.total).toBe(4);
    const charged = await wallet.list({ paymentAccountId: account });
    expect(charged.json.data.map(({ subtype, price }: Row) => [subtype, price])).toEqual([
      ...[
        ["topup", 10],
        ["payment", 7],
        ["payment", 100],
        ["void", 7],
      ],
    ]);
    expect((await wallet.list({ paymentAccountId: 1 })).json.meta).toMatchObject({ total: 0, lastPage: 1 });
  });

  it("can be filtered by ids, and to transactions after an id", async () => {
    const [first, , third] = idsOf(all);
    expect(idsOf(await rows({ idList: [third, first, 1] }))).toEqual([first, third]);
    const after = await wallet.list({ lastTransactionId: third, type: "outcome" });
    expect(idsOf(after.json.data)).toEqual(
      idsOf(all.filter(({ id, type }) => id > (third ?? 0) && type === "outcome")),
    );
    expect(after.json.meta.total).toBe(after.json.data.length);
    expect(idsOf(await rows({ lastTransactionId: 0 }))).toEqual(idsOf(all));
  });

  it.each(transactionOrderColumns)("is sorted by %s both ways, equal rows by id", async (orderColumn) => {
    const keyOf = (row: Row) => {
      const keys: Record<string, unknown> = {
        id: row.id,
        created_at: row.date.date,
        billing: row.billing,
        payment_method: row.paymentMethod,
        external_transaction_id: "",
        currency: row.currency,
        price: row.price,
        expire_date: row.dateExpire?.date ?? "~",
      };
      return keys[orderColumn] as string;
    };
    const sorted = [...all].sort((one, two) =>
      keyOf(one) === keyOf(two) ? one.id - two.id : keyOf(one) < keyOf(two) ? -1 : 1,
    );
    expect(idsOf(await rows({ orderColumn, orderDirection: "asc" }))).toEqual(idsOf(sorted));
    expect(idsOf(await rows({ orderColumn, orderDirection: "desc" }))).toEqual(idsOf(sorted).reverse());
  });

  it("has pages that link to each other", async () => {
    const { json } = await wallet.list({ limit: 3, page: 2, type: "income", orderDirection: "desc" });
    const incomes = all.filter(({ type }) => type === "income").reverse();
    expect(idsOf(json.data)).toEqual(idsOf(incomes).slice(3, 6));
    expect(json.meta).toEqual({ currentPage: 2, lastPage: 2, perPage: 3, total: incomes.length });
    const hrefs = Object.fromEntries(
      json.links.map(({ rel, href }: Row) => [rel, new URL(href, "http://x")]),
    );
    expect(Object.keys(hrefs)).toEqual(["self", "first", "prev", "last"]);
    expect(hrefs["prev"].pathname).toBe("/api/v1/transaction");
    const query = Object.fromEntries(hrefs["prev"].searchParams);
    expect(query).toEqual({
      clientId: String(wallet.clientId),
      limit: "3",
      page: "1",
      type: "income",
      orderDirection: "desc",
    });
    const first = await gateway.request(hrefs["prev"].pathname + hrefs["prev"].search, {
      headers: { Authorization: demoMerchant.apiKey },
    });
    expect(idsOf(first.json.data)).toEqual(idsOf(incomes).slice(0, 3));
    const behind = await wallet.list({ limit: 3, page: 99 });
    expect(behind.json).toMatchObject({ data: [], meta: { currentPage: 99, lastPage: 3, total: 8 } });
  });

  it("has single transactions that can be read, but none of another user", async () => {
    const [first] = idsOf(all);
    const { status, json } = await wallet.call("GET", `/api/v1/transaction/${first}`);
    expect(status).toBe(200);
    expect(walletTransaction.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({ id: first, merchantOrderID: "gift" });
    const other = await newWallet(gateway);
    expect((await other.call("GET", `/api/v1/transaction/${first}`)).status).toBe(404);
    expect((await other.list()).json.data).toEqual([]);
    expect((await wallet.call("GET", "/api/v1/transaction/99999999")).status).toBe(404);
  });
});
