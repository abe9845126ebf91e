/** Refills an account of the wallet by a card, on the gateway's page or at once by a stored card. */
import { nextAction, type WalletSession } from "@cardpane/node";
import type { Hono } from "hono";
import { attempt } from "../http/notice.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import { validContact } from "../orders/contact.ts";
import { accountName, type Refill, refillReference } from "../orders/shopper-wallet.ts";
import { FormProblem, type FormRequest, handleOwnForm, readAmount } from "./forms.ts";

export function refillRoutes(app: Hono, shop: Shop): void {
  app.post("/wallet/refill", (c) =>
    handleOwnForm(c, shop, async (form, login) => {
      const { session, formToken } = form;
      const { wallet } = session;
      const own = wallet.refill?.formToken === formToken ? wallet.refill : undefined;
      const isAgain = wallet.inDoubt.has(formToken);
      // The second click of a double click is redirected to the same page as the first.
      if (own && !(isAgain && own.state.status === "waiting")) return c.redirect(own.url ?? "/wallet", 303);
      const { call } = own ?? (await prepareRefill(shop, form, login));
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
    }),
  );
}

/** Records a refill, and keeps what is to be sent. */
async function prepareRefill(
  { client, publicUrl, wallets, webhooks }: Shop,
  { c, session, field, formToken, texts }: FormRequest,
  login: WalletSession,
): Promise<Refill> {
  const { wallet, qa } = session;
  const { email: _, ...consumer } = validContact(session.contact);
  const account = await login.accounts.get(Number(field("account")));
  const { id, currency, userId } = account;
  const amountMinor = readAmount(field("amount"), currency, texts);
  if (amountMinor <= 0 || userId === null) throw new FormProblem(texts.wallet.mustBeNumber);
  const reference = refillReference(session.shopperId, formToken);
  const money = { amountMinor, currency };
  const begun = await webhooks.begin({ kind: "refill", reference, userId, paymentAccountId: id, ...money });
  wallets.set(reference, wallet);
  const device = field("device");
  const request = {
    ...money,
    name: texts.wallet.refillName(accountName(account)),
    merchantOrderId: reference,
    webhookUrl: begun.webhookUrl,
    redirectUrl: `${publicUrl}/wallet`,
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
}
