/** What the shop is made of, made once and given to every route. */

import type { Client } from "@cardpane/node";
import type { ShopConfig } from "../config.ts";
import type { OrderDirectory } from "../orders/order-directory.ts";
import type { Tickets } from "../payments/tickets.ts";
import type { FindPane } from "../shop/pane.ts";
import type { Assets } from "./assets.ts";
import type { SessionStore } from "./session.ts";

/** Everything the routes work with. */
export interface Shop {
  readonly config: ShopConfig;
  /** The address that shoppers use. */
  readonly publicUrl: string;
  readonly assets: Assets;
  readonly sessions: SessionStore;
  readonly findPane: FindPane;
  readonly tickets: Tickets;
  /** Whose order a notification is about. */
  readonly orderDirectory: OrderDirectory;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What routes that call the gateway themselves work with. */
export interface Backend {
  readonly shop: Shop;
  /** With the merchant's key. */
  readonly client: Client;
}
