"use server";

import { readFormValue } from "@cardpane/node";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { checkout, shop } from "../lib/checkout";

/** What the form shows of the last payment. */
interface Shown {
  readonly declined?: string | undefined;
  readonly problem?: string;
}

/** The server action of the form. */
export async function pay(_: Shown, form: FormData): Promise<Shown> {
  const { SITE_ID } = process.env;
  if (!SITE_ID) throw new Error("Set SITE_ID.");
  const order = String(form.get("order"));
  const result = `/result?order=${encodeURIComponent(order)}`;
  const outcome = await checkout().pay({
    ...readFormValue(form.get("payment")),
    reference: order, // a real shop checks whose it is
    price: [{ amountMinor: 1250, currency: "EUR" }], // the server's amount, never the shopper's
    httpRequest: { headers: await headers() }, // address, user agent and accept header
    sku: { siteId: SITE_ID },
    consumer: { externalId: "customer-7", email: "ada@shop.example" }, // the pane asks for the name
    redirectUrl: shop() + result,
  });
  if ("error" in outcome) console.error(outcome.error); // what happened and what to do; no key, no card data
  if (outcome.type === "redirect") redirect(outcome.url); // 3D Secure
  if (outcome.type === "declined") return { declined: outcome.code }; // the pane says it in safe words
  if (outcome.type === "not_made") return { problem: "The payment was not made. Enter the card again." };
  return redirect(result); // paid, or the notification decides: the shopper must not pay again
}
