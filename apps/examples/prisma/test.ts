/**
 * Tests the recipe for Prisma (store.ts) with the real Prisma and PostgreSQL's engine in this
 * process: the writes of onEvent through Prisma are committed together with the order, or not at all.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { PGlite } from "@electric-sql/pglite";
import { PrismaPGlite } from "pglite-prisma-adapter";
import { createCheckout, createClient, postgresSchema } from "../../../packages/node/src/index.ts";
import { type Prisma, PrismaClient } from "./generated/client.ts";
import { createPrismaStore } from "./store.ts";

/** Nothing is sent here. */
const client = createClient({ apiKey: "key", baseUrl: "https://gateway.example.com", ipv6: "send" });
const database = new PGlite();
const prisma = new PrismaClient({ adapter: new PrismaPGlite(database) });
after(async () => {
  await prisma.$disconnect();
  await database.close();
});

test("the writes of onEvent through Prisma are committed together with the order, or not at all", async () => {
  await database.exec(`${postgresSchema} create table orders (id text primary key, state text not null);`);
  await prisma.order.create({ data: { id: "order-1", state: "new" } });
  const stateOf = async () => (await prisma.order.findUniqueOrThrow({ where: { id: "order-1" } })).state;

  let fails = true;
  let events = 0;
  const checkout = createCheckout<{ readonly prisma: Prisma.TransactionClient }>({
    client,
    secret: "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S",
    environment: "test",
    ipnUrl: "https://shop.example.com/ipn",
    store: createPrismaStore<Prisma.TransactionClient>(prisma),
    onEvent: async ({ reference }, tx) => {
      await tx.prisma.order.update({ where: { id: reference }, data: { state: "paid" } });
      if (fails) throw new Error("not now");
      events += 1;
    },
    onFailure: () => undefined,
  });
  await checkout.begin({ reference: "order-1", amountMinor: 1250, currency: "EUR" });
  const notification = await checkout.createTestNotification({ reference: "order-1" });
  const deliver = async () => (await checkout.handle(notification.toRequest())).status;

  assert.equal(await deliver(), 500);
  assert.equal(await stateOf(), "new");
  assert.equal((await checkout.find("order-1"))?.state, "in_progress");

  fails = false;
  assert.equal(await deliver(), 200);
  assert.equal(await stateOf(), "paid");
  assert.equal((await checkout.find("order-1"))?.state, "paid");

  assert.equal(await deliver(), 200);
  assert.equal(events, 1);
});

test("two deliveries at once settle the order once", async () => {
  let events = 0;
  const checkout = createCheckout({
    client,
    secret: "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S",
    environment: "test",
    ipnUrl: "https://shop.example.com/ipn",
    store: createPrismaStore<Prisma.TransactionClient>(prisma),
    onEvent: () => {
      events += 1;
    },
  });
  await checkout.begin({ reference: "order-2", amountMinor: 1250, currency: "EUR" });
  const notification = await checkout.createTestNotification({ reference: "order-2" });
  const deliveries = [notification, notification].map(
    async (it) => (await checkout.handle(it.toRequest())).status,
  );
  assert.deepEqual(await Promise.all(deliveries), [200, 200]);
  assert.equal(events, 1);
});
