/**
 * Test helper: a shop in a process of its own, with its orders in a folder of PGlite, whose network breaks and which kills itself
 * with -9 in the middle of payments and of transactions.
 *
 *   node ... month-shop.ts '{"port":0,"folder":"...","seed":1,"gateway":"http://...","apiKey":"...","siteId":"..."}'
 *
 * Prints its URL when it is ready. POST /pay, /supersede, /resolve and /ipn; GET /orders, /ledger.
 */
import { createServer, type IncomingMessage } from "node:http";
import { exampleShopper } from "@cardpane/gateway/testing";
import {
  createCheckout,
  createClient,
  createPostgresStore,
  postgresSchema,
  type SqlConnection,
} from "@cardpane/node";
import { PGlite } from "@electric-sql/pglite";

const { port, folder, seed, gateway, apiKey, siteId } = JSON.parse(process.argv[2] ?? "{}");

/** Numbers from 0 to 1 that every run with this seed repeats (mulberry32). */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = createRandom(seed);
const happens = (chance: number) => random() < chance;
const die = () => process.kill(process.pid, "SIGKILL");
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const reset = () => Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } });

const database = await PGlite.create(folder);
await database.exec(
  `${postgresSchema}; create table if not exists ledger (id serial primary key, reference text, type text, transaction text, attempt text, amount bigint, source text)`,
);

const client = createClient({
  apiKey,
  baseUrl: gateway,
  ipv6: "send",
  maxRetries: 0,
  fetch: async (input, init) => {
    if (happens(0.01)) die();
    if (happens(0.02)) throw reset();
    const response = await fetch(input, init);
    const body = await response.text();
    if (happens(0.01)) die();
    if (happens(0.03)) throw reset();
    if (happens(0.1)) await pause(random() * 200);
    return new Response(body, response);
  },
});

const server = createServer();
await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${Object(server.address()).port}`;
const checkout = createCheckout<SqlConnection>({
  client,
  secret: "f2mQ8ZkW0v1dYtM3xGhJb7LcUa5nEoPi",
  environment: "test",
  ipnUrl: `${url}/ipn`,
  store: createPostgresStore(database),
  onFailure: () => undefined,
  onEvent: async (event, tx) => {
    const amount = "money" in event ? (event.money?.amountMinor ?? null) : null;
    const transaction = "transactionId" in event ? event.transactionId : null;
    const values = [event.reference, event.type, transaction, event.attempt, amount, event.source];
    await tx.query(
      "insert into ledger (reference, type, transaction, attempt, amount, source) values ($1, $2, $3, $4, $5, $6)",
      values,
    );
    if (happens(0.002)) die();
    if (happens(0.01)) throw new Error("the database is away");
  },
});

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** A notification: late, twice at once, or acknowledged too late. */
async function receive(path: string, body: string): Promise<number> {
  const handle = async () =>
    (await checkout.handle(new Request(url + path, { method: "POST", body }))).status;
  if (happens(0.1)) await pause(random() * 300);
  const [status = 500] = await Promise.all(happens(0.05) ? [handle(), handle()] : [handle()]);
  if (happens(0.005)) die();
  return happens(0.02) ? 500 : status;
}

// biome-ignore lint/suspicious/noExplicitAny: the test's own bodies
const routes: Readonly<Record<string, (body: any) => Promise<unknown>>> = {
  "/pay": async ({ reference, token, amountMinor, httpRequest, device }) => {
    const outcome = await checkout.pay({
      reference,
      token,
      device,
      httpRequest,
      price: [{ amountMinor, currency: "EUR" }],
      sku: { siteId },
      consumer: { externalId: reference, email: exampleShopper.email },
      metadata: { reference },
      redirectUrl: "https://shop.example/return",
    });
    return { type: outcome.type, url: "url" in outcome ? outcome.url : undefined };
  },
  "/supersede": async ({ reference }) => checkout.supersede(reference),
  "/resolve": async ({ reference, decision }) => checkout.resolve(reference, decision),
  "/find": async ({ reference }) => checkout.find(reference),
  "/ledger": async () => (await database.query("select * from ledger order by id")).rows,
};

server.on("request", async (request, response) => {
  const path = request.url ?? "";
  const text = await readText(request);
  if (path.startsWith("/ipn")) {
    response.writeHead(await receive(path, text)).end();
    return;
  }
  const answer = await routes[path]?.(JSON.parse(text || "{}")).then(
    (value) => ({ ok: true, value }),
    (error: Error) => ({ ok: false, message: String(error) }),
  );
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
});
console.log(url);
