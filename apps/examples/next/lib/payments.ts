import { type Checkout, createCheckout, createClient, createMemoryStore } from "@cardpane/node";

interface Payments {
  readonly checkout: Checkout;
  readonly siteId: string;
  readonly shop: string;
}

/** Next bundles a module twice, for actions and for routes, so the single instance is kept in a global that both share. */
const shared = globalThis as { cardpane?: Payments };

/** Created with the first request, because `next build` also runs the modules. */
export function payments(): Payments {
  shared.cardpane ??= create();
  return shared.cardpane;
}

function create(): Payments {
  const { GATEWAY_URL, GATEWAY_API_KEY, SITE_ID, PANE_ENVIRONMENT, IPN_SECRET, PORT = "3000" } = process.env;
  if (!SITE_ID || !PANE_ENVIRONMENT) throw new Error("Set SITE_ID and PANE_ENVIRONMENT.");
  const shop = process.env.SHOP_URL ?? `http://localhost:${PORT}`;
  return {
    siteId: SITE_ID,
    shop,
    checkout: createCheckout({
      // The only address that Next has is the last one in the forwarding header, which your proxy sets, or else Next itself.
      client: createClient({ apiKey: GATEWAY_API_KEY, baseUrl: GATEWAY_URL, ipv6: "send", proxyDepth: 1 }),
      secret: IPN_SECRET, // openssl rand -base64 32
      environment: PANE_ENVIRONMENT,
      ipnUrl: `${shop}/ipn`,
      store: createMemoryStore(), // in a real shop a database, as in express-postgres
      onEvent: (event) => console.log(event.reference, event.type),
    }),
  };
}
