/**
 * The wallet: one page, and the forms on it. Every action of a customer uses the customer's own tokens: they stay in the shop's
 * memory, where the client refreshes them. A shop of several processes would store them in `onTokens`, and each process would
 * `resume()` them.
 */
import {
  type Client,
  isCardpaneError,
  nextAction,
  type RequestOptions,
  redirects,
  toMinor,
  type WalletNotifications,
  type WalletSession,
} from "@cardpane/node";
import type { Context, Hono } from "hono";
import { attempt, formKey, notFound, redirectWith } from "../http/notice.ts";
import { openPage } from "../http/page.ts";
import { localeOf, type Session } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import { isQaOpen, mayUseQa } from "../qa/access.ts";
import type { SandboxAdmin } from "../qa/sandbox.ts";
import { formatAmount } from "../shop/money.ts";
import { declineText } from "../shop/views/decline.ts";
import { type Locale, locales, type Texts } from "../texts/index.ts";
import { refuseCustomer, withLogin } from "./customer.ts";
import {
  endLogin,
  forgetCustomer,
  freshFormToken,
  noteBalance,
  noteRefill,
  walletReference,
  walletVersion,
} from "./shopper-wallet.ts";
import { doorPage, homePage } from "./views.ts";

/** What the wallet's routes use. */
export interface WalletServices {
  /** Uses the merchant's key: creates users and logs them in. Every other call uses the login of a user. */
  readonly client: Client;
  readonly webhooks: WalletNotifications;
  /** For QA: shows authenticator codes. `undefined` if the sandbox's admin address is not configured. */
  readonly sandbox: SandboxAdmin | undefined;
}

/** A form that was submitted. */
interface Sent {
  readonly c: Context;
  readonly session: Session;
  /** The text of a field, cut above every limit of the interface. */
  readonly field: (name: string) => string;
  readonly formToken: string;
  /** With the form's token as the idempotency key: a form that is submitted twice is one request. */
  readonly options: RequestOptions;
  readonly texts: Texts;
  readonly locale: Locale;
}

/** A problem that the shop itself finds, before it sends anything. */
class FormProblem extends Error {}

