import { CardPane } from "@cardpane/react";
import { connection } from "next/server";
import { Suspense } from "react";
import { pay } from "./pay";

interface Props {
  readonly searchParams: Promise<{ readonly declined?: string }>;
}

/** A server component: the pane needs no "use client". */
export default function Page({ searchParams }: Props) {
  return (
    <form action={pay}>
      <Suspense>
        <Order searchParams={searchParams} />
      </Suspense>
      <CardPane
        name="payment"
        src={process.env.PANE_HOST}
        environment={process.env.PANE_ENVIRONMENT}
        locale="en"
        early
      />
      <button type="submit">Pay 12.50 EUR</button>
    </form>
  );
}

/**
 * The order is made with its page, by a request: all submits of one page pay one order. A real shop makes it from the basket.
 * Above it, why the last card was not accepted: for display only; it proves nothing.
 */
async function Order({ searchParams }: Props) {
  await connection(); // by a visit, not by a prefetch
  const { declined } = await searchParams;
  const why = declined
    ? "Your card was declined. Use another card, or ask your bank."
    : "The payment was not made. Enter the card again.";
  return (
    <>
      {declined !== undefined && <p role="alert">{why}</p>}
      <input type="hidden" name="order" value={crypto.randomUUID()} />
    </>
  );
}
