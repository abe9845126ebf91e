"use server";

import { isCardpaneError, isSuccessful, nextAction, readFormValue } from "@cardpane/node";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { payments } from "../lib/payments";

/** The server action of the form. */
export async function pay(form: FormData): Promise<void> {
  // redirect() throws, so it must be outside any try block.
  redirect(await addressAfterPayment(form));
}

async function addressAfterPayment(form: FormData): Promise<string> {
  const { client, ipn, siteId, shop } = payments();
  const reference = crypto.randomUUID(); // the order's id
  const price = [{ amountMinor: 1250, currency: "EUR" }]; // the server's amount, never the shopper's
  const ipnUrl = await ipn.createUrl({ reference, price }); // recorded before anything is sent
  try {
    const result = await client.payments.createFromToken({
      ...readFormValue(form.get("payment")),
      httpRequest: { headers: await headers() }, // address, user agent and accept header
      sku: { siteId, price },
      consumer: { externalId: "customer-7", email: "ada@shop.example" },
      url: { ipnUrl, redirectUrl: `${shop}/waiting` },
    });
    await ipn.record(reference, result).catch(console.error); // if this fails, the notification updates the order
    const action = nextAction(result);
    if (action.type === "redirect") return action.url; // 3D Secure
    return isSuccessful(result) ? "/paid" : `/?declined=${result.payment.code}`;
  } catch (error) {
    if (!isCardpaneError(error)) throw error;
    console.error(error); // what happened and what to do; no key, no card data
    // After an unknown outcome the shopper must not pay again: the notification decides.
    return error.outcome === "unknown" ? "/waiting" : "/?declined=";
  }
}
