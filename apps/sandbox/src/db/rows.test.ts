import { describe, expect, it } from "vitest";
import { testDatabases } from "../testing/databases.ts";
import { demoMerchant } from "../testing/gateway.ts";
import { saveMerchant } from "./merchants.ts";
import { findRow, lockRow, matching } from "./rows.ts";
import { merchants } from "./schema.ts";

describe.each(testDatabases)("a row on $name", (kind) => {
  it.each([
    ["findRow", findRow],
    ["lockRow", lockRow],
  ])("is not found by %s unless something names it", async (_, find) => {
    const { db, close } = await kind.open();
    await saveMerchant(db, demoMerchant);
    const { publicId } = (await find(db, merchants, { publicId: demoMerchant.merchantId })) ?? {};
    expect(publicId).toBe(demoMerchant.merchantId);
    for (const nothing of [undefined, {}, { id: undefined }, matching(merchants, { id: undefined })]) {
      expect(await find(db, merchants, nothing as object)).toBeUndefined();
    }
    await close();
  });
});
