/** The documentation's recipes for Prisma and Drizzle, on PGlite (the PostgreSQL engine). */
import type { PGlite, Transaction } from "@electric-sql/pglite";
import { eq } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPrismaStore } from "../../../../apps/examples/prisma/store.ts";
import { bodyOf, mug, noClient, postTo, secret } from "../checkout/shop.test-shop.ts";
import { type CheckoutStore, createCheckout, createPostgresStore } from "../index.ts";
import { takePglite } from "../stores/databases.test-store.ts";

const orders = pgTable("orders", { id: text("id").primaryKey(), state: text("state").notNull() });

let database: PGlite;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await takePglite());
  await database.exec("create table orders (id text primary key, state text not null)");
});
afterAll(() => close?.());
beforeEach(async () => {
  await database.exec("delete from cardpane_attempts; delete from orders;");
  await database.query("insert into orders values ($1, 'new')", [mug.reference]);
});

/** Sends a notification twice. The shop's code fails the first time. */
async function settle<Tx>(
  store: CheckoutStore<Tx>,
  markPaid: (reference: string, tx: Tx) => Promise<unknown>,
) {
  let fails = true;
  const checkout = createCheckout<Tx>({
    client: noClient,
    secret,
    environment: "test",
    ipnUrl: "https://shop.example.com/ipn",
    store,
    onEvent: async (event, tx) => {
      await markPaid(event.reference, tx);
      if (fails) throw new Error("not now");
    },
    onFailure: () => undefined,
  });
  const { ipnUrl } = await checkout.begin(mug);
  const state = async () =>
    (await database.query<{ state: string }>("select state from orders")).rows[0]?.state;
  const failed = [await postTo(checkout, ipnUrl, bodyOf()), await state()];
  fails = false;
  const settled = [await postTo(checkout, ipnUrl, bodyOf()), await state()];
  return { failed, settled };
}

const expected = { failed: [500, "new"], settled: [200, "paid"] };

describe("a shop's own transaction commits with the order", () => {
  it("on Prisma", async () => {
    // Imitates Prisma's three methods on the same engine.
    const prisma = {
      $transaction: <T>(work: (tx: ReturnType<typeof clientOf>) => Promise<T>) =>
        database.transaction((tx) => work(clientOf(tx))) as Promise<T>,
    };
    const clientOf = (tx: Transaction) => ({
      $queryRawUnsafe: async (query: string, ...values: unknown[]) => (await tx.query(query, values)).rows,
      $executeRawUnsafe: async (query: string, ...values: unknown[]) =>
        (await tx.query(query, values)).affectedRows ?? 0,
    });
    const store = createPrismaStore(prisma);
    const markPaid = (id: string, tx: { readonly prisma: ReturnType<typeof clientOf> }) =>
      tx.prisma.$executeRawUnsafe("update orders set state = 'paid' where id = $1", id);
    expect(await settle(store, markPaid)).toEqual(expected);
  });

  it("on Drizzle", async () => {
    const store = createPostgresStore<Transaction>(database);
    // `tx` is the driver's connection inside the transaction, and Drizzle runs on it.
    const markPaid = (id: string, tx: Transaction) =>
      drizzle({ client: tx as unknown as PGlite })
        .update(orders)
        .set({ state: "paid" })
        .where(eq(orders.id, id));
    expect(await settle(store, markPaid)).toEqual(expected);
  });
});
