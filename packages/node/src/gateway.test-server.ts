/** Test helper: a gateway on a real socket, whose responses each test defines. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { exampleRequest } from "@cardpane/gateway/testing";
import { expect, onTestFinished } from "vitest";
import { type Client, createClient } from "./client.ts";
import { type CardpaneError, type ErrorCode, errorCatalogue, isCardpaneError } from "./errors/errors.ts";
import type { PaymentRequest, PaymentResult, PaymentSourceType } from "./index.ts";
import type { ClientOptions, RequestOptions } from "./settings/settings.ts";

/** A request as it arrived. */
export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Responds to one request, destroys the socket, or does nothing. */
export type Answer = (response: ServerResponse, socket: Socket, request: Received) => void;

/** A running gateway. */
export interface TestGateway {
  readonly baseUrl: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** Starts a gateway that gives the answers in sequence and repeats the last one. */
export async function startGateway(...answers: readonly Answer[]): Promise<TestGateway> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      const answer = answers[Math.min(received.length, answers.length - 1)];
      const asked = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(asked);
      answer?.(response, request.socket, asked);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Starts a gateway that is closed after the current test. */
export async function gatewayWith(...answers: readonly Answer[]): Promise<TestGateway> {
  const gateway = await startGateway(...answers);
  onTestFinished(() => gateway.close());
  return gateway;
}

/** Responds with a status and a JSON body. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** A result of section 2.6. */
export const successBody = {
  payment: {
    code: "0",
    action: "charge",
    mode: "sale",
    status: "success",
    amount: 12.5,
    currency: "EUR",
    orderId: "100000001",
    transactionId: "100000002",
    source: { method: "card", number: "424242******4242", brand: "visa" },
  },
  consumer: { id: "100000003" },
  metadata: { udf1: "order-1" },
  timestamp: { dateTime: "2030-01-01T00:00:00Z", timezone: "+00:00", unixTime: "1893456000" },
};

/** The API key of every client in these tests. */
export const apiKey = "sk_test_4f9a8c7b6d5e";

/** A client that retries without delay: retry.test.ts tests the delays. */
export function clientOf(
  gateway: { readonly baseUrl: string },
  options: Partial<ClientOptions> = {},
): Client {
  return createClient({ apiKey, baseUrl: gateway.baseUrl, ipv6: "refuse", random: () => 0, ...options });
}

/** A valid request: the contract's example has the fields that every source requires. */
export function validRequest<Type extends PaymentSourceType = "card">(source?: {
  readonly type: Type;
}): PaymentRequest<Type> {
  const wire = exampleRequest(source as Parameters<typeof exampleRequest>[0]);
  const { amount: _, ...approval } = wire.partialApproval ?? {};
  return {
    ...wire,
    sku: { siteId: "site-1", price: [{ offset: "0d", amountMinor: 1250, currency: "EUR", repeat: false }] },
    partialApproval: { ...approval, amountMinor: 500, currency: "EUR" },
  } as unknown as PaymentRequest<Type>;
}

/** Pays once with a valid request. */
export function pay(
  gateway: { readonly baseUrl: string },
  options?: Partial<ClientOptions>,
  call?: RequestOptions,
): Promise<PaymentResult> {
  return clientOf(gateway, options).payments.create(validRequest(), call);
}

/** The error of a failed call. */
export async function failureOf(promise: Promise<unknown>): Promise<CardpaneError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (isCardpaneError(error)) {
    expectListedOutcome(error);
    return error;
  }
  throw new Error("expected a CardpaneError", { cause: error });
}

/** The outcome must be listed in the reference for the code, or be `unknown` because of an earlier attempt. */
function expectListedOutcome({ code, outcome }: CardpaneError): void {
  const { outcomes } = errorCatalogue[code as ErrorCode];
  if (outcome !== "unknown") expect(outcomes, code).toContain(outcome);
}

/** Never responds. */
export const hang: Answer = () => undefined;
/** Resets the connection before a response. */
export const reset: Answer = (_, socket) => socket.resetAndDestroy();
/** Resets the connection in the middle of a successful response. */
export const resetInBody: Answer = (response, socket) => {
  response.writeHead(201, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"payment":{', () => socket.resetAndDestroy());
};
