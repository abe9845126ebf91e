/** A shop for tests: a fake `fetch` plays its gateway and the pane's host; a cookie and an origin play the browser. */
import { createShop } from "../app.ts";
import type { ShopConfig } from "../config.ts";
import { readCall, type WalletCall } from "./wallet.ts";

export const origin = "http://localhost:4000";
export const apiKey = "key_for_tests_0123456789";
export const token = "0b9f3a52-6c1d-4f7e-9a8b-2d3c4e5f6a7b";

export const device = {
  browserJavaEnabled: false,
  browserLanguage: "en-GB",
  browserColorDepth: 24,
  browserScreenHeight: 900,
  browserScreenWidth: 1440,
  browserTimezone: "-60",
};

export const contact = { firstName: "Mira", lastName: "Sample", email: "mira@example.com", country: "DEU" };

/** The pane's value in the form. */
export const pane = { token, device };

/** What a test changes of the form that pays. */
type PayFields = Readonly<Record<string, string>> | { readonly payment: unknown };

/** A payment request that the gateway received. */
export interface Sent {
  readonly requestId: string | null;
  readonly body: {
    readonly paymentSource: Readonly<Record<string, unknown>>;
    readonly sku: {
      readonly price: readonly { readonly amount: number; readonly currency: string }[];
      readonly action?: { readonly type: string; readonly id: string };
    };
    readonly consumer: Readonly<Record<string, unknown>>;
    readonly url: { readonly redirectUrl: string; readonly ipnUrl: string };
    readonly metadata: { readonly udf1: string };
  };
}

/** Answers a payment request; it may throw like a broken connection. */
export type Gateway = (sent: Sent) => Response | Promise<Response>;

interface PaymentParts {
  readonly status: "success" | "fail" | "pending";
  readonly code?: string;
  readonly amount?: number;
  readonly url?: string;
  readonly qrCode?: string;
  readonly orderId?: string;
  readonly transactionId?: string;
  readonly subscription?: Readonly<Record<string, unknown>>;
  /** For responses other than payments: `{ action: "credit", mode: "refund", parentTransactionId }`. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** A response of the gateway, status 201. */
export function paymentAnswer(sent: Sent, parts: PaymentParts): Response {
  return Response.json(paymentBody(sent, parts), { status: 201 });
}

/** The body of a response or a notification. */
export function paymentBody(
  sent: Sent,
  {
    status,
    code,
    amount,
    url,
    qrCode,
    orderId = "100000001",
    transactionId = "200000002",
    subscription,
    more = {},
  }: PaymentParts,
) {
  const [price] = sent.body.sku.price;
  return {
    payment: {
      status,
      code,
      action: url === undefined ? "charge" : "redirect",
      url,
      qrCode,
      amount: amount ?? price?.amount ?? 0,
      currency: price?.currency ?? "EUR",
      orderId,
      transactionId,
      source: {
        method: "card",
        brand: "visa",
        number: "424242******4242",
        paymentAccountId: "6f1c1f3e-8f0b-4a51-9b4e-0d6d6c1f8a11",
      },
      ...more,
    },
    consumer: { id: "300000003" },
    subscription,
    metadata: sent.body.metadata,
    timestamp: { dateTime: "2026-11-21T10:00:00Z", timezone: "+00:00", unixTime: "1795255200" },
  };
}

export const approve: Gateway = (sent) => paymentAnswer(sent, { status: "success", code: "0" });
export const decline =
  (code: string): Gateway =>
  (sent) =>
    paymentAnswer(sent, { status: "fail", code });

/** A shopper on the machine that runs the shop, who may therefore use QA's tools. */
export const onThisMachine = { remoteAddress: "127.0.0.1" };

interface NotifyOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** @default the address that was sent with the payment */
  readonly url?: string;
  /** The index of the payment among those that were sent. @default the last */
  readonly sent?: number;
}

interface ShopParts {
  readonly gateway?: Gateway;
  readonly config?: Partial<ShopConfig>;
  readonly paneIsDown?: boolean;
  /** Answers the wallet's operations. @default 404 */
  readonly wallet?: (call: WalletCall) => Response | Promise<Response>;
  /** Answers refunds, subscriptions and saved cards. @default 404 */
  readonly operations?: (call: WalletCall) => Response | Promise<Response>;
  /** The address of the client. @default 203.0.113.7, which may not use QA's tools */
  readonly remoteAddress?: string;
  /** The sandbox's admin API. */
  readonly sandbox?: (url: URL, init?: RequestInit) => Response;
}

const noAdmin = () => new Response(null, { status: 404 });

