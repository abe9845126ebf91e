/** What the shop is made of, made once and given to every route. */
import type { Assets } from "../assets.ts";
import type { ShopConfig } from "../config.ts";
import type { Ledger } from "../orders/ledger.ts";
import type { FindPane } from "../pane.ts";
import type { SessionStore } from "../session.ts";

/** Everything the routes work with. */
export interface Shop {
  readonly config: ShopConfig;
  /** Known once the server listens. */
  readonly publicUrl: () => string;
  readonly assets: Assets;
  readonly sessions: SessionStore;
  readonly findPane: FindPane;
  /** Whose order a notification is about. */
  readonly ledger: Ledger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
