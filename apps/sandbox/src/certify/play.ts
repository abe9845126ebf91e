/** One scenario as it is played: a shopper with a browser window, the gateway, and what both sides know of it. */
import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext, Frame, Page, Request } from "@playwright/test";
import { fillCard } from "../playwright.ts";
import type { CertifyConfig } from "./config.ts";
import { chargesOf, type Gateway, type Transaction, until } from "./gateway.ts";
import type { ShopProcess } from "./shop-process.ts";

/** The shop does not hold what a scenario demands. */
export class Broken extends Error {}

/** What the shop says of an order. */
interface Belief {
  readonly reference: string;
  readonly paid: boolean;
  readonly amountMinor: number;
  readonly currency: string;
}

export interface PlayDeps {
  readonly context: BrowserContext;
  readonly gateway: Gateway;
  readonly config: CertifyConfig;
  /** Origin of the shop. */
  readonly shop: string;
  /** The price that the first scenario paid. */
  readonly price?: Price | undefined;
  readonly process?: ShopProcess | undefined;
}

interface Price {
  readonly amountMinor: number;
  readonly currency: string;
}

/** How long a shopper waits for a payment, and the shop for its order to change, in milliseconds. */
const withinMs = 8_000;
const iframe = 'iframe[src*="/frame?"]';

export class Play {
  readonly deps: PlayDeps;
  readonly references = new Set<string>();
  /** Requests that the pages sent to the shop, besides those for pages. */
  readonly posts: Request[] = [];
  readonly #busy = new Set<Request>();
  #since = 0;

  constructor(deps: PlayDeps) {
    this.deps = deps;
    const { context, shop, config } = deps;
    const isShops = (request: Request) => new URL(request.url()).origin === shop;
    context.on("request", (request) => {
      if (!isShops(request)) return;
      this.#busy.add(request);
      if (request.method() === "POST") this.posts.push(request);
      if ("url" in config.reference) {
        const [, found] = new RegExp(config.reference.url).exec(request.url()) ?? [];
        if (found) this.references.add(decodeURIComponent(found));
      }
    });
    const end = (request: Request) => void this.#busy.delete(request);
    context.on("requestfinished", end);
    context.on("requestfailed", end);
    context.on("response", async (response) => {
      const { reference } = config;
      if (!("response" in reference) || response.url().split("?")[0] !== shop + reference.response) return;
      const text = await response.text().catch(() => "");
      const found: unknown = reference.json === undefined ? text : Object(readJson(text))[reference.json];
      if (response.ok() && found) this.references.add(String(found));
    });
  }

  /** Notes what the gateway has so far: later transactions are this scenario's. */
  async begin(): Promise<void> {
    const all = await this.deps.gateway.since(0);
    this.#since = Number(all.at(-1)?.transactionId ?? 0);
  }

