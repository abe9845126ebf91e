/**
 * The result of 3D Secure that is stored with a payment: the answers of the directory server and the issuer. Pure functions. QA
 * can read it; the interface's result has no field for it.
 */
import type { PaymentCode } from "@cardpane/gateway";
import type { TestCardBehaviour } from "@cardpane/gateway/testing";
import type { ThreeDsResult } from "../db/schema.ts";
import type { ThreeDs } from "./card-decision.ts";

/** The time limit for the answer to a challenge; after it the payment ends with 5228 (*assumption*). */
export const challengeWaitsMs = 10 * 60 * 1000;

/** Codes of a failed authentication, after which no payment was attempted. */
const authenticationCodes: readonly PaymentCode[] = ["5220", "5221", "5222", "5223", "5228"];

const statuses = {
  none: "not-enrolled",
  frictionless: "authenticated",
  attempt: "attempted",
  unavailable: "unavailable",
  challenge: "pending",
  required: "pending",
} as const satisfies Record<TestCardBehaviour["threeDs"], ThreeDsResult["status"]>;

/**
 * The initial result of a payment; `null` without authentication.
 *
 * @param refusal the code that results from the merchant's own MPI, if it did not authenticate.
 */
export function beginThreeDs(
  threeDs: ThreeDs,
  behaviour: TestCardBehaviour,
  refusal: PaymentCode | undefined,
): ThreeDsResult | null {
  if (refusal) return { status: refusal === "5221" ? "unavailable" : "failed" };
  if (threeDs === "none") return null;
  if (threeDs === "external") return { status: "external" };
  const isFailed = behaviour.threeDs === "frictionless" && behaviour.authenticationCode;
  return { status: isFailed ? "failed" : statuses[behaviour.threeDs] };
}

/** The result after a challenge that ended with the given code. */
export function afterChallenge(code: PaymentCode): ThreeDsResult {
  return { status: authenticationCodes.includes(code) ? "failed" : "authenticated" };
}
