/**
 * Every refusal that the table of operations names for the wallet, and the error that the Node package makes of it. Requests that
 * the package itself would refuse are altered on their way to the gateway.
 */
import { walletOperations } from "@cardpane/gateway";
import {
  type BoundUser,
  type CardpaneError,
  type ClientOptions,
  isCardpaneError,
  type PerCall,
  type UserWallet,
  type Wallet,
} from "@cardpane/node";
import { expect, stackTest as test } from "../support/fixtures.ts";
import { openWorld, type Person, refillOf, type World } from "./world.ts";

type Operation = keyof typeof walletOperations;

/** A merchant, and the user of the calls. */
interface Scene extends World {
  readonly who: Person;
}

interface Refusal {
  readonly operation: Operation;
  readonly status: number;
  readonly when: string;
  readonly act: (scene: Scene) => Promise<unknown>;
  readonly expected: object;
}

const nobody = 999_999_999;
const account = { method: "card", system: "gate", currency: "EUR" } as const;
const order = { amountMinor: 100, currency: "EUR", name: "Blue mug", merchantOrderId: "order-1" } as const;

/** A valid call of each operation. */
const calls: {
  readonly [Name in Exclude<Operation, "login" | "refreshTokens">]: (
    users: Wallet<PerCall>["users"],
    own: UserWallet<BoundUser>,
    who: Person,
    tag: string,
  ) => Promise<unknown>;
} = {
  listUsers: (users) => users.list().toArray(1),
  createUser: (users, _, __, tag) => users.create({ email: `${tag}@shop.example`, externalUserId: tag }),
  getUser: (users, _, { user }) => users.get(user.userId),
  updateUser: (users, _, { user }) => users.update(user.userId, { isActivated: true }),
  regenerateAuthenticator: (users, _, { user }) => users.regenerateAuthenticator(user.userId),
  listAccounts: (_, own) => own.accounts.list().toArray(),
  createAccount: (_, own) => own.accounts.create(account),
  getAccount: (_, own, who) => own.accounts.get(who.account.id),
  updateAccount: (_, own, who) => own.accounts.update(who.account.id, { name: "Main" }),
  refill: (_, own, who) => own.refills.create(who.account.id, refillOf()),
  topUp: (_, own, who) => own.topUps.create(who.account.id, { amountMinor: 100, currency: "EUR" }),
  payFromAccount: (_, own, who) => own.payments.create({ ...order, paymentAccountId: who.account.id }),
  listTransactions: (_, own) => own.transactions.list().toArray(1),
  getTransaction: (_, own) => own.transactions.get(nobody),
  voidTransaction: (_, own) => own.transactions.void(nobody),
};
const names = Object.keys(calls) as (keyof typeof calls)[];
const isOfMerchant = (name: Operation) => walletOperations[name].auth === "merchant";
const named = new Set<Operation>([
  "createAccount",
  "getAccount",
  "updateAccount",
  "refill",
  "topUp",
  "payFromAccount",
  "listAccounts",
  "listTransactions",
  "getTransaction",
  "voidTransaction",
]);

/** Calls an operation with a new client, for the scene's user or for another one. */
const call =
  (name: keyof typeof calls, options: Partial<ClientOptions> = {}, clientId?: number) =>
  ({ who, clientWith, tag }: Scene) => {
    const { wallet } = clientWith(options);
    return calls[name](wallet.users, wallet.forUser(clientId ?? who.user.userId), who, tag());
  };

/** A fetch that alters the request. */
const spoilt =
  (change: (url: string, init: RequestInit) => readonly [string, RequestInit]): typeof globalThis.fetch =>
  (input, init) =>
    globalThis.fetch(...(change(String(input), init ?? {}) as [string, RequestInit]));
const withField = spoilt((url, init) =>
  init.method === "GET"
    ? [`${url}${url.includes("?") ? "&" : "?"}x=1`, init]
    : [url, { ...init, body: '{"x":1}' }],
);

async function loggedIn({ client, who, codeOf }: Scene) {
  const { user } = who;
  return client.wallet.login({ email: user.email, code: await codeOf(user.userId) }, { userId: user.userId });
}
const block = ({ client, who }: Scene) =>
  client.wallet.users.update(who.user.userId, { isActivated: true, isBlocked: true });

