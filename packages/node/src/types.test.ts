import type { IncomingMessage } from "node:http";
import type { PGlite } from "@electric-sql/pglite";
import type { RequestHandler } from "express";
import type pg from "pg";
import { describe, expectTypeOf, it } from "vitest";
import {
  type CardpaneError,
  type Client,
  type ClientOptions,
  type ConsumerDetails,
  createNotifications,
  createPostgresStore,
  type DeviceData,
  isCardpaneError,
  isDeclined,
  isPaymentCode,
  isPending,
  type NextAction,
  type Notifications,
  NotSentError,
  type Outcome,
  type PaymentCode,
  type PaymentRequest,
  type PaymentResult,
  type PaymentSourceType,
  type RequestOptions,
  type ShopperRequest,
  type SqlConnection,
  type SqlPool,
  type SqlTransactions,
  type TokenPayment,
  toNodeHandler,
  UnknownOutcomeError,
} from "./index.ts";

type Code = PaymentResult["payment"]["code"];

/** The shape that Express hands out, as far as its types go. */
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
    expectTypeOf<Payments["requestFromToken"]>().returns.toEqualTypeOf<PaymentRequest<"token">>();
  });

  it("take the requests of Node, Express and Fetch, and no bare Fetch request", () => {
    expectTypeOf<IncomingMessage>().toExtend<ShopperRequest>();
    expectTypeOf<ExpressRequest>().toExtend<ShopperRequest>();
    expectTypeOf<{ headers: Headers; remoteAddress: string }>().toExtend<ShopperRequest>();
    expectTypeOf<Request>().not.toExtend<ShopperRequest>();
  });

  it("take an environment variable that may be unset", () => {
    expectTypeOf<string | undefined>().toExtend<ClientOptions["apiKey"]>();
  });

  it("keep what is read off the shopper's request out of the consumer", () => {
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
      createNotifications({
        secret: "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S",
        environment: "test",
        ipnUrl: "https://shop.example.com/ipn",
        store: createPostgresStore(database),
        onEvent: (event, tx) => {
          expectTypeOf(tx.name).toEqualTypeOf<"mine">();
          switch (event.type) {
            case "payment.succeeded":
            case "subscription.renewed":
              return expectTypeOf(event.settled.coverage).toEqualTypeOf<"exact" | "over">() as never;
            case "payment.underpaid":
            case "subscription.underpaid":
              return expectTypeOf(event.settled.coverage).toEqualTypeOf<"under">() as never;
            case "payment.failed":
            case "subscription.charge_failed":
              return expectTypeOf(event.code).toEqualTypeOf<Code>() as never;
            case "unknown":
              return;
            default:
              return event satisfies never;
          }
        },
      });
    expectTypeOf(open).returns.toEqualTypeOf<Notifications>();
    expectTypeOf<pg.Pool>().toExtend<SqlPool<pg.PoolClient>>();
    expectTypeOf<PGlite>().toExtend<SqlTransactions<SqlConnection>>();
    expectTypeOf(toNodeHandler).returns.toExtend<RequestHandler>();
  });

  it("know the payment codes by their literals, and leave room for those of a newer gateway", () => {
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
      if (error instanceof NotSentError) expectTypeOf(error.outcome).toEqualTypeOf<"not_sent">();
      if (isCardpaneError(error)) expectTypeOf(error.outcome).toEqualTypeOf<Outcome>();
    };
    expectTypeOf(narrow).toBeFunction();
    expectTypeOf<CardpaneError>().toExtend<Error>();
  });
});
