/** Voids a wallet payment, from the page of its user or of its order. */
import type { WalletTransaction } from "@cardpane/node";
import type { Backend } from "../http/shop.ts";
import { type Form, textOf } from "../wallet/inputs.ts";
import { attempt, type Done } from "../wallet/refusal.ts";
import { requestOf } from "../wallet/routes/customer.ts";

/**
 * Voids a wallet transaction and the order that it paid. After a refusal or an unknown outcome it reads the transaction, which
 * may have been voided before.
 */
export async function voidTransaction(
  { shop, client }: Backend,
  userId: number,
  id: number,
  form: Form,
): Promise<Done<WalletTransaction>> {
  const { transactions } = client.wallet.forUser(userId);
  const reason = textOf(form, "reason");
  const done = await attempt(() => transactions.void(id, reason ? { reason } : {}, requestOf(form)));
  const known = done.ok ? done : await attempt(() => transactions.get(id));
  const isVoided = done.ok || (known.ok && known.value.child.some(({ mode }) => mode === "void"));
  if (!known.ok || !isVoided) return done;
  shop.orderDirectory.takeBack(known.value);
  return known;
}