const row = (
  operation: Operation,
  status: number,
  when: string,
  act: Refusal["act"],
  expected: object,
): Refusal => ({ operation, status, when, act, expected });

const unauthorized = names.map((name) =>
  row(name, 401, "the key is another one", call(name, { apiKey: "sk_wrong" }), {
    code: "unauthorized",
    actor: "merchant",
  }),
);

const forbidden = names.map((name) =>
  isOfMerchant(name)
    ? row(
        name,
        403,
        "a customer's token is sent",
        async (scene) => {
          const token = (await loggedIn(scene)).tokens?.reveal().accessToken;
          const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
          return call(name, { fetch: spoilt((url, init) => [url, { ...init, headers }]) })(scene);
        },
        { code: "forbidden" },
      )
    : row(
        name,
        403,
        "the user is blocked",
        async (scene) => {
          const session = await loggedIn(scene);
          await block(scene);
          if (name === "getUser") return session.user();
          return call(name)(scene);
        },
        { code: "forbidden" },
      ),
);

const unreadable = names.map((name) =>
  named.has(name)
    ? row(name, 400, "the clientId is nobody's", call(name, {}, nobody), {
        code: "bad_request",
        errors: { clientId: expect.any(String) },
      })
    : row(name, 400, "a field is not one of it", call(name, { fetch: withField }), {
        code: "bad_request",
        errors: { x: expect.any(String) },
      }),
);

const missing = (missingKind: string) => ({ code: "not_found", missing: missingKind });
const unknown: readonly Refusal[] = [
  row("getUser", 404, "there is none", ({ client }) => client.wallet.users.get(nobody), missing("user")),
  row(
    "updateUser",
    404,
    "there is none",
    ({ client }) => client.wallet.users.update(nobody, { isActivated: true }),
    missing("user"),
  ),
  row(
    "regenerateAuthenticator",
    404,
    "there is none",
    ({ client }) => client.wallet.users.regenerateAuthenticator(nobody),
    missing("user"),
  ),
  row("getAccount", 404, "there is none", ({ who }) => who.wallet.accounts.get(nobody), missing("account")),
  row(
    "updateAccount",
    404,
    "there is none",
    ({ who }) => who.wallet.accounts.update(nobody, { name: "x" }),
    missing("account"),
  ),
  row(
    "refill",
    404,
    "there is none",
    ({ who }) => who.wallet.refills.create(nobody, refillOf()),
    missing("account"),
  ),
  row(
    "topUp",
    404,
    "there is none",
    ({ who }) => who.wallet.topUps.create(nobody, { amountMinor: 100, currency: "EUR" }),
    missing("account"),
  ),
  row(
    "payFromAccount",
    404,
    "there is none",
    ({ who }) => who.wallet.payments.create({ ...order, paymentAccountId: nobody }),
    missing("account"),
  ),
  row(
    "getTransaction",
    404,
    "there is none",
    ({ who }) => who.wallet.transactions.get(nobody),
    missing("transaction"),
  ),
  row(
    "voidTransaction",
    404,
    "there is none",
    ({ who }) => who.wallet.transactions.void(nobody),
    missing("transaction"),
  ),
  row(
    "getAccount",
    404,
    "it is somebody else's",
    async ({ person, who }) => who.wallet.accounts.get((await person()).account.id),
    missing("account"),
  ),
  row(
    "getUser",
    404,
    "a customer requests another customer",
    async (scene) => {
      const tokens = (await loggedIn(scene)).tokens?.reveal();
      if (!tokens) throw new Error("no tokens");
      const other = (await scene.person()).user.userId;
      return scene.client.wallet.resume({ ...tokens, userId: other }).user();
    },
    missing("user"),
  ),
];

const taken: readonly Refusal[] = [
  row(
    "createUser",
    409,
    "the e-mail address is taken",
    ({ client, who, tag }) => client.wallet.users.create({ email: who.user.email, externalUserId: tag() }),
    { code: "already_exists", errors: { email: expect.any(String) } },
  ),
  row(
    "updateUser",
    409,
    "the externalUserId is taken",
    async ({ client, person, who }) => {
      const other = await client.wallet.users.get((await person()).user.userId);
      const { externalUserId } = other;
      return client.wallet.users.update(who.user.userId, {
        isActivated: true,
        externalUserId: externalUserId ?? "",
      });
    },
    { code: "already_exists", errors: { externalUserId: expect.any(String) } },
  ),
];

