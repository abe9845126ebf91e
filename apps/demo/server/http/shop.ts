/** The parts of the shop that every route gets, created once. */
import type { ShopConfig } from "../config.ts";
import type { OrderDirectory } from "../orders/directory.ts";
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
  /** Finds the session of a notification's order. */
  readonly orders: OrderDirectory;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
