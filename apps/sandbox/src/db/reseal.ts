/** Every sealed column, and the pass that seals them again under the first key. */
import { type SQL, sql } from "drizzle-orm";
import type { Place, Vault } from "../vault/vault.ts";
import type { Db } from "./open.ts";

interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that identify a row. */
  readonly keys: readonly string[];
  readonly place: (keys: readonly string[]) => Place;
}

/** Sealed in tokens/content.ts, db/accounts.ts, wallet/users.ts, wallet/card.ts, refill/charge.ts and idempotency.ts. */
const sealedColumns: readonly SealedColumn[] = [
  { table: "tokens", column: "sealed", keys: ["id"], place: ([id]) => `tokens/${id}` },
  { table: "payment_accounts", column: "sealed", keys: ["id"], place: ([id]) => `payment_accounts/${id}` },
  { table: "wallet_users", column: "sealed", keys: ["uuid"], place: ([uuid]) => `wallet_users/${uuid}` },
  {
    table: "wallet_accounts",
    column: "sealed",
    keys: ["uuid"],
    place: ([uuid]) => `wallet_accounts/${uuid}`,
  },
  { table: "wallet_refills", column: "sealed", keys: ["page_id"], place: ([id]) => `wallet_refills/${id}` },
  {
    table: "kept_answers",
    column: "body",
    keys: ["scope", "operation", "request_id"],
    place: (keys) => `kept_answers/${JSON.stringify(keys)}`,
  },
];

/** The result of a pass. */
interface Resealed {
  readonly resealed: number;
  /** Rows that no key of the vault opens; they are unchanged. */
  readonly unreadable: number;
}

/** Seals again everything that is not under the vault's first key: table by table, each in one transaction. */
export async function resealAll(db: Db, vault: Vault): Promise<Resealed> {
  let resealed = 0;
  let unreadable = 0;
  for (const { table, column, keys, place } of sealedColumns) {
    await db.transaction(async (tx) => {
      const target = sql.identifier(column);
      const names = sql.join(
        keys.map((key) => sql`${sql.identifier(key)}::text as ${sql.identifier(key)}`),
        sql`, `,
      );
      const found = await tx.execute<Record<string, string>>(sql`
        select ${names}, ${target} as content from ${sql.identifier(table)}
        where ${target} is not null and left(${target}, ${vault.sealedPrefix.length}) <> ${vault.sealedPrefix}
        for update`);
      for (const row of found.rows) {
        const values = keys.map((key) => row[key] ?? "");
        const content = resealedOrNot(vault, place(values), row["content"] ?? "");
        if (content === undefined) {
          unreadable += 1;
          continue;
        }
        const isRow: SQL[] = keys.map((key, index) => sql`${sql.identifier(key)}::text = ${values[index]}`);
        await tx.execute(
          sql`update ${sql.identifier(table)} set ${target} = ${content} where ${sql.join(isRow, sql` and `)}`,
        );
        resealed += 1;
      }
    });
  }
  return { resealed, unreadable };
}

function resealedOrNot(vault: Vault, place: Place, sealed: string): string | undefined {
  try {
    return vault.seal(place, vault.open(place, sealed));
  } catch {
    return undefined;
  }
}