/** Refreshes with the stored tokens, altered. */
const refreshWith =
  (change: object, options: Partial<ClientOptions> = {}) =>
  async (scene: Scene) => {
    const tokens = (await loggedIn(scene)).tokens?.reveal();
    if (!tokens) throw new Error("no tokens");
    return scene
      .clientWith(options)
      .wallet.resume({ ...tokens, expiresAt: 0, ...change })
      .accounts.list()
      .toArray();
  };
const isRefresh = (url: string) => url.endsWith("/refresh");
const ended = { code: "session_ended", actor: "customer" };

const sessions: readonly Refusal[] = [
  row(
    "login",
    400,
    "a field is not one of it",
    ({ clientWith, who }) =>
      clientWith({ fetch: withField }).wallet.login({ email: who.user.email, code: "123456" }, { userId: 1 }),
    { code: "bad_request" },
  ),
  row(
    "login",
    401,
    "the code is wrong",
    async ({ client, codeOf, who }) => {
      const wrong = (await codeOf(who.user.userId)).replace(/\d/g, (digit) =>
        String((Number(digit) + 5) % 10),
      );
      return client.wallet.login({ email: who.user.email, code: wrong });
    },
    { code: "login_refused", actor: "customer" },
  ),
  row(
    "login",
    401,
    "the code was used",
    async ({ client, codeOf, who }) => {
      const credentials = { email: who.user.email, code: await codeOf(who.user.userId) };
      await client.wallet.login(credentials);
      return client.wallet.login(credentials);
    },
    { code: "login_refused" },
  ),
  row(
    "login",
    401,
    "nobody has the address",
    ({ client, tag }) => client.wallet.login({ email: `${tag()}@shop.example`, code: "123456" }),
    { code: "login_refused" },
  ),
  row(
    "login",
    403,
    "the user is blocked",
    async (scene) => {
      await block(scene);
      return loggedIn(scene);
    },
    { code: "forbidden" },
  ),
  row(
    "login",
    429,
    "several have failed",
    async ({ client, who }) => {
      const attempt = () => client.wallet.login({ email: who.user.email, code: "abcdef" });
      for (let failed = 0; failed < 5; failed++) await attempt().catch(() => undefined);
      return attempt();
    },
    { code: "rate_limited", retryable: true, retryAfterMs: 30_000 },
  ),
  row(
    "refreshTokens",
    400,
    "a field is not one of it",
    refreshWith(
      {},
      {
        fetch: spoilt((url, init) => (isRefresh(url) ? [url, { ...init, body: '{"x":1}' }] : [url, init])),
      },
    ),
    ended,
  ),
  row("refreshTokens", 401, "the token is nobody's", refreshWith({ refreshToken: "refresh_x" }), ended),
  row(
    "refreshTokens",
    403,
    "the user is blocked",
    async (scene) => {
      const tokens = (await loggedIn(scene)).tokens?.reveal();
      await block(scene);
      if (!tokens) throw new Error("no tokens");
      return scene.client.wallet
        .resume({ ...tokens, expiresAt: 0 })
        .accounts.list()
        .toArray();
    },
    { code: "forbidden" },
  ),
  row("refreshTokens", 404, "there is no such user", refreshWith({ userId: nobody }), ended),
];

