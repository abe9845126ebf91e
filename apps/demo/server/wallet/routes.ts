/**
 * The wallet: one page, and the forms on it. Every action of a customer uses the customer's own tokens: they stay in the shop's
 * memory, where the client refreshes them. A shop of several processes would store them in `onTokens`, and each process would
 * `resume()` them.
 */
import {
  type Client,
  type DeviceData,
  type NewRefill,
  nextAction,
  redirects,
  type WalletNotifications,
  type WalletSession,
} from "@cardpane/node";
import type { Context, Hono } from "hono";
import { notFound } from "../http/notice.ts";
import type { Session } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import { isQaOpen, mayUseQa } from "../qa/access.ts";
import type { SandboxAdmin } from "../qa/sandbox.ts";
import { locales } from "../texts/index.ts";
import { answerPage, endLogin, forgetCustomer, refuseCustomer, withLogin } from "./customer.ts";
import { type Form, readFormToken, readMinorAmount, readTopUp, requestOf, textOf } from "./inputs.ts";
import { attempt, type Done, type Refusal, refuse } from "./refusal.ts";
import {
  keepRefill,
  noteBalance,
  noteReturn,
  type Refill,
  walletReference,
  walletVersion,
} from "./shopper-wallet.ts";
import { type DoorView, doorPage } from "./views/door.ts";
import { homePage } from "./views/home.ts";
import { freshFormToken, type Refused } from "./views/parts.ts";

/** What the wallet's routes use. */
export interface WalletServices {
  /** Uses the merchant's key: creates users and logs them in. Every other call uses the login of a user. */
  readonly client: Client;
  readonly webhooks: WalletNotifications;
  /** For QA: shows authenticator codes. `undefined` if the sandbox's admin address is not configured. */
  readonly sandbox: SandboxAdmin | undefined;
}

export function walletRoutes(app: Hono, shop: Shop, services: WalletServices): void {
  app.get("/wallet", (c) => {
    const { wallet } = shop.sessions.read(c);
    return wallet.login ? showHome(c, shop, wallet.login) : showDoor(c, shop, {});
  });
  app.get("/wallet/version", (c) => {
    c.header("Cache-Control", "no-store");
    return c.json({ version: walletVersion(shop.sessions.read(c).wallet) });
  });
  app.post("/wallet/users", (c) => createUser(c, shop, services));
  app.post("/wallet/log-in", (c) => logIn(c, shop, services));
  app.post("/wallet/code", (c) => showCode(c, shop, services));
  app.post("/wallet/log-out", (c) => {
    const { wallet } = shop.sessions.renew(c);
    forgetCustomer(wallet);
    wallet.notice = { kind: "logged_out" };
    return c.redirect("/wallet", 303);
  });
  app.post("/wallet/accounts", (c) => withLogin(c, shop, (login) => createAccount(c, shop, login)));
  app.post("/wallet/refill", (c) => withLogin(c, shop, (login) => startRefill(c, shop, services, login)));
  app.get("/wallet/refills/:formToken/return", (c) => handleReturn(c, shop));
  // A top-up needs the merchant's key: the gateway would let customers give money to themselves. QA may try it here.
  app.post("/wallet/top-up", (c): Response | Promise<Response> => {
    if (!isQaOpen(c, shop)) return c.text("Refused: only the shop's operator tops up.", 403);
    return withLogin(c, shop, (login) => topUp(c, shop, services, login));
  });
}

async function createUser(c: Context, shop: Shop, { client }: WalletServices): Promise<Response> {
  const form = await c.req.parseBody();
  const email = textOf(form, "email");
  const { shopperId: externalUserId } = shop.sessions.read(c);
  const done = await attempt(() => client.wallet.users.create({ email, externalUserId }, requestOf(form)));
  if (!done.ok) return showDoor(c, shop, { refused: { form: "open", values: form, refusal: done.refusal } });
  const { wallet } = shop.sessions.renew(c);
  const { comeBack } = wallet;
  forgetCustomer(wallet);
  Object.assign(wallet, { authenticator: done.value, email, comeBack });
  return c.redirect("/wallet", 303);
}

async function logIn(c: Context, shop: Shop, { client }: WalletServices): Promise<Response> {
  const form = await c.req.parseBody();
  const credentials = { email: textOf(form, "email"), code: textOf(form, "code").replaceAll(" ", "") };
  const done = await attempt(() => client.wallet.login(credentials, { userId: "look-up" }));
  if (!done.ok)
    return showDoor(c, shop, { refused: { form: "log-in", values: form, refusal: done.refusal } });
  const { wallet } = shop.sessions.renew(c);
  const { comeBack } = wallet;
  endLogin(wallet);
  if (wallet.email !== credentials.email) forgetCustomer(wallet);
  // A customer who can log in has set up the authenticator.
  Object.assign(wallet, { login: done.value, email: credentials.email, authenticator: null, comeBack: null });
  return c.redirect(comeBack ?? "/wallet", 303);
}

