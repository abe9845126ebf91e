import { explainCode } from "@cardpane/node";
import { CardPane } from "@cardpane/react";
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
        <Problem searchParams={searchParams} />
      </Suspense>
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

/** Why the last card was not accepted: for display only; it proves nothing. */
async function Problem({ searchParams }: Props) {
  const { declined } = await searchParams;
  if (declined === undefined) return null;
  return (
    <p role="alert">{declined ? explainCode(declined) : "The payment was not made. Enter the card again."}</p>
  );
}
