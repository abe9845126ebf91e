/** Adds money to a customer's account: refills by card on the gateway's page, and top-ups by the shop. */
import {
  type BoundUser,
  type DeviceData,
  type NewRefill,
  nextAction,
  redirects,
  type UserWallet,
  type WalletSession,
} from "@cardpane/node";
import type { Context, Hono } from "hono";
import { notFound, notFoundPage } from "../../http/notice.ts";
import { openPage } from "../../http/page.ts";
import type { Session } from "../../http/session.ts";
import type { Shop } from "../../http/shop.ts";
import { visitorOf } from "../../http/visitor.ts";
import { isQaOpen } from "../../qa/access.ts";
import { localeFor, locales } from "../../texts/index.ts";
import { type Form, inMinor, readFormToken, readPositiveAmount, readTopUp } from "../inputs.ts";
import { attempt, type Done, type Refusal, refuse } from "../refusal.ts";
import type { WalletServices } from "../services.ts";
import {
  keepRefill,
  noteReturn,
  type Refill,
  type ShopperWallet,
  walletReference,
} from "../shopper-wallet.ts";
import { freshFormToken } from "../views/parts.ts";
import { refillPage, refillVersion } from "../views/refill.ts";
import { showAccount } from "./account.ts";
import { idOf, refuseCustomer, refused, requestOf, withLogin } from "./customer.ts";

export function walletMoneyRoutes(app: Hono, shop: Shop, services: WalletServices): void {
  app.post("/wallet/accounts/:id/refill", (c) =>
    withLogin(c, shop, (login) => startRefill(c, shop, services, login)),
  );
  app.get("/wallet/refills/:formToken", (c) => {
    const refill = findRefill(c, shop);
    const page = openPage(c, shop);
    return refill ? c.html(refillPage(page, refill)) : c.html(notFoundPage(page), 404);
  });
  app.get("/wallet/refills/:formToken/version", (c) => {
    const refill = findRefill(c, shop);
    c.header("Cache-Control", "no-store");
    return refill ? c.json({ version: refillVersion(refill) }) : c.json({ version: null }, 404);
  });
  app.get("/wallet/refills/:formToken/return", (c) => handleReturn(c, shop));
  // A top-up needs the merchant's key: the demo's sandbox refuses a top-up by the customer. QA may try it here.
  app.post("/wallet/accounts/:id/top-up", (c): Response | Promise<Response> => {
    if (!isQaOpen(c, shop)) return c.text("Refused: only the shop's operator tops up.", 403);
    return withLogin(c, shop, (login) => topUp(c, shop, services, login));
  });
}

function findRefill(c: Context, shop: Shop): Refill | undefined {
  return shop.sessions.read(c).wallet.refills.get(c.req.param("formToken") ?? "");
}

async function startRefill(
  c: Context,
  shop: Shop,
  services: WalletServices,
  login: WalletSession,
): Promise<Response> {
  const id = idOf(c);
  if (id === undefined) return notFound(c, shop);
  const form = await c.req.parseBody();
  const session = shop.sessions.read(c);
  const known = session.wallet.refills.get(readFormToken(form) ?? "");
  // The second click of a double click is redirected to the same page as the first.
  if (known?.url) return c.redirect(known.url, 303);
  const input = await readRefill(login, id, form, isQaOpen(c, shop));
  const done = input.ok
    ? await attempt(() => createRefill(c, shop, services, login, { session, form, ...input.value }))
    : input;
  if (done.ok) return c.redirect(done.value.url ?? `/wallet/refills/${done.value.formToken}`, 303);
  return refuseCustomer(c, shop, done.refusal, (refusal) =>
    showAccount(c, shop, login, refused("refill", form, refusal)),
  );
}

function handleReturn(c: Context, shop: Shop): Response | Promise<Response> {
  const refill = findRefill(c, shop);
  if (!refill) return notFound(c, shop);
  const hint = redirects.parse(c.req.url);
  if (hint.kind === "hint") {
    noteReturn(shop.sessions.read(c).wallet, refill, hint.isApproved, hint.code ?? null);
  }
  return c.redirect(`/wallet/refills/${refill.formToken}`, 303);
}

