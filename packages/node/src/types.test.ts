import type { IncomingMessage } from "node:http";
import type { PGlite } from "@electric-sql/pglite";
import type { RequestHandler } from "express";
import type pg from "pg";
import { describe, expectTypeOf, it } from "vitest";
import {
  type CardpaneError,
  type Checkout,
  type Client,
  type ClientOptions,
  type ConsumerDetails,
  createCheckout,
  createClient,
  createPostgresStore,
  type DeviceData,
  isCardpaneError,
  isDeclined,
  isPaymentCode,
  isPending,
  type NextAction,
  NotSentError,
  type Outcome,
  type Pages,
  type PaymentAccount,
  type PaymentCode,
  type PaymentRequest,
  type PaymentResult,
  type PaymentSourceType,
  ReadFailedError,
  type RefundResult,
  type RequestOptions,
  type SavedCard,
  type Secret,
  type SessionTokens,
  type ShopperRequest,
  type SqlConnection,
  type SqlPool,
  type SqlTransactions,
  type Subscription,
  type TokenPayment,
  toNodeHandler,
  UnknownOutcomeError,
  type UserWallet,
  type Wallet,
  type WalletSession,
  type WalletTransaction,
  type WalletUser,
  type WalletUsers,
} from "./index.ts";

type Code = PaymentResult["payment"]["code"];

/** The types of an Express request. */
interface ExpressRequest extends IncomingMessage {
  readonly ip: string | undefined;
  get(name: string): string | undefined;
}

