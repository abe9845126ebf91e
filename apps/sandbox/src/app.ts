/**
 * The sandbox over HTTP. The routes come from the contract's table of operations; each request takes the same steps:
 *
 *   API key or token (where the table asks for one) -> {id} -> body or query -> X-Request-ID -> check -> domain -> response
 *
 * A {@link Refusal} from any step becomes the error object of section 2.7; anything else becomes a 500 without detail.
 */
import {
  type AnyOperationName,
  fieldOperations,
  isFieldOperationId,
  type Operation,
} from "@cardpane/gateway";
import { sql } from "drizzle-orm";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { injectFault, takeAnswerFault } from "./admin/fault-injection.ts";
import { GatewayStates } from "./admin/gateway-states.ts";
import type { GuardSettings } from "./admin/guard.ts";
import { adminRoutes } from "./admin/operations.ts";
import { type IdempotencyKey, respondOnce } from "./db/idempotency.ts";
import type { Database } from "./db/open.ts";
import { returnUse } from "./db/rules.ts";
import { describeFailure } from "./describe-failure.ts";
import { badField, Refusal } from "./errors.ts";
import { honoPath, limitBody, maxBodyBytes, parseBody, parseQuery, readBody } from "./http/body.ts";
import { authenticate } from "./http/caller.ts";
import { homePage } from "./http/home-page.ts";
import { isOwnHost } from "./http/own-host.ts";
import { closedPolicy, pageHeaders } from "./http/page.ts";
import type { PaneScript } from "./http/pane-script.ts";
import { refillRoutes } from "./http/refill-pages.ts";
import {
  callerRequestId,
  isRequestId,
  type LogVariables,
  type RequestLogEntry,
  requestIds,
  requestLog,
} from "./http/request-log.ts";
import { secondStepRoutes } from "./http/second-step-pages.ts";
import { openApiDocument } from "./openapi.ts";
import type { Caller, DomainSettings } from "./operation-context.ts";
import { operationHandlers, served } from "./operation-handlers.ts";
import type { Runtime } from "./runtime.ts";
import type { Vault } from "./vault/vault.ts";

/** The dependencies of the application. Every side effect is injected. */
export interface AppDeps extends GuardSettings {
  readonly database: Database;
  readonly vault: Vault;
  readonly runtime: Runtime;
  readonly settings: DomainSettings;
  /** The address that the server listens on. Besides it, the server answers for loopback and `settings.publicUrl` only. */
  readonly listensOn: string;
  /** Finds the pane that takes the card of a refill; `undefined` if none is configured. */
  readonly findPane: () => Promise<PaneScript | undefined>;
  /** Receives one entry for each answered request. */
  readonly log: (entry: RequestLogEntry) => void;
}

type Env = { Variables: LogVariables & { caller?: Caller; pathId: string } };

/**
 * Creates the application. It opens no port: serve `app.fetch`, or call `app.request()` in a test.
 *
 * @example createApp(deps).request("/health")
 */
export function createApp(deps: AppDeps): Hono<Env> {
  const app = new Hono<Env>();
  const states = new GatewayStates();
  app.use(requestIds());
  app.use(requestLog(deps.log));
  app.use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
    if (!c.res.headers.has("Content-Security-Policy")) c.header("Content-Security-Policy", policyOf(c.res));
  });
  // Runs before every route: a page that has rebound its DNS name to this machine's address can read nothing.
  app.use((c, next) => {
    const own = { listensOn: deps.listensOn, publicUrl: deps.settings.publicUrl };
    // A request line in absolute form names a host besides the Host header (RFC 9112, 3.2.2).
    const { host } = new URL(c.req.url);
    if (![host, c.req.header("Host") ?? host].every((name) => isOwnHost(name, own))) throw new Refusal(421);
    return next();
  });
  const parts = { ...deps, states };
  for (const [name, operation] of served) addOperation(app, parts, name, operation);
  addPages(app, deps);
  app.route("/", adminRoutes({ ...deps, db: deps.database.db, states }));
  refuseOtherMethods(app);
  app.notFound((c) => answerRefusal(c, new Refusal(404)));
  app.onError((error, c) => {
    if (error instanceof Refusal) return answerRefusal(c, error);
    c.set("failure", describeFailure(error));
    return answerRefusal(c, new Refusal(500));
  });
  return app;
}

/** The policy of a response that is not a page: no frame may show it. A redirect may be framed: framed pages redirect inside. */
function policyOf({ status }: Response): string {
  return status >= 300 && status < 400 ? "default-src 'none'" : closedPolicy;
}

