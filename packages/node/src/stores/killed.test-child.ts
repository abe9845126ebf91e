/**
 * Test helper: a shop that processes payments from start to end, and kills itself after a given number of SQL statements.
 *
 *   node ... killed.test-child.ts <database> <numbers of orders, 1,2,3> <statements>
 *
 * `database` is a URL of PostgreSQL or MySQL, or a folder of PGlite. The process sends itself SIGKILL after that many statements were
 * answered. If the number ends in `+`, it does so after that many were sent: then the last one is pending. It prints its
 * statements.
 */
import { PGlite } from "@electric-sql/pglite";
import mysql from "mysql2/promise";
import pg from "pg";
import { bodyOf, mug, noClient, resultOf, secret } from "../checkout/shop.test-shop.ts";
import {
  type CheckoutStore,
  createCheckout,
  createMySqlStore,
  createPostgresStore,
  isCardpaneError,
} from "../index.ts";

const [database = "", numbers = "", limit = "0"] = process.argv.slice(2);
const isUnderWay = limit.endsWith("+");
const last = Number.parseInt(limit, 10);
const statements: string[] = [];

/** A connection of either database. */
interface Connection<Result> {
  query(text: string, values?: unknown[]): Promise<Result>;
}

/** Counts statements, and kills the process at the given one. */
function counted<Result>(connection: Connection<Result>): Connection<Result> {
  return {
    query: async (text, values) => {
      statements.push(text);
      const answer = connection.query(text, values);
      if (isUnderWay && statements.length === last) {
        // Long enough for the statement to leave this process. It may or may not arrive.
        await new Promise((resolve) => setImmediate(resolve));
        process.kill(process.pid, "SIGKILL");
      }
      const result = await answer;
      if (!isUnderWay && statements.length === last) process.kill(process.pid, "SIGKILL");
      return result;
    },
  };
}

interface ShopDatabase {
  readonly store: CheckoutStore<Connection<unknown>>;
  /** The statement that an event runs. */
  readonly insertEffect: string;
  close(): Promise<void>;
}

async function connect(): Promise<ShopDatabase> {
  if (database.startsWith("mysql")) {
    const connection = await mysql.createConnection({ uri: database });
    const own = counted({ query: (text, values) => connection.query(text, values) });
    const getConnection = async () => ({ ...own, release: () => undefined, destroy: () => undefined });
    return {
      store: createMySqlStore({ getConnection }),
      insertEffect: "insert into effects (reference, type) values (?, ?)",
      close: () => connection.end(),
    };
  }
  const postgres = await connectPostgres();
  const own = counted<{ readonly rows: readonly unknown[] }>({ query: postgres.query });
  return {
    store: createPostgresStore({ connect: async () => ({ ...own, release: () => undefined }) }),
    insertEffect: "insert into effects (reference, type) values ($1, $2)",
    close: postgres.close,
  };
}

async function connectPostgres() {
  if (!database.startsWith("postgres")) {
    const pglite = await PGlite.create(database);
    const query = (text: string, values?: unknown[]) => pglite.query(text, values);
    return { query, close: () => pglite.close() };
  }
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  return {
    query: (text: string, values?: unknown[]) => client.query(text, values),
    close: () => client.end(),
  };
}

const { store, insertEffect, close } = await connect();
const checkout = createCheckout({
  client: noClient,
  secret,
  environment: "test",
  ipnUrl: "https://shop.example.com/ipn",
  store,
  onEvent: async (event, tx) => {
    await tx.query(insertEffect, [event.reference, event.type]);
  },
});

/** Processes one payment, from begin to settle. After a kill, a new process resumes it, as the gateway sends again. */
async function takePayment(number: string): Promise<number> {
  const reference = `order-${number}`;
  const fields = { orderId: `1${number.padStart(8, "0")}`, transactionId: `2${number.padStart(8, "0")}` };
  await checkout.begin({ ...mug, reference }).catch((error: unknown) => {
    // The previous process has already begun the attempt: it must not begin another one.
    if (!isCardpaneError(error) || !["attempt_open", "order_paid"].includes(error.code)) throw error;
  });
  const before = statements.length;
  const test = await checkout.createTestNotification({ reference, ...fields });
  const id = (await checkout.find(reference))?.attempts[0]?.id ?? "";
  // Statements of these two belong to the test, not to the shop, and are not counted.
  statements.length = before;
  const { url, method } = test;
  const body = JSON.stringify(bodyOf(fields));
  const { status } = await checkout.handle(new Request(url, { method, body }));
  await checkout.settle({ id, reference }, resultOf(fields));
  return status;
}

const statuses: number[] = [];
for (const number of numbers.split(",")) statuses.push(await takePayment(number));
await close();
console.log(JSON.stringify({ statuses, statements }));
