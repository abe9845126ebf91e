/** A gateway that fails in every way a network and a server can; its first path segment names the way. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Fault = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const faults: Readonly<Record<string, Fault>> = {
  /** Never answers. */
  hang: () => {},
  /** Drops the connection instead of answering. */
  cut: (_, response) => response.socket?.destroy(),
  /** Drops the connection in the middle of the response. */
  half: (_, response) => {
    response.writeHead(201, { "Content-Type": "application/json", "Content-Length": "500" });
    response.write('{"token":"6f2d3a80');
    setTimeout(() => response.socket?.destroy(), 50);
  },
  broken: (_, response) => json(response, 500, { message: "Internal server error", errors: {} }),
  nonsense: (_, response) => json(response, 201, { hello: "world" }),
  /** Sends the card back, as no gateway should. */
  echo: (_, response, body) => json(response, 400, { message: body, errors: { number: body } }),
  forbidden: (_, response) => json(response, 403, { message: "Forbidden", errors: {} }),
  redirect: (_, response) => {
    response.writeHead(307, { Location: "http://127.0.0.1:9/elsewhere" }).end();
  },
  refused: (_, response) => json(response, 400, { message: "Bad Request", errors: { cvv: "is wrong" } }),
};

/** The number of requests for each fault. */
const seen: Record<string, number> = {};

export function startFaults(): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader(
      "Access-Control-Allow-Headers",
      "Content-Type, Accept, X-Request-ID, X-Requested-With",
    );
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const name = request.url?.split("/")[1] ?? "";
    if (name === "seen") return json(response, 200, seen);
    seen[name] = (seen[name] ?? 0) + 1;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => faults[name]?.(request, response, Buffer.concat(chunks).toString()));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    });
  });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
