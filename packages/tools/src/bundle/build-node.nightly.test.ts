/** Tests the built package as npm users get it: with plain node, by import and by require(), and its types with plain tsc. */
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "../process/program.ts";
import { buildNode } from "./build-node.ts";

const run = promisify(execFile);
const folder = `${root}packages/node/`;
/** Budget of each file of declarations, with its comments. */
const maxFileBytes = 60_000;
/** Budget of all of them without comments. A schema that is spelled out again passes it. */
const maxCodeBytes = 79_000;
/** Inside the package, so that its own name resolves to what is published. */
const consumer = `${folder}.cache/consumer/`;

/** The time of the newest file below the folders. */
async function newest(...folders: readonly string[]): Promise<number> {
  const times = await Promise.all(
    folders.map(async (path) => {
      const files = await readdir(path, { recursive: true }).catch(() => []);
      return Promise.all(files.map(async (file) => (await stat(`${path}/${file}`)).mtimeMs));
    }),
  );
  return Math.max(0, ...times.flat());
}

const declarationFiles = async () =>
  (await readdir(`${folder}dist`)).filter((file) => /\.d\.c?ts$/.test(file));

const isStale = async () =>
  (await newest(`${folder}dist`)) <
  (await newest(`${folder}src`, `${root}packages/contract/src`, `${root}packages/gateway/src`));

/** Pays once by IBAN, in yen, from Germany: each of the dependencies has to answer. */
const usage = `
async function main({ createClient, isCardpaneError, explainCode, nextAction }) {
  const result = {
    payment: { status: "success", code: "0", amount: 12, currency: "JPY", orderId: "100000001", transactionId: "100000002" },
    consumer: { id: "100000003" },
    timestamp: { dateTime: "2030-01-01T00:00:00Z", timezone: "+00:00", unixTime: "1893456000" },
  };
  const client = createClient({
    apiKey: "sk_test",
    baseUrl: "https://gateway.example.com",
    ipv6: "send",
    fetch: async () => Response.json(result, { status: 201 }),
  });
  const request = {
    paymentSource: { type: "sepa", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
    sku: { name: "mug-blue", price: [{ amountMinor: 12, currency: "JPY" }] },
    consumer: { id: "100000003", firstName: "Ada", lastName: "Example", country: "DEU", ip: "203.0.113.7" },
    url: { ipnUrl: "https://shop.example.com/ipn", redirectUrl: "https://shop.example.com/done" },
  };
  const paid = await client.payments.create(request);
  const wrong = { ...request, consumer: { ...request.consumer, country: "XYZ" }, sku: { name: "mug-blue", price: [{ amountMinor: 1.5, currency: "JPY" }] } };
  const error = await client.payments.create(wrong).catch((reason) => reason);
  console.log(JSON.stringify([paid.payment.status, explainCode("5051"), nextAction(paid).type, isCardpaneError(error), Object.keys(error.errors)]));
}`;

/** The same as a TypeScript user would write it. */
const typed = `
import { createClient, type PaymentResult, readFormValue, type SignedNotification, UnknownOutcomeError } from "@cardpane/node";
import type { IncomingMessage } from "node:http";

const client = createClient({ apiKey: process.env["KEY"], baseUrl: process.env["URL"], ipv6: "send", timeoutMs: 10_000 });

export async function pay(req: IncomingMessage, form: string): Promise<PaymentResult | undefined> {
  try {
    return await client.payments.createFromToken({
      ...readFormValue(form),
      httpRequest: req,
      sku: { siteId: "site-1", price: [{ amountMinor: 1250, currency: "EUR" }] },
      consumer: { externalId: "customer-1", email: "ada@example.com" },
      url: { ipnUrl: "https://shop.example.com/ipn", redirectUrl: "https://shop.example.com/done" },
    });
  } catch (error) {
    if (error instanceof UnknownOutcomeError) console.log(error.idempotencyKey);
    return undefined;
  }
}

export async function wallet(email: string, code: string): Promise<number> {
  const user = await client.wallet.users.create({ email, externalUserId: "customer-1" });
  const session = await client.wallet.login({ email, code }, { userId: user.userId });
  let sum = user.oauthUrl.reveal().length;
  for await (const { balance } of session.accounts.list({ currency: "EUR" })) sum += balance ?? 0;
  for await (const { price, child } of client.wallet.forUser(7).transactions.list()) sum += (price ?? 0) + child.length;
  // @ts-expect-error whose account?
  await client.wallet.accounts.get(9);
  return sum;
}

export const digest = ({ bytes }: SignedNotification) => crypto.subtle.digest("SHA-256", bytes);
export const withoutAddress = (headers: Headers) => client.shopper({ headers });
// @ts-expect-error a slip of the pen for status
export const slip = (result: PaymentResult) => result.payment.staus;

// @ts-expect-error a source that does not exist
client.payments.create({ paymentSource: { type: "cash" } });
// @ts-expect-error the amount is a number of minor units
const wrong: Parameters<typeof client.payments.create>[0]["sku"] = { name: "mug-blue", price: [{ amountMinor: "1", currency: "EUR" }] };
void wrong;
`;

