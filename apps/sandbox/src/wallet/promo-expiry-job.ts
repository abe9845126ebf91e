/**
 * Expired promo money is booked out at its expiry, so that the ledger shows it. The exact time of the booking does not matter:
 * every operation books expired money before it reads a balance, and responses leave it out (see transaction-response.ts).
 */
import { isLot } from "../db/ledger.ts";
import { onlyRow } from "../db/open.ts";
import { walletTransactions } from "../db/schema-money.ts";
import { createJob } from "../scheduling/scheduled-job.ts";
import { runAfterEffects } from "./after-effects.ts";
import { bookExpiries, readWallet } from "./wallet.ts";

/** QA's rules about notices of expiries name no operation. */
const path = "/";

/** Expiries of promo money, as a scheduled job: one lot at a time. */
export const promoExpiryJob = createJob({
  name: "promo expiry",
  table: walletTransactions,
  at: walletTransactions.expiresAt,
  isOpen: isLot,
  run: async (context, lot) => {
    const wallet = await readWallet(context, lot.userId);
    const row = onlyRow(await bookExpiries(wallet, [lot]));
    await runAfterEffects(wallet, path);
    return {
      kind: "booked",
      at: context.now,
      accountId: String(row.accountId),
      transactionId: String(row.id),
      subtype: row.subtype,
      code: row.code,
    };
  },
});
