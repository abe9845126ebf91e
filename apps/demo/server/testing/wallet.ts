/**
 * A gateway's wallet for tests: one user with accounts, and a log of every call. It responds as the interface specifies, but does
 * not keep balances; each test sets the responses that it needs.
 */

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
const at = { date: "2026-11-21 10:00:00.000000", timezone_type: 3, timezone: "UTC" };

export const user = {
  id: 10_001,
  uuid: "9a0c6a52-6c1d-4f7e-9a8b-2d3c4e5f6a7b",
  email,
  type: "customer",
  externalUserId: "shopper-1",
  isActivated: true,
  isBlocked: false,
  createdAt: at,
  updatedAt: at,
  blockedAt: null,
};

export const account = {
  id: 20_001,
  uuid: "1b0c6a52-6c1d-4f7e-9a8b-2d3c4e5f6a7b",
  user_id: user.id,
  name: "Everyday",
  type: "fiat",
  description: null,
  balance: 60,
  currency: "EUR",
  method: "card",
  account_number: null,
  brand: null,
  expiration_month: null,
  expiration_year: null,
  is_active: true,
  autoreload: false,
  autoreload_amount: null,
  autoreload_min_amount: null,
  is_notify: false,
  notify_amount: null,
  created_at: at,
  updated_at: at,
  last_used: null,
  payment_system: "odd-harbour",
};

/** A payment from the account, of a Dawn mug. */
export const payment = {
  id: 600_003,
  uuid: "5c0c6a52-6c1d-4f7e-9a8b-2d3c4e5f6a7b",
  userId: user.id,
  billing: null,
  paymentAccountId: account.id,
  type: "outcome",
  subtype: "payment",
  paymentMethod: null,
  isVirtual: false,
  price: 18.5,
  balance: 41.5,
  remainingAmount: 0,
  fullCovered: true,
  currency: "EUR",
  action: "charge",
  mode: "wallet",
  status: "success",
  descriptor: "Order",
  merchantOrderID: null as unknown,
  metadata: {},
  accountNumber: null,
  brand: null,
  expirationMonth: null,
  expirationYear: null,
  message: null,
  code: "0",
  email,
  firstname: null,
  lastname: null,
  country: null,
  zip: null,
  ip: null,
  child: [],
  date: at,
  dateExpire: null,
  balanceTotal: { EUR: "41.50" },
  paymentAccountType: "fiat",
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
const tokens = { tokenType: "Bearer", expiresIn: 3_600, accessToken, refreshToken };

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
