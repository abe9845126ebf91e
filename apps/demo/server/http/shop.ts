/** What the shop is made of, made once and given to every route. */

import type { ShopConfig } from "../config.ts";
import type { OrderDirectory } from "../orders/order-directory.ts";
import type { Tickets } from "../payments/tickets.ts";
import type { FindPane } from "../shop/pane.ts";
import type { Assets } from "./assets.ts";
import type { SessionStore } from "./session.ts";

/** Everything the routes work with. */
export interface Shop {
  readonly config: ShopConfig;
  /** Known once the server listens. */
  readonly publicUrl: () => string;
  readonly assets: Assets;
  readonly sessions: SessionStore;
  readonly findPane: FindPane;
  readonly tickets: Tickets;
  /** Whose order a notification is about. */
  readonly orderDirectory: OrderDirectory;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
