import { errorResult, type Operation, walletOperations } from "@cardpane/gateway";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { served } from "../operation-handlers.ts";
import {
  type Answered,
  demoMerchant,
  gatewayOn,
  openGateway,
  type TestGateway,
  testSandboxes,
} from "../testing/gateway.ts";
import { type Calls, callsAs, codeOf, newUser, otherMerchant } from "../testing/wallet.ts";

/** The inputs of each operation, the same for every caller, without `clientId` and `{id}`. */
const inputs: Readonly<Record<string, Record<string, unknown>>> = {
  createUser: { email: "new@shop.test", externalUserId: "new" },
  updateUser: { isActivated: true },
  login: { email: "nobody@shop.test", code: "000000" },
  refreshTokens: { refreshToken: "none" },
  createAccount: { method: "wallet", system: "cardpane", currency: "EUR" },
  updateAccount: { name: "Changed" },
  refill: { name: "Refill", amount: 5, consumer: { ip: "192.0.2.7" } },
  topUp: { amount: 5 },
  payFromAccount: { amount: 1, currency: "EUR", name: "Basket", merchantOrderId: "order" },
};
/** The owner of the objects that a path names. */
interface Owner {
  readonly userId: number;
  readonly accountId: number;
  readonly transactionId: number;
}
const rows = served.filter(([name]) => Object.hasOwn(walletOperations, name));
const forBoth = rows.filter(([, { auth }]) => auth === "merchant or customer");
/** All operations that name a user by `clientId`. */
const withClientId = forBoth.filter(([name]) => name !== "getUser");

