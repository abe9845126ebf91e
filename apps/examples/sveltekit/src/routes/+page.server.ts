import { readFormValue } from "@cardpane/node";
import { fail, redirect } from "@sveltejs/kit";
import { env } from "$env/dynamic/private";
import { checkout, shop } from "$lib/server/checkout";
import type { Actions, PageServerLoad } from "./$types";

/** The order is made with its page: all submits of one page pay one order. A real shop makes it from the basket. */
export const load: PageServerLoad = () => ({
  order: crypto.randomUUID(),
  host: env.PANE_HOST,
  environment: env.PANE_ENVIRONMENT,
});

export const actions: Actions = {
  default: async ({ request, getClientAddress }) => {
    const form = await request.formData();
    const order = String(form.get("order"));
    const result = `/result?order=${encodeURIComponent(order)}`;
    const outcome = await checkout.pay({
      ...readFormValue(form.get("payment")),
      reference: order, // a real shop checks whose it is
      price: [{ amountMinor: 1250, currency: "EUR" }], // the server's amount, never the shopper's
      httpRequest: { headers: request.headers, remoteAddress: getClientAddress() },
      sku: { siteId: env.SITE_ID ?? "" },
      consumer: { externalId: "customer-7", email: "ada@shop.example" }, // the pane asks for the name
      redirectUrl: shop + result,
    });
    if ("error" in outcome) console.error(outcome.error); // what happened and what to do; no key, no card data
    if (outcome.type === "redirect") redirect(303, outcome.url); // 3D Secure
    if (outcome.type === "declined") return fail(402, { declined: outcome.code }); // the pane says it in safe words
    if (outcome.type === "not_made")
      return fail(402, { problem: "The payment was not made. Enter the card again." });
    return redirect(303, result); // paid, or the notification decides: the shopper must not pay again
  },
};
