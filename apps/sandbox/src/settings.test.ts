import { describe, expect, it } from "vitest";
import { demoMerchant } from "./merchant.ts";
import { readSettings } from "./settings.ts";

describe("settings from the environment", () => {
  it("have defaults: loopback, port 4002, the package's data folder, the demo merchant, no key and no token", () => {
    const { merchantId, siteId, sku } = demoMerchant;
    expect(readSettings({})).toEqual({
      port: 4002,
      host: "127.0.0.1",
      dataDir: expect.stringMatching(/sandbox[/\\]\.data$/),
      compatibility: "document",
      customerMoney: "allow",
      adminFrom: "loopback",
      answerWithinMs: 15_000,
      signature: { scheme: "none" },
      merchant: { merchantId, siteId, sku },
    });
  });

  it("can all be set", () => {
    const key = "00".repeat(32);
    expect(
      readSettings({
        GATEWAY_PORT: "0",
        GATEWAY_HOST: "0.0.0.0",
        PUBLIC_URL: "https://gateway.test/base/",
        DATA_DIR: "memory",
        DATABASE_URL: "postgres://localhost/cardpane",
        SANDBOX_ENCRYPTION_KEY: key,
        THREE_DS_MISSING: "skip",
        COMPATIBILITY: "field",
        CUSTOMER_MONEY: "refuse",
        SANDBOX_API_KEY: "my_key",
        SANDBOX_MERCHANT_ID: "7",
        SANDBOX_SITE_ID: "my-site",
        SANDBOX_SKU: "my-sku",
        SANDBOX_ADMIN_TOKEN: "my-token",
        SANDBOX_ADMIN_FROM: "anywhere",
        IPN_SIGNATURE: "hmac-sha256-body",
        IPN_SIGNATURE_SECRET: "my-secret",
        IPN_ANSWER_WITHIN_MS: " 120000 ",
        PANE_URL: "http://pane.test/",
      }),
    ).toEqual({
      port: 0,
      host: "0.0.0.0",
      publicUrl: "https://gateway.test/base",
      dataDir: "memory",
      databaseUrl: "postgres://localhost/cardpane",
      encryptionKey: key,
      threeDsMissing: "skip",
      compatibility: "field",
      customerMoney: "refuse",
      adminToken: "my-token",
      adminFrom: "anywhere",
      answerWithinMs: 120_000,
      signature: { scheme: "hmac-sha256-body", secret: "my-secret" },
      pane: { url: "http://pane.test", environment: "sandbox" },
      merchant: { apiKey: "my_key", merchantId: 7, siteId: "my-site", sku: "my-sku" },
    });
  });

  it.each([
    ["GATEWAY_PORT", "70000"],
    ["GATEWAY_PORT", "-1"],
    ["GATEWAY_PORT", "4002x"],
    ["PUBLIC_URL", "gateway.test"],
    ["PUBLIC_URL", "ftp://gateway.test"],
    ["PUBLIC_URL", "https://gateway.test/?a=1"],
    ["THREE_DS_MISSING", "yes"],
    ["COMPATIBILITY", "live"],
    ["CUSTOMER_MONEY", "no"],
    ["SANDBOX_MERCHANT_ID", "1.5"],
    ["SANDBOX_SITE_ID", "abcd"],
    ["SANDBOX_SKU", "s".repeat(37)],
    ["SANDBOX_ADMIN_FROM", "home"],
    ["IPN_SIGNATURE", "md5"],
    ["PANE_URL", "pane.test"],
    ["PANE_ENVIRONMENT", "Sandbox!"],
    ["IPN_ANSWER_WITHIN_MS", "0"],
    ["IPN_ANSWER_WITHIN_MS", "120001"],
  ])("refuse %s=%s by name", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} must`));
  });

  it("refuse a signature without a secret", () => {
    expect(() => readSettings({ IPN_SIGNATURE: "sha256-concat" })).toThrow(
      /^IPN_SIGNATURE_SECRET must be set/,
    );
  });
});
