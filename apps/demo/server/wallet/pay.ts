/** Pays an order from a wallet, with the customer's own tokens. The response is final; the gateway also sends a notification of it. */
import type { WalletNotifications } from "@cardpane/node";
import { type Order, setState } from "../orders/order.ts";
import { currency } from "../shop/catalogue.ts";

/** The wallet as the source of a payment. Its current login is read when the request is sent: a new login replaces it. */
export interface WalletSource {
  readonly kind: "wallet";
  readonly userId: number;
  readonly accountId: number;
}

/**
 * Records the attempt, sends it, and settles it: its event changes the order.
 *
 * @throws CardpaneError of the call
 */
export async function payFromWallet(
  order: Order,
  { userId, accountId: paymentAccountId }: WalletSource,
  name: string,
  webhooks: Pick<WalletNotifications, "begin" | "settle">,
): Promise<void> {
  const { id: reference, totalMinor: amountMinor, session } = order;
  const { login } = session.wallet;
  if (!login) return setState(order, { status: "created", problem: "logged_out" });
  const money = { paymentAccountId, amountMinor, currency };
  const attempt = await webhooks.begin({ kind: "payment", reference, userId, ...money });
  const { webhookUrl, id: idempotencyKey } = attempt;
  const payment = { ...money, name, webhookUrl, merchantOrderId: reference, metadata: { udf1: reference } };
  try {
    await webhooks.settle(attempt, await login.payments.create(payment, { idempotencyKey }));
  } catch (error) {
    if (error instanceof Error) await webhooks.settle(attempt, error);
    throw error;
  }
}
