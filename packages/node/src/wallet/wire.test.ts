/** Every operation of the wallet on a real socket: the request it sends, and the result of the response. */
import {
  exampleAccount,
  exampleTransaction,
  exampleUser,
  exampleWalletRequests,
} from "@cardpane/gateway/testing";
import { describe, expect, it } from "vitest";
import { apiKey, clientOf, failureOf, gatewayWith, json } from "../gateway.test-server.ts";
import { nextAction, Secret } from "../index.ts";
import { readAccount } from "./records.ts";
import { allOf, pageOf, publicRequests, usersLink } from "./wallet.test-gateway.ts";

const { refill, payFromAccount: payment } = publicRequests;
const { page: _, ...userFilter } = exampleWalletRequests.listUsers;
const { page: __, ...transactionFilter } = publicRequests.listTransactions;
const oauthUrl = "otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP";
const authenticator = { userId: 7, email: "ada@example.com", activated: true, blocked: false, oauthUrl };
const created = {
  ...authenticator,
  type: "customer",
  paymentAccounts: { "0": { ...exampleAccount, id: "9" } },
};
const { merchantOrderID, ...plainTransaction } = exampleTransaction;
const transaction = { ...plainTransaction, merchantOrderId: merchantOrderID };
const accountOf = (id: unknown) => readAccount({ ...exampleAccount, id }, {});
const account = readAccount(exampleAccount, {});
const started = {
  result: "processing",
  action: "redirect",
  code: 0,
  url: "https://gateway.example.com/refill/1",
};
type Row = readonly [
  name: string,
  request: string,
  sent: unknown,
  status: number,
  answer: unknown,
  call: (wallet: ReturnType<typeof allOf>) => Promise<unknown>,
  result: unknown,
];