/** Refusals of fields that only the gateway can check. */
const refusedFields: readonly (readonly [Operation, string, string, Refusal["act"]])[] = [
  [
    "updateAccount",
    "isAutoReload",
    "autoreload has no amounts",
    ({ who }) => who.wallet.accounts.update(who.account.id, { isAutoReload: true }),
  ],
  [
    "updateAccount",
    "notifyAmount",
    "an amount has too many decimals",
    ({ who }) => who.wallet.accounts.update(who.account.id, { notifyAmountMinor: 1, currency: "KWD" }),
  ],
  [
    "refill",
    "amount",
    "an amount has too many decimals",
    ({ who }) => who.wallet.refills.create(who.account.id, refillOf({ amountMinor: 1005, currency: "KWD" })),
  ],
  [
    "refill",
    "metadata.amountMods",
    "the lines leave nothing",
    ({ who }) =>
      who.wallet.refills.create(
        who.account.id,
        refillOf({ metadata: { amountMods: [{ amountMinor: 2500, title: "Fee" }] } }),
      ),
  ],
  [
    "refill",
    "id",
    "the account is of promo money",
    async ({ who }) => {
      const promo = await who.wallet.accounts.create({ ...account, type: "promo" });
      return who.wallet.refills.create(promo.id, refillOf());
    },
  ],
  [
    "topUp",
    "amount",
    "an amount has too many decimals",
    ({ who }) => who.wallet.topUps.create(who.account.id, { amountMinor: -1, currency: "KWD" }),
  ],
  [
    "topUp",
    "dateExpire",
    "fiat money would expire",
    ({ who }) =>
      who.wallet.topUps.create(who.account.id, {
        amountMinor: 100,
        currency: "EUR",
        dateExpire: "2099-01-01 00:00:00",
      }),
  ],
  [
    "topUp",
    "dateExpire",
    "it would have expired already",
    async ({ who }) => {
      const promo = await who.wallet.accounts.create({ ...account, type: "promo" });
      return who.wallet.topUps.create(promo.id, {
        amountMinor: 100,
        currency: "EUR",
        dateExpire: "2020-01-01 00:00:00",
      });
    },
  ],
  [
    "topUp",
    "id",
    "the account is switched off",
    async ({ who }) => {
      await who.wallet.accounts.update(who.account.id, { isActive: false });
      return who.wallet.topUps.create(who.account.id, { amountMinor: 100, currency: "EUR" });
    },
  ],
  [
    "payFromAccount",
    "currency",
    "it is not the account's",
    ({ who }) => who.wallet.payments.create({ ...order, paymentAccountId: who.account.id, currency: "USD" }),
  ],
  [
    "payFromAccount",
    "paymentAccountId",
    "the account is switched off",
    async ({ who }) => {
      await who.wallet.accounts.update(who.account.id, { isActive: false });
      return who.wallet.payments.create({ ...order, paymentAccountId: who.account.id });
    },
  ],
  [
    "voidTransaction",
    "id",
    "it is undone already",
    async ({ who }) => {
      const paid = await who.wallet.payments.create({ ...order, paymentAccountId: who.account.id });
      await who.wallet.transactions.void(paid.id);
      return who.wallet.transactions.void(paid.id);
    },
  ],
  [
    "voidTransaction",
    "id",
    "it failed",
    async ({ who }) => {
      const failed = await who.wallet.payments.create({
        ...order,
        amountMinor: 500_000,
        paymentAccountId: who.account.id,
      });
      return who.wallet.transactions.void(failed.id);
    },
  ],
];
const fields = refusedFields.map(([operation, field, when, act]) =>
  row(operation, 400, when, act, {
    code: "bad_request",
    errors:
      field === "isAutoReload" ? { autoReloadAmount: expect.any(String) } : { [field]: expect.any(String) },
  }),
);

const refusals = [...unauthorized, ...forbidden, ...unreadable, ...unknown, ...taken, ...sessions, ...fields];

async function errorOf(promise: Promise<unknown>): Promise<CardpaneError> {
  const error = await promise.then(
    (value) => new Error(`It was not refused: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (isCardpaneError(error)) return error;
  throw error;
}

test("every refusal that the table of operations names is tried", () => {
  const tried = new Set(refusals.map(({ operation, status }) => `${operation} ${status}`));
  const inTable = Object.entries(walletOperations).flatMap(([name, { errors }]) =>
    errors.map((status) => `${name} ${status}`),
  );
  expect([...tried].sort()).toEqual(inTable.sort());
});

for (const { operation, status, when, act, expected } of refusals) {
  test(`${operation} answers ${status} where ${when}`, async ({ stack }) => {
    const world = await openWorld(stack);
    const who = await world.person();
    const error = await errorOf(act({ ...world, who }));
    expect(error).toMatchObject({ name: "RejectedError", outcome: "rejected", status, ...expected });
  });
}
