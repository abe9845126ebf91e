"use server";

import { readFormValue } from "@cardpane/node";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { checkout, shop } from "../lib/checkout";

/** The server action of the form. */
export async function pay(form: FormData): Promise<void> {
  const { SITE_ID } = process.env;
  if (!SITE_ID) throw new Error("Set SITE_ID.");
  const outcome = await checkout().pay({
    ...readFormValue(form.get("payment")),
    reference: String(form.get("order")), // a real shop checks whose it is
    price: [{ amountMinor: 1250, currency: "EUR" }], // the server's amount, never the shopper's
    httpRequest: { headers: await headers() }, // address, user agent and accept header
    sku: { siteId: SITE_ID },
    consumer: { externalId: "customer-7", email: "ada@shop.example" },
    redirectUrl: `${shop()}/waiting`,
  });
  if ("error" in outcome) console.error(outcome.error); // what happened and what to do; no key, no card data
  switch (outcome.type) {
    case "redirect": // 3D Secure
      return redirect(outcome.url);
    case "paid":
      return redirect("/paid");
    case "declined":
      return redirect(`/?declined=${outcome.code}`);
    case "not_made":
      return redirect("/?declined=");
    default: // the notification decides: the shopper must not pay again
      return redirect("/waiting");
  }
}
