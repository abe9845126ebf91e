import { createCheckout, createClient, createMemoryStore } from "@cardpane/node";
import { env } from "$env/dynamic/private";

/** The shop's own address. */
export const shop = env.SHOP_URL ?? "http://localhost:3000";

/** Made once in the server's process. */
export const checkout = createCheckout({
  client: createClient({ apiKey: env.GATEWAY_API_KEY, baseUrl: env.GATEWAY_URL, ipv6: "send" }),
  secret: env.IPN_SECRET, // openssl rand -base64 32
  environment: env.PANE_ENVIRONMENT ?? "",
  ipnUrl: `${shop}/ipn`,
  store: createMemoryStore(), // in a real shop a database, as in express-postgres
  onEvent: (event) => console.log(event.reference, event.type),
});