async function topUp(
  c: Context,
  shop: Shop,
  { client }: WalletServices,
  login: WalletSession,
): Promise<Response> {
  const id = idOf(c);
  if (id === undefined) return notFound(c, shop);
  const form = await c.req.parseBody();
  const { wallet } = shop.sessions.read(c);
  const ownTopUps = (userId: number) => client.wallet.forUser(userId).topUps;
  const refusal = await topUpAccount(login.accounts, ownTopUps, wallet, id, form, shop.now());
  if (!refusal) return c.redirect(`/wallet/accounts/${id}`, 303);
  return refuseCustomer(c, shop, refusal, (why) => showAccount(c, shop, login, refused("top-up", form, why)));
}

interface RefillInput {
  readonly refill: Refill;
  readonly amountMinor: number;
  /** The owner of the account. */
  readonly userId: number;
}

/** Reads the refill that the form requests, for an account of the customer. */
async function readRefill(
  login: WalletSession,
  accountId: number,
  form: Form,
  isQa: boolean,
): Promise<Done<RefillInput>> {
  const amount = readPositiveAmount(form);
  if (!amount.ok) return amount;
  const account = await attempt(() => login.accounts.get(accountId));
  if (!account.ok) return account;
  const { currency, name, user_id: userId } = account.value;
  const amountMinor = inMinor(amount, currency);
  if (!amountMinor.ok) return amountMinor;
  if (userId === null) return refuse({ account: "has no owner" });
  const formToken = readFormToken(form) ?? freshFormToken();
  const isTest = isQa && form["test"] === "on";
  const accountName = name ?? currency;
  const refill: Refill = {
    ...{ formToken, accountId, accountName, amount: amount.value, currency, isTest },
    url: null,
    state: { status: "waiting" },
  };
  return { ok: true, value: { refill, amountMinor: amountMinor.value, userId } };
}

/** Records the refill, creates it at the gateway, and stores the address of its page. */
async function createRefill(
  c: Context,
  shop: Shop,
  { client, webhooks }: WalletServices,
  login: WalletSession,
  {
    session,
    form,
    refill,
    amountMinor,
    userId,
  }: RefillInput & { readonly session: Session; readonly form: Form },
): Promise<Refill> {
  const { formToken, accountId, accountName, currency, isTest } = refill;
  const reference = walletReference(session.shopperId, formToken);
  const webhookUrl = await webhooks.createUrl({
    kind: "refill",
    reference,
    userId,
    paymentAccountId: accountId,
    currency,
    amountMinor,
    test: isTest,
  });
  shop.orderDirectory.open(reference, session);
  // Before the request: a stored card is charged at once, and the notification may arrive before the response.
  if (!session.wallet.refills.has(formToken)) keepRefill(session.wallet, refill);
  const { wallet: texts } = locales[session.locale ?? localeFor(c.req.header("Accept-Language"))];
  const started = await login.refills.create(
    accountId,
    {
      name: texts.refillName(accountName),
      amountMinor,
      currency,
      webhookUrl,
      merchantOrderId: reference,
      redirectUrl: `${shop.publicUrl}/wallet/refills/${formToken}/return`,
      ...readShopper(c, client, session, form),
      ...(isTest && { test: true }),
      ...(form["anotherCard"] === "on" && { forceCheckout: true }),
    },
    requestOf({ formToken }),
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
  client: WalletServices["client"],
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

/** Tops up an account for the customer or the operator; the next page shows a notice. Returns the refusal, if any. */
export async function topUpAccount(
  accounts: UserWallet<BoundUser>["accounts"],
  topUpsOf: (userId: number) => UserWallet<BoundUser>["topUps"],
  wallet: ShopperWallet,
  accountId: number,
  form: Form,
  now: number,
): Promise<Refusal | undefined> {
  const account = await attempt(() => accounts.get(accountId));
  if (!account.ok) return account.refusal;
  const userId = account.value.user_id;
  if (userId === null) return { kind: "invalid", errors: { account: "has no owner" }, waitSeconds: null };
  const input = readTopUp(form, now, account.value.currency);
  const done = input.ok
    ? await attempt(() => topUpsOf(userId).create(accountId, input.value, requestOf(form)))
    : input;
  if (!done.ok) return done.refusal;
  const { status, code, type, price, currency } = done.value;
  const kind = type === "income" ? "topped_up" : "taken_back";
  wallet.notice = status === "success" ? { kind, amount: price, currency } : { kind: "declined", code };
  return undefined;
}