const rows: readonly Row[] = [
  [
    "users.list, a page",
    "GET /api/v1/user?email=ada%40&externalUserId=customer-1&isActivated=true&isBlocked=false&limit=10&page=3&orderColumn=created_at&orderDirection=DESC&dateFrom=2031-01-01&dateTo=2031-12-31",
    undefined,
    200,
    pageOf({ "1": { ...exampleUser, id: 8 }, "0": exampleUser }, { links: usersLink }),
    (wallet) => wallet.users.list(userFilter).page(3),
    {
      data: [exampleUser, { ...exampleUser, id: 8 }],
      meta: { currentPage: 1, lastPage: 1, perPage: 50, total: 1 },
    },
  ],
  [
    "users.create",
    "POST /api/v1/user",
    exampleWalletRequests.createUser,
    201,
    created,
    (wallet) => wallet.users.create(exampleWalletRequests.createUser),
    { ...authenticator, oauthUrl: new Secret(oauthUrl), type: "customer", paymentAccounts: [accountOf("9")] },
  ],
  [
    "users.get",
    "GET /api/v1/user/7",
    undefined,
    200,
    exampleUser,
    (wallet) => wallet.users.get(7),
    exampleUser,
  ],
  [
    "users.update",
    "PUT /api/v1/user/7",
    exampleWalletRequests.updateUser,
    200,
    exampleUser,
    (wallet) => wallet.users.update(7, exampleWalletRequests.updateUser),
    exampleUser,
  ],
  [
    "users.regenerateAuthenticator",
    "POST /api/v1/user/7/oauth-url",
    {},
    200,
    authenticator,
    (wallet) => wallet.users.regenerateAuthenticator(7),
    { ...authenticator, oauthUrl: new Secret(oauthUrl) },
  ],
  [
    "accounts.list",
    "GET /api/v1/payment-account?clientId=7&system=gate&currency=EUR&isActive=true&isAutoReload=false&isNotify=true&type=promo",
    undefined,
    200,
    [exampleAccount, { ...exampleAccount, id: "10" }],
    (wallet) => wallet.accounts.list(publicRequests.listAccounts).toArray(),
    [accountOf(9), accountOf("10")],
  ],
  [
    "accounts.create",
    "POST /api/v1/payment-account",
    exampleWalletRequests.createAccount,
    201,
    exampleAccount,
    (wallet) => wallet.accounts.create(publicRequests.createAccount),
    account,
  ],
  [
    "accounts.get",
    "GET /api/v1/payment-account/9?clientId=7",
    undefined,
    200,
    exampleAccount,
    (wallet) => wallet.accounts.get(9),
    account,
  ],
  [
    "accounts.update",
    "PUT /api/v1/payment-account/9",
    exampleWalletRequests.updateAccount,
    200,
    exampleAccount,
    (wallet) => wallet.accounts.update(9, publicRequests.updateAccount),
    account,
  ],
  [
    "refills.create",
    "POST /api/v1/payment-account/9/refill",
    exampleWalletRequests.refill,
    201,
    started,
    (wallet) => wallet.refills.create(9, refill),
    started,
  ],
  [
    "topUps.create",
    "POST /api/v1/payment-account/9/top-up",
    exampleWalletRequests.topUp,
    201,
    { ...exampleTransaction, type: "income" },
    (wallet) => wallet.topUps.create(9, publicRequests.topUp),
    { ...transaction, type: "income" },
  ],
  [
    "payments.create",
    "POST /api/v1/payment",
    exampleWalletRequests.payFromAccount,
    201,
    exampleTransaction,
    (wallet) => wallet.payments.create(payment),
    transaction,
  ],
  [
    "transactions.list, a page",
    "GET /api/v1/transaction?clientId=7&limit=10&page=1&orderColumn=price&orderDirection=desc&paymentAccountId=9&type=income&paymentMethod=card&virtual=false&action=charge&mode=card&status=success&descriptor=SHOP*MUG&merchantOrderId=order-1&dateFrom=2031-01-01&dateTo=2031-12-31&onlyWithExpireDate=true&lastTransactionId=0&idList%5B%5D=11&idList%5B%5D=12",
    undefined,
    200,
    pageOf([exampleTransaction]),
    (wallet) => wallet.transactions.list(transactionFilter).page(1),
    { data: [transaction], meta: { currentPage: 1, lastPage: 1, perPage: 50, total: 1 } },
  ],
  [
    "transactions.get",
    "GET /api/v1/transaction/11?clientId=7",
    undefined,
    200,
    exampleTransaction,
    (wallet) => wallet.transactions.get(11),
    transaction,
  ],
  [
    "transactions.void",
    "POST /api/v1/transaction/11/void",
    exampleWalletRequests.voidTransaction,
    200,
    {
      ...exampleTransaction,
      child: { "1": { ...exampleTransaction, id: 13 }, "0": { ...exampleTransaction, id: 12 } },
    },
    (wallet) => wallet.transactions.void(11, publicRequests.voidTransaction),
    {
      ...transaction,
      child: [
        { ...transaction, id: 12 },
        { ...transaction, id: 13 },
      ],
    },
  ],
];

/** A request whose query is in alphabetical order: the order of the parameters has no meaning. */
function sorted(request: string): string {
  const [route, query = ""] = request.split("?");
  return [route, ...query.split("&").toSorted()].join(" ");
}