/** What a shop exports without writing its type, so that the compiler must be able to name every part of it in a declaration. */
const declared = `
import * as node from "@cardpane/node";

const client = node.createClient({ apiKey: "sk_test", baseUrl: "https://gateway.example.com", ipv6: "send" });
const common = { client, secret: "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S", environment: "test" } as const;
export const checkout = node.createCheckout({
  ...common,
  ipnUrl: "https://shop.example.com/ipn",
  store: node.createMemoryStore(),
  onEvent: () => undefined,
});
export const ipn = node.toNodeHandler(checkout);
export const fastifyIpn = node.toFastifyHandler(checkout);

export const onFailed = (event: node.CheckoutEvent) => (event.type === "payment.failed" ? event : undefined);
export const onRefunded = (event: node.CheckoutEvent) => (event.type === "payment.refunded" ? event : undefined);
export const onMismatched = (event: node.CheckoutEvent) => (event.type === "payment.mismatched" ? event : undefined);
export const onNotice = (event: node.CheckoutEvent) => (event.type === "subscription.notice" ? event : undefined);
export const whyOf = (event: node.CheckoutEvent) => (event.type === "payment.mismatched" ? event.why : undefined);
export const noticeOf = (event: node.CheckoutEvent) => (event.type === "subscription.notice" ? event.notice : undefined);
export const onRefill = (event: node.WalletEvent) => (event.type === "wallet.refill.failed" ? event : undefined);
export const onLow = (event: node.WalletEvent) => (event.type === "wallet.account.low" ? event : undefined);
export const onVoided = (event: node.WalletEvent) => (event.type === "wallet.payment.voided" ? event : undefined);

export const attemptsOf = async (reference: string) => (await checkout.find(reference))?.attempts;
export const refundsOf = async (reference: string) => (await checkout.find(reference))?.refunds;
export const { refills, topUps, payments } = client.wallet.forUser(1);

type Verified = node.VerifiedNotification;
export const verify = (request: Request) => node.verifyNotification(request, common);
export const onCharge = (report: Verified) => (report.kind === "charge" ? report : undefined);
export const onRefund = (report: Verified) => (report.kind === "refund" ? report : undefined);
export const onOther = (report: Verified) => (report.kind === "notice" || report.kind === "unreadable" ? report : undefined);

export const headersOf = (request: node.ShopperRequest) => request.headers;
export const addressOf = (request: node.ShopperRequest) => ("socket" in request ? undefined : request);
export const statementOf = (database: node.SqliteDatabase) => database.prepare("select 1");
`;

beforeAll(async () => {
  if (await isStale()) await buildNode();
  await mkdir(consumer, { recursive: true });
  await Promise.all([
    writeFile(`${consumer}use.mjs`, `import * as node from "@cardpane/node";${usage}\nmain(node);`),
    writeFile(`${consumer}use.cjs`, `const node = require("@cardpane/node");${usage}\nmain(node);`),
    writeFile(`${consumer}typed.mts`, typed),
    writeFile(`${consumer}typed.cts`, typed),
    writeFile(`${consumer}declared.mts`, declared),
    writeFile(`${consumer}declared.cts`, declared),
  ]);
});

/** A consumer's process: this machine's own options for Node are none of theirs. */
const asConsumer = { cwd: consumer, env: { ...process.env, NODE_OPTIONS: "" } };

