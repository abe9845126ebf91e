/**
 * The snippets of the documentation's pages, which quote them from here, so that each is type-checked.
 * guide.test.ts runs those that move money against the sandbox.
 */
import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import {
  type Checkout,
  type CheckoutEvent,
  type CheckoutOptions,
  type Client,
  createCheckout,
  createClient,
  createMemoryStore,
  createPostgresStore,
  createSqliteStore,
  createWalletNotifications,
  type DeviceData,
  type FormValue,
  isCardpaneError,
  isRefunded,
  type NodeRequest,
  nextAction,
  type PriceItem,
  postgresSchema,
  priceSchedule,
  readFormValue,
  type SessionTokens,
  type SqliteDatabase,
  signatures,
  sqliteSchema,
  toNodeHandler,
  verifyNotification,
} from "@cardpane/node";
import type { Express } from "express";
import type pg from "pg";

/** The parts of a shop that the snippets use. */
export interface Shop {
  readonly app: Express;
  readonly order: { readonly id: string; readonly transactionId: string; readonly consumerId: string };
  readonly customer: { readonly id: string; readonly email: string };
  readonly attempt: { readonly key: string };
  readonly subscriptionId: string;
  readonly req: NodeRequest & { readonly body: { readonly payment: string } };
  readonly res: ServerResponse & { redirect(status: number, url: string): void };
  readonly form: FormValue;
  readonly session: { form?: FormValue };
  readonly device: DeviceData;
  readonly price: readonly PriceItem[];
  readonly checkout: Checkout;
  readonly webhookUrl: string;
  readonly redirectUrl: string;
  readonly iban: string;
  readonly email: string;
  readonly code: string;
  show(what: unknown): void;
  log(error: unknown): void;
  keep(tokens: SessionTokens): Promise<void>;
  markRefunded(orderId: string): Promise<void>;
  waitForNotification(orderId: string): Promise<void>;
}

const kept = globalThis as { cardpane?: Client };
kept.cardpane ??= createClient({
  apiKey: process.env["GATEWAY_API_KEY"],
  baseUrl: process.env["GATEWAY_URL"],
  ipv6: "send",
});
export const client = kept.cardpane;

/** The shop's start-up code. */
export async function start(pool: pg.Pool): Promise<void> {
  // #region start
  await pool.query(postgresSchema); // or copy it into a migration

  const client = createClient({
    apiKey: process.env["GATEWAY_API_KEY"],
    baseUrl: process.env["GATEWAY_URL"],
    ipv6: "send",
  });
  const checkout = createCheckout({
    client,
    secret: process.env["IPN_SECRET"], // openssl rand -base64 32; never the API key
    environment: "live",
    ipnUrl: "https://shop.example.com/ipn",
    store: createPostgresStore<pg.PoolClient>(pool),
    // Inside the store's transaction: what `tx` writes is committed with the order's state, or not at all.
    onEvent: async (event, tx) => {
      if (event.type === "payment.succeeded") {
        await tx.query("update orders set paid = true where id = $1", [event.reference]);
      }
      if (event.type === "payment.mismatched" || event.type === "payment.duplicate") {
        await tx.query("insert into tasks (kind, order_id) values ($1, $2)", [event.type, event.reference]); // for a person
      }
    },
  });
  // #endregion start
  void [client, checkout];
}

/** Notifications without a store. */
export async function receiveAlone(request: Request, fulfilOnce: (...paid: unknown[]) => Promise<void>) {
  // #region verify
  const secret = process.env["IPN_SECRET"];
  const notification = await verifyNotification(request, { secret, environment: "live" }); // throws NotificationRefusedError
  if (notification.kind === "charge" && notification.isPaid) {
    await fulfilOnce(notification.reference, notification.attempt, notification.money); // compare the money with the order's
  }
  // #endregion verify
}

/** A payment source other than a card. */
export async function payBySepa({
  checkout,
  order,
  customer,
  req,
  price,
  redirectUrl,
  iban,
  email,
  show,
}: Shop) {
  // #region sepa
  const attempt = await checkout.begin({ reference: order.id, price });
  const call = client.payments.create(
    {
      paymentSource: { type: "sepa", iban },
      sku: { siteId: "site-1", price },
      consumer: {
        ...client.shopper(req),
        externalId: customer.id,
        email,
        firstName: "Ada",
        lastName: "Example",
      },
      url: { ipnUrl: attempt.ipnUrl, redirectUrl },
    },
    { idempotencyKey: attempt.id },
  );
  const outcome = await checkout.settle(attempt, call); // the outcomes of pay()
  // #endregion sepa
  show(outcome);
}