function addOperation(
  app: Hono<Env>,
  deps: AppDeps & { readonly states: GatewayStates },
  name: AnyOperationName,
  operation: Operation,
): void {
  const { method, auth } = operation;
  const isRead = method === "GET";
  const path = honoPath(operation.path);
  if (auth === "none") app.use(path, browserAccess(method));
  const isBeyond = Object.hasOwn(fieldOperations, name);
  const admit: MiddlewareHandler<Env> = async (c, next) => {
    const stores = { db: deps.database.db, clock: deps.runtime.clock };
    if (auth !== "none") c.set("caller", await authenticate(stores, c.req.header("Authorization"), auth));
    c.set("pathId", checkedId(c.req.param("id"), isBeyond));
    if (auth === "none" && deps.settings.compatibility === "field") requireXhrHeader(c);
    await next();
  };
  // A caller without permission is refused before any of the body is read.
  app.on(method, path, admit, limitBody(maxBodyBytes), async (c) => {
    const caller = c.get("caller");
    const id = c.get("pathId");
    const text = isRead ? "" : await readBody(c.req.raw, operation.request);
    const key = isRead ? undefined : idempotencyKeyOf(c, name, id, text, deps, caller);
    const state = deps.states.faultOf(caller?.merchant.publicId, operation.path);
    const rule = state ? undefined : await takeAnswerFault(deps, caller?.merchant.id, operation.path, text);
    const fault = state ?? rule;
    const instead = fault && !fault.after && (await injectFault(c, fault));
    if (instead) return instead;
    const { database, runtime } = deps;
    const run = isRead ? runtime.read : runtime.write;
    const answer = await run((context) =>
      respondOnce(context, key, async (tx) => {
        const input = isRead ? parseQuery(operation.request, c.req.url) : parseBody(text);
        return operationHandlers[name]({ ...context, tx }, { caller, id, input });
      }),
    ).catch(async (error: unknown) => {
      // The request itself was refused, so the use of the rule is returned.
      if (rule && error instanceof Refusal) await returnUse(database.db, rule.ruleId);
      throw error;
    });
    const lost = fault?.after && (await injectFault(c, fault));
    return lost || answerJson(c, answer.status, answer.body);
  });
}

/** Live gateways require this header with tokenize. @throws Refusal 400 without it. */
function requireXhrHeader(c: Context<Env>): void {
  if (c.req.header("X-Requested-With") === "XMLHttpRequest") return;
  throw badField("X-Requested-With", "must be XMLHttpRequest (COMPATIBILITY=field)");
}

function addPages(app: Hono<Env>, deps: AppDeps): void {
  app.get("/", async (c) => c.body(await homePage(deps.settings.compatibility), 200, pageHeaders));
  app.get("/health", async (c) => {
    try {
      await deps.database.db.execute(sql`select 1`);
    } catch {
      throw new Refusal(503);
    }
    const time = await deps.runtime.clock.now();
    return c.json({ status: "ok", database: deps.database.kind, time: time.toISOString() });
  });
  app.get("/openapi.json", (c) => c.json(openApiDocument(deps.settings.publicUrl)));
  app.route("/", secondStepRoutes({ ...deps, db: deps.database.db }));
  app.route("/", refillRoutes({ ...deps, db: deps.database.db }));
}

/** CORS for the operations that the shopper's browser calls: any origin, and no credentials (*assumption*). */
function browserAccess(method: string) {
  return cors({
    origin: "*",
    allowMethods: [method],
    allowHeaders: ["Content-Type", "Accept", "X-Request-ID", "X-Requested-With"],
    exposeHeaders: ["X-Request-ID", "Retry-After"],
    maxAge: 7200,
  });
}

/** The `{id}` of a path, or an empty string if it has none. @throws Refusal 404 for a text that cannot be an id. */
function checkedId(text = "", isBeyond: boolean): string {
  const isId = isBeyond ? isFieldOperationId(text) : /^[1-9]\d{0,14}$/.test(text);
  if (text !== "" && !isId) throw new Refusal(404);
  return text;
}

/**
 * *Assumption*: every operation except a GET accepts an `X-Request-ID`, the wallet's operations too. An id is scoped to one
 * operation and to one merchant, one customer or, without a key, one page origin.
 */
function idempotencyKeyOf(
  c: Context<Env>,
  operation: AnyOperationName,
  id: string,
  body: string,
  { vault }: AppDeps,
  caller: Caller | undefined,
): IdempotencyKey | undefined {
  const requestId = callerRequestId(c);
  if (requestId === undefined) return undefined;
  if (!isRequestId(requestId)) {
    throw badField("X-Request-ID", "must have at most 255 characters of printable ASCII");
  }
  const origin = () => `origin:${vault.hashBody(c.req.header("Origin") ?? "")}`;
  // The same body with another {id} is another request.
  const bodyHash = vault.hashBody(id === "" ? body : `${id} ${body}`);
  return { scope: caller ? scopeOf(caller) : origin(), operation, requestId, bodyHash };
}

function scopeOf(caller: Caller): string {
  return caller.kind === "merchant" ? `merchant:${caller.merchant.id}` : `customer:${caller.userId}`;
}

/** Refuses with 405 every other method of the routes so far. */
function refuseOtherMethods(app: Hono<Env>): void {
  const routes = app.routes.filter(({ method }) => method !== "ALL");
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = new Set(routes.flatMap((route) => (route.path === path ? [route.method] : [])));
    const allowed = Array.from(methods, (method) => (method === "GET" ? "GET, HEAD" : method)).join(", ");
    app.all(path, (c) => {
      c.header("Allow", allowed);
      return answerRefusal(c, new Refusal(405));
    });
  }
}

function answerRefusal(c: Context, refusal: Refusal): Response {
  // The rest of the body is not read, so the connection can carry no further request.
  if (refusal.status === 413) c.header("Connection", "close");
  if (refusal.retryAfterSeconds !== undefined) c.header("Retry-After", String(refusal.retryAfterSeconds));
  return answerJson(c, refusal.status, refusal.body);
}

function answerJson(c: Context, status: number, body: string): Response {
  return c.body(body, status as ContentfulStatusCode, { "Content-Type": "application/json; charset=utf-8" });
}
