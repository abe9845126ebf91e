/** The command `doubts`: by its function, and as a process. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodyOf, mug, openShop } from "../checkout/shop.test-shop.ts";
import { runDoubts } from "../doubts.ts";
import { createMemoryStore, type Order, UnknownOutcomeError } from "../index.ts";

const minutes = 60_000;
const lost = new UnknownOutcomeError({ code: "connection_lost", what: "The connection was lost" });

/** A shop with one order of each kind: paid, declined, and the four that wait. */
async function openDoubtfulShop() {
  const shop = openShop();
  const begin = async (reference: string) => (await shop.checkout.begin({ ...mug, reference })).ipnUrl;
  await begin("lost");
  shop.clock.time += 11 * minutes;
  const kinds = {
    paid: {},
    declined: { status: "fail", code: "5051" },
    bank: { status: "pending" },
    reserved: { mode: "auth" },
    less: { amount: 6.25, code: "1001" },
  };
  for (const [index, [reference, payment]] of Object.entries(kinds).entries())
    await shop.post(await begin(reference), bodyOf({ transactionId: `20000000${index}`, ...payment }));
  await begin("new");
  return shop;
}

/** Runs the command; the answers are a person's. */
async function runOn(orders: Parameters<typeof runDoubts>[0], args: string, ...answers: readonly string[]) {
  const lines: string[] = [];
  const warnings: string[] = [];
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    return answers[questions.length - 1] ?? "";
  };
  const code = await runDoubts(orders, args.split(" ").filter(Boolean), {
    print: (line) => lines.push(line),
    warn: (line) => warnings.push(line),
    ask: answers.length > 0 ? ask : undefined,
  });
  return { code, lines, warnings, questions };
}

describe("the list", () => {
  it("has a line for each order that needs a person", async () => {
    const { checkout } = await openDoubtfulShop();
    const { code, lines } = await runOn(checkout, "");
    expect(lines).toEqual([
      "REFERENCE  WAITS       SINCE                 EXPECTED   MOVED     PERSON  ENDED BY",
      "less       mismatched  2030-01-01 00:11:00Z  12.50 EUR  6.25 EUR  yes     resolve",
      "lost       no_answer   2030-01-01 00:00:00Z  12.50 EUR            yes     resolve",
      "2 orders need a person.",
    ]);
    expect(code).toBe(1);
  });

  it("has with --all each order that waits, and no other", async () => {
    const { checkout } = await openDoubtfulShop();
    const { code, lines } = await runOn(checkout, "--all");
    const cells = lines.slice(1, -1).map((line) => line.split(/ {2,}/));
    expect(cells.map(([reference, waits, , , , ...ends]) => [reference, waits, ends.at(-1)])).toEqual([
      ["bank", "pending", "notification, supersede"],
      ["less", "mismatched", "resolve"],
      ["lost", "no_answer", "resolve"],
      ["new", "no_answer", "resolve"],
      ["reserved", "authorized", "settlement, void"],
    ]);
    expect(code).toBe(1);
  });

  it("ends with 0 when no order needs a person, whatever waits", async () => {
    const { checkout, clock } = await openDoubtfulShop();
    clock.time += 1;
    expect(await runOn(checkout, "resolve lost not_made --yes")).toMatchObject({ code: 0 });
    expect(await runOn(checkout, "resolve less paid --yes")).toMatchObject({ code: 0 });
    expect(await runOn(checkout, "")).toMatchObject({ code: 0, lines: ["No orders need a person."] });
    expect(await runOn(checkout, "--all")).toMatchObject({ code: 0 });
    expect(await runOn(checkout, "--json")).toMatchObject({ code: 0, lines: ["[]"] });
  });

  it("is JSON with --json, of the same orders", async () => {
    const { checkout } = await openDoubtfulShop();
    const { code, lines } = await runOn(checkout, "--json");
    const orders: readonly Order[] = JSON.parse(lines.join("\n"));
    expect(orders).toEqual(
      JSON.parse(JSON.stringify([await checkout.find("less"), await checkout.find("lost")])),
    );
    expect(code).toBe(1);
  });

  it.each([
    ["JPY", "1250 JPY"],
    ["KWD", "1.250 KWD"],
    ["QQQ", "1250 QQQ in minor units"],
  ])("prints money with the decimals of %s", async (currency, text) => {
    const shop = openShop({ gateway: { currencies: { QQQ: 2 } } });
    await shop.checkout.begin({ ...mug, currency });
    shop.clock.time += 11 * minutes;
    expect((await runOn(shop.checkout, "")).lines[1]).toContain(`  ${text}  `);
  });
});