/** A page between the card's form and the payment. */
export async function reviewThenPay({
  checkout,
  order,
  customer,
  price,
  redirectUrl,
  session,
  req,
  show,
}: Shop) {
  const consumer = { externalId: customer.id, email: customer.email };
  const payment = {
    reference: order.id,
    price,
    httpRequest: req,
    sku: { siteId: process.env["SITE_ID"] ?? "site-1" },
    consumer,
    redirectUrl,
  };
  // #region review
  // The form's request: the token waits in your session, 30 minutes at most.
  session.form = readFormValue(req.body.payment);
  const { brand, lastFour } = session.form.card ?? {};
  show(`Pay with ${brand}, ${lastFour}?`);

  // The request of the button "Pay".
  const outcome = await checkout.pay({ ...session.form, ...payment });
  if (outcome.type === "not_made" && outcome.error.code === "token_unusable") {
    show("Please enter your card again."); // 30 minutes are over; nothing was charged
  }
  // #endregion review
  show(outcome.type);
}

/** A payment for which the issuer requires 3D Secure. */
export async function payAgainWithSca(
  { checkout, order, customer, req, form, price, redirectUrl, show }: Shop,
  declined: Extract<CheckoutEvent, { type: "payment.failed" }>,
) {
  const consumer = { externalId: customer.id, email: customer.email };
  const payment = { reference: order.id, price, httpRequest: req, consumer, redirectUrl };
  // #region sca
  if (declined.code === "5227" && declined.orderId) {
    // A decline spends the token: `form` is that of a new card. `declined.orderId` is all that is needed, so store it.
    const sku = { siteId: "site-1", action: { type: "retry", id: declined.orderId } } as const;
    show(await checkout.pay({ ...payment, ...form, sku }));
  }
  // #endregion sca
}

/** The price of a subscription. */
export function scheduledPrice({ show }: Shop): void {
  // #region schedule
  const price = priceSchedule("EUR", [
    { amountMinor: 100 }, // now
    { amountMinor: 999, afterDays: 14 }, // once, 14 days later
    { amountMinor: 999, everyDays: 30, times: 12 }, // then 12 times, 30 days apart; without times until canceled
  ]);
  // #endregion schedule
  show(price);
}

/** Refund and void. */
export async function refund({ order, attempt, markRefunded, waitForNotification }: Shop) {
  // #region refund
  try {
    const result = await client.payments.refund(
      order.transactionId,
      { reason: "Sent back", amountMinor: 450, currency: "EUR" }, // without an amount: all that is left
      { idempotencyKey: attempt.key },
    );
    if (isRefunded(result)) await markRefunded(order.id);
  } catch (error) {
    if (!isCardpaneError(error) || error.outcome !== "unknown") throw error;
    await waitForNotification(order.id); // it may have been made: payment.refunded says so. Do not refund again
  }
  await client.payments.void(order.transactionId, { reason: "Typo" }); // undoes the whole: voids it while it is not settled, else refunds it
  // #endregion refund
}

/** Subscriptions and saved cards. */
export async function changeSubscription({ order, customer, subscriptionId, req, show }: Shop) {
  const consumer = { externalId: customer.id, email: customer.email };
  // #region subscriptions
  const { status, renewalDate } = await client.subscriptions.get(subscriptionId);
  const newPrice = priceSchedule("EUR", [{ amountMinor: 1299, everyDays: 30 }]);
  await client.subscriptions.change(subscriptionId, { price: newPrice }); // its renewals come with isExpected: false
  await client.subscriptions.cancel(subscriptionId, { keepActiveUntilNextRebill: true });
  await client.subscriptions.recover(subscriptionId);
  const newCard = { ...readFormValue(req.body.payment), httpRequest: req, consumer };
  await client.subscriptions.changeCard(subscriptionId, newCard); // later renewals charge it; nothing is charged now

  const [card] = await client.savedCards.list(order.consumerId); // consumer.id of a payment's result
  if (card) await client.savedCards.disable(card.paymentAccountId);
  // #endregion subscriptions
  show([status, renewalDate]);
}

/** The wallet, with the API key and as the customer. */
export async function useWallet({ customer, req, res, device, webhookUrl, redirectUrl, email, show }: Shop) {
  // #region wallet
  const { wallet } = client;
  const user = await wallet.users.create({
    email,
    externalUserId: customer.id,
    paymentAccounts: [{ currency: "EUR", system: "gate", method: "card", name: "Main" }],
  });
  show(user.oauthUrl.reveal()); // as a QR code, once and to nobody else: whoever scans it can log in

  const ada = wallet.forUser(user.userId); // or wallet.login(...), as the customer
  for await (const account of ada.accounts.list({ currency: "EUR" })) {
    await ada.topUps.create(account.id, { amountMinor: 500, currency: "EUR", reason: "Welcome" });
    const refill = await ada.refills.create(account.id, {
      name: "Refill",
      amountMinor: 2500,
      currency: "EUR",
      consumer: { ...client.shopper(req, { device }), firstName: "Ada", lastName: "Example" },
      webhookUrl, // of createWalletNotifications
      redirectUrl,
    });
    const action = nextAction(refill);
    if (action.type === "redirect") res.redirect(303, action.url);
  }
  // #endregion wallet
  return user;
}

