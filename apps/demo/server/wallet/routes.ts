/**
 * The wallet: one page, and the forms on it. Every action of a customer uses the customer's own tokens: they stay in the shop's
 * memory, where the client refreshes them. A shop of several processes would store them in `onTokens`, and each process would
 * `resume()` them.
 */
import { isCardpaneError, nextAction, type RequestOptions, type WalletSession } from "@cardpane/node";
import type { Context, Hono } from "hono";
import { isQaOpen, mayUseQa } from "../http/access.ts";
import { freshFormToken, readFormToken } from "../http/form-token.ts";
import { attempt, notFound, redirectWith } from "../http/notice.ts";
import { openPage } from "../http/page.ts";
import { localeOf } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import { validContact } from "../orders/contact.ts";
import { formatAmount, readMinor } from "../orders/money.ts";
import type { Session } from "../orders/order.ts";
import {
  accountName,
  endLogin,
  forgetCustomer,
  noteAccounts,
  type Refill,
  refillReference,
} from "../orders/shopper-wallet.ts";
import { declineText } from "../shop/parts.ts";
import { locales, type Texts } from "../texts/index.ts";
import { refuseCustomer, withLogin } from "./customer.ts";
import { homePage, logInPage } from "./views.ts";

interface FormRequest {
  readonly c: Context;
  readonly session: Session;
  /** The text of a field, cut above every limit of the interface. */
  readonly field: (name: string) => string;
  readonly formToken: string;
  /** The time of the first submit. */
  readonly sentAt: number;
  /** With the form's token as the idempotency key: a form that is submitted twice is one request. */
  readonly options: RequestOptions;
  readonly texts: Texts;
}

/** A problem that the shop itself finds, before it sends anything. */
class FormProblem extends Error {}

