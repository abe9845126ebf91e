/** Who gets at QA's tools: somebody at this machine, and no web page, no neighbour and no proxy on anybody's behalf. */
import { describe, expect, test } from "vitest";
import { onThisMachine, openShop, origin } from "../testing/shop.ts";
import { account, email, user } from "../testing/wallet.ts";
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
  const statuses = [
    await shop.post("/preferences", { qa: "on" }, posted),
    await shop.get("/operator", headers),
    await shop.get(`/operator/users/${user.id}`, headers),
    await shop.post(`/operator/users/${user.id}/accounts/${account.id}/top-up`, { amount: "5" }, posted),
    await shop.post("/wallet/code", { email }, posted),
    await shop.get("/qa/requests", headers),
    await shop.get("/qa/notifications", headers),
    await shop.post("/qa/settings", { amount: "0.01" }, posted),
    await shop.post("/qa/time/month", {}, posted),
  ].map(({ status }) => status);
  const front = await (await shop.get("/", headers)).text();
  return { shop, statuses, pages: [await opened.text(), front] };
}

const nothing = [303, 404, 404, 404, 404, 404, 404, 404, 404];

describe("QA's tools", () => {
  test.each([["127.0.0.1"], ["127.8.7.6"], ["::1"], ["::ffff:127.0.0.1"]])(
    "answer %s",
    async (remoteAddress) => {
      const { statuses, pages } = await tryAll({ remoteAddress });
      expect(statuses).toEqual([303, 200, 200, 303, 200, 200, 502, 303, 502]);
      for (const page of pages) expect(page).toContain('id="qa"');
    },
  );

  test.each<[string, Parts, HeadersInit]>([
    ["a neighbour", { remoteAddress: "192.168.1.20" }, {}],
    [
      "a neighbour who claims to be here",
      { remoteAddress: "192.168.1.20" },
      { "X-Forwarded-For": "127.0.0.1" },
    ],
    [
      "a neighbour by another such header",
      { remoteAddress: "10.0.0.9" },
      { Forwarded: "for=127.0.0.1", "X-Real-IP": "::1" },
    ],
    ["an address that begins like one", { remoteAddress: "127.0.0.1.example" }, {}],
    ["an address that ends like one", { remoteAddress: "::ffff:10.0.0.1::ffff:127.0.0.1" }, {}],
    ["no address", { remoteAddress: "" }, {}],
    ["a proxy on this machine", onThisMachine, { "X-Forwarded-For": "203.0.113.7" }],
    ["a proxy by the standard's header", onThisMachine, { Forwarded: "for=203.0.113.7" }],
    ["a proxy that names itself only", onThisMachine, { Via: "1.1 cache" }],
    ["a proxy that claims a shopper from here", onThisMachine, { "X-Forwarded-For": "127.0.0.1" }],
    ["a proxy that adds nothing", { ...onThisMachine, config: { publicUrl: "https://shop.example" } }, {}],
    ["this machine, switched off", { ...onThisMachine, config: { qa: false } }, {}],
  ])("do not answer %s", async (_, parts, headers) => {
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

describe("a name that an attacker has made this machine's (DNS rebinding)", () => {
  const rebound = "http://rebound.example:4000";

  test.each(["/operator", `/operator/users/${user.id}`, "/qa/requests", "/?qa=1", "/wallet"])(
    "reads nothing of %s",
    async (path) => {
      const { shop } = await tryAll(onThisMachine);
      const answer = await shop.get(rebound + path);
      expect([answer.status, answer.headers.get("Location")]).toEqual([302, origin + path]);
      expect(await answer.text()).toBe("");
    },
  );

  test.each(["/operator", "/qa/settings", "/qa/time/month", "/wallet/code"])(
    "posts nothing to %s, though it names itself or the shop as its origin",
    async (path) => {
      const shop = openShop(onThisMachine);
      for (const from of [rebound, origin])
        expect((await shop.post(rebound + path, {}, { Origin: from })).status).toBe(421);
    },
  );
});

describe("a link to ?qa=1", () => {
  test.each([["cross-site"], ["same-site"], ["nonsense"], [""]])(
    "from elsewhere (Sec-Fetch-Site: %j) opens no panel and begins no session",
    async (site) => {
      const shop = openShop(onThisMachine);
      for (const query of ["qa=1", "challenge=dialog", "qa=1&windowSize=05"]) {
        const answer = await shop.get(`/?${query}`, { "Sec-Fetch-Site": site });
        expect(answer.headers.get("Set-Cookie")).toBeNull();
        expect(await answer.text()).not.toContain('id="qa"');
      }
    },
  );

  test("from elsewhere does not close it either", async () => {
    const shop = openShop(onThisMachine);
    await shop.get("/?qa=1");
    await shop.get("/?qa=0", { "Sec-Fetch-Site": "cross-site" });
    expect(await (await shop.get("/")).text()).toContain('id="qa"');
  });

  test.each([["none"], ["same-origin"]])(
    "that was typed, or stands in the shop (%s), opens it",
    async (site) => {
      const shop = openShop(onThisMachine);
      const answer = await shop.get("/?qa=1", { "Sec-Fetch-Site": site });
      expect(await answer.text()).toContain('id="qa"');
      expect(answer.headers.get("Set-Cookie")).toMatch(/^shop_session=/);
    },
  );
});

test("the sandbox's time is moved by no name of a built-in", async () => {
  const shop = openShop({ ...onThisMachine, config: { admin }, sandbox });
  await shop.get("/?qa=1");
  for (const name of ["constructor", "__proto__", "toString"]) {
    expect((await shop.post(`/qa/time/${name}`, {})).status).toBe(404);
  }
});

test("the way back to a page leaves out what its address set of QA's tools, so that the button which closes the panel does", async () => {
  const shop = openShop(onThisMachine);
  const opened = await (await shop.get("/?qa=1&challenge=dialog&windowSize=03&more=2")).text();
  expect(opened).toContain('id="qa"');
  const ways = [...opened.matchAll(/name="back" value="([^"]*)"/g)].map(([, way]) => way);
  expect(new Set(ways)).toEqual(new Set(["/?more=2"]));
  const closed = await shop.post("/preferences", { qa: "off", back: ways[0] ?? "" });
  const back = await shop.get(closed.headers.get("Location") ?? "");
  expect(await back.text()).not.toContain('id="qa"');
});
