import { listUsersResult } from "@cardpane/gateway";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoMerchant, openGateway, type TestGateway, testSandboxes } from "../testing/gateway.ts";
import { type Calls, callsAs, newUser, otherMerchant } from "../testing/wallet.ts";

describe.each(testSandboxes)("the list of wallet users on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  let merchant: Calls;
  const start = Date.UTC(2031, 0, 10, 23, 59, 59, 999);
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
    merchant = callsAs(gateway);
    await (await otherMerchant(gateway)).calls("POST", "/api/v1/user", newUser());
    // Created on 10, 11 and 12 January 2031, the first one in the last millisecond of its day.
    const rows = [
      { email: "Cora_100@shop.test", externalUserId: "c", isActivated: true },
      { email: "ada@mail.test", externalUserId: "a" },
      { email: "bob@shop.test", externalUserId: "b", isBlocked: true, isActivated: true },
    ];
    for (const [day, row] of rows.entries()) {
      gateway.now = day === 0 ? start : Date.UTC(2031, 0, 10 + day);
      await merchant("POST", "/api/v1/user", row);
    }
    gateway.now += 1000;
    const { json } = await merchant("GET", "/api/v1/user", { externalUserId: "a" });
    await merchant("PUT", `/api/v1/user/${json.data["0"].id}`, { isActivated: false });
  });
  afterAll(() => gateway.close());

  async function names(query: Record<string, unknown>): Promise<string> {
    const { status, json } = await merchant("GET", "/api/v1/user", query);
    expect([status, listUsersResult.safeParse(json).error]).toEqual([200, undefined]);
    expect(Object.keys(json.data)).toEqual(Object.keys(json.data).map((_, index) => String(index)));
    return Object.values<{ externalUserId: string }>(json.data)
      .map(({ externalUserId }) => externalUserId)
      .join("");
  }

  it.each([
    ["no filter", {}, "cab"],
    ["a part of an address", { email: "shop.test" }, "cb"],
    ["a part in other letters", { email: "BOB@" }, "b"],
    ["an address in other letters", { email: "cora_100@SHOP.test" }, "c"],
    ["what would be a wildcard elsewhere", { email: "%" }, ""],
    ["another such", { email: "_" }, "c"],
    ["nothing of an address", { email: "" }, "cab"],
    ["an external id", { externalUserId: "a" }, "a"],
    ["an external id that nobody has", { externalUserId: "z" }, ""],
    ["activated", { isActivated: true }, "cb"],
    ["not activated", { isActivated: false }, "a"],
    ["blocked", { isBlocked: true }, "b"],
    ["not blocked", { isBlocked: false }, "ca"],
    ["from a day on", { dateFrom: "2031-01-11" }, "ab"],
    ["up to a day, its last moment included", { dateTo: "2031-01-10" }, "c"],
    ["one day", { dateFrom: "2031-01-11", dateTo: "2031-01-11" }, "a"],
    ["days the wrong way round", { dateFrom: "2031-01-12", dateTo: "2031-01-11" }, ""],
    ["all days there are", { dateFrom: "0000-01-01", dateTo: "9999-12-31" }, "cab"],
    ["filters together", { email: "shop", isActivated: true, isBlocked: false }, "c"],
  ])("narrows by %s", async (_, query, expected) => {
    expect(await names(query)).toBe(expected);
  });

  it.each([
    ["id", "cab", "bac"],
    ["created_at", "cab", "bac"],
    ["updated_at", "cba", "abc"],
    ["email", "abc", "cba"],
    // Users who are not blocked come last; equal rows are ordered by id.
    ["blocked_at", "bca", "bca"],
    ["is_blocked", "cab", "bca"],
    ["is_activated", "acb", "cba"],
  ])("sorts by %s", async (orderColumn, ascending, descending) => {
    expect(await names({ orderColumn })).toBe(ascending);
    expect(await names({ orderColumn, orderDirection: "ASC" })).toBe(ascending);
    expect(await names({ orderColumn, orderDirection: "DESC" })).toBe(descending);
  });

  it("has pages that add up, with meta and one link to itself", async () => {
    const page = async (number: number, limit: number) =>
      (await merchant("GET", "/api/v1/user", { limit, page: number, email: "test", isBlocked: false })).json;
    const [one, two, three] = [await page(1, 1), await page(2, 1), await page(3, 1)];
    expect([one, two, three].map(({ data }) => Object.keys(data).length)).toEqual([1, 1, 0]);
    expect(one.data["0"].id).not.toBe(two.data["0"].id);
    expect(two.meta).toEqual({ currentPage: 2, lastPage: 2, perPage: 1, total: 2 });
    expect(three.meta).toEqual({ currentPage: 3, lastPage: 2, perPage: 1, total: 2 });
    expect(two.links).toEqual({
      rel: "self",
      href: "/api/v1/user?email=test&isBlocked=false&limit=1&page=2",
    });
    const linked = await gateway.request(two.links.href, {
      headers: { Authorization: demoMerchant.apiKey },
    });
    expect(linked.json).toEqual(two);
    expect((await merchant("GET", "/api/v1/user", { page: 999_999_999_999_999 })).json).toMatchObject({
      data: {},
    });
  });

  it("has 50 users a page by default, 500 at most", async () => {
    const { calls } = await otherMerchant(gateway);
    await Promise.all(Array.from({ length: 51 }, () => calls("POST", "/api/v1/user", newUser())));
    const { json } = await calls("GET", "/api/v1/user");
    expect(Object.keys(json.data)).toHaveLength(50);
    expect(json.meta).toEqual({ currentPage: 1, lastPage: 2, perPage: 50, total: 51 });
    expect(Object.keys((await calls("GET", "/api/v1/user", { limit: 500 })).json.data)).toHaveLength(51);
  });

  it("without users is one empty page", async () => {
    const { calls } = await otherMerchant(gateway);
    expect((await calls("GET", "/api/v1/user")).json).toEqual({
      data: {},
      links: { rel: "self", href: "/api/v1/user?page=1" },
      meta: { currentPage: 1, lastPage: 1, perPage: 50, total: 0 },
    });
  });
});
