/** For our own tests: a gateway on a real socket, whose every answer a test writes by hand. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request as it arrived. */
export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request; may also destroy the socket, or do nothing. */
export type Answer = (response: ServerResponse, socket: Socket) => void;

/** A running gateway. */
export interface TestGateway {
  readonly baseUrl: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** Starts a gateway that gives the answers in turn, the last one again and again. */
export async function startGateway(...answers: readonly Answer[]): Promise<TestGateway> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      const answer = answers[Math.min(received.length, answers.length - 1)];
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer?.(response, request.socket);
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

/** Answers with a status and a JSON body. */
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