describe("the types", () => {
  it("of payments", () => {
    type Payments = Client["payments"];
    type Create = <Type extends PaymentSourceType>(
      request: PaymentRequest<Type>,
      options?: RequestOptions,
    ) => Promise<PaymentResult>;
    type CreateFromToken = (payment: TokenPayment, options?: RequestOptions) => Promise<PaymentResult>;
    expectTypeOf<Payments["create"]>().toEqualTypeOf<Create>();
    expectTypeOf<Payments["createFromToken"]>().toEqualTypeOf<CreateFromToken>();
  });

  it("accept requests of Node and Express and the headers of Fetch, but not a bare Fetch request", () => {
    expectTypeOf<IncomingMessage>().toExtend<ShopperRequest>();
    expectTypeOf<ExpressRequest>().toExtend<ShopperRequest>();
    expectTypeOf<{ headers: Headers; remoteAddress: string }>().toExtend<ShopperRequest>();
    expectTypeOf<Request>().not.toExtend<ShopperRequest>();
    // With a proxyDepth the headers contain the address, and some servers know no other.
    expectTypeOf<{ headers: Headers }>().toExtend<ShopperRequest>();
    expectTypeOf<{ headers: Headers; remoteAddress: number }>().not.toExtend<ShopperRequest>();
  });

  it("of results refuse unknown fields, which are available in `raw`", () => {
    const read = (payment: PaymentResult, refund: RefundResult, subscription: Subscription) => {
      // @ts-expect-error a slip of the pen for status
      void payment.payment.staus;
      // @ts-expect-error a field of the wire that is not passed on
      void payment.payment.timestamp;
      // @ts-expect-error no field of a consumer
      void payment.consumer.name;
      // @ts-expect-error a slip of the pen for status
      void refund.refund.staus;
      // @ts-expect-error a refund has no redirect
      void refund.refund.url;
      // @ts-expect-error a slip of the pen for renewalDate
      void subscription.renewaldate;
      expectTypeOf(payment.raw).toBeUnknown();
      expectTypeOf(refund.raw).toBeUnknown();
      expectTypeOf(subscription.raw).toBeUnknown();
      expectTypeOf(payment.payment.orderId).toBeString();
    };
    const readWallet = (
      user: WalletUser,
      account: PaymentAccount,
      transaction: WalletTransaction,
      card: SavedCard,
    ) => {
      // @ts-expect-error a user is blocked, and in no other words
      void user.blocked;
      // @ts-expect-error the balance is in balance and balanceMinor
      void account.amount;
      // @ts-expect-error a slip of the pen for status
      void transaction.staus;
      // @ts-expect-error a saved card is disabled, or not
      void card.enabled;
      expectTypeOf(transaction.child).toEqualTypeOf<readonly WalletTransaction[]>();
    };
    expectTypeOf(read).returns.toBeVoid();
    expectTypeOf(readWallet).returns.toBeVoid();
  });

  it("accept an environment variable that may be unset", () => {
    expectTypeOf<string | undefined>().toExtend<ClientOptions["apiKey"]>();
  });

  it("exclude fields of the shopper's request from the consumer", () => {
    expectTypeOf<ConsumerDetails>().not.toHaveProperty("ip");
    expectTypeOf<ConsumerDetails>().not.toHaveProperty("userAgent");
    expectTypeOf<ConsumerDetails>().not.toHaveProperty("browserTimezone");
    expectTypeOf<ConsumerDetails>().toHaveProperty("email");
    expectTypeOf<DeviceData>().toExtend<TokenPayment["device"]>();
  });

  it("know each source by its type", () => {
    type Card = Extract<PaymentRequest["paymentSource"], { type: "card" }>;
    expectTypeOf<Card>().toHaveProperty("cvv");
    expectTypeOf<Card["3ds"]>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<{ type: "card"; number: string }>().not.toExtend<PaymentRequest["paymentSource"]>();
    expectTypeOf<"webpay_chile">().toExtend<PaymentSourceType>();
  });

  it("hand the transaction of the store to onEvent, and a closed union of events", () => {
    interface Connection {
      query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
      readonly name: "mine";
    }
    const open = (database: SqlTransactions<Connection>) =>
      createCheckout({
        client: createClient({ apiKey: "key", baseUrl: "https://gateway.example.com", ipv6: "send" }),
        secret: "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S",
        environment: "test",
        ipnUrl: "https://shop.example.com/ipn",
        store: createPostgresStore(database),
        onEvent: (event, tx) => {
          expectTypeOf(tx.name).toEqualTypeOf<"mine">();
          switch (event.type) {
            case "payment.succeeded":
              return expectTypeOf(event.money.amountMinor).toEqualTypeOf<number>() as never;
            case "payment.failed":
            case "subscription.charge_failed":
              return expectTypeOf(event.code).toEqualTypeOf<Code>() as never;
            case "payment.reversed":
            case "payment.mismatched":
              return expectTypeOf(event.charge).toEqualTypeOf<"first" | "later">() as never;
            case "payment.refunded":
            case "payment.voided":
            case "payment.refund_failed":
            case "payment.charged_back":
              return expectTypeOf(event.of).toEqualTypeOf<string | undefined>() as never;
            case "payment.authorized":
            case "payment.identified":
            case "payment.duplicate":
            case "subscription.renewed":
            case "subscription.notice":
            case "unknown":
              return;
            default:
              return event satisfies never;
          }
        },
      });
    expectTypeOf(open).returns.toEqualTypeOf<Checkout>();
    expectTypeOf<pg.Pool>().toExtend<SqlPool<pg.PoolClient>>();
    expectTypeOf<PGlite>().toExtend<SqlTransactions<SqlConnection>>();
    expectTypeOf(toNodeHandler).returns.toExtend<RequestHandler>();
  });

  it("of the wallet bind each call to one user", () => {
    const use = (each: Client["wallet"], own: UserWallet, session: WalletSession) => {
      own.accounts.list();
      own.accounts.get(9, { timeoutMs: 5 });
      own.transactions.void(9);
      session.transactions.void(9, { reason: "x" }, { idempotencyKey: "r" });
      session.accounts.get(9, { idempotencyKey: "r" });
      session.topUps.create(9, { amountMinor: 500, currency: "EUR" });
      each.forUser(7).topUps.create(9, { amountMinor: 500, currency: "EUR" });
      each.users.list();
      // @ts-expect-error whose account?
      each.accounts.get(9);
      // @ts-expect-error no input at all
      own.topUps.create(9);
      // @ts-expect-error a session is one user's
      session.accounts.get(9, { userId: 8 });
      // @ts-expect-error a session is one user's
      session.topUps.create(9, { userId: 8, amount: 5 });
      // @ts-expect-error users are the merchant's
      session.users;
      // @ts-expect-error an amount is a number
      session.topUps.create(9, { amount: "5" });
      // @ts-expect-error pages are asked for with page()
      each.users.list({ page: 2 });
      // @ts-expect-error a list is several requests
      each.users.list({}, { idempotencyKey: "r" });
      // @ts-expect-error nor by its old name
      each.users.list({}, { idempotencyKey: "r" });
      // @ts-expect-error an unknown status
      own.transactions.list({ status: "pending" });
    };
    expectTypeOf(use).toBeFunction();
    expectTypeOf<Client["wallet"]>().toEqualTypeOf<Wallet>();
    expectTypeOf<WalletSession>().toExtend<UserWallet>();
    expectTypeOf<Awaited<ReturnType<WalletUsers["create"]>>["oauthUrl"]>().toEqualTypeOf<Secret<string>>();
    expectTypeOf<WalletTransaction["child"]>().toEqualTypeOf<readonly WalletTransaction[]>();
    expectTypeOf<WalletTransaction>().not.toHaveProperty("merchantOrderID");
    expectTypeOf<PaymentAccount["id"]>().toEqualTypeOf<number>();
    expectTypeOf<Pages<WalletUser>>().toExtend<AsyncIterable<WalletUser>>();
    // Stored tokens can be passed back, as a Secret or plain.
    expectTypeOf<Parameters<Wallet["resume"]>[0]>().toEqualTypeOf<SessionTokens | Secret<SessionTokens>>();
  });

  it("list the payment codes as literals, and allow codes of a newer gateway", () => {
    expectTypeOf<Code>().toEqualTypeOf<PaymentCode | (string & {}) | undefined>();
    const narrow = (code: string) => {
      if (!isPaymentCode(code)) return;
      expectTypeOf(code).toEqualTypeOf<PaymentCode>();
      // @ts-expect-error: no code of section 7
      return code === "9999";
    };
    expectTypeOf(narrow).toBeFunction();
    expectTypeOf<"5051">().toExtend<PaymentCode>();
  });

  it("narrow results and errors", () => {
    const narrow = (result: PaymentResult, action: NextAction, error: unknown) => {
      if (isDeclined(result)) expectTypeOf(result.payment.status).toEqualTypeOf<"fail">();
      if (isPending(result)) expectTypeOf(result.payment.status).toEqualTypeOf<"pending">();
      if (action.type === "redirect") expectTypeOf(action.url).toBeString();
      if (error instanceof UnknownOutcomeError) expectTypeOf(error.outcome).toEqualTypeOf<"unknown">();
      if (error instanceof ReadFailedError) expectTypeOf(error.outcome).toEqualTypeOf<"read_failed">();
      if (error instanceof NotSentError) expectTypeOf(error.outcome).toEqualTypeOf<"not_sent">();
      if (isCardpaneError(error)) expectTypeOf(error.outcome).toEqualTypeOf<Outcome>();
    };
    expectTypeOf(narrow).toBeFunction();
    expectTypeOf<CardpaneError>().toExtend<Error>();
  });
});
