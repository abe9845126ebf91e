import { expect, it, vi } from "vitest";
import { insertEntries, type NewEntry } from "./ledger.ts";

it("two movements of one lot in one call are refused before anything is written", async () => {
  const execute = vi.fn();
  const entry: NewEntry = {
    accountId: 1,
    lotId: 7,
    amountMinor: -100,
    transactionId: 1,
    balanceMinor: 0,
    createdAt: new Date(0),
  };
  const db = { execute } as object as Parameters<typeof insertEntries>[0];
  await expect(insertEntries(db, [entry, { ...entry, amountMinor: 50 }])).rejects.toThrow(
    "A lot is moved twice at once.",
  );
  expect(execute).not.toHaveBeenCalled();
});