/** The session of a logged-in customer. */
export async function logIn(
  { email, code, show, keep }: Shop,
  { wallet }: Client,
  user: { readonly userId: number },
) {
  // #region session
  const session = await wallet.login(
    { email, code }, // code: what the authenticator shows
    { userId: user.userId, onTokens: (tokens) => keep(tokens.reveal()) },
  );
  for await (const account of session.accounts.list()) show(account.balance);
  // #endregion session
}

/** Notifications of the wallet, and a payment from an account. */
export async function payFromAccount(
  { app, order, show, log }: Shop,
  user: { readonly userId: number },
  account: { readonly id: number },
) {
  // #region webhooks
  const webhooks = createWalletNotifications({
    secret: process.env["IPN_SECRET"],
    environment: "live",
    webhookUrl: "https://shop.example.com/wallet-webhook",
    store: createMemoryStore(), // createPostgresStore(pool): the same tables
    onEvent: (event) => show(event.type),
  });
  app.post("/wallet-webhook", toNodeHandler(webhooks)); // before any body parser
  // #endregion webhooks

  // #region wallet-payment
  const ada = client.wallet.forUser(user.userId);
  const payment = { paymentAccountId: account.id, amountMinor: 1250, currency: "EUR" };
  const { userId } = user;
  const attempt = await webhooks.begin({ kind: "payment", reference: order.id, userId, ...payment });
  const result = await ada.payments.create(
    { ...payment, merchantOrderId: order.id, name: "A mug", webhookUrl: attempt.webhookUrl },
    { idempotencyKey: attempt.id },
  );
  await webhooks.settle(attempt, result).catch(log); // if this fails, the webhook updates the order
  await ada.transactions.void(result.id, { reason: "Sent back" }); // wallet.payment.voided follows
  // #endregion wallet-payment
}

/** Notifications with SQLite. */
export function receiveOnSqlite(
  database: SqliteDatabase & { exec(text: string): unknown },
  options: CheckoutOptions<SqliteDatabase>,
) {
  // #region sqlite
  database.exec(sqliteSchema);
  const checkout = createCheckout({
    ...options,
    store: createSqliteStore(database),
    onEvent: (event, tx) => {
      if (event.type === "payment.succeeded") {
        tx.prepare("update orders set paid = true where id = ?").run(event.reference);
      }
    },
  });
  // #endregion sqlite
  return checkout;
}

/** A gateway that differs from the document. */
export async function useFieldGateway({ show }: Shop, options: CheckoutOptions<unknown>) {
  // #region field
  const gateway = { authorization: "Bearer" } as const;
  const { GATEWAY_API_KEY: apiKey, GATEWAY_URL: baseUrl } = process.env;
  const client = createClient({ apiKey, baseUrl, ipv6: "send", gateway, logger: console });
  const checkout = createCheckout({ ...options, client, gateway, signature: signatures.none() });
  const addresses = await client.senders.list(); // for your firewall: where notifications come from
  // #endregion field
  show([checkout, addresses]);
}

/** A notification in a test. */
export async function testNotification() {
  // #region testing
  const checkout = createCheckout({
    client: createClient({ apiKey: "test", baseUrl: "https://gateway.example", ipv6: "send" }), // not called
    secret: randomBytes(32).toString("base64"),
    environment: "test",
    ipnUrl: "https://shop.example/ipn",
    store: createMemoryStore(),
    onEvent: ({ type }) => console.log(type), // your own
  });
  await checkout.begin({ reference: "order-1", amountMinor: 1250, currency: "EUR" });
  const test = await checkout.createTestNotification({ reference: "order-1", status: "fail", code: "5051" });
  const response = await checkout.handle(test.toRequest()); // or, through your route: await fetch(test.url, test)
  // #endregion testing
  return { checkout, response };
}

/** Payments by other sources than the pane's token. */
export async function payOtherwise({ checkout, order, price, req, customer, redirectUrl }: Shop) {
  // #region source
  const outcome = await checkout.pay({
    source: { type: "ideal" },
    reference: order.id,
    price,
    httpRequest: req,
    sku: { siteId: "site-1" },
    consumer: { externalId: customer.id, email: customer.email },
    redirectUrl,
  });
  // #endregion source
  return outcome;
}

/** A payment by a wallet's token, which the page's own script sent. */
export async function payByWallet(
  { checkout, order, price, customer, redirectUrl }: Shop,
  req: NodeRequest & { readonly body: { readonly token: string | object } },
) {
  // #region wallet-token
  const outcome = await checkout.pay({
    source: { type: "applePay", token: req.body.token },
    reference: order.id,
    price,
    httpRequest: req,
    sku: { siteId: "site-1" },
    consumer: { externalId: customer.id, email: customer.email },
    redirectUrl,
  });
  // #endregion wallet-token
  return outcome;
}

/** A charge without the shopper. */
export async function chargeLater({ checkout, order, price }: Shop, consent: { readonly ip: string }) {
  const { consumerId } = order;
  // #region charge
  const outcome = await checkout.charge({
    source: { type: "consumer", value: consumerId },
    reference: order.id,
    price,
    sku: { siteId: "site-1" },
    consumer: { id: consumerId, ip: consent.ip },
  });
  // #endregion charge
  return outcome;
}
