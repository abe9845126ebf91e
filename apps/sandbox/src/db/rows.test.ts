import { describe, expect, it } from "vitest";
import { testDatabases } from "../testing/databases.ts";
import { demoMerchant } from "../testing/gateway.ts";
import { saveMerchant } from "./merchants.ts";
import { findRow, matching } from "./rows.ts";
import { merchants } from "./schema.ts";

describe.each(testDatabases)("a row on $name", (kind) => {
  it("is not found unless something names it", async () => {
    const { db, close } = await kind.open();
    await saveMerchant(db, demoMerchant);
    const { publicId } = (await findRow(db, merchants, { publicId: demoMerchant.merchantId })) ?? {};
    expect(publicId).toBe(demoMerchant.merchantId);
    for (const nothing of [undefined, {}, { id: undefined }, matching(merchants, { id: undefined })]) {
      expect(await findRow(db, merchants, nothing as object)).toBeUndefined();
    }
    await close();
  });
});
