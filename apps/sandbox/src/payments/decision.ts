/**
 * Decides a payment of any source. A code that the merchant or QA forces takes precedence; otherwise a source with a separate
 * page redirects, a bank accepts or refuses the debit, and card-decision.ts decides a card.
 */
import { missingThreeDsFields, type PaymentCode, type PaymentRequest, wantsThreeDs } from "@cardpane/gateway";
import { isExpired, refuseRealCard } from "../cards/cards.ts";
import type { ThreeDsResult } from "../db/schema.ts";
import type { WorkContext } from "../operation-context.ts";
import { beginThreeDs, type CardDecision, decide, final, mpiRefusal, threeDsOf } from "./card-decision.ts";
import type { ResolvedSource } from "./resolve-source.ts";

/** The decision, and the result of 3D Secure so far. */
export interface Decided {
  readonly decision: CardDecision | { readonly kind: "redirect" };
  readonly threeDs: ThreeDsResult | null;
}

/**
 * Decides a payment.
 *
 * @param forced the code of `emulateCode` or of a QA rule.
 * @throws Refusal 400 for a card number that is not a test card's.
 */
export function decidePayment(
  context: WorkContext,
  request: PaymentRequest,
  resolvedSource: ResolvedSource,
  forced: PaymentCode | undefined,
): Decided {
  const ended = (code: PaymentCode): Decided => ({ decision: final(code), threeDs: null });
  if (forced) return ended(forced);
  if (resolvedSource.kind === "redirect") return { decision: { kind: "redirect" }, threeDs: null };
  const { instrument } = resolvedSource;
  if (instrument.kind === "bank") return ended(resolvedSource.isNoDebit ? "5300" : "0");

  const { paymentSource, consumer } = request;
  // A payment without the browser's fields reaches this line only if the settings skip 3D Secure for it.
  const byGateway = wantsThreeDs(paymentSource) && missingThreeDsFields(consumer).length === 0;
  const threeDs = threeDsOf(paymentSource, byGateway);
  const behaviour = refuseRealCard(instrument.number, "paymentSource");
  const refusal = mpiRefusal(paymentSource);
  const card = { behaviour, isExpired: isExpired(instrument, context.now), threeDs, refusal };
  return { decision: decide(card), threeDs: beginThreeDs(card) };
}