export function walletRoutes(app: Hono, shop: Shop): void {
  const { client, webhooks, sandbox } = shop;
  /**
   * Handles a form: what it did, or why not, is shown on the wallet's page. After an unknown outcome the same form can be sent again,
   * and only an answer to it ends the doubt: a refusal of a later send says nothing about an earlier one.
   */
  const handle = async (
    c: Context,
    work: (request: FormRequest) => Promise<string | Response>,
    canRepeat = true,
  ): Promise<Response> => {
    const form = await c.req.parseBody();
    const session = shop.sessions.read(c);
    const { inDoubt } = session.wallet;
    const formToken = readFormToken(form) ?? freshFormToken();
    const texts = locales[localeOf(c, session)];
    const { path } = c.req;
    const known = inDoubt.get(formToken);
    // An older page: what is in doubt is settled first.
    if (!known && [...inDoubt.values()].some((other) => other.path === path))
      return redirectWith(c, shop, "/wallet", texts.refusals.unknown, true);
    const sent = known ?? { path, fields: form, sentAt: shop.now() };
    const { fields, sentAt } = sent;
    const field = (name: string) =>
      typeof fields[name] === "string" ? fields[name].trim().slice(0, 400) : "";
    const options = { idempotencyKey: `wallet.${formToken}` };
    try {
      const done = await work({ c, session, field, formToken, sentAt, options, texts });
      inDoubt.delete(formToken);
      return typeof done === "string" ? redirectWith(c, shop, "/wallet", done) : done;
    } catch (error) {
      if (error instanceof FormProblem) return redirectWith(c, shop, "/wallet", error.message, true);
      if (!isCardpaneError(error)) throw error;
      // A conflict is about a form that was answered before: this one did nothing.
      if (canRepeat && error.outcome === "unknown" && error.code !== "conflict") inDoubt.set(formToken, sent);
      return refuseCustomer(c, shop, error);
    }
  };
  const ownForm = (
    path: string,
    work: (request: FormRequest, login: WalletSession) => Promise<string | Response>,
  ) => app.post(path, (c) => withLogin(c, shop, (login) => handle(c, (request) => work(request, login))));

  const findUser = async (email: string) => {
    // The filter also matches parts of addresses.
    for await (const user of client.wallet.users.list({ email })) {
      if (user.email?.toLowerCase() === email.toLowerCase()) return user;
    }
    return undefined;
  };

  app.get("/wallet", async (c) => {
    const { wallet } = shop.sessions.read(c);
    // Back from the gateway's page: what its address says is only a hint, because the shopper's browser carries it.
    if (c.req.query("transaction_id") !== undefined) return c.redirect("/wallet", 303);
    if (!wallet.login) {
      // The pane's script draws the QR code of a new authenticator.
      const page = openPage(c, shop, wallet.authenticator ? await shop.findPane() : undefined);
      return c.html(logInPage(page));
    }
    return withLogin(c, shop, async (login) => {
      const accounts = await login.accounts.list().toArray();
      const { data } = await login.transactions.list({ orderDirection: "desc", limit: 10 }).page(1);
      noteAccounts(wallet, accounts);
      return c.html(homePage(openPage(c, shop), accounts, data));
    });
  });

  app.get("/wallet/version", (c) => {
    c.header("Cache-Control", "no-store");
    return c.json({ version: shop.sessions.read(c).wallet.refill?.state.status ?? "" });
  });

  app.post("/wallet/users", (c) =>
    handle(c, async ({ session, field, options }) => {
      const email = field("email");
      const user = await client.wallet.users.create({ email, externalUserId: session.shopperId }, options);
      const { wallet } = shop.sessions.renew(c);
      forgetCustomer(wallet);
      Object.assign(wallet, { authenticator: user, email });
      return c.redirect("/wallet", 303);
    }),
  );

  // A code is used once, so a login is not sent again.
  app.post("/wallet/log-in", (c) =>
    handle(
      c,
      async ({ session, field }) => {
        const email = field("email");
        session.wallet.typedEmail = email;
        const code = field("code").replaceAll(" ", "");
        // A session needs the user's id to refresh its tokens.
        const user = await findUser(email);
        const login = await client.wallet.login({ email, code }, { userId: user?.id });
        const { wallet } = shop.sessions.renew(c);
        const { comeBack } = wallet;
        // Only a login shows that this is another customer: an address may be mistyped.
        if (wallet.email?.toLowerCase() !== email.toLowerCase()) forgetCustomer(wallet);
        endLogin(wallet);
        // A customer who can log in has set up the authenticator.
        Object.assign(wallet, { login, email, authenticator: null, comeBack: null });
        return c.redirect(comeBack ?? "/wallet", 303);
      },
      false,
    ),
  );

  app.post("/wallet/log-out", (c) => {
    const session = shop.sessions.renew(c);
    forgetCustomer(session.wallet);
    session.wallet.comeBack = null;
    return redirectWith(c, shop, "/wallet", locales[localeOf(c, session)].wallet.loggedOut);
  });

  // The code of the customer's authenticator, which QA does not have.
  app.post("/wallet/code", (c) => {
    if (!mayUseQa(c, shop) || !sandbox) return notFound(c, shop);
    const work = async ({ session: { wallet }, field, texts }: FormRequest) => {
      const email = field("email");
      wallet.typedEmail = email;
      const user = await findUser(email);
      if (!user) throw new FormProblem(texts.wallet.refusals.login_refused);
      const found = await sandbox.showCode(user.id).catch(() => undefined);
      if (!found) throw new FormProblem(texts.refusals.unreachable);
      wallet.qaCode = found.code;
      return found.isUsed
        ? "This code has been used. Wait up to 30 seconds for a new one."
        : c.redirect("/wallet", 303);
    };
    return handle(c, work, false);
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

  /** Records a refill, and keeps what is to be sent. */
  const prepareRefill = async (
    { c, session, field, formToken, texts }: FormRequest,
    login: WalletSession,
  ): Promise<Refill> => {
    const { wallet, qa } = session;
    const { email: _, ...consumer } = validContact(session.contact);
    const account = await login.accounts.get(Number(field("account")));
    const { id, currency, userId } = account;
    const amountMinor = readAmount(field("amount"), currency, texts);
    if (amountMinor <= 0 || userId === null) throw new FormProblem(texts.wallet.mustBeNumber);
    const reference = refillReference(session.shopperId, formToken);
    const money = { amountMinor, currency };
    const begun = await webhooks.begin({ kind: "refill", reference, userId, paymentAccountId: id, ...money });
    shop.wallets.set(reference, wallet);
    const device = field("device");
    const request = {
      ...money,
      name: texts.wallet.refillName(accountName(account)),
      merchantOrderId: reference,
      webhookUrl: begun.webhookUrl,
      redirectUrl: `${shop.publicUrl}/wallet`,
      consumer: { ...client.shopper(visitorOf(c), device === "" ? {} : { device }), ...consumer },
      // The page's script reads the device data that 3D Secure requires.
      ...(device !== "" && qa.threeDs === "on" && { secure: true }),
      ...(field("anotherCard") === "on" && { forceCheckout: true }),
    };
    const refill: Refill = {
      formToken,
      accountName: accountName(account),
      ...money,
      url: null,
      call: [id, request, { idempotencyKey: begun.id }],
      state: { status: "waiting" },
    };
    // Before the request: a stored card is charged at once, and the notification may arrive before the response.
    wallet.refill = refill;
    return refill;
  };
  ownForm("/wallet/refill", async (form, login) => {
    const { c, session, formToken } = form;
    const { wallet } = session;
    const own = wallet.refill?.formToken === formToken ? wallet.refill : undefined;
    const isAgain = wallet.inDoubt.has(formToken);
    // The second click of a double click is redirected to the same page as the first.
    if (own && !(isAgain && own.state.status === "waiting")) return c.redirect(own.url ?? "/wallet", 303);
    const { call } = own ?? (await prepareRefill(form, login));
    const created = await attempt(() => login.refills.create(...call));
    if (!created.ok) {
      if (created.error.outcome !== "unknown" && !isAgain && wallet.refill?.formToken === formToken)
        wallet.refill = null;
      throw created.error;
    }
    const action = nextAction(created.value);
    const url = action.type === "redirect" ? action.url : null;
    if (wallet.refill?.formToken === formToken) wallet.refill.url = url;
    return c.redirect(url ?? "/wallet", 303);
  });

  // A top-up needs the merchant's key: the gateway would let customers give money to themselves. QA may try it here.
  app.use("/wallet/top-up", async (c, next) =>
    isQaOpen(c, shop) ? next() : c.text("Refused: only the shop's operator tops up.", 403),
  );
  ownForm("/wallet/top-up", async ({ c, field, sentAt, options, texts }, login) => {
    const accountId = Number(field("account"));
    const { userId, currency } = await login.accounts.get(accountId);
    const amountMinor = readAmount(field("amount"), currency, texts);
    const days = field("expiresInDays");
    const expiry = new Date(sentAt + Number(days) * 86_400_000);
    if (userId === null || Number.isNaN(expiry.getTime())) throw new FormProblem(texts.wallet.mustBeNumber);
    const dateExpire = expiry.toISOString().slice(0, 19).replace("T", " ");
    const { topUps } = client.wallet.forUser(userId);
    const money = { amountMinor, currency, ...(days !== "" && { dateExpire }) };
    const { status, code, type, price, currency: paid } = await topUps.create(accountId, money, options);
    if (status !== "success") return redirectWith(c, shop, "/wallet", declineText(texts, code ?? null), true);
    return `${type === "income" ? "Added" : "Removed"}: ${formatAmount(price, paid, "en")}`;
  });
}

function readAmount(text: string, currency: string, { wallet }: Texts): number {
  const amountMinor = readMinor(text.replace(/^[-−+]/, ""), currency);
  if (amountMinor === undefined) throw new FormProblem(wallet.mustBeNumber);
  return /^[-−]/.test(text) ? -amountMinor : amountMinor;
}
