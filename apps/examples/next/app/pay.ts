"use server";

import { readFormValue } from "@cardpane/node";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { payments } from "../lib/payments";

/** The server action of the form. */
export async function pay(form: FormData): Promise<void> {
  const { checkout, siteId, shop } = payments();
  const outcome = await checkout.pay({
    reference: crypto.randomUUID(), // the order's id
    price: [{ amountMinor: 1250, currency: "EUR" }], // the server's amount, never the shopper's
    ...readFormValue(form.get("payment")),
    httpRequest: { headers: await headers() }, // address, user agent and accept header
    sku: { siteId },
    consumer: { externalId: "customer-7", email: "ada@shop.example" },
    redirectUrl: `${shop}/waiting`,
  });
  if ("error" in outcome) console.error(outcome.error); // what happened and what to do; no key, no card data
  if (outcome.type === "redirect") redirect(outcome.url); // 3D Secure
  if (outcome.type === "paid") redirect("/paid");
  if (outcome.type === "declined") redirect(`/?declined=${outcome.code}`);
  if (outcome.type === "not_made") redirect("/?declined=");
  redirect("/waiting"); // it may have been charged: the notification decides
}
