/**
 * Decides a card payment: paid, declined, or a challenge first; and the result of 3D Secure, which QA can read. Pure functions.
 *
 * The result of the merchant's own MPI (section 2.3, `mpiParameters`) is read as EMV 3-D Secure's transaction status, since the
 * interface lists no values of `authStatus` (*assumption*):
 *
 *   Y authenticated, A attempted   authenticate, with the cryptogram that proves them
 *   N not authenticated            5220        R rejected by the issuer   5223
 *   U could not be performed       5221        C, D challenge not ended   5228
 *   I for information only         does not authenticate
 *   none, and any other            the cryptogram decides; an exemption alone proves nothing
 */
import type { DeclineCode, PaymentCode, PaymentSource } from "@cardpane/gateway";
import type { TestCardBehaviour } from "@cardpane/gateway/testing";
import type { ThreeDsResult } from "../db/schema.ts";

/** The authenticator of the shopper: the gateway, the merchant or phone (with its own result), or none. */
export type ThreeDs = "gateway" | "external" | "none";

/** How a card payment goes on. */
export type CardDecision =
  | { readonly kind: "final"; readonly code: PaymentCode }
  | { readonly kind: "challenge"; readonly approvedCode: PaymentCode };

/** The inputs of a decision. */
export interface CardCase {
  readonly behaviour: TestCardBehaviour;
  readonly isExpired: boolean;
  readonly threeDs: ThreeDs;
  /** The code that results from the merchant's own MPI. */
  readonly refusal?: PaymentCode | undefined;
}

/** Decides a card payment. */
export function decide({ behaviour, isExpired, threeDs, refusal }: CardCase): CardDecision {
  if (behaviour.code === "5014") return final("5014");
  if (isExpired) return final("5054");
  if (refusal) return final(refusal);
  if (threeDs !== "gateway") {
    return final(behaviour.threeDs === "required" && threeDs === "none" ? "5227" : behaviour.code);
  }
  const afterwards = behaviour.authenticationCode ?? behaviour.code;
  return statuses[behaviour.threeDs] === "pending"
    ? { kind: "challenge", approvedCode: afterwards }
    : final(afterwards);
}

/** The decision that ends a payment with a code. */
export function final(code: PaymentCode): CardDecision {
  return { kind: "final", code };
}

/**
 * Finds the authenticator of the shopper.
 *
 * @param byGateway whether this payment goes through the gateway's own 3D Secure.
 */
export function threeDsOf(source: PaymentSource, byGateway: boolean): ThreeDs {
  if (byGateway) return "gateway";
  // The phone has authenticated its owner.
  if (source.type === "applePay" || source.type === "googlepay") return "external";
  const { cavv, authStatus } = (source.type === "card" && source.mpiParameters) || {};
  return cavv && mpiRefusal(source) === undefined && authStatus !== "I" ? "external" : "none";
}

const mpiRefusals: ReadonlyMap<string | undefined, DeclineCode> = new Map([
  ["N", "5220"],
  ["U", "5221"],
  ["R", "5223"],
  ["C", "5228"],
  ["D", "5228"],
]);

/** The code of a payment whose authentication failed at the merchant's own MPI, with or without a cryptogram. */
export function mpiRefusal(source: PaymentSource): DeclineCode | undefined {
  return source.type === "card" ? mpiRefusals.get(source.mpiParameters?.authStatus) : undefined;
}

const statuses = {
  none: "not-enrolled",
  frictionless: "authenticated",
  attempt: "attempted",
  unavailable: "unavailable",
  challenge: "pending",
  required: "pending",
} as const satisfies Record<TestCardBehaviour["threeDs"], ThreeDsResult["status"]>;

/** The initial result of 3D Secure; `null` without authentication. */
export function beginThreeDs({
  threeDs,
  behaviour,
  refusal,
}: Pick<CardCase, "threeDs" | "behaviour" | "refusal">): ThreeDsResult | null {
  if (refusal) return { status: refusal === "5221" ? "unavailable" : "failed" };
  if (threeDs === "none") return null;
  if (threeDs === "external") return { status: "external" };
  const isFailed = behaviour.threeDs === "frictionless" && behaviour.authenticationCode;
  return { status: isFailed ? "failed" : statuses[behaviour.threeDs] };
}

/** Codes of a failed authentication, after which no payment was attempted. */
const authenticationCodes: readonly PaymentCode[] = ["5220", "5221", "5222", "5223", "5228"];

/** The result after a challenge that ended with the given code. */
export function afterChallenge(code: PaymentCode): ThreeDsResult {
  return { status: authenticationCodes.includes(code) ? "failed" : "authenticated" };
}