describe("show", () => {
  it("prints the attempts and all that was said of them", async () => {
    const { checkout } = await openDoubtfulShop();
    const { code, lines } = await runOn(checkout, "show less");
    const [attempt] = (await checkout.find("less"))?.attempts ?? [];
    expect(lines).toEqual([
      "less: mismatched",
      "waits since 2030-01-01 00:11:00Z: mismatched 6.25 EUR, ended by resolve; a person must look",
      "",
      `attempt ${attempt?.id}: mismatched, 12.50 EUR`,
      "  2030-01-01 00:11:00Z  begun",
      "  2030-01-01 00:11:00Z  notification  charge success  6.25 EUR  code 1001  transaction 200000004  -> payment.mismatched",
    ]);
    expect(code).toBe(1);
  });

  it("prints a person's note, but no card number of it", async () => {
    const { checkout } = await openDoubtfulShop();
    await checkout.resolve("lost", "not_made", { note: "Card 4242 4242 4242 4242 was not charged" });
    for (const args of ["show lost", "show lost --json"]) {
      const { code, lines } = await runOn(checkout, args);
      expect(lines.join("\n")).toContain("Card 424242******4242 was not charged");
      expect(code).toBe(0);
    }
  });

  it("prints refunds, and those under way", async () => {
    const { checkout, post } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    await post(ipnUrl, bodyOf());
    await post(
      ipnUrl,
      bodyOf({ mode: "refund", amount: 2.5, transactionId: "9", parentTransactionId: "200000001" }),
    );
    const { lines } = await runOn(checkout, "show order-1");
    expect(lines.slice(0, 3)).toEqual([
      "order-1: paid",
      "paid 12.50 EUR, transaction 200000001",
      "refunded 2.50 EUR, transaction 9 of 200000001",
    ]);
    const order = await checkout.find("order-1");
    const underWay = [{ key: "parcel-1", money: { amountMinor: 450, currency: "EUR" } }];
    const sent = { ...checkout, find: async () => order && { ...order, refundsUnderWay: underWay } };
    expect((await runOn(sent, "show order-1")).lines).toContain("refund under way: 4.50 EUR, key parcel-1");
  });
});

describe("refund", () => {
  it.each([
    ["not_made", "yes", 0, "paid: paid"],
    ["made --transaction 7", "y", 0, "paid: payable"],
    ["not_made", "no", 1, undefined],
  ])("%s, answered with %s, ends with %i", async (decision, answer, code, line) => {
    const payments = { createFromToken: () => undefined, refund: async () => Promise.reject(lost) };
    const { checkout, clock, post } = openShop({ client: { payments: payments as never } });
    const { ipnUrl } = await checkout.begin({ ...mug, reference: "paid" });
    await post(ipnUrl, bodyOf());
    await checkout.refund("paid", { key: "r-1" });
    clock.time += 11 * minutes;
    expect((await runOn(checkout, "")).lines[1]).toMatch(/^paid +refund .* yes +notification, refund$/);
    const run = await runOn(checkout, `refund paid r-1 ${decision}`, answer);
    expect([run.code, run.questions.length]).toEqual([code, 1]);
    if (line) expect(run.lines.at(-1)).toBe(line);
  });
});

