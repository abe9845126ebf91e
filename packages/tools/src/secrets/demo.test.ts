/**
 * No line of the demo shop's log, and none of its errors, holds a key, a token, an authenticator's code or a card: each of its routes is
 * sent all of them, with and without a session, while its gateway refuses, breaks or repeats what it was sent.
 */
import { describe, expect, it } from "vitest";
import * as api from "../../../../apps/demo/server/index.ts";
import { contact, onThisMachine, openShop, origin, pane } from "../../../../apps/demo/server/testing/shop.ts";
import { captureConsole, secretsIn, walkExports } from "./testing/walk.ts";

const apiKey = "sk_live_0a1b2c3d4e5f6a7b";
const ipnSecret = "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S";
const adminToken = "admin_0f1e2d3c4b5a69788796a5b4";
const number = "4000005550050000";
const token = "5e7d9c1b-3f2a-4c8d-9b1e-7a6f5d4c3b2a";
const code = "otp-839201-secret";
const secrets = [apiKey, ipnSecret, adminToken, number, "4000 0055 5005 0000", token, code];
/** Of what the shop sends, all that no log is to hold. */
const echo = [apiKey, number, "4000 0055 5005 0000", token].join(" ");

const config = { apiKey, ipnSecret, admin: { url: "http://127.0.0.1:4002", token: adminToken } };
const poison = {
  number,
  cvv: number,
  code,
  otp: code,
  token,
  email: code,
  password: apiKey,
  formToken: token,
  payment: JSON.stringify({ token, card: { lastFour: number } }),
  savedCard: number,
  sku: number,
  amount: number,
  source: token,
  country: "DEU",
  lastName: number,
  [number]: token,
};

const answers = {
  refuses: () => Response.json({ message: echo, errors: { [echo]: echo } }, { status: 400 }),
  "answers with another shape": () =>
    Response.json({ payment: { status: echo }, token: echo }, { status: 201 }),
  breaks: () => {
    throw new TypeError(`fetch failed: ${echo}`, { cause: new Error(echo) });
  },
};

describe.each(Object.entries(answers))("the shop, while its gateway %s", (_, answer) => {
  it("writes no secret into its log or to the console, on any route [T-P14]", async () => {
    const written = captureConsole();
    const shop = openShop({
      config,
      gateway: answer,
      wallet: answer,
      operations: answer,
      sandbox: answer,
      ...onThisMachine,
    });
    try {
      const routes = new Set(
        shop.app.routes.filter(({ path }) => path !== "/*").map(({ method, path }) => `${method} ${path}`),
      );
      expect(routes.size).toBeGreaterThan(45);
      await shop.get("/?qa=1");
      const order = await shop.order();
      await shop.pay(order, { payment: { ...pane, token } });
      expect(shop.sent).toHaveLength(1);
      for (const route of routes) {
        const [verb = "", pattern = ""] = route.split(" ");
        const method = verb === "ALL" ? "PUT" : verb;
        for (const id of [number, order.split("/").at(-1) ?? ""]) {
          const path = pattern.replaceAll(/:\w+(\{[^}]*\})?\??/g, id).replaceAll("*", id);
          const headers = { Origin: origin, "User-Agent": token, Referer: `${origin}/${number}` };
          const body = method === "GET" ? {} : { body: new URLSearchParams({ ...contact, ...poison }) };
          await shop.request(`${path}?code=${code}&token=${token}&number=${number}`, {
            method,
            headers,
            ...body,
          });
        }
      }
    } finally {
      written.end();
    }
    expect(shop.lines.length).toBeGreaterThan(100);
    const isWithout = (line: string) =>
      secretsIn(
        line,
        secrets.filter((secret) => secret !== number),
      ).length === 0;
    expect(shop.lines.filter((line) => !isWithout(line))).toEqual([]);
    // A path that somebody typed stands in the log as it was; nothing else does.
    expect(
      shop.lines.filter((line) => secretsIn(line, [number]).length > 0 && !/^[A-Z]+ \//.test(line)),
    ).toEqual([]);
    expect(secretsIn(written.end(), secrets)).toEqual([]);
  });
});

it("the shop's exports throw no secret of a wrong setting, and print none of a right one", async () => {
  const env = {
    API_KEY: apiKey,
    SHOP_IPN_SECRET: ipnSecret,
    SITE_ID: "site-12345",
    SANDBOX_ADMIN_URL: "http://127.0.0.1:4002",
    SANDBOX_ADMIN_TOKEN: adminToken,
  };
  const wrong = [
    "SHOP_PORT",
    "SHOP_QA",
    "SHOP_URL",
    "PANE_URL",
    "GATEWAY_URL",
    "SHOP_IPN_URL",
    "SHOP_ENVIRONMENTS",
  ];
  const shop = openShop({ config });
  const { found, called } = await walkExports(api, {
    secrets,
    argumentLists: [
      ...wrong.flatMap((name) => [
        [{ ...env, [name]: `https://user:${apiKey}@shop.example/?${adminToken}` }],
        [{ ...env, [name]: `${ipnSecret}\n` }],
      ]),
      [{ ...env, API_KEY: `${apiKey}\n` }],
      [{ ...env, SANDBOX_ADMIN_URL: "" }],
    ],
    repeatsInput: {
      ShopConfigError: "has the message that whoever makes one writes",
      readShopConfig: "reads the configuration, which holds the key for who starts the shop",
    },
  });
  expect(found).toEqual([]);
  expect(called).toContain("readShopConfig");
  expect(secretsIn(shop.app, secrets)).toEqual([]);
});
