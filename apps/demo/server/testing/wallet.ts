/**
 * A gateway's wallet for tests: one user with accounts, and a log of every call. It responds as the interface specifies, but does
 * not keep balances; each test sets the responses that it needs.
 */
import { exampleAccount, exampleTokenPair, exampleTransaction, exampleUser } from "@cardpane/gateway/testing";

/** A wallet request that the gateway received. */
export interface WalletCall {
  /** For example `POST /api/v1/auth`. */
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | null;
  readonly requestId: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

export function readCall(url: URL, init: RequestInit | undefined): WalletCall {
  const headers = new Headers(init?.headers);
  return {
    name: `${init?.method ?? "GET"} ${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    authorization: headers.get("Authorization"),
    requestId: headers.get("X-Request-ID"),
    body: typeof init?.body === "string" ? JSON.parse(init.body) : {},
  };
}

export const email = "mira@example.com";
export const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
export const accessToken = "access_for_tests_0123456789";
export const refreshToken = "refresh_for_tests_0123456789";
export const user = { ...exampleUser, id: 10_001, email, externalUserId: "shopper-1" };

export const account = {
  ...exampleAccount,
  id: 20_001,
  user_id: user.id,
  name: "Everyday",
  balance: 60,
  account_number: null,
  brand: null,
};

/** A payment from the account, of a Dawn mug. */
export const payment = {
  ...exampleTransaction,
  id: 600_003,
  userId: user.id,
  paymentAccountId: account.id,
  price: 18.5,
  balance: 41.5,
  descriptor: "Order",
  merchantOrderID: null as unknown,
  metadata: {},
  email,
};

/** A successful refill of 25. */
export const refill = {
  ...payment,
  id: 600_001,
  type: "income",
  subtype: "refill",
  paymentMethod: "card",
  mode: "card",
  price: 25,
  remainingAmount: 25,
  fullCovered: null,
  balance: 85,
};

const meta = { currentPage: 1, lastPage: 1, perPage: 10, total: 1 };
const tokens = { ...exampleTokenPair, accessToken, refreshToken };

type Answer = (call: WalletCall) => Response | Promise<Response>;

/** A refusal by the gateway. */
export function refusal(status: number, errors: Readonly<Record<string, string>> = {}, retryAfter?: number) {
  const headers = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
  return Response.json({ message: "No", errors }, { status, headers });
}

/** The gateway, and the calls that it received. */
export function fakeWallet() {
  const calls: WalletCall[] = [];
  const answers = new Map<string, Answer>([
    [
      "GET /api/v1/user",
      () => Response.json({ data: { "0": user }, links: { rel: "self", href: "/" }, meta }),
    ],
    [
      "POST /api/v1/user",
      ({ body }) =>
        Response.json(
          {
            userId: user.id,
            email: body["email"],
            type: "customer",
            activated: false,
            blocked: false,
            oauthUrl: `otpauth://totp/Cardpane:${email}?secret=${secret}&issuer=Cardpane&algorithm=SHA1&digits=6&period=30`,
            paymentAccounts: [],
          },
          { status: 201 },
        ),
    ],
    [`GET /api/v1/user/${user.id}`, () => Response.json(user)],
    [`PUT /api/v1/user/${user.id}`, ({ body }) => Response.json({ ...user, ...body })],
    ["POST /api/v1/auth", () => Response.json(tokens)],
    [
      `POST /api/v1/auth/${user.id}/refresh`,
      () => Response.json({ ...tokens, accessToken: "access_second_0123456789" }),
    ],
    ["GET /api/v1/payment-account", () => Response.json([account])],
    ["POST /api/v1/payment-account", ({ body }) => Response.json({ ...account, ...body }, { status: 201 })],
    [`GET /api/v1/payment-account/${account.id}`, () => Response.json(account)],
    [`PUT /api/v1/payment-account/${account.id}`, () => Response.json(account)],
    [
      `POST /api/v1/payment-account/${account.id}/refill`,
      () =>
        Response.json(
          { result: "processing", action: "redirect", code: 0, url: "http://127.0.0.1:4002/refill/x" },
          { status: 201 },
        ),
    ],
    [
      `POST /api/v1/payment-account/${account.id}/top-up`,
      ({ body }) =>
        Response.json(
          { ...refill, subtype: "topup", mode: "wallet", price: body["amount"] },
          { status: 201 },
        ),
    ],
    [
      "POST /api/v1/payment",
      ({ body }) => Response.json({ ...payment, merchantOrderID: body["merchantOrderId"] }, { status: 201 }),
    ],
    ["GET /api/v1/transaction", () => Response.json({ data: [payment, refill], links: [], meta })],
    [`POST /api/v1/transaction/${payment.id}/void`, () => Response.json(payment)],
  ]);
  return {
    calls,
    /** The calls of an operation, for example `POST /api/v1/auth`. */
    of: (name: string) => calls.filter((call) => call.name === name),
    on: (name: string, answer: Answer) => void answers.set(name, answer),
    /** The current answer of an operation. */
    answerTo: (name: string): Answer => answers.get(name) ?? (() => refusal(404)),
    answer: (call: WalletCall) => {
      calls.push(call);
      return answers.get(call.name)?.(call) ?? refusal(404);
    },
  };
}
