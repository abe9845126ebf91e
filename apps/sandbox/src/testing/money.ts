/** A user with accounts on a test gateway, and the invariants of all money. */
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Db } from "../db/open.ts";
import type { TestDatabase } from "./databases.ts";
import { type Answered, accepted, openGateway, type TestGateway } from "./gateway.ts";
import { type Calls, callsAs, newUser } from "./wallet.ts";

type Input = Readonly<Record<string, unknown>>;

export interface TestWallet {
  readonly clientId: number;
  readonly email: string;
  readonly externalUserId: string;
  /** Calls an operation for this user, with the merchant's key. */
  readonly call: Calls;
  /** Creates an account and returns its id. @default a fiat account of EUR */
  account(fields?: Input): Promise<number>;
  topUp(accountId: number, amount: number, rest?: Input): Promise<Answered>;
  pay(accountId: number, amount: number, rest?: Input): Promise<Answered>;
  void(transactionId: number, rest?: Input): Promise<Answered>;
  list(query?: Input): Promise<Answered>;
  balance(accountId: number): Promise<number>;
}

/** Creates a user. */
export async function newWallet(gateway: TestGateway): Promise<TestWallet> {
  const calls = callsAs(gateway);
  const { email, externalUserId } = newUser();
  const created = await calls("POST", "/api/v1/user", { email, externalUserId, isActivated: true });
  const clientId = accepted(created).userId as number;
  const wallet: TestWallet = {
    clientId,
    email,
    externalUserId,
    call: (method, path, input = {}, headers = {}) => calls(method, path, { clientId, ...input }, headers),
    account: async (fields = {}) => {
      const account = { method: "card", system: "sandbox", currency: "EUR", ...fields };
      return accepted(await wallet.call("POST", "/api/v1/payment-account", account)).id;
    },
    topUp: (id, amount, rest) =>
      wallet.call("POST", `/api/v1/payment-account/${id}/top-up`, { amount, ...rest }),
    pay: (paymentAccountId, amount, rest) =>
      wallet.call("POST", "/api/v1/payment", {
        paymentAccountId,
        amount,
        currency: "EUR",
        name: "Basket",
        merchantOrderId: "order-1",
        ...rest,
      }),
    void: (id, rest) => wallet.call("POST", `/api/v1/transaction/${id}/void`, rest),
    list: (query) => wallet.call("GET", "/api/v1/transaction", query),
    balance: async (id) => (await wallet.call("GET", `/api/v1/payment-account/${id}`)).json.balance,
  };
  return wallet;
}

/** The start of a test of money: a new user, with an account of EUR. */
interface Given {
  readonly gateway: TestGateway;
  readonly wallet: TestWallet;
  readonly account: number;
}

/** For a `describe`: one gateway for its tests, a user with an account before each, and a check of all money after each. */
export function withWallet(
  database: TestDatabase,
  take: (given: Given) => void,
  options: Parameters<typeof openGateway>[1] = {},
  accountFields: Input = {},
): void {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(database, options);
  });
  beforeEach(async () => {
    const wallet = await newWallet(gateway);
    take({ gateway, wallet, account: await wallet.account(accountFields) });
  });
  afterEach(() => expectExact(gateway));
  afterAll(() => gateway.close());
}

/** A time in the format of a top-up. */
export const stampOf = (timeMs: number): string =>
  new Date(timeMs).toISOString().slice(0, 19).replace("T", " ");

/** Accounts and lots that differ from the sums of the ledger and of the transactions. */
export async function inexact(db: Db): Promise<readonly unknown[]> {
  const found = await Promise.all([
    db.execute(sql`
      select a.id, a.balance_minor, sum(e.amount_minor) as entries from wallet_accounts a
      left join ledger_entries e on e.account_id = a.id
      group by a.id having a.balance_minor <> coalesce(sum(e.amount_minor), 0)`),
    db.execute(sql`
      select t.id, t.remaining_minor, sum(e.amount_minor) as entries from wallet_transactions t
      left join ledger_entries e on e.lot_id = t.id where t.type = 'income'
      group by t.id having t.remaining_minor <> coalesce(sum(e.amount_minor), 0)`),
    db.execute(sql`
      select e.id from ledger_entries e join wallet_transactions t on t.id = e.transaction_id
      where e.account_id <> t.account_id or t.status <> 'success'`),
    // A transaction that moved money moved its price, and in its direction.
    db.execute(sql`
      select t.id from wallet_transactions t join ledger_entries e on e.transaction_id = t.id
      group by t.id having sum(e.amount_minor) <> case t.type when 'income' then t.price_minor else -t.price_minor end`),
    // A successful transaction that moved nothing itself is a test, or its parts moved its price.
    db.execute(sql`
      select t.id from wallet_transactions t
      where t.status = 'success' and t.mode <> 'test'
        and not exists (select 1 from ledger_entries e where e.transaction_id = t.id)
        and t.price_minor <> (select coalesce(sum(part.price_minor), 0) from wallet_transactions part
          where part.subtype = 'payment' and part.parent_id = case t.subtype when 'void' then t.parent_id else t.id end)`),
  ]);
  return found.flatMap(({ rows }) => rows);
}

/** Fails if money is not exact. */
export async function expectExact({ database }: Pick<TestGateway, "database">): Promise<void> {
  expect(await inexact(database.db)).toEqual([]);
}
