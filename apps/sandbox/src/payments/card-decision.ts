/** Decides a card payment: paid, declined, or a challenge first. A pure function. */
import type { PaymentCode, PaymentRequest } from "@cardpane/gateway";
import type { TestCardBehaviour } from "@cardpane/gateway/testing";
import { isAuthenticated } from "./external-3ds.ts";

/** The authenticator of the shopper: the gateway, the merchant or phone (with its own result), or none. */
export type ThreeDs = "gateway" | "external" | "none";

export type Decision =
  | { readonly kind: "final"; readonly code: PaymentCode }
  | { readonly kind: "challenge"; readonly approvedCode: PaymentCode }
  | { readonly kind: "redirect" };

/** The inputs of a decision. */
export interface CardCase {
  readonly behaviour: TestCardBehaviour;
  readonly isExpired: boolean;
  readonly threeDs: ThreeDs;
  /** The code that results from the merchant's own MPI, see external-3ds.ts. */
  readonly refusal?: PaymentCode | undefined;
}

/** Decides a card payment. */
export function decide({ behaviour, isExpired, threeDs, refusal }: CardCase): Decision {
  if (behaviour.code === "5014") return final("5014");
  if (isExpired) return final("5054");
  if (refusal) return final(refusal);
  if (threeDs !== "gateway") {
    return final(behaviour.threeDs === "required" && threeDs === "none" ? "5227" : behaviour.code);
  }
  const afterwards = behaviour.authenticationCode ?? behaviour.code;
  switch (behaviour.threeDs) {
    case "none":
    case "frictionless":
    case "attempt":
    case "unavailable":
      return final(afterwards);
    case "challenge":
    case "required":
      return { kind: "challenge", approvedCode: afterwards };
    default:
      return behaviour.threeDs satisfies never;
  }
}

/**
 * Finds the authenticator of the shopper.
 *
 * @param byGateway whether this payment goes through the gateway's own 3D Secure.
 */
export function threeDsOf(source: PaymentRequest["paymentSource"], byGateway: boolean): ThreeDs {
  if (byGateway) return "gateway";
  // The phone has authenticated its owner.
  if (source.type === "applePay" || source.type === "googlepay") return "external";
  return source.type === "card" && isAuthenticated(source.mpiParameters ?? {}) ? "external" : "none";
}

function final(code: PaymentCode): Decision {
  return { kind: "final", code };
}