describe("resolve", () => {
  it("asks, and does nothing for any answer but yes", async () => {
    const { checkout, events } = await openDoubtfulShop();
    const before = events.length;
    for (const answer of ["", "no", "yess", "n"]) {
      const { code, lines, questions } = await runOn(checkout, "resolve lost paid", answer);
      expect(questions).toEqual(["The order is paid. Did you look at the gateway, and is it so? (yes/no) "]);
      expect(lines[0]).toBe("lost: in_progress");
      expect(code).toBe(1);
    }
    expect((await checkout.find("lost"))?.state).toBe("in_progress");
    expect(events).toHaveLength(before);
  });

  it("ends a doubt, with transaction and note, and emits the event", async () => {
    const { checkout, types } = await openDoubtfulShop();
    const args = "resolve lost paid --transaction 777 --note seen";
    const { code, lines } = await runOn(checkout, args, " YES ");
    expect(lines.at(-1)).toBe("lost: paid");
    expect(code).toBe(0);
    expect(types().at(-1)).toBe("payment.succeeded");
    const order = await checkout.find("lost");
    expect(order?.paid?.transactionId).toBe("777");
    expect(order?.attempts[0]?.history.at(-1)).toMatchObject({ source: "operator", note: "seen" });
  });

  it("asks nothing with --yes, and prints the order with --json", async () => {
    const { checkout } = await openDoubtfulShop();
    const { code, lines, questions } = await runOn(checkout, "resolve less not_made --yes --json", "no");
    expect(questions).toEqual([]);
    expect(JSON.parse(lines.join("\n"))).toMatchObject({ reference: "less", state: "payable" });
    expect(code).toBe(0);
  });
});

describe("what cannot be done", () => {
  it.each([
    ["shwo lost", "There is no command shwo."],
    ["--al", "Unknown option '--al'"],
    ["show", "Name one reference."],
    ["show less lost", "Name one reference."],
    ["show nowhere", "The store has no order nowhere. Is it of this environment?"],
    ["resolve lost", "resolve takes a reference, and paid or not_made."],
    ["resolve lost maybe", "resolve takes a reference, and paid or not_made."],
    ["resolve lost paid", "Nobody can be asked here. Pass --yes if you are sure."],
    ["resolve nowhere paid --yes", "The store has no order nowhere."],
    ["resolve paid not_made --yes", "The order paid is paid: nothing is to be decided."],
    [
      "resolve declined paid --yes",
      "The order declined can be paid by a new attempt: nothing is to be decided.",
    ],
    ["resolve lost not_made --transaction 7 --yes", "transactionId must be the gateway's id"],
    ["refund paid r-1", "refund takes a reference, the refund's key, and made or not_made."],
    ["refund paid r-1 made", "Nobody can be asked here. Pass --yes if you are sure."],
    ["refund paid r-2 not_made --yes", "key names no refund that is under way"],
    ["refund paid r-1 made --yes", "transactionId must be the gateway's id"],
  ])("is told, and ends with 2: %s", async (args, message) => {
    const { checkout, events } = await openDoubtfulShop();
    const before = events.length;
    const { code, lines, warnings } = await runOn(checkout, args);
    expect(warnings.join("\n")).toContain(message);
    expect({ code, lines }).toEqual({ code: 2, lines: [] });
    expect(events).toHaveLength(before);
  });

  it("a store without scan", async () => {
    const { once, find } = createMemoryStore();
    const { code, warnings } = await runOn(openShop({ store: { once, find } }).checkout, "");
    expect(warnings[0]).toContain("the store cannot list orders: it has no scan()");
    expect(code).toBe(2);
  });

  it("a database that does not answer: its code, if it has no words", async () => {
    const store = { ...createMemoryStore(), scan: async () => Promise.reject(refused) };
    const refused = Object.assign(new AggregateError([], ""), { code: "ECONNREFUSED" });
    expect(await runOn(openShop({ store }).checkout, "")).toMatchObject({
      code: 2,
      warnings: ["ECONNREFUSED"],
    });
  });
});

