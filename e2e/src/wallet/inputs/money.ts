/** Refills, top-ups and payments. */
import { exampleDevice } from "@cardpane/gateway/testing";
import { nextAction } from "@cardpane/node";
import { expect } from "../../support/fixtures.ts";
import { openWebhooks, refillOf } from "../world.ts";
import { account, type Case, type Cases, foundByItsOwner, order, today, withoutRaw } from "./case.ts";

/** Pays a refill with the fields; its transaction has the expected ones. */
function refills(fields: object, expected: object): Case {
  return async ({ person, payRefill }) => {
    const { wallet, account: own } = await person();
    await payRefill(await wallet.refills.create(own.id, refillOf(fields)));
    const [income] = await wallet.transactions.list({ action: "charge", type: "income" }).toArray();
    expect(income).toMatchObject({
      price: 25,
      mode: "card",
      status: "success",
      currency: "EUR",
      ...expected,
    });
  };
}

function topsUp(fields: object, expected: object): Case {
  return async ({ person }) => {
    const { wallet, account: own } = await person();
    const made = await wallet.topUps.create(own.id, { amountMinor: 500, currency: "EUR", ...fields });
    expect(made).toMatchObject({ paymentAccountId: own.id, isVirtual: true, status: "success", ...expected });
    expect(withoutRaw(await wallet.transactions.get(made.id))).toEqual(withoutRaw(made));
  };
}

function pays(fields: object, expected: object): Case {
  return async ({ person }) => {
    const { wallet, account: own } = await person();
    const paid = await wallet.payments.create({ ...order, paymentAccountId: own.id, ...fields });
    expect(paid).toMatchObject({
      type: "outcome",
      price: 12.5,
      status: "success",
      balance: 87.5,
      ...expected,
    });
  };
}