  transactions(): Promise<readonly Transaction[]> {
    return this.deps.gateway.since(this.#since);
  }

  /** Goes to the pane as a shopper does, in a new window unless one is given. */
  async open(given?: Page): Promise<Page> {
    const { context, config, shop } = this.deps;
    const page = given ?? (await context.newPage());
    const steps = typeof config.checkout === "string" ? [{ open: config.checkout }] : config.checkout;
    for (const step of steps) {
      if ("open" in step) await page.goto(shop + step.open);
      else if ("click" in step) await page.locator(step.click).first().click();
      else await page.locator(step.fill).first().fill(step.with);
    }
    return page;
  }

  /** Fills the pane of a page; goes to the pane first if the page shows none. */
  async fill(page: Page, card: string): Promise<void> {
    const isShown = await until(async () => (await page.locator(iframe).count()) > 0, Boolean, 2_000);
    if (!isShown) await this.open(page);
    await fillCard(page, card);
    const { reference } = this.deps.config;
    if (!("selector" in reference)) return;
    const found = await page.locator(reference.selector).first().getAttribute(reference.attribute);
    if (found) this.references.add(found);
  }

  button(page: Page) {
    return page.locator(this.deps.config.pay).first();
  }

  /** Pays with a card, and waits for the payment and for the shop's answer. */
  async pay(page: Page, card: string = cards.success): Promise<void> {
    const before = (await this.transactions()).length;
    await this.fill(page, card);
    await this.button(page).click();
    await this.arrived(before + 1);
    await this.quiet();
  }

  /** Waits until the gateway has this many transactions of the scenario. */
  async arrived(count: number): Promise<void> {
    await until(
      () => this.transactions(),
      ({ length }) => length >= count,
      withinMs,
    );
  }

  /** Waits until no request to the shop is under way. */
  async quiet(ms = withinMs): Promise<void> {
    await pause(250);
    await until(
      async () => this.#busy.size,
      (size) => size === 0,
      ms,
    );
    await pause(150);
  }

  /** Answers the bank's page, in the shop's dialog or in its place. */
  async challenge(page: Page, answer: "approve" | "fail" | "cancel"): Promise<void> {
    const frame = await this.bankPage(page);
    await frame.locator(`button[value="${answer}"]`).click();
    await this.quiet();
  }

  async bankPage(page: Page): Promise<Frame> {
    const bank = `${this.deps.gateway.origin}/3ds/`;
    const find = async () => page.frames().find((frame) => frame.url().startsWith(bank));
    const frame = await until(find, Boolean, withinMs);
    if (frame) return frame;
    throw new Broken(
      "The bank's page did not open. Go to outcome.url, or pass the action to handleNextAction().",
    );
  }

  /** The payment that waits for its challenge. */
  async pending(): Promise<Transaction> {
    const all = await until(
      () => this.transactions(),
      (list) => list.some(isPending),
      withinMs,
    );
    const found = all.find(isPending);
    if (found) return found;
    throw new Broken("The payment did not ask for a challenge: send threeDs and the shopper's device data.");
  }

  /** What the shop says of each order of this scenario. @param price of an order, for a shop whose pages do not say it. */
  beliefs(price: Price = this.deps.price ?? { amountMinor: 0, currency: "" }): Promise<readonly Belief[]> {
    return Promise.all([...this.references].map((reference) => this.#belief(reference, price)));
  }

  async #belief(reference: string, price: Price): Promise<Belief> {
    const { context, config, shop } = this.deps;
    const at = (path: string) => shop + path.replace("{reference}", encodeURIComponent(reference));
    if (typeof config.orders !== "string") {
      const page = await context.newPage();
      await page.goto(at(config.orders.page));
      const paid = (await page.locator(config.orders.paid).count()) > 0;
      await page.close();
      return { reference, paid, ...price };
    }
    const response = await context.request.get(at(config.orders));
    const json: unknown = response.ok() ? readJson(await response.text()) : {};
    const { paid = false, amountMinor = 0, currency = "" } = Object(json) as Partial<Belief>;
    const isKnown = response.status() === 404 || (response.ok() && typeof Object(json).paid === "boolean");
    if (isKnown) return { reference, paid, amountMinor, currency };
    throw new Broken(
      `${config.orders} answered ${response.status()} for order ${reference}, without { "paid": true or false }.`,
    );
  }

  /** Nothing of this scenario may count as paid yet. */
  async mustNotShip(why: string): Promise<void> {
    await this.quiet();
    const shipped = (await this.beliefs()).filter(({ paid }) => paid);
    if (shipped.length > 0) throw new Broken(`The shop counts ${namesOf(shipped)} as paid, but ${why}.`);
  }

  /**
   * The one truth: the gateway's charges and the orders that the shop counts as paid are equally many, and their sums are equal.
   * The shop gets a moment for it.
   */
  async agree({ partial = false } = {}): Promise<readonly Transaction[]> {
    const compare = async () => {
      const transactions = await this.transactions();
      const charges = chargesOf(transactions);
      const paid = (await this.beliefs(this.deps.price ?? charges[0])).filter((belief) => belief.paid);
      const isEqual =
        (paid.length === charges.length && sumOf(paid) === sumOf(charges)) || (partial && paid.length === 0);
      return { isEqual, transactions, charges, paid };
    };
    const { isEqual, transactions, charges, paid } = await until(compare, (found) => found.isEqual, withinMs);
    if (!isEqual) {
      const charged = charges.map(
        ({ transactionId, ...money }) => `${shown(money)} (transaction ${transactionId})`,
      );
      const believed = paid.map((belief) => `${shown(belief)} (order ${belief.reference})`);
      const orders =
        this.references.size === 0 ? "no order was seen" : `orders ${[...this.references].join(", ")}`;
      throw new Broken(
        `The gateway charged ${charged.join(" + ") || "nothing"}; the shop counts ${believed.join(" + ") || "nothing"} as paid (${orders}).`,
      );
    }
    return transactions;
  }

  /** Posts a notification, as somebody who knows the address. */
  async notify(url: string, body: object): Promise<void> {
    const headers = { "Content-Type": "application/json" };
    await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => undefined);
  }
}

export const cards = {
  success: "4242424242424242",
  declined: "4000000000009995",
  challenge: "4000000000002503",
} as const;

const isPending = ({ status }: Transaction) => status === "pending";
const shown = ({ amountMinor, currency }: Price) => `${amountMinor} minor units ${currency}`;
const namesOf = (beliefs: readonly Belief[]) =>
  beliefs.map(({ reference }) => `order ${reference}`).join(", ");

function sumOf(list: readonly Price[]): string {
  const sums = new Map<string, number>();
  for (const { amountMinor, currency } of list) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  return JSON.stringify([...sums].sort());
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
