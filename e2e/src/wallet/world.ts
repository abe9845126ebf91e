/**
 * The setup of the wallet's specs: a merchant with wallets at the running sandbox, through the Node package. Each test has its
 * own merchant; the time is that of the sandbox's clock, which the admin API advances.
 */
import {
  type Client,
  type ClientOptions,
  type CreatedUser,
  createClient,
  type PaymentAccount,
  type StartedRefill,
  type UserWallet,
} from "@cardpane/node";
import type { Stack } from "../support/fixtures.ts";

/** A user with one account of 100 EUR, and the user's wallet. */
export interface Person {
  readonly user: CreatedUser;
  readonly wallet: UserWallet;
  readonly account: PaymentAccount;
}

export interface World {
  readonly client: Client;
  readonly apiKey: string;
  /** A client of the same merchant, with other options. */
  clientWith(options: Partial<ClientOptions>): Client;
  /** A text that no other user of the stack has in the e-mail address. */
  tag(): string;
  person(): Promise<Person>;
  /** The code that the user's authenticator shows now. */
  codeOf(userId: number): Promise<string>;
  /** Advances the sandbox's clock. */
  pass(time: { readonly days?: number; readonly hours?: number; readonly seconds?: number }): Promise<void>;
  /** The sandbox's time, in milliseconds. */
  now(): Promise<number>;
  admin<T>(path: string, body?: object): Promise<T>;
  /** Pays for a refill by card on its page; returns the address to which the page redirects. */
  payRefill(refill: StartedRefill, number?: string): Promise<string | undefined>;
}

let tags = 0;

/** Creates a merchant for one test. */
export async function openWorld(stack: Stack): Promise<World> {
  const admin = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${stack.gateway}/admin${path}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${stack.adminToken}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { apiKey } = await admin<{ apiKey: string }>("/merchants", {});
  const clientWith = (options: Partial<ClientOptions>) =>
    createClient({ apiKey, baseUrl: stack.gateway, ipv6: "send", ...options });
  const client = clientWith({});
  const tag = () => {
    tags += 1;
    return `w${process.pid}-${tags}`;
  };
  return {
    client,
    apiKey,
    clientWith,
    tag,
    admin,
    person: async () => {
      const name = tag();
      const user = await client.wallet.users.create({
        email: `${name}@shop.example`,
        externalUserId: name,
        paymentAccounts: [{ currency: "EUR", system: "gate", method: "card", name: "Main" }],
      });
      const wallet = client.wallet.forUser(user.userId);
      const [account] = user.paymentAccounts;
      if (!account) throw new Error("The user has no account.");
      await wallet.topUps.create(account.id, { amountMinor: 10_000, currency: "EUR" });
      return { user, wallet, account };
    },
    codeOf: async (userId) => (await admin<{ code: string }>(`/users/${userId}/code`)).code,
    pass: async (time) => void (await admin("/clock", { action: "advance", ...time })),
    now: async () => {
      const health = (await (await fetch(`${stack.gateway}/health`)).json()) as { time: string };
      return Date.parse(health.time);
    },
    payRefill: (refill, number) => payRefillPage(stack, refill.url ?? "", number),
  };
}

/** Pays by card on the gateway's page of a refill; returns the address to which the page redirects. */
async function payRefillPage(
  stack: Stack,
  page: string,
  number = "4242424242424242",
): Promise<string | undefined> {
  const token = await tokenOf(stack, number);
  const body = new URLSearchParams({ payment: JSON.stringify({ token, device: {} }) });
  await fetch(page, { method: "POST", body, redirect: "manual" });
  return locationOf(page);
}

/** The absolute address to which an address redirects; `undefined` if it does not redirect. */
async function locationOf(url: string): Promise<string | undefined> {
  const location = (await fetch(url, { redirect: "manual" })).headers.get("location");
  return location === null ? undefined : new URL(location, url).href;
}

async function tokenOf(stack: Stack, number: string): Promise<string> {
  const response = await fetch(`${stack.gateway}/tokenize`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ number, expirationMonth: "12", expirationYear: "40", cvv: "123" }),
  });
  return ((await response.json()) as { token: string }).token;
}
