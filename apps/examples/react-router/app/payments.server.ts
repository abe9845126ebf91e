import { createCheckout, createClient, createMemoryStore } from "@cardpane/node";

const { GATEWAY_URL, GATEWAY_API_KEY, PANE_ENVIRONMENT, IPN_SECRET } = process.env;

/** The shop's own address. */
export const shop = process.env.SHOP_URL ?? `http://localhost:${process.env.PORT ?? "3000"}`;

/** Made once in the server's process. */
export const checkout = createCheckout({
  client: createClient({ apiKey: GATEWAY_API_KEY, baseUrl: GATEWAY_URL, ipv6: "send" }),
  secret: IPN_SECRET, // openssl rand -base64 32
  environment: PANE_ENVIRONMENT ?? "",
  ipnUrl: `${shop}/ipn`,
  store: createMemoryStore(), // in a real shop a database, as in express-postgres
  onEvent: (event) => console.log(event.reference, event.type),
});