it("prints no control character of a text from outside, and loses none of it in JSON", async () => {
  const { checkout } = await openDoubtfulShop();
  const order = (await checkout.find("less")) as Order;
  const [attempt] = order.attempts;
  const [entry] = attempt?.history ?? [];
  const odd = [
    "\u001b[2J",
    "\u009b1m",
    "a\r\nb",
    "\u202egnp",
    "\u2028",
    "\u200b",
    "\ud800",
    "\u{e0041}",
    "\u0007",
    "\u007f",
  ];
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.constantFrom(...odd), fc.string({ unit: "binary" })), async (text) => {
      const names = {
        code: text,
        transactionId: text,
        deliveryId: text,
        note: text,
        said: text,
        events: [text],
      };
      const given = {
        ...order,
        reference: text,
        attempts: [{ ...attempt, history: [{ ...entry, ...names }] }],
      };
      const orders = {
        ...checkout,
        async *list() {
          yield given as Order;
        },
        find: async () => given as Order,
      };
      const printed = [
        await runOn(orders, ""),
        await runOn(orders, "show x"),
        await runOn(orders, "resolve x paid", "no"),
      ];
      for (const { lines } of printed)
        for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      const [json = ""] = (await runOn(orders, "show x --json")).lines;
      expect(json.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      expect(JSON.parse(json).reference).toBe(text);
    }),
    { numRuns: 60 },
  );
});

describe("the program", () => {
  const cli = fileURLToPath(new URL("../cli.ts", import.meta.url));
  const index = new URL("../index.ts", import.meta.url).href;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cardpane-doubts-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** What a shop's module begins with. */
  const shop = `import { createCheckout, createMemoryStore } from ${JSON.stringify(index)};
const checkout = createCheckout({
  client: { payments: { createFromToken() {} } }, secret: "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S", environment: "test",
  ipnUrl: "https://shop.example.com/ipn", store: createMemoryStore(), onEvent() {}, clock: { now: () => time },
});
let time = Date.now() - 3_600_000;
await checkout.begin({ reference: "order-1", amountMinor: 1250, currency: "EUR" });
time = Date.now();
setInterval(() => {}, 1000); // a pool of connections
`;

  const moduleOf = async (name: string, text: string) => {
    const path = join(folder, `${name}.mjs`);
    await writeFile(path, text);
    return path;
  };

  const start = (...args: readonly string[]) =>
    new Promise<{ readonly code: unknown; readonly out: string; readonly err: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        ["--conditions=source", "--import", "tsx", cli, ...args],
        (error, out, err) => resolve({ code: error ? error.code : 0, out, err }),
      );
      child.stdin?.end();
    });

  it.concurrent("lists the orders of a module's checkout, and ends although the module would run on", async () => {
    const { code, out, err } = await start(
      "doubts",
      "--config",
      await moduleOf("shop", `${shop}export default checkout;`),
    );
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toMatch(/^REFERENCE .*\norder-1 {4}no_answer .*\n1 order needs a person\.\n$/);
  });

  it.concurrent("shows an order of the export checkout", async () => {
    const config = await moduleOf("named", `${shop}export { checkout };`);
    const { code, out } = await start("doubts", "show", "order-1", "--config", config);
    expect(out).toMatch(/^order-1: in_progress\n/);
    expect(code).toBe(1);
  });

  it.concurrent.each([
    ["no command", [], 0, "out", "npx @cardpane/node doubts --config <file>"],
    ["another command", ["orders"], 2, "err", "There is no command orders."],
    ["no config", ["doubts"], 2, "err", "--config is missing."],
    ["a missing file", ["doubts", "--config", "none.mjs"], 2, "err", "--config: there is no file "],
  ] as const)("explains itself: %s", async (_, args, code, stream, text) => {
    const ended = await start(...args);
    expect(ended.code).toBe(code);
    expect(ended[stream]).toContain(text);
  });

  it.concurrent.each([
    ["exports something else", "export const shop = 1;", 'as default or as "checkout". It exports shop.'],
    [
      "throws",
      "throw new Error('GATEWAY_URL is not set\\u001b[2J, card 4242424242424242');",
      "could not be loaded: GATEWAY_URL is not set\\u001b[2J, card 424242******4242",
    ],
  ])("says what is wrong with a module that %s", async (what, text, message) => {
    const { code, out, err } = await start("doubts", "--config", await moduleOf(what.slice(0, 6), text));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
    expect(err).not.toContain("    at ");
  });
});
