/** Access to QA's tools: only from this machine; no other website, no other machine in the network and no proxy. */
import { describe, expect, test } from "vitest";
import { onThisMachine, openShop, origin } from "../testing/shop.ts";
import { email } from "../testing/wallet.ts";
import { openWalletShop } from "../testing/wallet-shop.ts";

const admin = { url: "http://127.0.0.1:4002", token: "admin_token_for_tests" };
const sandbox = () => Response.json({ code: "654321", isUsed: false });
type Parts = Parameters<typeof openWalletShop>[0];

/** Requests every QA page with forged headers, and returns the responses. */
async function tryAll(parts: Parts, headers: HeadersInit = {}) {
  const shop = openWalletShop({ sandbox, ...parts, config: { admin, ...parts?.config } });
  const from = parts?.config?.publicUrl ?? origin;
  const posted = { ...Object.fromEntries(new Headers(headers)), Origin: from };
  const opened = await shop.get("/?qa=1", headers);
  const order = await shop.order();
  await shop.pay(order);
  const statuses = [
    await shop.post("/preferences", { qa: "on" }, posted),
    await shop.get(`/operator${order}`, headers),
    await shop.post(`/operator${order}/void`, {}, posted),
    await shop.post("/wallet/code", { email }, posted),
    await shop.get("/qa/news", headers),
    await shop.post("/qa/settings", { amount: "0.01" }, posted),
    await shop.post("/qa/time/month", {}, posted),
  ].map(({ status }) => status);
  const front = await (await shop.get("/", headers)).text();
  return { shop, statuses, pages: [await opened.text(), front] };
}

const nothing = [303, 404, 404, 404, 404, 404, 404];

describe("QA's tools", () => {
  test.each([["127.0.0.1"], ["127.8.7.6"], ["::1"], ["::ffff:127.0.0.1"]])(
    "answer %s",
    async (remoteAddress) => {
      const { statuses, pages } = await tryAll({ remoteAddress });
      expect(statuses).toEqual([303, 200, 303, 303, 502, 303, 502]);
      for (const page of pages) expect(page).toContain('id="qa"');
    },
  );

  test.each<[string, Parts, HeadersInit]>([
    ["another machine", { remoteAddress: "192.168.1.20" }, {}],
    [
      "another machine that claims to be this one",
      { remoteAddress: "192.168.1.20" },
      { "X-Forwarded-For": "127.0.0.1" },
    ],
    [
      "another machine with other forwarding headers",
      { remoteAddress: "10.0.0.9" },
      { Forwarded: "for=127.0.0.1", "X-Real-IP": "::1" },
    ],
    ["an address that begins like a loopback address", { remoteAddress: "127.0.0.1.example" }, {}],
    [
      "an address that ends like a loopback address",
      { remoteAddress: "::ffff:10.0.0.1::ffff:127.0.0.1" },
      {},
    ],
    ["no address", { remoteAddress: "" }, {}],
    ["a proxy on this machine", onThisMachine, { "X-Forwarded-For": "203.0.113.7" }],
    ["a proxy with the standard's header", onThisMachine, { Forwarded: "for=203.0.113.7" }],
    ["a proxy that names only itself", onThisMachine, { Via: "1.1 cache" }],
    ["a proxy that claims a shopper on this machine", onThisMachine, { "X-Forwarded-For": "127.0.0.1" }],
    ["a proxy that adds no header", { ...onThisMachine, config: { publicUrl: "https://shop.example" } }, {}],
    ["this machine if QA is off", { ...onThisMachine, config: { qa: false } }, {}],
  ])("do not answer %s [T-S7]", async (_, parts, headers) => {
    const { shop, statuses, pages } = await tryAll(parts, headers);
    expect(statuses).toEqual(nothing);
    expect(shop.wallet.calls).toEqual([]);
    for (const page of pages) {
      expect(page).not.toContain('id="qa"');
      expect(page).not.toContain('name="qa"');
    }
    expect(await (await shop.get("/wallet", headers)).text()).not.toContain("/wallet/code");
  });
});

describe("a name that an attacker has made this machine's (DNS rebinding) [T-S6]", () => {
  const rebound = "http://rebound.example:4000";

  test.each(["/operator/orders/any", "/qa/news", "/?qa=1", "/wallet"])("cannot read %s", async (path) => {
    const { shop } = await tryAll(onThisMachine);
    const answer = await shop.get(rebound + path);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, origin + path]);
    expect(await answer.text()).toBe("");
  });

  test.each(["/operator/orders/any/void", "/qa/settings", "/qa/time/month", "/wallet/code"])(
    "cannot post to %s, with its own or the shop's origin",
    async (path) => {
      const shop = openShop(onThisMachine);
      for (const from of [rebound, origin])
        expect((await shop.post(rebound + path, {}, { Origin: from })).status).toBe(421);
    },
  );
});

describe("a link to ?qa=1", () => {
  test.each([["cross-site"], ["same-site"], ["nonsense"], [""]])(
    "on another site (Sec-Fetch-Site: %j) opens no panel and starts no session",
    async (site) => {
      const shop = openShop(onThisMachine);
      for (const query of ["qa=1", "challenge=dialog"]) {
        const answer = await shop.get(`/?${query}`, { "Sec-Fetch-Site": site });
        expect(answer.headers.get("Set-Cookie")).toBeNull();
        expect(await answer.text()).not.toContain('id="qa"');
      }
    },
  );

  test("on another site does not close the panel either", async () => {
    const shop = openShop(onThisMachine);
    await shop.get("/?qa=1");
    await shop.get("/?qa=0", { "Sec-Fetch-Site": "cross-site" });
    expect(await (await shop.get("/")).text()).toContain('id="qa"');
  });

  test.each([["none"], ["same-origin"]])(
    "that was typed or is in the shop (%s) opens the panel",
    async (site) => {
      const shop = openShop(onThisMachine);
      const answer = await shop.get("/?qa=1", { "Sec-Fetch-Site": site });
      expect(await answer.text()).toContain('id="qa"');
      expect(answer.headers.get("Set-Cookie")).toMatch(/^shop_session=/);
    },
  );
});

test("the name of an object's built-in member does not move the sandbox's time", async () => {
  const shop = openShop({ ...onThisMachine, config: { admin }, sandbox });
  await shop.get("/?qa=1");
  for (const name of ["constructor", "__proto__", "toString"]) {
    expect((await shop.post(`/qa/time/${name}`, {})).status).toBe(404);
  }
});

test("the footer's return address has no QA settings, so that the button that closes the panel works", async () => {
  const shop = openShop(onThisMachine);
  const opened = await (await shop.get("/?qa=1&challenge=dialog&more=2")).text();
  expect(opened).toContain('id="qa"');
  const ways = [...opened.matchAll(/name="back" value="([^"]*)"/g)].map(([, way]) => way);
  expect(new Set(ways)).toEqual(new Set(["/?more=2"]));
  const closed = await shop.post("/preferences", { qa: "off", back: ways[0] ?? "" });
  const back = await shop.get(closed.headers.get("Location") ?? "");
  expect(await back.text()).not.toContain('id="qa"');
});
