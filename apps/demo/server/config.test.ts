import { describe, expect, test } from "vitest";
import { readShopConfig, ShopConfigError } from "./config.ts";

const least = { API_KEY: "key", SITE_ID: "site-12345" };

test("only the API key and the booking are required", () => {
  expect(readShopConfig(least)).toEqual({
    port: 4000,
    host: "127.0.0.1",
    qa: true,
    environments: ["sandbox"],
    paneUrl: "http://127.0.0.1:4001",
    gatewayUrl: "http://127.0.0.1:4002",
    apiKey: "key",
    booking: { siteId: "site-12345" },
    ipnSecret: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test("an empty variable counts as unset", () => {
  const empty = {
    SHOP_PORT: "",
    SKU: "",
    SHOP_IPN_SECRET: "",
    SANDBOX_ADMIN_URL: "",
    SANDBOX_ADMIN_TOKEN: "",
  };
  expect(readShopConfig({ ...least, ...empty })).toMatchObject({
    port: 4000,
    booking: { siteId: "site-12345" },
  });
});

test("payments are booked on the SKU if there is no site", () => {
  expect(readShopConfig({ API_KEY: "key", SKU: "mug" }).booking).toEqual({ name: "mug" });
});

describe("an invalid setting is named, and its value is not repeated", () => {
  test.each([
    ["SHOP_PORT", "65536"],
    ["SHOP_PORT", "-1"],
    ["SHOP_URL", "shop.example"],
    ["SHOP_URL", "https://shop.example/path"],
    ["SHOP_QA", "yes"],
    ["SHOP_ENVIRONMENTS", " "],
    ["SHOP_ENVIRONMENTS", "live;stage"],
    ["PANE_URL", "ftp://pane.example"],
    ["GATEWAY_URL", "https://user@gateway.example"],
    ["GATEWAY_URL", "https://:password@gateway.example"],
    ["GATEWAY_URL", "https://gateway.example/?"],
    ["GATEWAY_URL", "http://a.example/\r\nX-Inj: 1"],
    ["GATEWAY_URL", "https://gateway.example/a b"],
    ["PANE_URL", "https://user:password@pane.example"],
    ["PANE_URL", "https://pane.example\n"],
    ["SHOP_URL", "https://user@shop.example"],
    ["SHOP_URL", "https://shop\t.example"],
    ["SHOP_URL", " https://shop.example"],
    ["SHOP_IPN_URL", "https://:secret@shop.example/ipn"],
    ["SHOP_IPN_URL", "https://shop.example/ipn\u0000"],
    ["SHOP_HOST", "127.0.0.1\n"],
    ["SITE_ID", "site\u0000"],
    ["SKU", "mug\u001b[31m"],
    ["API_KEY", "key\r\nX-Inj: 1"],
    ["SHOP_IPN_SECRET", "secret\nsecret"],
    ["API_KEY", ""],
  ])("%s=%j", (name, value) => {
    expect(() => readShopConfig({ ...least, [name]: value })).toThrow(ShopConfigError);
    expect(() => readShopConfig({ ...least, [name]: value })).toThrow(new RegExp(name));
  });

  test("SITE_ID or SKU", () => {
    expect(() => readShopConfig({ API_KEY: "key" })).toThrow(/SITE_ID or SKU/);
  });
});

describe("the sandbox's admin API", () => {
  test("is used if address and token are set", () => {
    const env = { ...least, SANDBOX_ADMIN_URL: "http://127.0.0.1:4002/", SANDBOX_ADMIN_TOKEN: "token" };
    expect(readShopConfig(env).admin).toEqual({ url: "http://127.0.0.1:4002", token: "token" });
  });

  test.each([{ SANDBOX_ADMIN_URL: "http://127.0.0.1:4002" }, { SANDBOX_ADMIN_TOKEN: "token" }])(
    "is refused if only one of the two is set: %j",
    (half) => {
      expect(() => readShopConfig({ ...least, ...half })).toThrow(ShopConfigError);
    },
  );
});

test("each start without a secret creates a new one", () => {
  expect(readShopConfig(least).ipnSecret).not.toBe(readShopConfig(least).ipnSecret);
});