describe.each(testSandboxes)("callers of the wallet on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  let merchant: Calls;
  let customer: Calls;
  let token: string;
  let userId: number;
  let accountId: number;
  let transactionId: number;
  /** Another user of the same merchant. */
  let other: Owner;
  /** Creates a transaction that can be voided. */
  const topUp = async (owner: Pick<Owner, "userId" | "accountId">): Promise<number> => {
    const body = { clientId: owner.userId, amount: 5 };
    return (await merchant("POST", `/api/v1/payment-account/${owner.accountId}/top-up`, body)).json.id;
  };
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
    merchant = callsAs(gateway);
    const accounts = { paymentAccounts: [{ currency: "EUR", system: "cardpane", method: "wallet" }] };
    const made = (await merchant("POST", "/api/v1/user", newUser(accounts))).json;
    const second = (await merchant("POST", "/api/v1/user", newUser(accounts))).json;
    [userId, accountId] = [made.userId, made.paymentAccounts["0"].id];
    transactionId = await topUp(own());
    const theirs = { userId: second.userId, accountId: second.paymentAccounts["0"].id };
    other = { ...theirs, transactionId: await topUp(theirs) };
    const code = codeOf(made.oauthUrl, gateway.now);
    token = (await merchant("POST", "/api/v1/auth", { email: made.email, code })).json.accessToken;
    customer = callsAs(gateway, `Bearer ${token}`);
  });
  afterAll(() => gateway.close());

  const own = (): Owner => ({ userId, accountId, transactionId });
  const pathOf = ({ path }: Operation, owner: Owner) => {
    const ofAccount = path.includes("payment-account") ? owner.accountId : owner.userId;
    return path.replace("{id}", String(path.includes("transaction") ? owner.transactionId : ofAccount));
  };
  const call = (calls: Calls, name: string, operation: Operation, path: string, rest: object = {}) =>
    calls(operation.method, path, {
      ...inputs[name],
      ...(name === "payFromAccount" && { paymentAccountId: accountId }),
      ...rest,
    });

  function expectError(answer: Answered, status: number, errors: object = {}): void {
    expect([answer.status, errorResult.safeParse(answer.json).error]).toEqual([status, undefined]);
    expect(answer.json.errors).toEqual(errors);
  }

  it.each(rows)("%s requires a valid key or token", async (name, operation) => {
    const keys = ["", "unknown", "Bearer unknown", `Bearer ${demoMerchant.apiKey}`, token, `Basic ${token}`];
    for (const key of keys) {
      expectError(await call(callsAs(gateway, key), name, operation, pathOf(operation, own())), 401);
    }
  });

  it.each(rows.filter(([, { auth }]) => auth === "merchant"))(
    "%s is for the merchant only",
    async (name, operation) => {
      expectError(await call(customer, name, operation, pathOf(operation, own())), 403);
    },
  );

  it("with CUSTOMER_MONEY=refuse only the merchant tops up and voids, and a customer can still do all else", async () => {
    const strict = gatewayOn(gateway.database, {
      ...sandbox.settings,
      vault: gateway.vault,
      customerMoney: "refuse",
    });
    const [asMerchant, asCustomer] = [callsAs(strict), callsAs(strict, `Bearer ${token}`)];
    const id = await topUp(own());
    const makingMoney = ["topUp", "voidTransaction"];
    for (const [name, operation] of forBoth.filter(([known]) => makingMoney.includes(known))) {
      const path = pathOf(operation, { ...own(), transactionId: id });
      expectError(await call(asCustomer, name, operation, path), 403);
      const answer = await call(asMerchant, name, operation, path, { clientId: userId });
      expect(answer.status).toBe(operation.success);
    }
    expect((await asCustomer("GET", `/api/v1/transaction/${id}`)).status).toBe(200);
    expect((await asCustomer("GET", `/api/v1/payment-account/${accountId}`)).status).toBe(200);
  });

  it.each(forBoth)("%s works the same for a customer and for the merchant", async (name, operation) => {
    const isUser = name === "getUser";
    // A transaction can be voided only once.
    const path = async () =>
      pathOf(operation, name === "voidTransaction" ? { ...own(), transactionId: await topUp(own()) } : own());
    const named = isUser ? {} : { clientId: userId };
    const byMerchant = await call(merchant, name, operation, await path(), named);
    const byCustomer = await call(customer, name, operation, await path());
    const byItsName = await call(customer, name, operation, await path(), named);
    for (const answer of [byMerchant, byCustomer, byItsName]) {
      expect(answer.status).toBe(operation.success);
      expect(operation.result.safeParse(answer.json).error).toBeUndefined();
    }
    // The scheme's name is case-insensitive.
    const written = callsAs(gateway, `bearer  ${token}`);
    expect((await call(written, name, operation, await path())).status).toBe(operation.success);
  });

  it.each(withClientId)(
    "%s requires the clientId of one of the merchant's users with an API key",
    async (name, operation) => {
      const path = pathOf(operation, own());
      expectError(await call(merchant, name, operation, path), 400, {
        clientId: "is required with an API key",
      });
      const foreign = await otherMerchant(gateway);
      const theirs = (await foreign.calls("POST", "/api/v1/user", newUser())).json.userId;
      for (const clientId of [999_999_999, theirs]) {
        expectError(await call(merchant, name, operation, path, { clientId }), 400, {
          clientId: "is not a user of this merchant",
        });
      }
      const wrong = await merchant(operation.method, path, { nonsense: 1 });
      expect(wrong.json.errors).toMatchObject({
        clientId: "is required with an API key",
        // Live gateways ignore it.
        ...(sandbox.isDocument && { nonsense: "is not a field of this object" }),
      });
    },
  );

  it.each(withClientId)("%s refuses a customer who names another user", async (name, operation) => {
    const path = pathOf(operation, own());
    expectError(await call(customer, name, operation, path, { clientId: other.userId }), 403);
  });

  it.each(forBoth.filter(([, { path }]) => path.includes("{id}")))(
    "%s finds no data of another user for a customer",
    async (name, operation) => {
      expectError(await call(customer, name, operation, pathOf(operation, other)), 404);
    },
  );

  it.each(rows.filter(([, { path }]) => path.includes("{id}")))(
    "%s finds nothing for an id that is not a whole number, or unknown",
    async (name, operation) => {
      const rest = Object.hasOwn((operation.request as { shape?: object }).shape ?? {}, "clientId")
        ? { clientId: userId }
        : {};
      for (const id of ["0", "-1", "1.5", "1e3", "x", "01", "9999999999999999", "999999999", "%00", "1%20"]) {
        expectError(await call(merchant, name, operation, operation.path.replace("{id}", id), rest), 404);
      }
    },
  );

  it.each(withClientId)("%s refuses a blocked user, with an API key too", async (name, operation) => {
    const block = (isBlocked: boolean) =>
      merchant("PUT", `/api/v1/user/${userId}`, { isActivated: true, isBlocked });
    await block(true);
    try {
      const path = pathOf(operation, own());
      expectError(await call(merchant, name, operation, path, { clientId: userId }), 403);
      expectError(await call(customer, name, operation, path), 403);
      // The merchant still sees the user and the block; the customer does not.
      expect((await merchant("GET", `/api/v1/user/${userId}`)).json.isBlocked).toBe(true);
      expectError(await customer("GET", `/api/v1/user/${userId}`), 403);
    } finally {
      await block(false);
    }
  });

  it.runIf(sandbox.isDocument).each(rows)("%s refuses unknown fields", async (name, operation) => {
    const isUser = name === "getUser" || operation.auth === "merchant";
    const rest = { unknownField: 1, ...(isUser ? {} : { clientId: userId }) };
    expectError(await call(merchant, name, operation, pathOf(operation, own()), rest), 400, {
      unknownField: "is not a field of this object",
    });
  });

  describe("X-Request-ID", () => {
    const id = (name: string) => ({ "X-Request-ID": `wallet-${name}` });

    it("is refused with the same body at another id", async () => {
      const change = { isActivated: true };
      expect((await merchant("PUT", `/api/v1/user/${userId}`, change, id("path"))).status).toBe(200);
      expectError(await merchant("PUT", `/api/v1/user/${other.userId}`, change, id("path")), 400, {
        "X-Request-ID": "was used before with a different body",
      });
    });

    it("is separate for the merchant and each customer, and has no effect on a GET", async () => {
      const body = inputs["createAccount"] ?? {};
      const [one, two] = [
        await customer("POST", "/api/v1/payment-account", body, id("apart")),
        await merchant("POST", "/api/v1/payment-account", { ...body, clientId: userId }, id("apart")),
      ];
      expect([one.status, two.status]).toEqual([201, 201]);
      expect(one.json.id).not.toBe(two.json.id);
      const list = () => customer("GET", "/api/v1/payment-account", {}, id("read"));
      const before = (await list()).json.length;
      await customer("POST", "/api/v1/payment-account", body);
      expect((await list()).json).toHaveLength(before + 1);
    });
  });

  it("is logged with the route, without id, query or token", async () => {
    gateway.log.length = 0;
    await customer("GET", `/api/v1/payment-account/${accountId}`);
    await merchant("GET", "/api/v1/user", { email: "someone@private.test" });
    expect(gateway.log.map(({ path, status }) => [path, status])).toEqual([
      ["/api/v1/payment-account/:id", 200],
      ["/api/v1/user", 200],
    ]);
    expect(JSON.stringify(gateway.log)).not.toMatch(/private|access_/);
  });
});
