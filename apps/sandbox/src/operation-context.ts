/** What the domain needs to do one operation: a transaction, the vault, the time, chance, and the settings. */
import type { PaymentSettings } from "@cardpane/contract/gateway";
import type { Compatibility } from "./compatibility/compatibility.ts";
import type { RuleContext } from "./db/rules.ts";
import type { WalletUserRow } from "./db/wallet-users.ts";
import type { RateLimits } from "./http/rate-limits.ts";
import type { Vault } from "./vault/vault.ts";

/** Where ids come from. */
export interface Random {
  /** A UUID: tokens and payment accounts. */
  uuid(): string;
  /** At least 128 bits that nobody guesses, safe in a URL: pages of second steps, API keys, tokens of customers. */
  secret(): string;
  /** Bytes that nobody guesses: secrets of authenticators. */
  bytes(count: number): Uint8Array;
}

/** How the sandbox treats payments. */
export interface DomainSettings extends PaymentSettings {
  /** The addresses that notifications come from. */
  readonly senders: readonly string[];
  /** Whose shapes the sandbox takes and sends: the document's, or those of live gateways. */
  readonly compatibility: Compatibility;
  /** Whether a customer's own token may top up and void, as section 5.6 has it. */
  readonly customerMoney: "allow" | "refuse";
  /** Where shoppers reach the sandbox, without a slash at the end. */
  readonly publicUrl: string;
}

/** Notifications that go out before the request which made them is answered. */
export interface EarlyDeliveries {
  /** Holds them back from every other process. */
  readonly token: string;
  /** The machine's time in Unix milliseconds. */
  readonly machineNow: number;
  readonly deliveryIds: string[];
}

/** What one operation works with. */
export interface OperationContext extends RuleContext {
  readonly vault: Vault;
  /** The sandbox's clock when the request came. */
  readonly now: Date;
  readonly random: Random;
  readonly settings: DomainSettings;
  readonly limits: RateLimits;
  /** Takes the notifications that are to go out before the answer. */
  readonly early: EarlyDeliveries;
}

/** The context of an operation that is done for a merchant. */
export interface MerchantContext extends OperationContext {
  readonly merchantId: number;
}

/** The context of an operation on somebody's wallet. */
export interface UserContext extends MerchantContext {
  /** Whose wallet it is: the customer's own, or the one that the merchant named by `clientId`. Not blocked. */
  readonly user: WalletUserRow;
}
