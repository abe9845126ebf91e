/**
 * Every operation of the wallet with every one of its inputs, against the running sandbox through the Node package. The
 * table is complete by its type: an input that the contract has and no case tries does not compile.
 */
import { expect, stackTest as test } from "../support/fixtures.ts";
import { accountCases } from "./inputs/accounts.ts";
import type { Case, Cases } from "./inputs/case.ts";
import { moneyCases } from "./inputs/money.ts";
import { transactionCases } from "./inputs/transactions.ts";
import { userCases } from "./inputs/users.ts";
import { locationOf, openWorld, refillOf } from "./world.ts";

const cases: Cases = { ...userCases, ...accountCases, ...moneyCases, ...transactionCases };

for (const [operation, inputs] of Object.entries(cases)) {
  test.describe(operation, () => {
    for (const [input, act] of Object.entries(inputs as Record<string, Case>)) {
      test(`takes ${input}`, async ({ stack }) => act(await openWorld(stack)));
    }
  });
}

test("a page leads back to the shop as soon as the refill has ended", async ({ stack }) => {
  const { person, payRefill } = await openWorld(stack);
  const { wallet, account: own } = await person();
  const refill = await wallet.refills.create(own.id, refillOf({ redirectUrl: "https://shop.example.com/" }));
  expect(await locationOf(refill.url ?? "")).toBeUndefined();
  await payRefill(refill);
  expect(await locationOf(refill.url ?? "")).toMatch(/^https:\/\/shop\.example\.com\/\?/);
});
