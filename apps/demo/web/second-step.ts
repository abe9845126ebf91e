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
import type { LeaveAnswer, PageTexts, PayAnswer } from "./wire.ts";

interface SecondStep {
  readonly step: Extract<PayAnswer, { status: "second_step" }>;
  readonly pane: CardPaneElement;
  readonly texts: PageTexts["challenge"];
}

/** Why the second step ended without an outcome. */
export type Unfinished = "cancelled" | "timed_out";

/** Runs the second step; `undefined` if the browser is loading another page. */
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
      return result.status;
    }
    default:
      return result satisfies never;
  }
}

/** Gives up the attempt that waits at the bank. */
async function leaveOrder(order: string): Promise<LeaveAnswer> {
  try {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${order}/leave`, { method: "POST", headers, body: "{}" });
    if (response.ok) return (await response.json()) as LeaveAnswer;
  } catch {
    // The shop does not answer: the order's page shows the state, and can also leave the order.
  }
  return { status: "go", location: order };
}

/** The hint as a query, as the gateway would have sent it. */
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
