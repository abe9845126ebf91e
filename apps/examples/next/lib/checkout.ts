import { type Checkout, createCheckout, createClient, createMemoryStore } from "@cardpane/node";

/** Next bundles a module twice, for actions and for routes, so the single instance is kept in a global that both share. */
const shared = globalThis as { cardpane?: Checkout };

/** Created with the first request, because `next build` also runs the modules. */
export function checkout(): Checkout {
  shared.cardpane ??= create();
  return shared.cardpane;
}

/** The shop's own address. */
export const shop = (): string => process.env.SHOP_URL ?? `http://localhost:${process.env.PORT ?? "3000"}`;

function create(): Checkout {
  const { GATEWAY_URL, GATEWAY_API_KEY, PANE_ENVIRONMENT, IPN_SECRET } = process.env;
  if (!PANE_ENVIRONMENT) throw new Error("Set PANE_ENVIRONMENT.");
  return createCheckout({
    // Next has the shopper's address only from the forwarding header, and a shopper can send one, too: run Next behind a proxy that sets it.
    client: createClient({ apiKey: GATEWAY_API_KEY, baseUrl: GATEWAY_URL, ipv6: "send", proxyDepth: 1 }),
    secret: IPN_SECRET, // openssl rand -base64 32
    environment: PANE_ENVIRONMENT,
    ipnUrl: `${shop()}/ipn`,
    store: createMemoryStore(), // in a real shop a database, as in express-postgres
    onEvent: (event) => console.log(event.reference, event.type),
  });
}
