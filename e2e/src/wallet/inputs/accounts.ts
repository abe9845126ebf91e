/** Payment accounts. */
import { expect } from "../../support/fixtures.ts";
import { account, type Case, type Cases, foundByItsOwner, idsOf } from "./case.ts";

function createsAccount(fields: object, expected: object): Case {
  return async ({ person }) => {
    const { wallet } = await person();
    const made = await wallet.accounts.create({ ...account, ...fields });
    const listed = (await wallet.accounts.list().toArray()).find(({ id }) => id === made.id);
    expect(listed).toMatchObject({ currency: "EUR", method: "card", payment_system: "gate", ...expected });
  };
}

/** Creates a second account with the fields; the filter finds it, and not the person's first account. */
function findsOther(fields: object, filter: object, change: object = {}): Case {
  return async ({ person }) => {
    const { wallet } = await person();
    const other = await wallet.accounts.create({ ...account, ...fields });
    if (Object.keys(change).length > 0) await wallet.accounts.update(other.id, change);
    expect(idsOf(await wallet.accounts.list(filter).toArray())).toEqual([other.id]);
  };
}

function updatesAccount(change: object, expected: object): Case {
  return async ({ person }) => {
    const { wallet, account: own } = await person();
    await wallet.accounts.update(own.id, change);
    const [listed] = await wallet.accounts.list().toArray();
    expect(listed).toMatchObject({ id: own.id, balance: 100, ...expected });
  };
}

const reload = {
  isAutoReload: true,
  autoReloadAmountMinor: 5000,
  autoReloadMinAmountMinor: 1000,
  currency: "EUR",
};
const reloading = { autoreload: true, autoreload_amount: 50, autoreload_min_amount: 10 };
const notice = { isNotify: true, notifyAmountMinor: 500, currency: "EUR" };

export const accountCases: Pick<Cases, "listAccounts" | "createAccount" | "getAccount" | "updateAccount"> = {
  listAccounts: {
    clientId: async ({ client, person }) => {
      const [one, other] = [await person(), await person()];
      for (const { user, account: own } of [one, other]) {
        const listed = await client.wallet.accounts.list({ userId: user.userId }).toArray();
        expect(idsOf(listed)).toEqual([own.id]);
      }
    },
    system: findsOther({ system: "other" }, { system: "other" }),
    currency: findsOther({ currency: "JPY" }, { currency: "JPY" }),
    isActive: findsOther({}, { isActive: false }, { isActive: false }),
    isAutoReload: findsOther({}, { isAutoReload: true }, reload),
    isNotify: findsOther({}, { isNotify: true }, notice),
    type: findsOther({ type: "promo" }, { type: "promo" }),
  },
  createAccount: {
    clientId: async ({ client, person }) => {
      const { user } = await person();
      const made = await client.wallet.accounts.create({ ...account, userId: user.userId });
      expect(made.user_id).toBe(user.userId);
    },
    method: createsAccount({ method: "other" }, { method: "other" }),
    system: createsAccount({ system: "other" }, { payment_system: "other" }),
    currency: createsAccount({ currency: "KWD" }, { currency: "KWD", balance: 0 }),
    name: createsAccount({ name: "Savings" }, { name: "Savings" }),
    description: createsAccount({ description: "For later" }, { description: "For later" }),
    type: createsAccount({ type: "promo" }, { type: "promo" }),
    webhookUrl: createsAccount(
      { webhookUrl: "https://shop.example.com/a" },
      { webhook_url: "https://shop.example.com/a" },
    ),
  },
  getAccount: {
    clientId: foundByItsOwner((wallet, userId, owner) => wallet.accounts.get(owner.account.id, { userId })),
    id: async ({ person }) => {
      const { wallet, account: own } = await person();
      expect(await wallet.accounts.get(own.id)).toMatchObject({ id: own.id, name: "Main", balance: 100 });
    },
  },
  updateAccount: {
    clientId: foundByItsOwner((wallet, userId, owner) =>
      wallet.accounts.update(owner.account.id, { userId, name: "Savings" }),
    ),
    id: updatesAccount({}, { name: "Main" }),
    name: updatesAccount({ name: "Savings" }, { name: "Savings" }),
    description: updatesAccount({ description: "For later" }, { description: "For later" }),
    isActive: updatesAccount({ isActive: false }, { is_active: false }),
    isAutoReload: updatesAccount(reload, reloading),
    autoReloadAmount: updatesAccount(
      { ...reload, autoReloadAmountMinor: 6000 },
      { ...reloading, autoreload_amount: 60 },
    ),
    autoReloadMinAmount: updatesAccount(
      { autoReloadMinAmountMinor: 750, currency: "EUR" },
      { autoreload: false, autoreload_min_amount: 7.5 },
    ),
    isNotify: updatesAccount(notice, { is_notify: true, notify_amount: 5 }),
    notifyAmount: updatesAccount(
      { notifyAmountMinor: 1, currency: "EUR" },
      { is_notify: false, notify_amount: 0.01 },
    ),
    webhookUrl: updatesAccount(
      { webhookUrl: "https://shop.example.com/b" },
      { webhook_url: "https://shop.example.com/b" },
    ),
  },
};
