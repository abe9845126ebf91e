/** The services that the wallet's routes call: the gateway with the merchant's key, the received webhooks, the sandbox for QA. */
import type { Client } from "@cardpane/node";
import type { SandboxAdmin } from "../qa/sandbox.ts";
import type { WalletReceiver } from "./webhooks.ts";

/** The services that the wallet's routes call. */
export interface WalletServices {
  /** Has the merchant's key: creates users and logs them in. Every other call is made with the login of a user. */
  readonly client: Client;
  readonly webhooks: WalletReceiver;
  /** For QA: shows authenticator codes. `undefined` where the sandbox's admin address is not configured. */
  readonly sandbox: SandboxAdmin | undefined;
}
