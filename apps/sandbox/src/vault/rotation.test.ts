import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveMerchant } from "../db/merchants.ts";
import { testDatabases } from "../testing/databases.ts";
import {
  cardPayment,
  demoMerchant,
  gatewayOn,
  newConsumer,
  paymentFrom,
  type TestGateway,
  xhr,
} from "../testing/gateway.ts";
import { randomKey } from "./key.ts";
import { openVault } from "./vault.ts";

const base = randomKey();
const old = { id: "old", key: randomKey() };
const fresh = { id: "fresh", key: randomKey() };

describe.each(testDatabases)("key rotation on $name", (kind) => {
  let before: TestGateway;
  beforeAll(async () => {
    const database = await kind.open();
    await saveMerchant(database.db, demoMerchant);
    before = gatewayOn(database, { vault: openVault(base, [old]) });
  });
  afterAll(() => before.close());
  const sealedBy = async (prefix: string) => (await before.dump()).split(prefix).length - 1;
  const user = { email: "ada@shop.test", externalUserId: "ada-1" };

  it("seals everything again under the first key, after which the old key opens nothing and can be removed [T-S9]", async () => {
    const consumer = newConsumer();
    const paid = (await before.pay(cardPayment({}, { consumer }), { "X-Request-ID": "kept" })).json;
    const token = await before.token();
    const made = await before.post("/api/v1/user", user, { Authorization: demoMerchant.apiKey });
    expect(made.status).toBe(201);
    const count = await sealedBy("v2.old.");
    // The card, the kept response, the token and the user's secret.
    expect(count).toBeGreaterThanOrEqual(4);

    const during = gatewayOn(before.database, { vault: openVault(base, [fresh, old]) });
    expect((await during.pay(paymentFrom({ type: "token", value: token }))).json.payment.status).toBe(
      "success",
    );
    const unused = await before.token();
    const left = await sealedBy("v2.old.");
    expect((await during.admin("/reseal", {})).json).toEqual({ resealed: left, unreadable: 0 });
    expect(await sealedBy("v2.old.")).toBe(0);
    expect((await during.admin("/reseal", {})).json).toEqual({ resealed: 0, unreadable: 0 });

    const after = gatewayOn(before.database, { vault: openVault(base, [fresh]) });
    expect((await after.pay(paymentFrom({ type: "token", value: unused }))).json.payment.status).toBe(
      "success",
    );
    const { paymentAccountId } = paid.payment.source;
    const saved = { paymentAccountId, consumerId: paid.consumer.id, cvv: "123" };
    const again = await after.post("/tokenizeWithPaymentAccountId", saved, xhr);
    const bySaved = paymentFrom({ type: "token", value: again.json.token }, { consumer });
    expect((await after.pay(bySaved)).json.payment.status).toBe("success");
    const { json } = await after.admin(`/users/${made.json.userId}/code`);
    expect(json.code).toMatch(/^\d{6}$/);
  });

  it("does not change rows whose key is missing, and counts them", async () => {
    await before.token();
    const after = gatewayOn(before.database, { vault: openVault(base, [fresh]) });
    const left = await sealedBy("v2.old.");
    expect(left).toBeGreaterThan(0);
    expect((await after.admin("/reseal", {})).json).toEqual({ resealed: 0, unreadable: left });
    expect(await sealedBy("v2.old.")).toBe(left);
  });
});
