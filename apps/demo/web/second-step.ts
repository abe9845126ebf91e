/**
 * The second step of a payment, a challenge for example: by a page of its own, or in a dialog above the checkout.
 *
 *   redirect                      the shopper comes back to the order
 *   dialog, completed             the same: the page that the redirect would have ended at, with the same hint
 *   dialog, cancelled, timed_out  the order is left, and the form pays another one for the same things
 *   dialog, failed                the order's page: from there the bank's own page is one press away
 *
 * Either way the order is settled by the gateway's notification, whatever the shopper does.
 */
import type { CardPaneElement, NextActionHint } from "@cardpane/browser";
import type { LeaveAnswer, PageTexts, PayAnswer } from "./wire.ts";

interface SecondStep {
  readonly step: Extract<PayAnswer, { status: "second_step" }>;
  readonly pane: CardPaneElement;
  readonly texts: PageTexts["challenge"];
}

/** The shopper is still here: why, and the address of the order to pay now, with the ticket of its checkout. */
export interface Unfinished {
  readonly why: "cancelled" | "timed_out";
  readonly order: string;
  readonly ticket: string;
}

/** Takes the shopper through it; `undefined` when the page is being left. */
export async function takeSecondStep({ step, pane, texts }: SecondStep): Promise<Unfinished | undefined> {
  const { url, order, dialogSize } = step;
  if (dialogSize === null) return leavePage(url);
  const result = await pane.handleNextAction({ url }, { mode: "dialog", windowSize: dialogSize, texts });
  switch (result.status) {
    case "completed":
      return leavePage(result.hint ? `${order}/return?${queryOf(result.hint)}` : order);
    case "failed":
      return leavePage(order);
    case "cancelled":
    case "timed_out": {
      const next = await leaveOrder(order);
      if (next.status === "go") return leavePage(next.location);
      return { why: result.status, order: next.order, ticket: next.ticket };
    }
    default:
      return result satisfies never;
  }
}

/** Lets go of an order that waits at the bank. */
async function leaveOrder(order: string): Promise<LeaveAnswer> {
  try {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${order}/leave`, { method: "POST", headers, body: "{}" });
    if (response.ok) return (await response.json()) as LeaveAnswer;
  } catch {
    // The shop does not answer: the order's page shows the state, and has the same way out.
  }
  return { status: "go", location: order };
}

/** The hint as the gateway would have put it into the address. */
function queryOf({ orderId, transactionId, isApproved, code }: NextActionHint): URLSearchParams {
  const approved = isApproved === null ? null : isApproved ? "1" : "0";
  const values = { order_id: orderId, transaction_id: transactionId, is_approved: approved, code };
  return new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

function leavePage(address: string): undefined {
  location.assign(address);
}
