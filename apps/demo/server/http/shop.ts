/** The parts of the shop that every route gets, created once. */

import type { Client } from "@cardpane/node";
import type { ShopConfig } from "../config.ts";
import type { OrderDirectory } from "../orders/order-directory.ts";
import type { Tickets } from "../payments/tickets.ts";
import type { FindPane } from "../shop/pane.ts";
import type { Assets } from "./assets.ts";
import type { SessionStore } from "./session.ts";

export interface Shop {
  readonly config: ShopConfig;
  /** The address that shoppers use. */
  readonly publicUrl: string;
  readonly assets: Assets;
  readonly sessions: SessionStore;
  readonly findPane: FindPane;
  readonly tickets: Tickets;
  /** Finds the session of a notification's order. */
  readonly orderDirectory: OrderDirectory;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** For routes that call the gateway directly. */
export interface Backend {
  readonly shop: Shop;
  /** Uses the merchant's key. */
  readonly client: Client;
}
