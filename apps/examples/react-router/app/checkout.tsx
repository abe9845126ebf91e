import { readFormValue } from "@cardpane/node";
import { CardPane } from "@cardpane/react";
import { Form, redirect, type ShouldRevalidateFunction, useNavigation } from "react-router";
import type { Route } from "./+types/checkout";
import { checkout, shop } from "./payments.server";

/** The order is made with its page: all submits of one page pay one order. A real shop makes it from the basket. */
export const loader = () => ({
  order: crypto.randomUUID(),
  host: process.env.PANE_HOST,
  environment: process.env.PANE_ENVIRONMENT,
});

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const order = String(form.get("order"));
  const result = `/result?order=${encodeURIComponent(order)}`;
  const outcome = await checkout.pay({
    ...readFormValue(form.get("payment")),
    reference: order, // a real shop checks whose it is
    price: [{ amountMinor: 1250, currency: "EUR" }], // the server's amount, never the shopper's
    httpRequest: { headers: request.headers, remoteAddress: context.remoteAddress },
    sku: { siteId: process.env.SITE_ID ?? "" },
    consumer: { externalId: "customer-7", email: "ada@shop.example" }, // the pane asks for the name
    redirectUrl: shop + result,
  });
  if ("error" in outcome) console.error(outcome.error); // what happened and what to do; no key, no card data
  if (outcome.type === "redirect") return redirect(outcome.url); // 3D Secure
  if (outcome.type === "declined") return { declined: outcome.code }; // the pane says it in safe words
  if (outcome.type === "not_made") return { problem: "The payment was not made. Enter the card again." };
  return redirect(result); // paid, or the notification decides: the shopper must not pay again
}

/** After a decline the page keeps its order. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  !actionResult && defaultShouldRevalidate;

/** The form stays in the page after a decline, and the pane says why. */
export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const isPaying = useNavigation().state !== "idle";
  const { declined, problem }: { declined?: string; problem?: string } = actionData ?? {};
  return (
    <Form method="post">
      <input type="hidden" name="order" value={loaderData.order} />
      {problem && !isPaying && <p role="alert">{problem}</p>}
      <CardPane
        name="payment"
        src={loaderData.host}
        environment={loaderData.environment}
        fields={["cardholder", "number", "expiry", "cvv"]}
        locale="en"
        early
        decline={isPaying ? null : declined}
      />
      <button type="submit" disabled={isPaying}>
        Pay 12.50 EUR
      </button>
    </Form>
  );
}
