/**
 * For our own tests: a shop that takes payments from beginning to end, and is killed after a number of its statements.
 *
 *   node ... killed.test-child.ts <database> <numbers of orders, 1,2,3> <statements>
 *
 * `database` is a URL of PostgreSQL or a folder of PGlite. It sends itself SIGKILL when that many statements were answered, or
 * when that many were sent if the number ends in `+`: then the last one is under way. It prints its statements.
 */
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { createNotifications, createPostgresStore, isCardpaneError, type SqlConnection } from "../index.ts";
import { mug, resultOf, secret } from "./shop.test-shop.ts";

const [database = "", numbers = "", limit = "0"] = process.argv.slice(2);
const isUnderWay = limit.endsWith("+");
const last = Number.parseInt(limit, 10);
const statements: string[] = [];

/** Counts statements, and dies at the given one. */
function counted(connection: SqlConnection): SqlConnection {
  return {
    query: async (text, values) => {
      statements.push(text);
      const answer = connection.query(text, values);
      if (isUnderWay && statements.length === last) {
        // Long enough for the statement to leave this process, with no guess whether it arrives.
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
const ipn = createNotifications<SqlConnection>({
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

/** One payment from its recording to its answer. Begun again after a life that was cut short, it goes on. */
async function takePayment(number: string): Promise<number> {
  const reference = `order-${number}`;
  const ids = { orderId: `1${number.padStart(8, "0")}`, transactionId: `2${number.padStart(8, "0")}` };
  await ipn.createUrl({ ...mug, reference }).catch((error: unknown) => {
    // Paid in the life before this one.
    if (!isCardpaneError(error) || error.code !== "order_not_payable") throw error;
  });
  const before = statements.length;
  const test = await ipn.createTestNotification({ reference, ...ids });
  // Reading what was recorded is the test's, not the shop's.
  statements.length = before;
  const { status } = await ipn.handle(test.toRequest());
  await ipn.record(reference, resultOf(ids));
  return status;
}

const statuses: number[] = [];
for (const number of numbers.split(",")) statuses.push(await takePayment(number));
await close();
console.log(JSON.stringify({ statuses, statements }));
