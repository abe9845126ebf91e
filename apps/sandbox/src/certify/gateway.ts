/** The sandbox as `certify` uses it, by its HTTP API only: rules, the clock, and the truth of what was charged. */

import { setTimeout as pause } from "node:timers/promises";
import { toMinor } from "@cardpane/gateway";
import { SandboxError } from "../errors.ts";

/** A running sandbox. */
export interface SandboxAccess {
  readonly url: string;
  readonly adminToken: string;
  readonly apiKey: string;
  readonly merchantId: number;
}

/** A transaction as the admin API lists it. */
export interface Transaction {
  readonly orderId: string;
  readonly transactionId: string;
  readonly parentTransactionId: string | null;
  readonly mode: string;
  readonly status: "pending" | "success" | "confirmed" | "fail";
  readonly amount: number;
  readonly currency: string;
  readonly ipnUrl: string;
  readonly redirectUrl: string;
}

/** One charge of a shopper, less what was sent back. */
export interface Charge {
  readonly transactionId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

interface NotificationBody {
  readonly payment?: Readonly<Record<string, unknown>>;
}

export class Gateway {
  readonly #access: SandboxAccess;

  constructor(access: SandboxAccess) {
    this.#access = access;
  }

  get origin(): string {
    return new URL(this.#access.url).origin;
  }

  /** Calls the sandbox: `/admin` with its token, everything else with the merchant's key. */
  async call(path: string, body?: object, method = body ? "POST" : "GET"): Promise<unknown> {
    const { url, adminToken, apiKey } = this.#access;
    const response = await fetch(url + path, {
      method,
      headers: {
        Authorization: path.startsWith("/admin/") ? `Bearer ${adminToken}` : apiKey,
        "Content-Type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new SandboxError("bad-setting", `No sandbox answers at ${url} (${String(error)}).`);
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    throw new SandboxError(
      "bad-setting",
      `The sandbox answered ${method} ${path} with ${response.status}: ${text}`,
    );
  }

  async #list<Row>(name: string): Promise<readonly Row[]> {
    const path = `/admin/${name}?merchant=${this.#access.merchantId}&limit=500`;
    return ((await this.call(path)) as { readonly data: readonly Row[] }).data;
  }

  /** The merchant's transactions after one, the oldest first. */
  async since(transactionId: number): Promise<readonly Transaction[]> {
    const all = await this.#list<Transaction>("payments");
    return all.filter((one) => Number(one.transactionId) > transactionId).reverse();
  }

  /** The body of the merchant's latest notification of a success. */
  async lastSuccess(): Promise<NotificationBody | undefined> {
    const all = await this.#list<{ readonly body: NotificationBody }>("notifications");
    return all.find(
      ({ body: { payment } }) => payment?.["status"] === "success" && payment["mode"] === "sale",
    )?.body;
  }

  /** Waits until the shop has taken the notification of a transaction; not long, for a shop that takes none. */
  async notified(transactionId: string): Promise<void> {
    const list = () =>
      this.#list<{ readonly transactionId: string; readonly status: string }>("notifications");
    const isTaken = (one: { readonly transactionId: string; readonly status: string }) =>
      one.transactionId === transactionId && one.status === "delivered";
    await until(list, (all) => all.some(isTaken), 5_000);
  }

  /** Forces what comes of the next payment, or of its notification. */
  async rule(effect: object, times = 1): Promise<void> {
    const { merchantId: merchant } = this.#access;
    await this.call("/admin/rules", { merchant, match: { path: "/payment" }, effect, times });
  }

  /** Deletes rules that nothing used, so that they do not meet the next scenario. */
  async clearRules(): Promise<void> {
    for (const { id } of await this.#list<{ readonly id: number }>("rules")) {
      await this.call(`/admin/rules/${id}`, undefined, "DELETE");
    }
  }

  async advance(hours: number): Promise<void> {
    await this.call("/admin/clock", { action: "advance", hours });
  }
}

/** What shoppers paid, without what was sent back. */
export function chargesOf(transactions: readonly Transaction[]): readonly Charge[] {
  const minor = ({ amount, currency }: Transaction) => toMinor(amount, currency);
  const good = transactions.filter(({ status }) => status === "success" || status === "confirmed");
  return good
    .filter(({ mode, parentTransactionId }) => parentTransactionId === null && mode !== "auth")
    .map((charge) => {
      const { transactionId, currency } = charge;
      const back = good.filter((one) => one.parentTransactionId === transactionId);
      const amountMinor = minor(charge) - back.reduce((sum, one) => sum + minor(one), 0);
      return { transactionId, amountMinor, currency };
    })
    .filter(({ amountMinor }) => amountMinor > 0);
}

/** Waits until a question has an answer; the last answer, if there is none in time. */
export async function until<T>(
  ask: () => Promise<T>,
  isEnough: (answer: T) => boolean,
  withinMs: number,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (isEnough(answer) || Date.now() > deadline) return answer;
    await pause(100);
  }
}
