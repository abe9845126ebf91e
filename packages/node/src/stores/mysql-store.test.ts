/** The statements that a MySQL store sends on a connection. stores.test.ts tests the guarantees of every store. */
import type mysql from "mysql2/promise";
import { describe, expect, it } from "vitest";
import { bodyOf, mug, noClient, postTo, secret } from "../checkout/shop.test-shop.ts";
import { ConfigurationError, createCheckout, createMySqlStore, type MySqlPool } from "../index.ts";
import { mysqlUrl, openMySql } from "./databases.test-store.ts";

/** A pool with one connection that does nothing, and fails at the given statements. */
function idlePool(...failing: readonly string[]) {
  const log: string[] = [];
  const connection = {
    query: async (text: string) => {
      log.push(text.split(" ").slice(0, 3).join(" "));
      if (failing.some((start) => text.startsWith(start))) throw new Error(`lost in ${text}`);
      return [[], []] as const;
    },
    release: () => void log.push("(released)"),
    destroy: () => void log.push("(destroyed)"),
  };
  return { log, pool: { getConnection: async () => connection } };
}

describe("a store on MySQL", () => {
  it("needs a pool", () => {
    for (const wrong of [undefined, {}, { query: () => undefined }]) {
      expect(() => createMySqlStore(wrong as unknown as MySqlPool<never>)).toThrow(ConfigurationError);
    }
  });

  it("holds the order's row from the first statement to the commit", async () => {
    const { pool, log } = idlePool();
    expect(await createMySqlStore(pool).once("key", async () => "done")).toBe("done");
    expect(log).toEqual([
      ...[
        "set autocommit =",
        "set transaction isolation",
        "savepoint cardpane",
        "insert into cardpane_attempts",
        "select record from",
      ],
      ...["release savepoint cardpane", "commit", "set autocommit =", "(released)"],
    ]);
  });

  it.each([
    ["what onEvent throws", [], ["rollback", "set autocommit =", "(released)"]],
    ["a connection that cannot roll back", ["rollback"], ["rollback", "(destroyed)"]],
  ] as const)("undoes everything after %s", async (_, failing, end) => {
    const { pool, log } = idlePool(...failing);
    const work = async () => {
      throw new Error("not now");
    };
    await expect(createMySqlStore(pool).once("key", work)).rejects.toThrow("not now");
    expect(log.slice(5)).toEqual(end);
  });

  it("succeeds if the connection is lost after the commit", async () => {
    const { pool, log } = idlePool("set autocommit = 1");
    expect(await createMySqlStore(pool).once("key", async () => "done")).toBe("done");
    expect(log.slice(-3)).toEqual(["commit", "set autocommit =", "(destroyed)"]);
  });

  it("fails if the transaction at the end is not the one that it started", async () => {
    const { pool, log } = idlePool("release savepoint");
    await expect(createMySqlStore(pool).once("key", async () => "done")).rejects.toThrow("savepoint");
    expect(log).not.toContain("commit");
  });

  it.runIf(mysqlUrl)("reports no success if onEvent has ended the transaction itself", async () => {
    const database = await openMySql(mysqlUrl ?? "");
    let first = true;
    const checkout = createCheckout<mysql.PoolConnection>({
      client: noClient,
      secret,
      environment: "test",
      ipnUrl: "https://shop.example.com/ipn",
      store: database.store,
      onEvent: async (event, tx) => {
        await database.insertEffect(tx, event);
        // Imitates a deadlock whose error is caught.
        if (first) await tx.query("rollback");
        first = false;
      },
      onFailure: () => undefined,
    });
    const { ipnUrl } = await checkout.begin(mug);
    const statuses = [await postTo(checkout, ipnUrl, bodyOf()), await postTo(checkout, ipnUrl, bodyOf())];
    expect(statuses).toEqual([500, 200]);
    expect(await database.query("select type from effects")).toEqual([{ type: "payment.succeeded" }]);
    await database.close();
  });
});
