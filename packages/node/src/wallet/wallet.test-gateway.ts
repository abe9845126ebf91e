/** Test helper: the responses of a wallet's gateway. */
import { exampleTokenPair, exampleUser, exampleWalletRequests } from "@cardpane/gateway/testing";
import { type Answer, gatewayWith, json, type Received, type TestGateway } from "../gateway.test-server.ts";
import type { Client } from "../index.ts";

/** A page of a list, by default the only one. */
export function pageOf(
  data: unknown,
  { links = [] as unknown, total = 1, currentPage = 1, lastPage = 1 } = {},
) {
  return { data, links, meta: { currentPage, lastPage, perPage: 50, total } };
}

export const usersLink = { rel: "self", href: "/api/v1/user" };

/** A gateway that the test defines as a function from request to answer. */
export function gatewayOf(answer: (request: Received) => Answer): Promise<TestGateway> {
  return gatewayWith((response, socket, request) => answer(request)(response, socket, request));
}

/** Method and path of a request, without the query: `POST /api/v1/user`. */
export const routeOf = ({ method, url }: Received) => `${method} ${url?.split("?")[0]}`;

/** The nth token pair of a gateway. */
export const pairOf = (count: number, expiresIn = 3_600) => ({
  ...exampleTokenPair,
  expiresIn,
  accessToken: `access-token-${count}`,
  refreshToken: `refresh-token-${count}`,
});

/** A gateway with one user. It issues token pairs, accepts the latest access token, and each refresh token once. */
export interface SessionGateway extends TestGateway {
  /** Number of issued pairs. */
  readonly given: () => number;
  /** Invalidates all access tokens issued so far. */
  expire(): void;
  /** Number of refreshes with a used refresh token. */
  readonly reused: () => number;
}

/** Starts a session gateway. `answer` handles every request except login, refresh and the list of users. */
export async function startSessionGateway(
  answer: (request: Received) => Answer = () => json(200, []),
  {
    expiresIn = 3_600,
    refreshAnswer = undefined as ((count: number, usual: () => Answer) => Answer | undefined) | undefined,
  } = {},
): Promise<SessionGateway> {
  let given = 0;
  let firstGood = 1;
  let reused = 0;
  let refreshes = 0;
  const replies = new Map<string, Answer>();
  const pair = () => json(200, pairOf(++given, expiresIn));
  const refresh = (request: Received): Answer => {
    refreshes += 1;
    return refreshAnswer?.(refreshes, () => usual(request)) ?? usual(request);
  };
  const usual = (request: Received): Answer => {
    const id = String(request.headers["x-request-id"]);
    const known = replies.get(id);
    if (known) return known;
    const { refreshToken } = JSON.parse(request.body) as { refreshToken: string };
    if (refreshToken !== `refresh-token-${given}`) {
      reused += 1;
      return json(401, { message: "Unauthorized", errors: {} });
    }
    const reply = pair();
    replies.set(id, reply);
    return reply;
  };
  const gateway = await gatewayOf((request) => {
    const route = routeOf(request);
    if (route === "GET /api/v1/user") return json(200, pageOf([exampleUser], { links: usersLink }));
    if (route === "POST /api/v1/auth") return pair();
    if (route === "POST /api/v1/auth/7/refresh") return refresh(request);
    const token = /^Bearer access-token-(\d+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (Number(token ?? 0) < firstGood || Number(token) > given) {
      return json(401, { message: "Unauthorized", errors: {} });
    }
    return answer(request);
  });
  return {
    ...gateway,
    given: () => given,
    reused: () => reused,
    expire: () => {
      firstGood = given + 1;
    },
  };
}

const { payFromAccount, topUp, refill, updateAccount } = exampleWalletRequests;
const { amount: _pay, ...paymentRest } = payFromAccount;
const { amount: _topUp, ...topUpRest } = topUp;
const { amount: _refill, metadata, ...refillRest } = refill;
const { autoReloadAmount: _a, autoReloadMinAmount: _b, notifyAmount: _c, ...updateRest } = updateAccount;

const ofUser = <Rest extends object>({ clientId: _, ...rest }: Rest & { readonly clientId: number }) => rest;

/** All calls of a client's wallet, those of user 7 included. */
export const allOf = ({ wallet }: Client) => ({ ...wallet.forUser(7), ...wallet });

/** The contract's example requests in the public API's form: without the user, and amounts in minor units. */
export const publicRequests = {
  ...exampleWalletRequests,
  payFromAccount: { ...ofUser(paymentRest), amountMinor: 1250 },
  topUp: { ...ofUser(topUpRest), amountMinor: 500, currency: "EUR" },
  listAccounts: ofUser(exampleWalletRequests.listAccounts),
  createAccount: ofUser(exampleWalletRequests.createAccount),
  listTransactions: ofUser(exampleWalletRequests.listTransactions),
  voidTransaction: ofUser(exampleWalletRequests.voidTransaction),
  refill: {
    ...ofUser(refillRest),
    amountMinor: 2550,
    currency: "EUR",
    metadata: { ...metadata, amountMods: [{ amountMinor: 50, title: "Fee" }] },
  },
  updateAccount: {
    ...ofUser(updateRest),
    autoReloadAmountMinor: 5000,
    autoReloadMinAmountMinor: 1000,
    notifyAmountMinor: 500,
    currency: "EUR",
  },
};