/** Shows the code of the customer's authenticator, which QA does not have. */
async function showCode(c: Context, shop: Shop, { client, sandbox }: WalletServices): Promise<Response> {
  if (!mayUseQa(c, shop) || !sandbox) return notFound(c, shop);
  const form = await c.req.parseBody();
  const email = textOf(form, "email");
  const show = (refusal: Refusal) =>
    showDoor(c, shop, { refused: { form: "log-in", values: form, refusal } });
  const done = await attempt(async () => {
    const { data } = await client.wallet.users.list({ email, limit: 10 }).page(1);
    return data.find((user) => user.email.toLowerCase() === email.toLowerCase());
  });
  if (!done.ok) return show(done.refusal);
  if (!done.value) return show({ kind: "login_refused", errors: {}, waitSeconds: null });
  try {
    const { code, isUsed } = await sandbox.showCode(done.value.id);
    return showDoor(c, shop, { code: { value: code, isUsed }, email });
  } catch {
    return show({ kind: "unreachable", errors: {}, waitSeconds: null });
  }
}

async function createAccount(c: Context, shop: Shop, login: WalletSession): Promise<Response> {
  const form = await c.req.parseBody();
  const type = textOf(form, "type") === "promo" ? "promo" : "fiat";
  const name = textOf(form, "name");
  // *The shop's own names* for the source of an account's money. An unknown currency is refused by the client.
  const source = { method: type === "promo" ? "voucher" : "card", system: "odd-harbour" } as const;
  const account = {
    ...source,
    type,
    currency: textOf(form, "currency"),
    ...(name !== "" && { name }),
  } as const;
  const done = await attempt(() => login.accounts.create(account, requestOf(form)));
  if (!done.ok)
    return refuseForm(c, shop, login, { form: "new-account", values: form, refusal: done.refusal });
  shop.sessions.read(c).wallet.notice = { kind: "account_created" };
  return c.redirect("/wallet", 303);
}

async function startRefill(
  c: Context,
  shop: Shop,
  services: WalletServices,
  login: WalletSession,
): Promise<Response> {
  const form = await c.req.parseBody();
  const session = shop.sessions.read(c);
  const known = session.wallet.refills.get(readFormToken(form) ?? "");
  // The second click of a double click is redirected to the same page as the first.
  if (known) return c.redirect(known.url ?? "/wallet", 303);
  const input = await readRefill(login, form);
  const done = input.ok
    ? await attempt(() => createRefill(c, shop, services, login, { session, form, ...input.value }))
    : input;
  if (done.ok) return c.redirect(done.value.url ?? "/wallet", 303);
  return refuseForm(c, shop, login, { form: "refill", values: form, refusal: done.refusal });
}

interface RefillInput {
  readonly refill: Refill;
  readonly amountMinor: number;
  /** The owner of the account. */
  readonly userId: number;
}

/** Reads the refill that the form requests, for an account of the customer. */
async function readRefill(login: WalletSession, form: Form): Promise<Done<RefillInput>> {
  const account = await attempt(() => login.accounts.get(Number(textOf(form, "account"))));
  if (!account.ok) return account;
  const { id: accountId, currency, name, userId } = account.value;
  const amount = readMinorAmount(form, currency);
  if (!amount.ok) return amount;
  if (userId === null) return refuse({ account: "has no owner" });
  const formToken = readFormToken(form) ?? freshFormToken();
  const refill: Refill = {
    ...{ formToken, accountId, accountName: name ?? currency, amountMinor: amount.value, currency },
    url: null,
    state: { status: "waiting" },
  };
  return { ok: true, value: { refill, amountMinor: amount.value, userId } };
}

