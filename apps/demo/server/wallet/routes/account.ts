/**
 * The login to the wallet, and its accounts. Every action of a customer uses the customer's own tokens: they stay in the shop's
 * memory, where the client refreshes them. A shop of several processes would store them in `onTokens`, and each process would
 * `resume()` them.
 */
import { randomBytes } from "node:crypto";
import type { WalletSession } from "@cardpane/node";
import type { Context, Hono } from "hono";
import { notFound } from "../../http/notice.ts";
import type { Shop } from "../../http/shop.ts";
import { mayUseQa } from "../../qa/access.ts";
import { readAccountChange, readNewAccount, settingParts, textOf } from "../inputs.ts";
import { attempt, type Refusal } from "../refusal.ts";
import type { WalletServices } from "../services.ts";
import { walletReference } from "../shopper-wallet.ts";
import { accountPage } from "../views/account.ts";
import { homePage } from "../views/home.ts";
import { type DoorView, doorPage } from "../views/login-page.ts";
import type { Refused } from "../views/parts.ts";
import {
  answerPage,
  endLogin,
  forgetCustomer,
  idOf,
  refuseCustomer,
  refused,
  requestOf,
  withLogin,
} from "./customer.ts";

export function walletRoutes(app: Hono, shop: Shop, services: WalletServices): void {
  app.get("/wallet", (c) => {
    const { wallet } = shop.sessions.read(c);
    return wallet.login ? showHome(c, shop, wallet.login) : showDoor(c, shop, {});
  });
  app.post("/wallet/users", (c) => createUser(c, shop, services));
  app.post("/wallet/log-in", (c) => logIn(c, shop, services));
  app.post("/wallet/code", (c) => showCode(c, shop, services));
  app.post("/wallet/log-out", (c) => logOut(c, shop));
  app.post("/wallet/accounts", (c) => withLogin(c, shop, (login) => createAccount(c, shop, services, login)));
  app.get("/wallet/accounts/:id", (c) => withLogin(c, shop, (login) => showAccount(c, shop, login)));
  app.post("/wallet/accounts/:id/settings", (c) =>
    withLogin(c, shop, (login) => changeSettings(c, shop, login)),
  );
}

async function createUser(c: Context, shop: Shop, { client }: WalletServices): Promise<Response> {
  const form = await c.req.parseBody();
  const session = shop.sessions.read(c);
  const email = textOf(form, "email");
  const done = await attempt(() =>
    client.wallet.users.create({ email, externalUserId: session.shopperId }, requestOf(form)),
  );
  if (!done.ok) return showDoor(c, shop, { refused: refused("open", form, done.refusal) });
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
  if (!done.ok) return showDoor(c, shop, { refused: refused("log-in", form, done.refusal) });
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
  const done = await attempt(async () => {
    const { data } = await client.wallet.users.list({ email, limit: 10 }).page(1);
    return data.find((user) => user.email.toLowerCase() === email.toLowerCase());
  });
  if (!done.ok) return showDoor(c, shop, { refused: refused("log-in", form, done.refusal) });
  if (!done.value) return showDoor(c, shop, { refused: refused("log-in", form, nobody) });
  try {
    const { code, isUsed } = await sandbox.showCode(done.value.id);
    return showDoor(c, shop, { code: { value: code, isUsed }, email });
  } catch {
    return showDoor(c, shop, { refused: refused("log-in", form, noSandbox) });
  }
}

function logOut(c: Context, shop: Shop): Response {
  const { wallet } = shop.sessions.renew(c);
  forgetCustomer(wallet);
  wallet.notice = { kind: "logged_out" };
  return c.redirect("/wallet", 303);
}

async function createAccount(
  c: Context,
  shop: Shop,
  { webhooks }: WalletServices,
  login: WalletSession,
): Promise<Response> {
  const form = await c.req.parseBody();
  const session = shop.sessions.read(c);
  const currency = textOf(form, "currency");
  const done = await attempt(async () => {
    const { id: userId } = await login.user();
    // The address for changes that the shopper does not make: an automatic refill, a low balance.
    const reference = walletReference(session.shopperId, `account-${randomBytes(9).toString("base64url")}`);
    shop.orderDirectory.open(reference, session);
    const webhookUrl = await webhooks.createUrl({ kind: "account", reference, userId, currency });
    return login.accounts.create(readNewAccount(form, webhookUrl), requestOf(form));
  });
  if (!done.ok)
    return refuseCustomer(c, shop, done.refusal, (refusal) =>
      showHome(c, shop, login, refused("new-account", form, refusal)),
    );
  session.wallet.notice = { kind: "account_created" };
  return c.redirect(`/wallet/accounts/${done.value.id}`, 303);
}

async function changeSettings(c: Context, shop: Shop, login: WalletSession): Promise<Response> {
  const form = await c.req.parseBody();
  const id = idOf(c);
  const part = settingParts.find((name) => name === form["part"]);
  if (!part || id === undefined) return notFound(c, shop);
  const account = await attempt(() => login.accounts.get(id));
  const change = account.ok ? readAccountChange(form, part, account.value.currency) : account;
  const done = change.ok ? await attempt(() => login.accounts.update(id, change.value)) : change;
  if (!done.ok)
    return refuseCustomer(c, shop, done.refusal, (refusal) =>
      showAccount(c, shop, login, refused(part, form, refusal)),
    );
  shop.sessions.read(c).wallet.notice = { kind: "saved" };
  return c.redirect(`/wallet/accounts/${id}`, 303);
}

const nobody: Refusal = { kind: "login_refused", errors: {}, waitSeconds: null };
const noSandbox: Refusal = { kind: "unreachable", errors: {}, waitSeconds: null };

function showDoor(c: Context, shop: Shop, view: DoorView): Promise<Response> {
  return answerPage(c, shop, view.refused !== undefined, (page) => doorPage(page, view));
}

async function showHome(c: Context, shop: Shop, login: WalletSession, wrong?: Refused): Promise<Response> {
  const done = await attempt(async () => ({
    accounts: await login.accounts.list().toArray(),
    email: shop.sessions.read(c).wallet.email ?? "",
  }));
  if (!done.ok) return refuseCustomer(c, shop, done.refusal);
  return answerPage(c, shop, wrong !== undefined, (page) =>
    homePage(page, { ...done.value, refused: wrong }),
  );
}

/** Shows an account. A form that was refused shows it again, with the errors. */
export async function showAccount(
  c: Context,
  shop: Shop,
  login: WalletSession,
  wrong?: Refused,
): Promise<Response> {
  const id = idOf(c);
  if (id === undefined) return notFound(c, shop);
  const done = await attempt(() => login.accounts.get(id));
  if (!done.ok) return refuseCustomer(c, shop, done.refusal);
  return answerPage(c, shop, wrong !== undefined, (page) =>
    accountPage({ ...page, here: `/wallet/accounts/${id}` }, { account: done.value, refused: wrong }),
  );
}
