/** The wallet's two hands: the merchant's key, and what stands around it in this shop. */
import type { Client } from "@cardpane/node";
import type { SandboxAdmin } from "../qa/sandbox.ts";
import type { WalletReceiver } from "./webhooks.ts";

/** What the wallet's routes work with. */
export interface WalletDesk {
  /** With the merchant's key: opens wallets and logs customers in. Everything else a customer does with the login. */
  readonly client: Client;
  readonly webhooks: WalletReceiver;
  /** For QA: shows authenticator codes. `undefined` where the shop was not given the sandbox's admin surface. */
  readonly sandbox: SandboxAdmin | undefined;
}
