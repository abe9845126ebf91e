/**
 * Test helper: a shop that processes payments from start to end, and kills itself after a given number of SQL statements.
 *
 *   node ... killed.test-child.ts <database> <numbers of orders, 1,2,3> <statements>
 *
 * `database` is a URL of PostgreSQL or a folder of PGlite. The process sends itself SIGKILL after that many statements were
 * answered. If the number ends in `+`, it does so after that many were sent: then the last one is pending. It prints its
 * statements.
 */
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { bodyOf, mug, noClient, resultOf, secret } from "../checkout/shop.test-shop.ts";
import { createCheckout, createPostgresStore, isCardpaneError, type SqlConnection } from "../index.ts";

const [database = "", numbers = "", limit = "0"] = process.argv.slice(2);
const isUnderWay = limit.endsWith("+");
const last = Number.parseInt(limit, 10);
const statements: string[] = [];

/** Counts statements, and kills the process at the given one. */
function counted(connection: SqlConnection): SqlConnection {
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

async function connect(): Promise<{ readonly open: () => Promise<SqlConnection>; close(): Promise<void> }> {
  if (database.startsWith("postgres")) {
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    return { open: async () => client, close: () => client.end() };
  }
  const pglite = await PGlite.create(database);
  return { open: async () => pglite, close: () => pglite.close() };
}

const { open, close } = await connect();
const checkout = createCheckout<SqlConnection>({
  client: noClient,
  secret,
  environment: "test",
  ipnUrl: "https://shop.example.com/ipn",
  store: createPostgresStore<SqlConnection>({
    connect: async () => ({ ...counted(await open()), release: () => undefined }),
  }),
  onEvent: async (event, tx) => {
    await tx.query("insert into effects (reference, type) values ($1, $2)", [event.reference, event.type]);
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
