/**
 * Chargebacks, which QA triggers: a separate transaction, with a notification to the merchant at each stage. The document has
 * no chargebacks, so they are for COMPATIBILITY=field only.
 */

import type { PaymentRecord } from "../db/payments.ts";
import { findRow, updateRow } from "../db/rows.ts";
import { payments } from "../db/schema.ts";
import { badField, Refusal } from "../errors.ts";
import type { WorkContext } from "../operation-context.ts";
import { returnMoney } from "./credit.ts";
import { notifyOfPayment } from "./enqueue-payment-notification.ts";

/** The stages of a chargeback. */
export const chargebackStages = ["retrieved", "chargeback", "represented"] as const;

/** QA's request for a chargeback. */
export interface ChargebackOrder {
  readonly amount?: number | undefined;
  readonly stage?: (typeof chargebackStages)[number] | undefined;
}

/**
 * Charges a payment back, or moves its chargeback to another stage. *Assumption*: the first stage returns the money.
 *
 * @throws Refusal 404 for an unknown payment; 400 on `id` or `amount` for money that cannot be returned, on `compatibility`.
 */
export async function chargeBack(
  context: WorkContext,
  { amount, stage = "chargeback" }: ChargebackOrder,
  id: number,
): Promise<PaymentRecord> {
  const { tx, settings } = context;
  if (settings.compatibility === "document") {
    throw badField("compatibility", "must be field (COMPATIBILITY=field): the document knows no chargeback");
  }
  const payment = await findRow(tx, payments, { id });
  if (!payment) throw new Refusal(404);
  const known = await findRow(tx, payments, { parentId: id, mode: "chargeback" });
  if (known && amount !== undefined) throw badField("amount", "is that of the chargeback's first stage");
  let chargebackId = known?.id;
  if (chargebackId === undefined) {
    // Nothing was captured yet, and the settlement would still capture the amount that was counted as returned.
    if (payment.mode === "auth") throw badField("id", "is an authorization: charge its settlement back");
    chargebackId = (await returnMoney(context, payment, amount, { mode: "chargeback", stage })).id;
  } else await updateRow(tx, payments, chargebackId, { stage });
  return notifyOfPayment(context, chargebackId);
}
