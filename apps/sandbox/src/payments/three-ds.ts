/**
 * The result of 3D Secure that is stored with a payment: the answers of the directory server and the issuer, with their
 * electronic commerce indicator. Pure functions. QA can read it; the interface's result has no field for it.
 */
import type { PaymentCode } from "@cardpane/gateway";
import type { TestCardBehaviour } from "@cardpane/gateway/testing";
import type { ThreeDsResult } from "../db/schema.ts";
import type { ThreeDs } from "./card-decision.ts";

/** The time limit for the answer to a challenge; after it the payment ends with 5228 (*assumption*). */
export const challengeWaitsMs = 10 * 60 * 1000;

/** Codes of a failed authentication, after which no payment was attempted. */
const authenticationCodes: readonly PaymentCode[] = ["5220", "5221", "5222", "5223", "5228"];

/** The inputs of 3D Secure. */
export interface ThreeDsCase {
  readonly threeDs: ThreeDs;
  readonly behaviour: TestCardBehaviour;
  /** The card's brand, as cards/brand.ts names it. */
  readonly brand: string | null;
  /** The indicator of the merchant's own MPI, if it authenticated. */
  readonly ownEci?: string | undefined;
  /** The code that results from the merchant's own MPI, if it did not authenticate. */
  readonly refusal?: PaymentCode | undefined;
}

/** The initial result of a payment; `null` without authentication. */
export function beginThreeDs(given: ThreeDsCase): ThreeDsResult | null {
  const { threeDs, behaviour, brand, ownEci, refusal } = given;
  if (refusal) return { status: refusal === "5221" ? "unavailable" : "failed" };
  if (threeDs === "none") return null;
  if (threeDs === "external") return { status: "external", ...(ownEci !== undefined && { eci: ownEci }) };
  const isMastercard = brand === "mastercard" || brand === "maestro";
  switch (behaviour.threeDs) {
    case "none":
      return { status: "not-enrolled", eci: isMastercard ? "00" : "07" };
    case "frictionless":
      return behaviour.authenticationCode
        ? { status: "failed" }
        : { status: "authenticated", eci: isMastercard ? "02" : "05" };
    case "attempt":
      return { status: "attempted", eci: isMastercard ? "01" : "06" };
    case "unavailable":
      return { status: "unavailable", eci: isMastercard ? "00" : "07" };
    case "challenge":
    case "required":
      // The indicator that a passed challenge will have; a failed challenge loses it.
      return { status: "pending", eci: isMastercard ? "02" : "05" };
    default:
      return behaviour.threeDs satisfies never;
  }
}

/** The result after a challenge that ended with the given code. */
export function afterChallenge({ eci }: ThreeDsResult, code: PaymentCode): ThreeDsResult {
  return authenticationCodes.includes(code) ? { status: "failed" } : { status: "authenticated", eci };
}
