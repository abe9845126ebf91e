/** Creates a long history of a wallet quickly, for the bench. */
import { sql } from "drizzle-orm";
import type { Database } from "../db/open.ts";

/**
 * Adds transactions of many kinds over 200 days to a user. They are copies of a top-up
 * and a payment that the account already has.
 *
 * @returns the id of the tenth transaction before the last.
 */
export async function fillHistory(
  { db }: Database,
  { clientId, account }: { readonly clientId: number; readonly account: number },
  count: number,
): Promise<number> {
  await db.execute(sql`
    insert into wallet_transactions (uuid, merchant_id, user_id, account_id, listed, type, subtype, billing,
      payment_method, is_virtual, price_minor, price, balance_minor, remaining_minor, full_covered, currency, action, mode,
      status, descriptor, merchant_order_id, code, email, created_at, expires_at)
    select gen_random_uuid(), t.merchant_id, t.user_id, t.account_id, 'always', t.type, t.subtype, 'wallet',
      case when n % 10 = 0 then 'card' else 'bank' end, n % 3 = 0, n % 5000, (n % 5000) / 100.0, 0, 0, true, 'EUR',
      case when n % 25 = 0 then 'refund' else 'charge' end, case when n % 10 = 0 then 'card' else 'wallet' end,
      case when n % 20 = 7 then 'fail' else 'success' end, 'Basket ' || (n % (${count}::int / 50)),
      'order-' || n, '0', t.email,
      timestamptz '2026-01-01 UTC' + n * (interval '200 days' / ${count}::int),
      case when n % 20 = 0 then timestamptz '2027-01-01 UTC' end
    from generate_series(1, ${count}::int) n
    join wallet_transactions t on t.account_id = ${account} and t.type = case when n % 2 = 0 then 'income' else 'outcome' end
      and t.subtype in ('topup', 'payment') and t.billing = 'wallet' and t.merchant_order_id is not distinct from
        case when n % 2 = 0 then null else 'order' end
    order by n`);
  const found = await db.execute(
    sql`select max(id) - 10 as last from wallet_transactions where user_id = ${clientId}`,
  );
  // A server analyzes its tables after a while; PGlite has no process that does.
  await db.execute(sql`analyze`);
  return Number(found.rows[0]?.["last"]);
}
