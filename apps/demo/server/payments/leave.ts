/** Gives up an attempt that is open at the bank, so that the order can be paid in another way. */
import type { Shop } from "../http/shop.ts";
import { type Order, setState } from "../orders/order.ts";

/** @throws CardpaneError if it was paid in the meantime, or money is reserved */
export async function leaveAttempt({ checkout }: Pick<Shop, "checkout">, order: Order): Promise<void> {
  const { id, state } = order;
  await checkout.supersede(id);
  if ("ids" in state) order.left.add(state.ids.transactionId);
  setState(order, { status: "created", problem: null });
}