describe("an operation of the wallet", () => {
  it.each(rows)("%s is %s", async (_, request, sent, status, answer, call, result) => {
    const gateway = await gatewayWith(json(status, answer));
    const got = await call(allOf(clientOf(gateway)));
    expect(JSON.parse(JSON.stringify(got))).toMatchObject(JSON.parse(JSON.stringify(result)));
    const [received] = gateway.received;
    expect(gateway.received).toHaveLength(1);
    expect(sorted(`${received?.method} ${received?.url}`)).toBe(sorted(request));
    expect(received?.headers).toMatchObject({
      authorization: apiKey,
      accept: "application/json",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(received?.body === "" ? undefined : JSON.parse(received?.body ?? "")).toEqual(sent);
    expect(received?.headers["content-type"]).toBe(sent === undefined ? undefined : "application/json");
  });

  it("of one user's wallet needs no user in its calls", async () => {
    const gateway = await gatewayWith(json(200, exampleAccount));
    const wallet = clientOf(gateway).wallet.forUser(7);
    await wallet.accounts.get(9);
    await wallet.accounts.update(9, { name: "Main" });
    expect(gateway.received.map(({ url, body }) => [url, body])).toEqual([
      ["/api/v1/payment-account/9?clientId=7", ""],
      ["/api/v1/payment-account/9", '{"clientId":7,"name":"Main"}'],
    ]);
    expect(wallet.userId).toBe(7);
  });

  it("has its fields in one order, so that the same request from a database has the same text", async () => {
    const gateway = await gatewayWith(json(201, exampleTransaction));
    const wallet = clientOf(gateway).wallet.forUser(7);
    const input = { ...payment, extra: { newer: 1, another: 2 } };
    const reversed = Object.fromEntries(Object.entries(input).toReversed()) as typeof input;
    await wallet.payments.create(input);
    await wallet.payments.create(reversed);
    const [first, second] = gateway.received.map(({ body }) => body);
    expect(second).toBe(first);
    expect(Object.keys(JSON.parse(first ?? ""))).toEqual([
      ...["clientId", "paymentAccountId", "amount", "currency", "name", "merchantOrderId"],
      ...["metadata", "webhookUrl", "newer", "another"],
    ]);
  });

  it("has the fields of its objects and lists in one order as well", async () => {
    const gateway = await gatewayWith(json(400, { message: "no" }));
    const { forUser, users } = allOf(clientOf(gateway));
    const { refill } = publicRequests;
    const account = { system: "gate", method: "card", currency: "EUR" };
    for (const reverse of [false, true]) {
      const ordered = <T extends object>(value: T): T =>
        reverse ? (Object.fromEntries(Object.entries(value).toReversed()) as T) : value;
      await failureOf(forUser(7).refills.create(9, { ...refill, consumer: ordered(refill.consumer) }));
      await failureOf(users.create({ ...publicRequests.createUser, paymentAccounts: [ordered(account)] }));
    }
    const bodies = gateway.received.map(({ body }) => body);
    expect(bodies.slice(2)).toEqual(bodies.slice(0, 2));
    expect(bodies).toHaveLength(4);
  });

  it("that lists has its default order if the order is undefined", async () => {
    const gateway = await gatewayWith(json(200, pageOf([])));
    const { users, transactions } = allOf(clientOf(gateway));
    await users.list({ orderColumn: undefined, orderDirection: undefined }).page(1);
    await transactions.list({ orderColumn: undefined, orderDirection: undefined }).page(1);
    const orders = gateway.received.map(({ url }) => {
      const query = new URLSearchParams(url?.split("?")[1]);
      return [query.get("orderColumn"), query.get("orderDirection")];
    });
    expect(orders).toEqual([
      ["id", "ASC"],
      ["id", "asc"],
    ]);
  });

  it("follows overrides of method, path and status, and sends the id with the input if the path has none", async () => {
    const gateway = await gatewayWith(json(202, exampleAccount));
    const operations = {
      getAccount: { path: "/accounts?v=2", success: 202 },
      updateAccount: { method: "POST", path: "/accounts/update", success: 202 },
      listAccounts: { method: "POST" },
    } as const;
    const wallet = clientOf(gateway, { operations }).wallet.forUser(7);
    await wallet.accounts.get(9);
    await wallet.accounts.update(9, { name: "Main" });
    await wallet.accounts
      .list({ currency: "EUR" })
      .toArray()
      .catch(() => undefined);
    expect(gateway.received.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["GET", "/accounts?v=2&clientId=7&id=9", ""],
      ["POST", "/accounts/update", '{"clientId":7,"name":"Main","id":9}'],
      ["POST", "/api/v1/payment-account", '{"clientId":7,"currency":"EUR"}'],
    ]);
  });

  it("that starts a refill returns the URL of the customer's next step", async () => {
    const gateway = await gatewayWith(
      json(201, started),
      json(201, { ...started, url: "javascript:alert(1)" }),
    );
    const wallet = clientOf(gateway).wallet.forUser(7);
    expect(nextAction(await wallet.refills.create(9, refill))).toEqual({
      type: "redirect",
      url: started.url,
    });
    expect(nextAction(await wallet.refills.create(9, refill))).toEqual({ type: "none" });
  });
});

describe("an invalid request is never sent", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  const wrong: readonly [string, (wallet: ReturnType<typeof allOf>) => Promise<unknown>, string][] = [
    [
      "no input where one is needed",
      (wallet) => wallet.payments.create(undefined as never),
      "merchantOrderId",
    ],
    ["an id that is text", (wallet) => wallet.users.get("7" as never), "id"],
    ["an id of zero", (wallet) => wallet.users.get(0), "id"],
    ["an id that is too exact", (wallet) => wallet.transactions.get(11.5), "id"],
    ["an address in the place of an id", (wallet) => wallet.users.get("../payment" as never), "id"],
    [
      "a wrong field",
      (wallet) => wallet.topUps.create(9, { amountMinor: 0, currency: "EUR" }),
      "amountMinor",
    ],
    [
      "an unknown field",
      (wallet) => wallet.users.create({ ...exampleWalletRequests.createUser, x: 1 } as never),
      "x",
    ],
    [
      "half a cent",
      (wallet) => wallet.payments.create({ ...publicRequests.payFromAccount, amountMinor: 0.5 }),
      "amountMinor",
    ],
    ["an amount of the wire", (wallet) => wallet.topUps.create(9, { amount: 5 } as never), "amount"],
    [
      "an amount without a currency",
      (wallet) => wallet.topUps.create(9, { amountMinor: 500 } as never),
      "currency",
    ],
    [
      "a refill that lacks what 3D Secure needs",
      (wallet) => wallet.refills.create(9, { ...refill, consumer: { ip: "203.0.113.7" } }),
      "consumer.browserColorDepth",
    ],
    ["a page of zero", (wallet) => wallet.users.list().page(0), "page"],
    ["a list", (wallet) => wallet.topUps.create(9, [] as never), "(body)"],
    [
      "a cycle",
      (wallet) =>
        wallet.topUps.create(9, {
          amountMinor: 100,
          currency: "EUR",
          metadata: circle as never,
        }),
      "(body)",
    ],
    [
      "another user",
      (wallet) => wallet.topUps.create(9, { ...publicRequests.topUp, userId: 8 } as never),
      "userId",
    ],
    ["another user of a list", (wallet) => wallet.accounts.list({ userId: 8 } as never).toArray(), "userId"],
    [
      "the wire's name of the user",
      (wallet) => wallet.topUps.create(9, { ...publicRequests.topUp, clientId: 8 } as never),
      "clientId",
    ],
  ];

  it.each(wrong)("%s", async (_, call, path) => {
    const gateway = await gatewayWith(json(200, {}));
    const error = await failureOf(call(allOf(clientOf(gateway))));
    expect(error.outcome).toBe("not_sent");
    expect(Object.keys(error.errors ?? {})).toContain(path);
    expect(gateway.received).toHaveLength(0);
  });

  it.each(["strict", "off"] as const)(
    "fields of a newer gateway in a query, validation %s",
    async (validation) => {
      const gateway = await gatewayWith(json(200, {}));
      const list = clientOf(gateway, { validation }).wallet.users.list({ extra: { x: 1 } } as never);
      expect((await failureOf(list.page(1))).errors).toEqual({ extra: "is not accepted by a GET" });
      expect(gateway.received).toHaveLength(0);
    },
  );

  it.each([0, -1, 1.5, "7", Number.NaN])("a user of %j", (userId) => {
    const gateway = { baseUrl: "https://gateway.example.com" };
    expect(() => clientOf(gateway).wallet.forUser(userId as number)).toThrow("userId");
  });
});
