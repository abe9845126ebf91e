/** Adapters for server frameworks that do not use Fetch requests. */
import type { NotificationHandler } from "./notification-handler.ts";

/** A request of `node:http`, Express or Connect. `body` is present if a body parser ran. */
export interface IncomingRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly readableEnded: boolean;
  readonly body?: unknown;
}

/** A response of `node:http`. */
export interface OutgoingResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };

/**
 * Creates a handler for `node:http`, Express and Connect. It needs no body parser. If one ran, its parsed body is used, unless
 * the signature covers the raw bytes: then the notification is refused.
 *
 * @example
 * app.post("/ipn", toNodeHandler(checkout)); // before app.use(express.json())
 */
export function toNodeHandler(
  handler: Pick<NotificationHandler, "receive">,
): (request: IncomingRequest, response: OutgoingResponse) => Promise<void> {
  return async (request, response) => {
    const { status, body } = await handler.receive({
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers,
      get body() {
        return bodyOf(request);
      },
    });
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** A request of Fastify. */
export interface FastifyLikeRequest {
  readonly raw: { readonly method?: string | undefined; readonly url?: string | undefined };
  readonly headers: IncomingRequest["headers"];
  readonly body: unknown;
}

/** A reply of Fastify. */
export interface FastifyLikeReply {
  code(status: number): FastifyLikeReply;
  headers(headers: Record<string, string>): FastifyLikeReply;
  send(body: string): unknown;
}

/**
 * Creates a handler for Fastify, which parses JSON before a handler runs. If your signature scheme covers the raw bytes, also
 * register `addContentTypeParser("application/json", { parseAs: "buffer" }, (_, body, done) => done(null, body))`.
 *
 * @example
 * app.post("/ipn", toFastifyHandler(checkout));
 */
export function toFastifyHandler(
  handler: Pick<NotificationHandler, "receive">,
): (request: FastifyLikeRequest, reply: FastifyLikeReply) => Promise<unknown> {
  return async (request, reply) => {
    const { status, body } = await handler.receive({
      method: request.raw.method ?? "",
      url: request.raw.url ?? "",
      headers: request.headers,
      get body() {
        return request.body ?? undefined;
      },
    });
    return reply.code(status).headers(headers).send(body);
  };
}

/** The body that a parser left, or the request itself, which is the stream of its body. */
function bodyOf(request: IncomingRequest): unknown {
  const { body, readableEnded } = request;
  // Some body parsers set an empty object without reading the body, for example for another content type.
  const isSet = body !== undefined && body !== null && (readableEnded || !isEmptyObject(body));
  if (isSet) return body;
  return readableEnded ? undefined : request;
}

function isEmptyObject(body: unknown): boolean {
  return typeof body === "object" && body !== null && Object.keys(body).length === 0;
}
