/**
 * `apps/examples/pay-server` with the page of `plain-html`, from this repository's sources: as it is, in harmless variants, and
 * with one mistake each that merchants make. A mutant names the scenarios in which `certify` must fail it, and it passes all others.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleProgram } from "@cardpane/tools/testing/bundle-program";

/** Replacements in the server; each text must occur. */
interface Change {
  readonly server?: readonly (readonly [string, string])[];
}

export interface Mutant extends Change {
  readonly name: string;
  readonly fails: readonly string[];
}

const examples = fileURLToPath(new URL("../../../apps/examples/", import.meta.url));
/** Below this package, whose dependencies the server finds there. */
const cache = fileURLToPath(new URL("../../node_modules/.cache/certify/", import.meta.url));

const believed = 'paid: order?.state === "paid", ...order?.paid?.money';
const notification = 'app.post("/ipn", (c) => checkout.handle(c.req.raw));';
const returned = 'app.get("/returned", async (c) => {';
const makeOrder = 'app.post("/api/order", (c) => c.text(crypto.randomUUID()));';
const reference = "reference: order, // a real shop checks whose it is";
const imports = 'import { Hono } from "hono";';

/** The order is the session's, as a basket's is. */
const basket: Change = {
  server: [
    [imports, `${imports}\nimport { getCookie, setCookie } from "hono/cookie";`],
    [
      makeOrder,
      'app.post("/api/order", (c) => {\n  const id = getCookie(c, "order") ?? crypto.randomUUID();\n  setCookie(c, "order", id);\n  return c.text(id);\n});',
    ],
  ],
};
/** A shop that waits 80 s for an answer would make the scenario answer-timeout as long. */
const patience = ['ipv6: "send" }', 'ipv6: "send", timeoutMs: 8_000 }'] as const;
/** Variants that hold in every scenario. */
export const variants = { plain: {}, basket } as const satisfies Record<string, Change>;

/** A map that outlives the process. */
const kept = (name: string) => `${imports}
import { existsSync, readFileSync as readKept, writeFileSync } from "node:fs";
class Kept extends Map {
  set(key, value) {
    super.set(key, value);
    writeFileSync("kept.json", JSON.stringify([...this]));
    return this;
  }
}
const ${name} = new Kept(existsSync("kept.json") ? JSON.parse(readKept("kept.json", "utf8")) : []);`;
const shipped = `${imports}\nconst shipped = new Set();`;
const shippedIsPaid =
  'paid: order?.state === "paid" || shipped.has(c.req.param("reference")), amountMinor: 1250, currency: "EUR"';
/** The return address names the order, and the shop ships on a condition. */
const onReturn = (condition: string) =>
  [
    [imports, shipped],
    [believed, shippedIsPaid],
    [returned, `${returned}\n  if (${condition}) shipped.add(c.req.query("order"));`],
  ] as const;
/** Each attempt is an order of its own, and the shop's order is paid by any of them. */
const attempts = (condition: string) =>
  [
    [imports, kept("attempts")],
    ...(basket.server ?? []),
    [reference, `reference: await attemptOf(order, ${condition}),`],
    [
      'app.post("/api/pay"',
      `const isPaid = async (order) => {
  for (const id of attempts.get(order) ?? []) if ((await checkout.find(id))?.state === "paid") return true;
  return false;
};
const attemptOf = async (order, mayRefuse) => {
  if (mayRefuse && (await isPaid(order))) throw new Error("paid");
  const id = crypto.randomUUID();
  attempts.set(order, [...(attempts.get(order) ?? []), id]);
  return id;
};
app.post("/api/pay"`,
    ],
    [believed, 'paid: await isPaid(c.req.param("reference")), amountMinor: 1250, currency: "EUR"'],
  ] as const;

const withoutNotification = [
  "notified-after-return",
  "answer-reset",
  "answer-html",
  "challenge-passed",
  "session-lost",
  "refunded",
  "killed",
  "answer-timeout",
];

