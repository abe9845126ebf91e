/** Opens a wallet, and logs its customer in and out. */
import type { Hono } from "hono";
import { mayUseQa } from "../http/access.ts";
import { notFound, redirectWith } from "../http/notice.ts";
import { localeOf } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { endLogin, forgetCustomer } from "../orders/shopper-wallet.ts";
import { locales } from "../texts/index.ts";
import { FormProblem, type FormRequest, handleForm } from "./forms.ts";

export function logInRoutes(app: Hono, shop: Shop): void {
  const { client, sandbox } = shop;

  app.post("/wallet/users", (c) =>
    handleForm(c, shop, async ({ session, field, options }) => {
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
    handleForm(
      c,
      shop,
      async ({ session, field }) => {
        const email = field("email");
        session.wallet.typedEmail = email;
        const code = field("code").replaceAll(" ", "");
        // A session needs the user's id to refresh its tokens.
        const user = await findUser(client, email);
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
      const user = await findUser(client, email);
      if (!user) throw new FormProblem(texts.wallet.refusals.login_refused);
      const found = await sandbox.showCode(user.id).catch(() => undefined);
      if (!found) throw new FormProblem(texts.refusals.unreachable);
      wallet.qaCode = found.code;
      return found.isUsed
        ? "This code has been used. Wait up to 30 seconds for a new one."
        : c.redirect("/wallet", 303);
    };
    return handleForm(c, shop, work, false);
  });
}

async function findUser(client: Shop["client"], email: string) {
  // The filter also matches parts of addresses.
  for await (const user of client.wallet.users.list({ email })) {
    if (user.email?.toLowerCase() === email.toLowerCase()) return user;
  }
  return undefined;
}
