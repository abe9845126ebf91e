/** The parts of the shop that every route gets, created once. */
import type { Checkout, Client, WalletNotifications } from "@cardpane/node";
import type { ShopConfig } from "../config.ts";
import type { Order } from "../orders/order.ts";
import type { ShopperWallet } from "../orders/shopper-wallet.ts";
import type { SandboxAdmin } from "../sandbox/admin.ts";
import type { FindPane } from "./pane.ts";
import type { SessionStore } from "./session.ts";

/** What notifications change: the gateway sends no cookie with them, only the reference of an order or of a wallet's refill. */
export interface Records {
  /** The orders that somebody started to pay. */
  readonly orders: Map<string, Order>;
  /** The wallets with a refill, by the refill's reference. */
  readonly wallets: Map<string, ShopperWallet>;
}

export interface Shop extends Records {
  readonly config: ShopConfig;
  /** The address that shoppers use. */
  readonly publicUrl: string;
  readonly sessions: SessionStore;
  readonly findPane: FindPane;
  /** Uses the merchant's key. A customer's wallet uses the customer's login instead. */
  readonly client: Client;
  /** The payments by card and by other sources, with their notifications. */
  readonly checkout: Checkout;
  /** The payments and refills of wallets. */
  readonly webhooks: WalletNotifications;
  /** The sandbox's admin API, for QA. `undefined` if its address is not configured. */
  readonly sandbox: SandboxAdmin | undefined;
  /** Receives one line for each request, each event and each failed payment. */
  readonly log: (line: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