export const moneyCases: Pick<Cases, "refill" | "topUp" | "payFromAccount"> = {
  refill: {
    clientId: foundByItsOwner((wallet, userId, owner) =>
      wallet.refills.create(owner.account.id, { ...refillOf(), userId }),
    ),
    id: async ({ person, payRefill }) => {
      const { wallet, account: own } = await person();
      const refill = await wallet.refills.create(own.id, refillOf());
      expect(refill).toMatchObject({ result: "processing", action: "redirect", code: 0 });
      expect(nextAction(refill)).toEqual({ type: "redirect", url: refill.url });
      await payRefill(refill);
      expect((await wallet.accounts.get(own.id)).balance).toBe(125);
    },
    name: refills({ name: "Pocket money" }, { descriptor: "Pocket money" }),
    amount: refills({ amountMinor: 725 }, { price: 7.25 }),
    consumer: refills(
      {
        consumer: { ip: "203.0.113.9", firstName: "Ada", lastName: "Example", country: "DEU", zip: "10115" },
      },
      { ip: "203.0.113.9", firstname: "Ada", lastname: "Example", country: "DEU", zip: "10115" },
    ),
    emailOptions: async ({ person, payRefill, admin }) => {
      const mails: number[] = [];
      for (const send of [true, false]) {
        const { wallet, account: own, user } = await person();
        await payRefill(await wallet.refills.create(own.id, refillOf({ emailOptions: { send } })));
        const { data } = await admin<{ data: readonly object[] }>("/mails?limit=100");
        mails.push(data.filter((mail) => JSON.stringify(mail).includes(user.email)).length);
      }
      expect(mails).toEqual([1, 0]);
    },
    redirectUrl: async ({ person, payRefill }) => {
      const { wallet, account: own } = await person();
      const refill = await wallet.refills.create(
        own.id,
        refillOf({ redirectUrl: "https://shop.example.com/w?a=1" }),
      );
      const back = await payRefill(refill);
      expect(back).toMatch(
        /^https:\/\/shop\.example\.com\/w\?a=1&order_id=\d+&transaction_id=\d+&is_approved=1&code=0$/,
      );
    },
    webhookUrl: async ({ person, payRefill }) => {
      const webhooks = await openWebhooks();
      const { wallet, account: own, user } = await person();
      const expected = { userId: user.userId, paymentAccountId: own.id, currency: "EUR" };
      const url = await webhooks.receiver.createUrl({
        ...expected,
        reference: "r-1",
        kind: "refill",
        amountMinor: 2500,
      });
      await payRefill(await wallet.refills.create(own.id, refillOf({ webhookUrl: url })));
      const event = await webhooks.next();
      expect(event).toMatchObject({
        type: "wallet.refill.succeeded",
        reference: "r-1",
        amountMinor: 2_500,
        transaction: { action: "charge", type: "income" },
      });
      const known = await wallet.transactions.get(event.transactionId);
      expect(withoutRaw(known)).toEqual(withoutRaw(event.transaction));
      await webhooks.close();
    },
    secure: async ({ client, person, payRefill }) => {
      const { wallet, account: own } = await person();
      const headers = { "user-agent": "Mozilla/5.0", accept: "text/html" };
      const consumer = client.shopper({ headers, remoteAddress: "203.0.113.7" }, { device: exampleDevice });
      const refill = await wallet.refills.create(own.id, refillOf({ secure: true, consumer }));
      expect(await payRefill(refill, "4000000000002503")).toBe(`${refill.url}/3ds`);
    },
    test: async ({ person, payRefill }) => {
      const { wallet, account: own } = await person();
      await payRefill(await wallet.refills.create(own.id, refillOf({ test: true })));
      const newest = { orderColumn: "id", orderDirection: "desc" } as const;
      const [last] = await wallet.transactions.list(newest).toArray(1);
      expect(last).toMatchObject({ mode: "test", status: "success", price: 25 });
      expect((await wallet.accounts.get(own.id)).balance).toBe(100);
    },
    merchantOrderId: refills({ merchantOrderId: "refill-7" }, { merchantOrderId: "refill-7" }),
    metadata: async (world) => {
      const amountMods = [{ amountMinor: 200, title: "Fee" }];
      const wireMods = [{ amount: 2, title: "Fee" }];
      const uncovered = { udf1: "a" };
      await refills(
        { metadata: { ...uncovered, amountMods } },
        { price: 23, metadata: { ...uncovered, amountMods: wireMods } },
      )(world);
      const covered = { isCover: true };
      await refills(
        { metadata: { ...covered, amountMods } },
        { price: 25, metadata: { ...covered, amountMods: wireMods } },
      )(world);
    },
    forceCheckout: async ({ person, payRefill }) => {
      const { wallet, account: own } = await person();
      await payRefill(await wallet.refills.create(own.id, refillOf()));
      await wallet.refills.create(own.id, refillOf());
      expect((await wallet.accounts.get(own.id)).balance).toBe(150);
      const refill = await wallet.refills.create(own.id, refillOf({ forceCheckout: true }));
      expect((await wallet.accounts.get(own.id)).balance).toBe(150);
      await payRefill(refill);
      expect((await wallet.accounts.get(own.id)).balance).toBe(175);
    },
    payment: refills({ payment: { domain: "shop.example.com" } }, { billing: "shop.example.com" }),
  },
  topUp: {
    clientId: foundByItsOwner((wallet, userId, owner) =>
      wallet.topUps.create(owner.account.id, { userId, amountMinor: 100, currency: "EUR" }),
    ),
    id: topsUp({}, { price: 5, balance: 105, type: "income", action: "deposit" }),
    reason: topsUp({ reason: "Welcome" }, { message: "Welcome" }),
    amount: topsUp({ amountMinor: -3001 }, { price: 30.01, balance: 69.99, type: "outcome" }),
    merchantOrderId: topsUp({ merchantOrderId: "gift-1" }, { merchantOrderId: "gift-1" }),
    metadata: topsUp({ metadata: { udf1: "a", list: [1] } }, { metadata: { udf1: "a", list: [1] } }),
    dateExpire: async (world) => {
      const { wallet } = await world.person();
      const promo = await wallet.accounts.create({ ...account, type: "promo" });
      const dateExpire = `${await today(world, 2)} 00:00:00`;
      const made = await wallet.topUps.create(promo.id, { amountMinor: 500, currency: "EUR", dateExpire });
      expect(made.dateExpire).toMatchObject({ date: `${dateExpire}.000000` });
      expect((await wallet.accounts.get(promo.id)).balance).toBe(5);
      await world.pass({ days: 2 });
      expect((await wallet.accounts.get(promo.id)).balance).toBe(0);
    },
  },
  payFromAccount: {
    clientId: foundByItsOwner((wallet, userId, owner) =>
      wallet.payments.create({ ...order, userId, paymentAccountId: owner.account.id }),
    ),
    paymentAccountId: pays({}, {}),
    amount: pays({ amountMinor: 10_000 }, { price: 100, balance: 0, fullCovered: true }),
    currency: async ({ person }) => {
      const { wallet } = await person();
      const yen = await wallet.accounts.create({ ...account, currency: "JPY" });
      await wallet.topUps.create(yen.id, { amountMinor: 500, currency: "JPY" });
      const bought = { ...order, paymentAccountId: yen.id, currency: "JPY", amountMinor: 120 };
      expect(await wallet.payments.create(bought)).toMatchObject({ currency: "JPY", balance: 380 });
    },
    name: pays({ name: "Red mug" }, { descriptor: "Red mug" }),
    merchantOrderId: pays({ merchantOrderId: "order-7" }, { merchantOrderId: "order-7" }),
    metadata: pays({ metadata: { udf2: "b" } }, { metadata: { udf2: "b" } }),
    webhookUrl: async ({ person }) => {
      const webhooks = await openWebhooks();
      const { wallet, account: own, user } = await person();
      const expected = {
        userId: user.userId,
        paymentAccountId: own.id,
        currency: "EUR",
        kind: "payment",
      } as const;
      const amounts = [1250, 100_000];
      const ended: string[] = [];
      for (const [index, amountMinor] of amounts.entries()) {
        const reference = `order-${index}`;
        const webhookUrl = await webhooks.receiver.createUrl({ ...expected, reference, amountMinor });
        const paid = await wallet.payments.create({
          ...order,
          paymentAccountId: own.id,
          amountMinor,
          webhookUrl,
        });
        const event = await webhooks.next();
        ended.push(event.type);
        expect(withoutRaw(event.transaction)).toEqual(withoutRaw(paid));
        // The response has the same content as the webhook, so it causes no second event.
        await webhooks.receiver.record(reference, paid);
      }
      expect(ended).toEqual(["wallet.payment.succeeded", "wallet.payment.failed"]);
      expect(webhooks.events).toHaveLength(2);
      await webhooks.close();
    },
  },
};
