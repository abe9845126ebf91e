import { explainCode } from "@cardpane/node";
import { CardPane } from "@cardpane/react";
import { pay } from "./pay";

/** A server component: the pane needs no "use client". */
export default async function Page({
  searchParams,
}: {
  readonly searchParams: Promise<{ readonly declined?: string }>;
}) {
  const { declined } = await searchParams; // for display; no proof of anything
  const why = declined ? explainCode(declined) : "The payment was not made. Enter the card again.";
  return (
    <form action={pay}>
      {declined !== undefined && <p role="alert">{why}</p>}
      <CardPane
        name="payment"
        host={process.env.PANE_HOST}
        environment={process.env.PANE_ENVIRONMENT}
        locale="en"
        early
      />
      <button type="submit">Pay 12.50 EUR</button>
    </form>
  );
}
