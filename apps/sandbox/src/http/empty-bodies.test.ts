import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compatibilities } from "../compatibility/compatibility.ts";
import { served } from "../operation-handlers.ts";
import { testDatabases } from "../testing/databases.ts";
import { demoMerchant, openGateway, type TestGateway } from "../testing/gateway.ts";

const [database] = testDatabases;
const operations = served.filter(([, { method }]) => method !== "GET");
const takesNothing = operations.filter(([, { request }]) => request.safeParse({}).success);
const needsFields = operations.filter(([, { request }]) => !request.safeParse({}).success);

const json = { "Content-Type": "application/json" };
const empty: readonly [string, RequestInit][] = [
  ["no body", {}],
  ["no body, but a content type", { headers: json }],
  ["an empty body", { headers: json, body: "" }],
  ["PHP's empty list", { headers: json, body: "[]" }],
  ["an object without fields", { headers: json, body: "{}" }],
];

describe.each(compatibilities)("an empty body with COMPATIBILITY=%s", (compatibility) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    if (database) gateway = await openGateway(database, { compatibility, isReadAsDocument: true });
  });
  afterAll(() => gateway.close());

  async function call(path: string, method: string, init: RequestInit) {
    const headers = { ...init.headers, Authorization: demoMerchant.apiKey };
    const { status, text } = await gateway.request(path.replace("{id}", "1"), { ...init, method, headers });
    return [status, text];
  }

  describe.each(empty)("%s", (_, init) => {
    it.each(takesNothing)("means no fields to %s, which requires none", async (_name, { path, method }) => {
      const answer = await call(path, method, init);
      expect(answer).toEqual(await call(path, method, { headers: json, body: "{}" }));
      expect(answer).not.toEqual([400, expect.stringContaining("(body)")]);
    });

    it.each(needsFields)("is refused by %s, which requires some", async (_name, { path, method }) => {
      expect((await call(path, method, init))[0]).toBe(400);
    });
  });

  it("is not what text in another format is", async () => {
    const text = { headers: { "Content-Type": "text/plain" }, body: "[]" };
    for (const [, { path, method }] of takesNothing) {
      expect(await call(path, method, text)).toEqual([400, expect.stringContaining("Content-Type")]);
    }
  });
});

it("these operations include those that public clients call with an empty list", () => {
  expect(takesNothing.map(([name]) => name)).toContain("cancelSubscription");
  expect(takesNothing.map(([name]) => name)).toContain("enableSavedCard");
});
