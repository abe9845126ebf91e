/** Transactions and voids. */
import { expect } from "../../support/fixtures.ts";
import type { Person, World } from "../world.ts";
import { type Case, type Cases, foundByItsOwner, idsOf, order, today } from "./case.ts";

/** In a wallet with an income of 100 and a payment of 12.50, the filter finds the given ones. */
function finds(
  filter: object | ((ids: readonly number[], world: World) => object | Promise<object>),
  found: "income" | "payment" | "both" | "none",
): Case {
  return async (world) => {
    const { wallet, account: own } = await world.person();
    const paid = await wallet.payments.create({ ...order, paymentAccountId: own.id });
    const ids = idsOf(await wallet.transactions.list().toArray());
    const query = typeof filter === "function" ? await filter([...ids, own.id], world) : filter;
    const expected = { both: ids, none: [], payment: [paid.id], income: ids.filter((id) => id !== paid.id) }[
      found
    ];
    expect(ids).toHaveLength(2);
    expect(idsOf(await wallet.transactions.list(query).toArray())).toEqual(expected);
  };
}

function voids(fields: object, expected: object): Case {
  return async ({ person }) => {
    const { wallet, account: own } = await person();
    const paid = await wallet.payments.create({ ...order, paymentAccountId: own.id });
    const undone = await wallet.transactions.void(paid.id, fields);
    expect(undone).toMatchObject({ id: paid.id, child: [{ mode: "void", price: 12.5, ...expected }] });
    expect((await wallet.accounts.get(own.id)).balance).toBe(100);
  };
}

const firstOf = async ({ wallet }: Person) => idsOf(await wallet.transactions.list().toArray(1))[0] ?? 0;

export const transactionCases: Pick<Cases, "listTransactions" | "getTransaction" | "voidTransaction"> = {
  listTransactions: {
    clientId: async ({ client, person }) => {
      const [one, other] = [await person(), await person()];
      for (const { user } of [one, other]) {
        const listed = await client.wallet.transactions.list({ userId: user.userId }).toArray();
        expect(listed.map(({ userId }) => userId)).toEqual([user.userId]);
      }
    },
    limit: finds({ limit: 1 }, "both"),
    page: async ({ person }) => {
      const { wallet, account: own } = await person();
      const paid = await wallet.payments.create({ ...order, paymentAccountId: own.id });
      const { data, meta } = await wallet.transactions.list({ limit: 1 }).page(2);
      expect([idsOf(data), meta]).toEqual([[paid.id], { currentPage: 2, lastPage: 2, perPage: 1, total: 2 }]);
    },
    orderColumn: async ({ person }) => {
      const { wallet, account: own } = await person();
      for (const amountMinor of [3000, 2000])
        await wallet.payments.create({ ...order, paymentAccountId: own.id, amountMinor });
      const list = wallet.transactions.list({ orderColumn: "price", orderDirection: "asc", limit: 1 });
      expect((await list.toArray()).map(({ price }) => price)).toEqual([20, 30, 100]);
    },
    orderDirection: async ({ person }) => {
      const { wallet, account: own } = await person();
      const paid = await wallet.payments.create({ ...order, paymentAccountId: own.id });
      expect((await wallet.transactions.list({ orderDirection: "desc" }).toArray(1))[0]?.id).toBe(paid.id);
    },
    paymentAccountId: async (world) => {
      await finds((ids) => ({ paymentAccountId: ids[2] }), "both")(world);
      await finds({ paymentAccountId: 999_999_999 }, "none")(world);
    },
    type: finds({ type: "outcome" }, "payment"),
    paymentMethod: finds({ paymentMethod: "pigeon" }, "none"),
    virtual: finds({ virtual: true }, "income"),
    action: finds({ action: "charge" }, "payment"),
    mode: finds({ mode: "wallet" }, "both"),
    status: finds({ status: "fail" }, "none"),
    descriptor: finds({ descriptor: "Blue mug" }, "payment"),
    merchantOrderId: finds({ merchantOrderId: "order-1" }, "payment"),
    dateFrom: finds(async (_, world) => ({ dateFrom: await today(world, 1) }), "none"),
    dateTo: finds(async (_, world) => ({ dateTo: await today(world) }), "both"),
    onlyWithExpireDate: finds({ onlyWithExpireDate: true }, "none"),
    lastTransactionId: finds((ids) => ({ lastTransactionId: ids[0] }), "payment"),
    idList: finds((ids) => ({ idList: [ids[0], 999_999_999] }), "income"),
  },
  getTransaction: {
    clientId: foundByItsOwner(async (wallet, userId, owner) =>
      wallet.transactions.get(await firstOf(owner), { userId }),
    ),
    id: async ({ person }) => {
      const { wallet, account: own } = await person();
      const paid = await wallet.payments.create({ ...order, paymentAccountId: own.id });
      expect(await wallet.transactions.get(paid.id)).toEqual(paid);
    },
  },
  voidTransaction: {
    clientId: foundByItsOwner(async (wallet, userId, owner) =>
      wallet.transactions.void(await firstOf(owner), { userId }),
    ),
    id: voids({}, { status: "success" }),
    reason: voids({ reason: "Sent back" }, { message: "Sent back" }),
    merchantOrderId: voids({ merchantOrderId: "order-1-back" }, { merchantOrderId: "order-1-back" }),
    metadata: voids({ metadata: { udf1: "why" } }, { metadata: { udf1: "why" } }),
  },
};
