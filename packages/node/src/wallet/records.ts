/**
 * What the wallet answers, as a merchant gets it: the wire's names and numbers, without the wire's oddities. Objects keyed
 * by index are arrays, `merchantOrderID` is `merchantOrderId`, an account's id is a number, and what provisions an
 * authenticator does not print.
 */
import type {
  AuthenticatorResult,
  CreateUserResult,
  JsonValue,
  PaymentAccount as WireAccount,
  WalletTransaction as WireTransaction,
  WalletUser as WireUser,
} from "@cardpane/contract/gateway";
import { Secret } from "../secret-value.ts";

/** The fields that are known, without those that a newer gateway may add. */
type Known<T> = { readonly [Key in keyof T as string extends Key ? never : Key]: T[Key] };

/** A wallet user (section 2.8). */
export type WalletUser = Known<WireUser>;

/** A payment account (section 2.9): amounts in the currency's major unit, as on the wire. */
export type PaymentAccount = Known<WireAccount>;

/** A transaction (section 2.10): amounts in the currency's major unit, as on the wire. */
export type WalletTransaction = Omit<
  Known<WireTransaction>,
  "child" | "merchantOrderId" | "merchantOrderID" | "metadata" | "remainingAmount"
> & {
  /** Your own id of the order, whichever way the gateway spelled the field. */
  readonly merchantOrderId: string | null;
  /** Of an income: what of it is unspent. Of an outcome: what it left uncovered. */
  readonly remainingAmount: number | null;
  /** As you gave it; text where the gateway tells it as text that is no JSON object. */
  readonly metadata: Readonly<Record<string, JsonValue>> | string | null;
  /** Its parts and its void, in the gateway's order. */
  readonly child: readonly WalletTransaction[];
};

/** What an authenticator is set up with. */
export interface UserAuthenticator {
  readonly userId: number;
  readonly email: string;
  readonly activated: boolean;
  readonly blocked: boolean;
  /** `otpauth://totp/...`: whoever reads it can log in as the user. Show it once, with `authenticator.qr`. */
  readonly oauthUrl: Secret<string>;
}

/** A user that was just created. */
export interface CreatedUser extends UserAuthenticator {
  readonly type: string;
  /** The accounts that were made along with it, in the order in which they were asked for. */
  readonly paymentAccounts: readonly PaymentAccount[];
}

/** The entries of an object keyed by index, in the order of their indexes; an array as it is. */
export function listOf<T>(keyed: Readonly<Record<string, T>> | readonly T[]): readonly T[] {
  if (Array.isArray(keyed)) return keyed as readonly T[];
  return Object.entries(keyed)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, value]) => value);
}

export function toTransaction(wire: WireTransaction): WalletTransaction {
  const { child, merchantOrderID, merchantOrderId, metadata, remainingAmount, ...rest } = wire;
  return {
    ...rest,
    merchantOrderId: merchantOrderId ?? merchantOrderID ?? null,
    remainingAmount: toAmount(remainingAmount),
    metadata: toMetadata(metadata),
    child: listOf<WireTransaction>(child).map(toTransaction),
  };
}

export function toAuthenticator(wire: AuthenticatorResult): UserAuthenticator {
  const { userId, email, activated, blocked, oauthUrl } = wire;
  return { userId, email, activated, blocked, oauthUrl: new Secret(oauthUrl) };
}

export function toCreatedUser(wire: CreateUserResult): CreatedUser {
  const { type, paymentAccounts } = wire;
  return { ...toAuthenticator(wire), type, paymentAccounts: listOf<PaymentAccount>(paymentAccounts) };
}

function toAmount(value: number | string | null): number | null {
  if (typeof value !== "string") return value;
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null;
}

/** PHP says an empty object as `[]`; some results hold the JSON text of what was given. */
function toMetadata(value: WireTransaction["metadata"]): WalletTransaction["metadata"] {
  if (Array.isArray(value)) return {};
  if (typeof value !== "string") return value as WalletTransaction["metadata"];
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed) && parsed.length === 0) return {};
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Readonly<Record<string, JsonValue>>)
      : value;
  } catch {
    return value;
  }
}
