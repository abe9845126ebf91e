/** The context of domain work: the transaction, the vault, the time and the settings. */
import type { PaymentSettings } from "@cardpane/gateway";
import type { Compatibility } from "./compatibility/compatibility.ts";
import type { Merchant } from "./db/merchants.ts";
import type { Db } from "./db/open.ts";
import type { WalletUserRow } from "./db/schema-wallet.ts";
import type { Vault } from "./vault/vault.ts";

/** Settings that affect payments. */
export interface DomainSettings extends PaymentSettings {
  /** The addresses from which notifications are sent. */
  readonly senders: readonly string[];
  /** The message format: the document's, or that of live gateways. */
  readonly compatibility: Compatibility;
  /** Whether a customer's own token may top up and void, as section 5.6 allows. */
  readonly customerMoney: "allow" | "refuse";
  /** The address at which shoppers reach the sandbox, without a slash at the end. */
  readonly publicUrl: string;
}

/** The context of work in one transaction: for a request, or on the clock. */
export interface WorkContext {
  readonly tx: Db;
  readonly vault: Vault;
  /** The sandbox's clock when the work began. */
  readonly now: Date;
  readonly settings: DomainSettings;
  /** Collects the ids of the deliveries to send before the response; absent outside of a request. */
  readonly early?: number[];
}

/** The context of an operation for a merchant. */
export interface MerchantContext extends WorkContext {
  readonly merchantId: number;
}

/** The context of an operation on a user's wallet. */
export interface UserContext extends MerchantContext {
  /** The wallet's user: the customer itself, or the user that the merchant names by `clientId`. Not blocked. */
  readonly user: WalletUserRow;
}

/** The caller of an operation that requires authentication. */
export type Caller = { readonly merchant: Merchant } & (
  | { readonly kind: "merchant" }
  /** A customer of the merchant, with access to one user's data only. */
  | { readonly kind: "customer"; readonly userId: number }
);
