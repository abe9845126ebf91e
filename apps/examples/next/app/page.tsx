import { connection } from "next/server";
import { Suspense } from "react";
import { Checkout } from "./checkout";

/** The form is in the static part of the page, with the pane's iframe. */
export default function Page() {
  return (
    <Checkout host={process.env.PANE_HOST} environment={process.env.PANE_ENVIRONMENT}>
      <Suspense>
        <Order />
      </Suspense>
    </Checkout>
  );
}

/** The order is made with its page, by a request: all submits of one page pay one order. A real shop makes it from the basket. */
async function Order() {
  await connection(); // by a visit, not by a prefetch
  return <input type="hidden" name="order" value={crypto.randomUUID()} />;
}
