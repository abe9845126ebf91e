/**
 * For tests of the wallet: calls with a merchant's key or a customer's token, users and their authenticators, a user with
 * accounts, and what must hold of all money at any time.
 */
import { encodeQuery } from "@cardpane/contract/gateway";
import { sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import type { Db } from "../db/open.ts";
import { demoMerchant } from "../merchant.ts";
import type { Answered, TestGateway } from "./gateway.ts";

/** Calls an operation: the input goes into the query of a GET, else into the body. */
export type Calls = (
  method: "GET" | "POST" | "PUT",
  path: string,
  input?: Record<string, unknown>,
  headers?: Record<string, string>,
) => Promise<Answered>;

/** Calls as whoever `Authorization` says; the demo merchant unless told otherwise. */
export function callsAs(gateway: TestGateway, authorization: string = demoMerchant.apiKey): Calls {
  return (method, path, input, headers = {}) => {
    const isRead = method === "GET";
    const query = new URLSearchParams(
      encodeQuery(input ?? {}).map(([key, value]): [string, string] => [key, value]),
    );
    return gateway.request(isRead ? `${path}?${query}` : path, {
      method,
      headers: {
        ...(authorization && { Authorization: authorization }),
        ...(!isRead && input && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(!isRead && input && { body: JSON.stringify(input) }),
    });
  };
}

let users = 0;

/** A user of its own. */
export function newUser(rest: Record<string, unknown> = {}) {
  users += 1;
  return { email: `user-${users}@shop.test`, externalUserId: `user-${users}`, ...rest };
}

/** The code of an authenticator that was set up with a URL; read by the page's own parameters, not by our code. */
export function codeOf(oauthUrl: string, timeMs: number): string {
  const query = new URL(oauthUrl).searchParams;
  const secret = Secret.fromBase32(query.get("secret") ?? "");
  return new TOTP({
    secret,
    algorithm: query.get("algorithm") ?? "",
    digits: Number(query.get("digits")),
  }).generate({ timestamp: timeMs });
}

/** Another merchant, with calls of its own. */
export async function otherMerchant(gateway: TestGateway): Promise<{ calls: Calls; clientId: number }> {
  const { json } = await gateway.admin("/merchants", {});
  return { calls: callsAs(gateway, String(json.apiKey)), clientId: Number(json.clientId) };
}

type Input = Readonly<Record<string, unknown>>;

export interface TestWallet {
  readonly clientId: number;
  readonly email: string;
  readonly externalUserId: string;
  /** Calls an operation for this user, with the merchant's key. */
  call(
    method: "GET" | "POST" | "PUT",
    path: string,
    input?: Input,
    headers?: Record<string, string>,
  ): Promise<Answered>;
  /** Makes an account and answers its id. @default a fiat account of EUR */
  account(fields?: Input): Promise<number>;
  topUp(accountId: number, amount: number, rest?: Input): Promise<Answered>;
  pay(accountId: number, amount: number, rest?: Input): Promise<Answered>;
  void(transactionId: number, rest?: Input): Promise<Answered>;
  list(query?: Input): Promise<Answered>;
  balance(accountId: number): Promise<number>;
}

/** Makes a user. */
export async function newWallet(gateway: Pick<TestGateway, "request">): Promise<TestWallet> {
  users += 1;
  const [email, externalUserId] = [`wallet-${users}@shop.test`, `wallet-${users}`];
  const send = (method: string, path: string, input: Input, headers: Record<string, string> = {}) => {
    const query = new URLSearchParams(
      encodeQuery(input).map(([name, value]): [string, string] => [name, value]),
    );
    return gateway.request(method === "GET" ? `${path}?${query}` : path, {
      method,
      headers: { Authorization: demoMerchant.apiKey, "Content-Type": "application/json", ...headers },
      ...(method !== "GET" && { body: JSON.stringify(input) }),
    });
  };
  const created = await send("POST", "/api/v1/user", { email, externalUserId, isActivated: true });
  const clientId = created.json.userId as number;
  const wallet: TestWallet = {
    ...{ clientId, email, externalUserId },
    call: (method, path, input = {}, headers = {}) => send(method, path, { clientId, ...input }, headers),
    account: async (fields = {}) => {
      const account = { method: "card", system: "sandbox", currency: "EUR", ...fields };
      return (await wallet.call("POST", "/api/v1/payment-account", account)).json.id;
    },
    topUp: (id, amount, rest) =>
      wallet.call("POST", `/api/v1/payment-account/${id}/top-up`, { amount, ...rest }),
    pay: (paymentAccountId, amount, rest) =>
      wallet.call("POST", "/api/v1/payment", {
        ...{ paymentAccountId, amount, currency: "EUR", name: "Basket", merchantOrderId: "order-1" },
        ...rest,
      }),
    void: (id, rest) => wallet.call("POST", `/api/v1/transaction/${id}/void`, rest),
    list: (query) => wallet.call("GET", "/api/v1/transaction", query),
    balance: async (id) => (await wallet.call("GET", `/api/v1/payment-account/${id}`)).json.balance,
  };
  return wallet;
}

/** Accounts whose balance, lots whose remainder, and kinds whose tally is not what the ledger and the rows say. */
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
    db.execute(sql`
      select user_id, sum(count) from wallet_tallies group by user_id
      except select user_id, count(*) from wallet_transactions where listed <> 'never' group by user_id`),
    // What a payment took is its price, and what a void moved is what it undid.
    db.execute(sql`
      select t.id from wallet_transactions t
      join (select coalesce(c.parent_id, c.id) as id, sum(e.amount_minor) as moved from ledger_entries e
            join wallet_transactions c on c.id = e.transaction_id
            where c.subtype = 'payment' group by 1) m on m.id = t.id
      where t.price_minor <> -m.moved`),
  ]);
  return found.flatMap((answer) => (answer as unknown as { rows: unknown[] }).rows);
}

/** Fails where money is not exact. */
export async function expectExact({ database }: Pick<TestGateway, "database">): Promise<void> {
  expect(await inexact(database.db)).toEqual([]);
}