describe("the built package", () => {
  it.each(["use.mjs", "use.cjs"])("works under plain node: %s", async (file) => {
    const { stdout } = await run(process.execPath, [file], asConsumer);
    expect(JSON.parse(stdout)).toEqual([
      "success",
      "Insufficient funds",
      "none",
      true,
      ["consumer.country", "sku.price.0.amountMinor"],
    ]);
  });

  it("has a program that lists the orders of a shop's module, which runs on", async () => {
    const secret = "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S";
    const module = `import { createCheckout, createClient, createMemoryStore } from "@cardpane/node";
const client = createClient({ apiKey: "sk_test", baseUrl: "https://gateway.example.com", ipv6: "send" });
export default createCheckout({ client, secret: "${secret}", environment: "test", ipnUrl: "https://shop.example.com/ipn", store: createMemoryStore(), onEvent() {} });
setInterval(() => undefined, 1000);`;
    await writeFile(`${consumer}shop.mjs`, module);
    const { stdout } = await run(
      process.execPath,
      [`${folder}dist/cli.js`, "doubts", "--config", "shop.mjs"],
      asConsumer,
    );
    expect(stdout).toBe("No orders need a person.\n");
    const names = "const { runDoubts } = require('@cardpane/node/doubts'); console.log(typeof runDoubts)";
    expect((await run(process.execPath, ["-e", names], asConsumer)).stdout).toBe("function\n");
  });

  it("has the same names by import and by require()", async () => {
    const names = "Object.keys(node).filter((name) => name !== 'default').sort()";
    const print = `console.log(JSON.stringify(${names}))`;
    const [imported, required] = await Promise.all([
      run(
        process.execPath,
        ["--input-type=module", "-e", `import * as node from "@cardpane/node";${print}`],
        asConsumer,
      ),
      run(
        process.execPath,
        ["--input-type=commonjs", "-e", `const node = require("@cardpane/node");${print}`],
        asConsumer,
      ),
    ]);
    expect(JSON.parse(imported.stdout)).toContain("createClient");
    expect(required.stdout).toBe(imported.stdout);
  });

  it("needs nothing of Node that other runtimes lack, and nothing of this repository", async () => {
    for (const file of ["index.js", "index.cjs", ...(await declarationFiles())]) {
      expect(await readFile(`${folder}dist/${file}`, "utf8")).not.toMatch(
        /from ["'](node:|@cardpane)|require\(["'](node:|@cardpane)/,
      );
    }
  });

  it("has zod inside, with its licence, and installs no copy of it", async () => {
    const { dependencies } = JSON.parse(await readFile(`${folder}package.json`, "utf8"));
    expect(dependencies).not.toHaveProperty("zod");
    expect(await readFile(`${folder}dist/index.js`, "utf8")).not.toMatch(/from ["']zod/);
    expect(await readFile(`${folder}dist/zod-licence.txt`, "utf8")).toContain("MIT License");
  });

  it("has no source maps, which were two thirds of it", async () => {
    expect((await readdir(`${folder}dist`)).filter((name) => name.endsWith(".map"))).toEqual([]);
  });

  it("has types that name no library of ours, and that stay small", async () => {
    const files = (await declarationFiles()).filter((file) => file.endsWith(".d.ts"));
    expect(files).toContain("payments.d.ts");
    let codeBytes = 0;
    for (const file of files) {
      const declarations = await readFile(`${folder}dist/${file}`, "utf8");
      expect(declarations).not.toMatch(/\bz\.|zod/i);
      expect(declarations).not.toMatch(/ from ["'](?!\.\/)/);
      expect(declarations.length, file).toBeLessThan(maxFileBytes);
      // Comments are what hovering shows: nobody should have to weigh one against this budget.
      const code = declarations.replace(/\/\*\*[\s\S]*?\*\//g, "").replace(/\n\s*\n/g, "\n");
      codeBytes += code.length;
    }
    expect(codeBytes).toBeLessThan(maxCodeBytes);
  });

  it.each([
    ["the oldest supported", "typescript-5.5", ""],
    // Newer ones refuse file names beside a tsconfig.json unless they are to ignore it.
    ["the last that is no native program", "typescript", "--ignoreConfig"],
    ["the newest", "typescript-7", "--ignoreConfig"],
  ])(
    "has types that need nothing of this repository and can be named in declarations, in both kinds of module, for %s TypeScript",
    async (_, compiler, more) => {
      const options =
        "--declaration --emitDeclarationOnly --outDir declarations --rootDir . --strict --exactOptionalPropertyTypes --skipLibCheck false --target es2022 --module nodenext --types node";
      const args = [`${root}packages/tools/node_modules/${compiler}/bin/tsc`, ...options.split(" "), more];
      const files = ["typed.mts", "typed.cts", "declared.mts", "declared.cts"];
      const { stdout } = await run(process.execPath, [...args.filter(Boolean), ...files], {
        cwd: consumer,
      }).catch((error: { stdout: string }) => error);
      expect(stdout).toBe("");
    },
    60_000,
  );
});