/** Records the refill, creates it at the gateway, and stores the address of its page. */
async function createRefill(
  c: Context,
  shop: Shop,
  { client, webhooks }: WalletServices,
  login: WalletSession,
  given: RefillInput & { readonly session: Session; readonly form: Form },
): Promise<Refill> {
  const { session, form, refill, amountMinor, userId } = given;
  const { formToken, accountId: paymentAccountId, accountName, currency } = refill;
  const reference = walletReference(session.shopperId, formToken);
  const money = { paymentAccountId, currency, amountMinor };
  const attempt = await webhooks.begin({ kind: "refill", reference, userId, ...money });
  const { webhookUrl } = attempt;
  shop.orders.open(reference, session);
  // Before the request: a stored card is charged at once, and the notification may arrive before the response.
  keepRefill(session.wallet, refill);
  const { wallet: texts } = locales[session.locale ?? "en"];
  const started = await login.refills.create(
    paymentAccountId,
    {
      name: texts.refillName(accountName),
      ...{ amountMinor, currency, webhookUrl, merchantOrderId: reference },
      redirectUrl: `${shop.publicUrl}/wallet/refills/${formToken}/return`,
      ...readShopper(c, client, session, form),
      ...(form["anotherCard"] === "on" && { forceCheckout: true }),
    },
    { idempotencyKey: attempt.id },
  );
  const action = nextAction(started);
  const latest = session.wallet.refills.get(formToken) ?? refill;
  const next = { ...latest, url: action.type === "redirect" ? action.url : null };
  keepRefill(session.wallet, next);
  return next;
}

/** The payer's data; with 3D Secure if the browser's fields were sent and QA has not switched it off. */
function readShopper(
  c: Context,
  client: Client,
  { contact, qa }: Session,
  form: Form,
): Pick<NewRefill, "consumer" | "secure"> {
  const device = readDevice(form["device"]);
  const shopper = client.shopper(visitorOf(c), device ? { device } : {});
  const consumer = {
    ...shopper,
    ...(contact?.firstName && { firstName: contact.firstName }),
    ...(contact?.lastName && { lastName: contact.lastName }),
    ...(contact?.country && { country: contact.country }),
  };
  return { consumer, ...(device && qa.threeDs && { secure: true }) };
}

/** The browser's fields that the page's script read; `undefined` without a script. */
function readDevice(text: unknown): Partial<DeviceData> | undefined {
  if (typeof text !== "string" || text === "" || text.length > 2_000) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The return address is a hint that the shopper's browser carries: it changes only the text of the page. */
function handleReturn(c: Context, shop: Shop): Response | Promise<Response> {
  const { wallet } = shop.sessions.read(c);
  const refill = wallet.refills.get(c.req.param("formToken") ?? "");
  if (!refill) return notFound(c, shop);
  const hint = redirects.parse(c.req.url);
  if (hint.kind === "hint") noteReturn(wallet, refill, hint.isApproved, hint.code ?? null);
  return c.redirect("/wallet", 303);
}

async function topUp(
  c: Context,
  shop: Shop,
  { client }: WalletServices,
  login: WalletSession,
): Promise<Response> {
  const form = await c.req.parseBody();
  const accountId = Number(textOf(form, "account"));
  const done = await attempt(async () => {
    const { userId, currency } = await login.accounts.get(accountId);
    const input = readTopUp(form, shop.now(), currency);
    if (!input.ok || userId === null) return input;
    const made = await client.wallet.forUser(userId).topUps.create(accountId, input.value, requestOf(form));
    return { ok: true, value: made } as const;
  });
  const result = done.ok ? done.value : done;
  if (!result.ok)
    return refuseForm(c, shop, login, { form: "top-up", values: form, refusal: result.refusal });
  if ("id" in result.value) {
    const { status, code, type, price: amount, currency } = result.value;
    const kind = type === "income" ? "topped_up" : "taken_back";
    const { wallet } = shop.sessions.read(c);
    wallet.notice = status === "success" ? { kind, amount, currency } : { kind: "declined", code };
  }
  return c.redirect("/wallet", 303);
}

/** The pane's script draws the QR code of a new authenticator; other pages do not need it. */
async function showDoor(c: Context, shop: Shop, view: DoorView): Promise<Response> {
  const isNew = shop.sessions.read(c).wallet.authenticator !== null;
  const pane = isNew ? await shop.findPane() : undefined;
  return answerPage(c, shop, view.refused !== undefined, (page) => doorPage({ ...page, pane }, view));
}

async function showHome(c: Context, shop: Shop, login: WalletSession, refused?: Refused): Promise<Response> {
  const done = await attempt(async () => ({
    accounts: await login.accounts.list().toArray(),
    transactions: (await login.transactions.list({ orderDirection: "desc", limit: 10 }).page(1)).data,
  }));
  if (!done.ok) return refuseCustomer(c, shop, done.refusal);
  noteBalance(shop.sessions.read(c).wallet, done.value.accounts);
  return answerPage(c, shop, refused !== undefined, (page) => homePage(page, { ...done.value, refused }));
}

/** Shows the wallet with the errors of a form; the login page if the login has ended. */
function refuseForm(c: Context, shop: Shop, login: WalletSession, refused: Refused): Promise<Response> {
  return refuseCustomer(c, shop, refused.refusal, () => showHome(c, shop, login, refused));
}
