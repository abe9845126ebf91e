import {
  type Client,
  createClient,
  createMemoryStore,
  createNotifications,
  type Notifications,
} from "@cardpane/node";

interface Payments {
  readonly client: Client;
  readonly ipn: Notifications;
  readonly siteId: string;
  readonly shop: string;
}

/** Next bundles a module once for actions and once for routes: the one object is kept where both find it. */
const shared = globalThis as { cardpane?: Payments };

/** Made with the first request, not while `next build` runs the modules. */
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
    // Next has no shopper's address but the forwarding header's last one: of your proxy, else of Next itself.
    client: createClient({ apiKey: GATEWAY_API_KEY, baseUrl: GATEWAY_URL, proxyDepth: 1 }),
    ipn: createNotifications({
      secret: IPN_SECRET, // openssl rand -base64 32
      environment: PANE_ENVIRONMENT,
      ipnUrl: `${shop}/ipn`,
      store: createMemoryStore(), // of a real shop: a database, as express-postgres has it
      onEvent: (event) => console.log(event.reference, event.type),
    }),
  };
}
