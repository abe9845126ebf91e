/** The services that the wallet's routes use: the gateway with the merchant's key, the received webhooks, the sandbox for QA. */
import type { Client } from "@cardpane/node";
import type { SandboxAdmin } from "../qa/sandbox.ts";
import type { WalletReceiver } from "./webhooks.ts";

export interface WalletServices {
  /** Uses the merchant's key: creates users and logs them in. Every other call uses the login of a user. */
  readonly client: Client;
  readonly webhooks: WalletReceiver;
  /** For QA: shows authenticator codes. `undefined` if the sandbox's admin address is not configured. */
  readonly sandbox: SandboxAdmin | undefined;
}