export function walletRoutes(app: Hono, shop: Shop, { client, webhooks, sandbox }: WalletServices): void {
  /** Handles a form: what it did, or why not, is shown on the wallet's page. After an unknown outcome it can be sent again. */
  const handle = async (c: Context, work: (sent: Sent) => Promise<string | Response>): Promise<Response> => {
    const form = await c.req.parseBody();
    const session = shop.sessions.read(c);
    const locale = localeOf(c, session);
    const field = (name: string) => (typeof form[name] === "string" ? form[name].trim().slice(0, 400) : "");
    const key = formKey(form);
    const formToken = key ?? freshFormToken();
    const options = key === undefined ? {} : { idempotencyKey: `wallet.${key}` };
    try {
      const done = await work({ c, session, field, formToken, options, locale, texts: locales[locale] });
      session.wallet.formToken = freshFormToken();
      return typeof done === "string" ? redirectWith(c, shop, "/wallet", done) : done;
    } catch (error) {
      if (error instanceof FormProblem) return redirectWith(c, shop, "/wallet", error.message, true);
      if (!isCardpaneError(error)) throw error;
      if (error.outcome !== "unknown") session.wallet.formToken = freshFormToken();
      return refuseCustomer(c, shop, error);
    }
  };
  const form = (path: string, work: (sent: Sent) => Promise<string | Response>) =>
    app.post(path, (c) => handle(c, work));
  /** A form of a customer who is logged in. */
  const ownForm = (path: string, work: (sent: Sent, login: WalletSession) => Promise<string | Response>) =>
    app.post(path, (c) => withLogin(c, shop, (login) => handle(c, (sent) => work(sent, login))));

  app.get("/wallet", async (c) => {
    const { wallet } = shop.sessions.read(c);
    if (!wallet.login) {
      // The pane's script draws the QR code of a new authenticator.
      const page = openPage(c, shop, wallet.authenticator ? await shop.findPane() : undefined);
      return c.html(doorPage(page));
    }
    return withLogin(c, shop, async (login) => {
      const accounts = await login.accounts.list().toArray();
      const { data } = await login.transactions.list({ orderDirection: "desc", limit: 10 }).page(1);
      noteBalance(wallet, accounts);
      return c.html(homePage(openPage(c, shop), accounts, data));
    });
  });

  app.get("/wallet/version", (c) => {
    c.header("Cache-Control", "no-store");
    return c.json({ version: walletVersion(shop.sessions.read(c).wallet) });
  });

  form("/wallet/users", async ({ c, session, field, options }) => {
    const email = field("email");
    const user = await client.wallet.users.create({ email, externalUserId: session.shopperId }, options);
    const { wallet } = shop.sessions.renew(c);
    forgetCustomer(wallet);
    Object.assign(wallet, { authenticator: user, email });
    return c.redirect("/wallet", 303);
  });

  form("/wallet/log-in", async ({ c, session, field }) => {
    const credentials = { email: field("email"), code: field("code").replaceAll(" ", "") };
    if (session.wallet.email !== credentials.email) forgetCustomer(session.wallet);
    session.wallet.email = credentials.email;
    const login = await client.wallet.login(credentials, { userId: "look-up" });
    const { wallet } = shop.sessions.renew(c);
    const { comeBack } = wallet;
    endLogin(wallet);
    // A customer who can log in has set up the authenticator.
    Object.assign(wallet, { login, authenticator: null, comeBack: null });
    return c.redirect(comeBack ?? "/wallet", 303);
  });

  app.post("/wallet/log-out", (c) => {
    const session = shop.sessions.renew(c);
    forgetCustomer(session.wallet);
    session.wallet.comeBack = null;
    return redirectWith(c, shop, "/wallet", locales[localeOf(c, session)].wallet.loggedOut);
  });

  // The code of the customer's authenticator, which QA does not have.
  app.post("/wallet/code", (c) => {
    if (!mayUseQa(c, shop) || !sandbox) return notFound(c, shop);
    return handle(c, async ({ session: { wallet }, field, texts }) => {
      const email = field("email");
      if (wallet.email !== email) forgetCustomer(wallet);
      wallet.email = email;
      const { data } = await client.wallet.users.list({ email, limit: 10 }).page(1);
      const user = data.find((one) => one.email.toLowerCase() === email.toLowerCase());
      if (!user) throw new FormProblem(texts.wallet.refusals.login_refused);
      const found = await sandbox.showCode(user.id).catch(() => undefined);
      if (!found) throw new FormProblem(texts.refusals.unreachable);
      wallet.qaCode = found.code;
      return found.isUsed ? texts.wallet.codeUsed : c.redirect("/wallet", 303);
    });
  });

  ownForm("/wallet/accounts", async ({ field, options, texts }, login) => {
    const type = field("type") === "promo" ? "promo" : "fiat";
    const name = field("name");
    // *The shop's own names* for the source of an account's money. An unknown currency is refused by the client.
    const source = { method: type === "promo" ? "voucher" : "card", system: "odd-harbour" } as const;
    await login.accounts.create(
      { ...source, type, currency: field("currency"), ...(name !== "" && { name }) },
      options,
    );
    return texts.wallet.accountCreated;
  });

  ownForm("/wallet/refill", async ({ c, session, field, formToken, texts }, login) => {
    const { wallet, contact } = session;
    // The second click of a double click is redirected to the same page as the first.
    if (wallet.refill?.formToken === formToken) return c.redirect(wallet.refill.url ?? "/wallet", 303);
    const { id, currency, name, userId } = await login.accounts.get(Number(field("account")));
    const amountMinor = readAmount(field("amount"), currency, texts);
    if (amountMinor <= 0 || userId === null) throw new FormProblem(texts.wallet.mustBeNumber);
    const accountName = name ?? currency;
    const reference = walletReference(session.shopperId, formToken);
    const money = { amountMinor, currency };
    const begun = await webhooks.begin({ kind: "refill", reference, userId, paymentAccountId: id, ...money });
    shop.orders.open(reference, session);
    // Before the request: a stored card is charged at once, and the notification may arrive before the response.
    wallet.refill = { formToken, accountName, ...money, url: null, state: { status: "waiting" } };
    const request = {
      ...{ ...money, name: texts.wallet.refillName(accountName), merchantOrderId: reference },
      webhookUrl: begun.webhookUrl,
      redirectUrl: `${shop.publicUrl}/wallet/refills/${formToken}/return`,
      consumer: {
        ...client.shopper(visitorOf(c)),
        ...(contact?.firstName && { firstName: contact.firstName }),
        ...(contact?.lastName && { lastName: contact.lastName }),
        ...(contact?.country && { country: contact.country }),
      },
      ...(field("anotherCard") === "on" && { forceCheckout: true }),
    };
    const created = await attempt(() => login.refills.create(id, request, { idempotencyKey: begun.id }));
    if (!created.ok) {
      if (created.error.outcome !== "unknown") wallet.refill = null;
      throw created.error;
    }
    const action = nextAction(created.value);
    const url = action.type === "redirect" ? action.url : null;
    if (wallet.refill.formToken === formToken) wallet.refill = { ...wallet.refill, url };
    return c.redirect(url ?? "/wallet", 303);
  });

  // The return address is a hint that the shopper's browser carries: it changes only the text of the page.
  app.get("/wallet/refills/:formToken/return", (c): Response | Promise<Response> => {
    const { wallet } = shop.sessions.read(c);
    const formToken = c.req.param("formToken");
    if (wallet.refill?.formToken !== formToken) return notFound(c, shop);
    const hint = redirects.parse(c.req.url);
    if (hint.kind === "hint")
      noteRefill(wallet, formToken, {
        status: "reported",
        approved: hint.isApproved,
        code: hint.code ?? null,
      });
    return c.redirect("/wallet", 303);
  });

  // A top-up needs the merchant's key: the gateway would let customers give money to themselves. QA may try it here.
  app.use("/wallet/top-up", async (c, next) =>
    isQaOpen(c, shop) ? next() : c.text("Refused: only the shop's operator tops up.", 403),
  );
  ownForm("/wallet/top-up", async ({ field, options, texts, locale }, login) => {
    const accountId = Number(field("account"));
    const { userId, currency } = await login.accounts.get(accountId);
    const amountMinor = readAmount(field("amount"), currency, texts);
    const days = field("expiresInDays");
    const expiry = new Date(shop.now() + Number(days) * 86_400_000);
    if (userId === null || Number.isNaN(expiry.getTime())) throw new FormProblem(texts.wallet.mustBeNumber);
    const dateExpire = expiry.toISOString().slice(0, 19).replace("T", " ");
    const { topUps } = client.wallet.forUser(userId);
    const money = { amountMinor, currency, ...(days !== "" && { dateExpire }) };
    const { status, code, type, price, currency: paid } = await topUps.create(accountId, money, options);
    if (status !== "success") throw new FormProblem(declineText(texts, code, false));
    const { toppedUp, takenBack } = texts.wallet;
    return (type === "income" ? toppedUp : takenBack)(formatAmount(price, paid, locale));
  });
}

/** Parses `12.34` or `12,34`, with an optional sign, in the currency's minor units. */
function readAmount(text: string, currency: string, { wallet }: Texts): number {
  const match = text.match(/^([-−+]?)(\d{1,12})(?:[.,](\d{1,4}))?$/);
  if (!match) throw new FormProblem(wallet.mustBeNumber);
  const amount = Number(`${match[2]}.${match[3] ?? "0"}`);
  try {
    return toMinor(match[1] === "-" || match[1] === "−" ? -amount : amount, currency);
  } catch {
    throw new FormProblem(wallet.tooExact);
  }
}
