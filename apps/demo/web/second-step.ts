/**
 * The second step of a payment, for example a challenge: on its own page, or in a dialog above the checkout.
 *
 *   redirect                      the shopper returns to the order
 *   dialog, completed             like the redirect: the same return page, with the same hint
 *   dialog, cancelled, timed_out  the attempt is given up, and the form can pay the order again
 *   dialog, failed                the order's page, which links to the bank's page
 *
 * In every case, the gateway's notification settles the order, whatever the shopper does.
 */
import type { CardPaneElement, NextActionHint } from "@cardpane/browser";
import { readPage } from "./read-page.ts";

interface SecondStep {
  readonly url: string;
  readonly order: string;
  readonly pane: CardPaneElement;
  readonly texts: { readonly title: string; readonly close: string; readonly loading: string };
}

/** Why the second step ended without an outcome. */
export type Unfinished = "cancelled" | "timed_out";

/** Runs the second step in a dialog; returns the address to open, or why it is unfinished. */
export async function takeSecondStep(step: SecondStep): Promise<{ readonly location: string } | Unfinished> {
  const { url, order, pane, texts } = step;
  const result = await pane.handleNextAction({ url }, { mode: "dialog", texts });
  switch (result.status) {
    case "completed":
      return { location: result.hint ? `${order}/return?${queryOf(result.hint)}` : order };
    case "failed":
      return { location: order };
    case "cancelled":
    case "timed_out": {
      const left = await readPage(`${order}/leave`, new URLSearchParams());
      // Refused or without an answer, the order's page shows the state, and can also leave the order.
      if (!left?.ok || left.page) return { location: order };
      return left.location === null ? result.status : { location: left.location };
    }
    default:
      return result satisfies never;
  }
}

/** The hint as a query, as the gateway would have sent it. */
function queryOf({ orderId, transactionId, isApproved, code }: NextActionHint): URLSearchParams {
  const approved = isApproved === null ? null : isApproved ? "1" : "0";
  const values = { order_id: orderId, transaction_id: transactionId, is_approved: approved, code };
  return new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
