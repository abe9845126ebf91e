/** Webhooks that a wallet sends unprompted: autoreload and a low balance, at the account's own address, and refills that fail. */
import { expect, stackTest as test } from "../support/fixtures.ts";
import { openWebhooks, openWorld, refillOf } from "./world.ts";

test("an account notifies of what autoreload adds, and of a low balance", async ({ stack }) => {
  const world = await openWorld(stack);
  const webhooks = await openWebhooks();
  const { wallet, account, user } = await world.person();
  const webhookUrl = await webhooks.receiver.accountUrl({
    reference: "main",
    userId: user.userId,
    paymentAccountId: account.id,
  });
  // The refill stores the card that autoreload charges; the webhook goes to the account's address, because the refill names none.
  await world.payRefill(await wallet.refills.create(account.id, refillOf({ amountMinor: 1000, webhookUrl })));
  expect(await webhooks.next()).toMatchObject({ type: "wallet.account.moved", amountMinor: 1_000 });

  await wallet.accounts.update(account.id, {
    webhookUrl,
    isAutoReload: true,
    autoReloadAmountMinor: 500,
    autoReloadMinAmountMinor: 2000,
    currency: "EUR",
    isNotify: true,
    notifyAmountMinor: 5000,
  });
  const paid = await wallet.payments.create({
    paymentAccountId: account.id,
    amountMinor: 9500,
    currency: "EUR",
    name: "Blue mug",
    merchantOrderId: "order-1",
  });
  expect(paid.status).toBe("success");
  const received = [await webhooks.next(), await webhooks.next(), await webhooks.next()];
  expect(received.map(({ type, reference }) => [type, reference]).sort()).toEqual([
    ["wallet.account.low", "main"],
    ["wallet.account.moved", "main"],
    ["wallet.account.moved", "main"],
  ]);
  const moved = received
    .filter(({ type }) => type === "wallet.account.moved")
    .map(({ transaction }) => transaction);
  expect(moved.map(({ type, price }) => [type, price]).sort()).toEqual([
    ["income", 5],
    ["outcome", 95],
  ]);
  expect((await wallet.accounts.get(account.id)).balance).toBe(20);
  await webhooks.close();
});

test("a refill that nobody pays for fails by the clock, and the same reference can be paid after", async ({
  stack,
}) => {
  const world = await openWorld(stack);
  const webhooks = await openWebhooks();
  const { wallet, account, user } = await world.person();
  const expected = { kind: "refill", reference: "refill-1", amountMinor: 2500, currency: "EUR" } as const;
  const begin = async () => {
    const address = { ...expected, userId: user.userId, paymentAccountId: account.id };
    const { webhookUrl } = await webhooks.receiver.begin(address);
    return wallet.refills.create(account.id, refillOf({ webhookUrl }));
  };
  await begin();
  await world.pass({ hours: 1 });
  expect(await webhooks.next()).toMatchObject({ type: "wallet.refill.failed", code: "5099" });
  await world.payRefill(await begin());
  expect(await webhooks.next()).toMatchObject({ type: "wallet.refill.succeeded", reference: "refill-1" });
  expect((await wallet.accounts.get(account.id)).balance).toBe(125);
  await webhooks.close();
});