export const mutants: readonly Mutant[] = [
  {
    name: "paid on the redirect",
    server: onReturn("true"),
    fails: ["forged-return", "challenge-failed", "challenge-canceled"],
  },
  {
    name: "trusts is_approved",
    server: onReturn('c.req.query("is_approved") === "1"'),
    fails: ["forged-return"],
  },
  {
    name: "price from the form",
    server: [["amountMinor: 1250, currency", "amountMinor: card.amountMinor ?? 1250, currency"]],
    fails: ["price-changed"],
  },
  {
    name: "no transaction",
    server: [
      [imports, `${kept("sums")}\nconst seen = new Set();`],
      [
        notification,
        `app.post("/ipn", async (c) => {
  const body = await c.req.raw.clone().json();
  const response = await checkout.handle(c.req.raw);
  const { transactionId, status, mode } = body.payment;
  if (!response.ok || status !== "success" || seen.has(transactionId)) return response;
  await new Promise((done) => setTimeout(done, 300));
  seen.add(transactionId);
  const order = new URL(c.req.url).searchParams.get("cp_ref");
  sums.set(order, (sums.get(order) ?? 0) + (mode === "sale" ? 1250 : -1250));
  return response;
});`,
      ],
      [
        believed,
        'paid: (sums.get(c.req.param("reference")) ?? 0) > 0, amountMinor: sums.get(c.req.param("reference")), currency: "EUR"',
      ],
    ],
    fails: ["notified-often", "underpaid"],
  },
  { name: "no lock", server: attempts("true"), fails: ["two-tabs"] },
  {
    name: "200 before the commit",
    server: [
      [
        notification,
        `app.post("/ipn", async (c) => {
  const { url, method, headers } = c.req.raw;
  const copy = new Request(url, { method, headers, body: await c.req.text() });
  setTimeout(() => checkout.handle(copy), 3_000);
  return c.text("ok");
});`,
      ],
    ],
    fails: ["killed"],
  },
  {
    name: "ignores the signature",
    server: [
      [imports, shipped],
      [believed, shippedIsPaid],
      [
        notification,
        `app.post("/ipn", async (c) => {
  const { payment } = await c.req.raw.clone().json();
  const response = await checkout.handle(c.req.raw);
  if (!response.ok && payment.status === "success") shipped.add(new URL(c.req.url).searchParams.get("cp_ref"));
  return response;
});`,
      ],
    ],
    fails: ["forged-notification"],
  },
  {
    name: "a new reference for each click",
    server: attempts("false"),
    fails: ["two-tabs", "back"],
  },
  {
    name: "retries after a timeout",
    server: [
      [imports, `${imports}\nconst again = new Map();`],
      ["const outcome = await checkout.pay({", "const payFor = (reference) =>\n    checkout.pay({"],
      [reference, "reference,"],
      [
        "(order)}`,\n  });",
        `(order)}\`,
  });
  let outcome = await payFor(order);
  if (outcome.type === "unknown") {
    again.set(order, crypto.randomUUID());
    outcome = await payFor(again.get(order));
  }`,
      ],
      [
        'checkout.find(c.req.param("reference"))',
        'checkout.find(again.get(c.req.param("reference")) ?? c.req.param("reference"))',
      ],
    ],
    fails: ["answer-reset", "answer-html", "answer-timeout"],
  },
  { name: "forgets the notification route", server: [[notification, ""]], fails: [...withoutNotification] },
  {
    name: "ships on pending",
    server: [
      [imports, shipped],
      [believed, shippedIsPaid],
      ['return c.json({ status: "open"', 'shipped.add(order);\n      return c.json({ status: "open"'],
    ],
    fails: [
      "forged-notification",
      "forged-return",
      "challenge-passed",
      "challenge-failed",
      "challenge-canceled",
      "challenge-left",
      "test-mode",
    ],
  },
  {
    name: "parses the body as a form",
    server: [
      [
        notification,
        'app.post("/ipn", async (c) => {\n  await c.req.parseBody();\n  return c.text("ok");\n});',
      ],
    ],
    fails: [...withoutNotification],
  },
];

const named = (name: string) => mutants.find((mutant) => mutant.name === name) as Mutant;
const [redirect, price] = [named("paid on the redirect"), named("price from the form")];

/** Two of them in one shop, for `npm test`. */
export const twoMistakes: Mutant = {
  name: `${redirect.name}, ${price.name}`,
  server: [...(redirect.server ?? []), ...(price.server ?? [])],
  fails: [...redirect.fails, ...price.fails],
};

/** Writes a shop into a folder of its own; returns the command that starts it, with the sandbox's settings in its environment. */
export async function writeShop(name: string, change: Change): Promise<string> {
  const folder = `${cache}${name.replace(/\W+/g, "-")}/`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}dist`, { recursive: true });
  const write = (file: string, from: string, changes: Change["server"] = []) => {
    let text = readFileSync(examples + from, "utf8");
    for (const [old, next] of changes) {
      if (!text.includes(old)) throw new Error(`${from} has no ${old}`);
      text = text.replace(old, () => next);
    }
    writeFileSync(folder + file, text);
  };
  write("server.js", "pay-server/server.js", [patience, ...(change.server ?? [])]);
  write("index.html", "plain-html/index.html");
  cpSync(`${folder}index.html`, `${folder}dist/index.html`);
  const server = await bundleProgram(pathToFileURL(`${folder}server.js`));
  const node = `${process.execPath} --conditions=source ${server} dist`;
  return `cd ${folder} && sed "s|http://127.0.0.1:4001|$PANE_HOST|" index.html > dist/index.html && exec ${node}`;
}
