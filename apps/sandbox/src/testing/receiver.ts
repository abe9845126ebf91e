/** A merchant's notification address for tests: a real server that records the notifications. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A notification that arrived. */
export interface Arrived {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly orderId: string;
  readonly transactionId: string;
  readonly text: string;
}

export interface Receiver {
  readonly url: string;
  readonly arrived: Arrived[];
  /** The status of its next answers. */
  status: number;
  close(): Promise<void>;
}

/** Starts a receiver on a free port of this machine. */
export async function startReceiver(): Promise<Receiver> {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const { payment } = JSON.parse(text) as { payment: { orderId: string; transactionId: string } };
    arrived.push({
      deliveryId: String(request.headers["x-delivery-id"]),
      attempt: Number(request.headers["x-delivery-attempt"]),
      orderId: payment.orderId,
      transactionId: payment.transactionId,
      text,
    });
    response.writeHead(receiver.status).end();
  });
  // A request on a connection that is closed for idleness at that moment is lost; this is why a copy would be sent once.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ipn`,
    arrived,
    status: 204,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