/** A shop and one shopper in it. */
export function openShop({
  gateway = approve,
  config = {},
  paneIsDown = false,
  sandbox = noAdmin,
  wallet = () => new Response(null, { status: 404 }),
  operations = () => new Response(null, { status: 404 }),
  remoteAddress = "203.0.113.7",
}: ShopParts = {}) {
  const shopOrigin = config.publicUrl ?? origin;
  const sent: Sent[] = [];
  const calls: WalletCall[] = [];
  const lines: string[] = [];
  let answer = gateway;
  let now = Date.UTC(2026, 10, 21);
  const fetchFake: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.pathname.startsWith("/admin/")) return sandbox(url, init);
    if (url.pathname === "/manifest.json") {
      if (paneIsDown) throw new TypeError("fetch failed");
      return Response.json({ script: "/0.1.0/cardpane.js", integrity: "sha384-c2NyaXB0" });
    }
    if (url.pathname.startsWith("/api/v1/")) return wallet(readCall(url, init));
    if (url.pathname !== "/payment") {
      const call = readCall(url, init);
      calls.push(call);
      return operations(call);
    }
    const request = {
      requestId: new Headers(init?.headers).get("X-Request-ID"),
      body: JSON.parse(String(init?.body)) as Sent["body"],
    };
    sent.push(request);
    return answer(request);
  };
  const app = createShop({
    config: {
      port: 4000,
      host: "127.0.0.1",
      qa: true,
      environments: ["sandbox"],
      paneUrl: "http://127.0.0.1:4001",
      gatewayUrl: "http://127.0.0.1:4002",
      apiKey,
      booking: { siteId: "site-12345" },
      ipnSecret: "k7Qp2vXw9Zr4Tn6Ym1Bs8Hd3Fg5Jc0La",
      publicUrl: undefined,
      ipnUrl: undefined,
      admin: undefined,
      ...config,
    },
    publicUrl: shopOrigin,
    ipnUrl: "http://127.0.0.1:4000/ipn",
    fetch: fetchFake,
    now: () => now,
    log: (line) => lines.push(line),
  });
  /** A request without the shopper's cookie. */
  const send = async (path: string, init: RequestInit = {}) =>
    app.request(new URL(path, shopOrigin).href, init, { incoming: { socket: { remoteAddress } } });

  /** A browser, with its own cookie. */
  function visitor() {
    let cookie = "";
    async function request(path: string, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers({
        // Like a navigation to a typed address.
        "User-Agent": "Test/1.0",
        Accept: "text/html",
        "Sec-Fetch-Site": "none",
        Cookie: cookie,
      });
      for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
      const response = await send(path, { ...init, headers });
      cookie = response.headers.get("Set-Cookie")?.split(";")[0] ?? cookie;
      return response;
    }
    const post = (
      path: string,
      fields: Readonly<Record<string, string>>,
      headers: HeadersInit = { Origin: shopOrigin },
    ) => request(path, { method: "POST", body: new URLSearchParams(fields), headers });
    const script = (path: string, fields: Readonly<Record<string, string>> = {}) =>
      post(path, fields, { Origin: shopOrigin, "Shop-Script": "1" });
    return {
      request,
      post,
      script,
      get: (path: string, headers: HeadersInit = {}) => request(path, { headers }),
      /** Pays an order by the pane's token, as the checkout's script does. */
      pay: async (order: string, { payment = pane, ...more }: PayFields = {}) => {
        const fields = {
          ...contact,
          back: "/checkout",
          saveCard: "on",
          payment: JSON.stringify(payment),
          ...more,
        };
        const answer = await script(`${order}/pay`, fields);
        // Like the browser, which follows a redirect to another page of the shop.
        return answer.status === 303 ? request(answer.headers.get("Location") ?? "") : answer;
      },
      /** Adds a Dawn mug (18.50) to the basket and returns the address of the checkout's order. */
      async order(path = "/checkout"): Promise<string> {
        await post("/basket", { sku: "dawn-mug", change: "add" });
        const page = await (await request(path)).text();
        const address = page.match(/action="(\/orders\/[\w-]+)\/pay"/)?.[1];
        if (address === undefined) throw new Error("The checkout shows no order.");
        return address;
      },
    };
  }

  return {
    app,
    sent,
    /** The requests for refunds, subscriptions and saved cards. */
    calls,
    lines,
    send,
    /** Another browser in the same shop. */
    visitor,
    ...visitor(),
    /** Notifies the shop of a sent payment, as the gateway would; returns the status. */
    async notify(
      parts: PaymentParts,
      { headers = {}, url, sent: index = -1 }: NotifyOptions = {},
    ): Promise<number> {
      const last = sent.at(index);
      if (!last) throw new Error("Nothing was sent.");
      const response = await app.request(url ?? last.body.url.ipnUrl, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(paymentBody(last, parts)),
      });
      return response.status;
    },
    /** Sets the shop's clock: ISO 8601. */
    setTime: (time: string) => {
      now = Date.parse(time);
    },
    setGateway: (next: Gateway) => {
      answer = next;
    },
  };
}
