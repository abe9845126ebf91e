/** QA's rules: forced results of a merchant's next requests and notifications, n times. */
import { isPaymentCode, isSuccessCode, type PaymentCode } from "@cardpane/gateway";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "./open.ts";
import { matching } from "./rows.ts";
import { merchants } from "./schema.ts";
import { type RuleEffect, rules } from "./schema-outbox.ts";

type EffectOf<Type extends RuleEffect["type"]> = Extract<RuleEffect, { type: Type }>;

/** The facts that a rule is matched against. */
export interface RuleFacts {
  readonly path: string;
  /** Every identifier of the consumer: the gateway's id, the merchant's id, the e-mail address. */
  readonly consumer: readonly string[];
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  readonly cardFingerprint: string | undefined;
}

/**
 * Takes one use of the merchant's oldest rule that matches, in the caller's transaction, so that a rollback returns the use:
 * returns its effect, or `undefined` if none matches. A field that a rule leaves out matches everything.
 *
 * @param merchantId absent if the request names no merchant: then the rules of all merchants count.
 */
export async function takeRule<Type extends RuleEffect["type"]>(
  db: Db,
  merchantId: number | undefined,
  type: Type,
  facts: RuleFacts,
): Promise<(EffectOf<Type> & { readonly ruleId: number }) | undefined> {
  const oldest = db
    .select({ id: rules.id })
    .from(rules)
    .where(
      and(
        matching(rules, { merchantId }),
        gt(rules.remaining, 0),
        sql`${rules.effect}->>'type' = ${type}`,
        sql`${JSON.stringify(facts, orNull)}::jsonb @> ${rules.match}`,
      ),
    )
    .orderBy(asc(rules.id))
    .limit(1)
    .for("update");
  const [taken] = await db
    .update(rules)
    .set({ remaining: sql`${rules.remaining} - 1` })
    .where(sql`${rules.id} = (${oldest})`)
    .returning();
  return taken && { ...(taken.effect as EffectOf<Type>), ruleId: taken.id };
}

/** A request's text may hold what the database cannot read: NUL and lone surrogates. No rule matches it. */
function orNull(_: string, value: unknown): unknown {
  return typeof value === "string" && /\0|\p{Surrogate}/u.test(value) ? null : value;
}

/** The code that one of the merchant's rules forces, as {@link takeRule}. */
export async function takeCode(
  db: Db,
  merchantId: number,
  facts: RuleFacts,
): Promise<PaymentCode | undefined> {
  const rule = await takeRule(db, merchantId, "outcome", facts);
  return rule && isPaymentCode(rule.code) ? rule.code : undefined;
}

/** As {@link takeCode}, where only a decline can be forced. */
export async function takeDecline(
  db: Db,
  merchantId: number,
  facts: RuleFacts,
): Promise<PaymentCode | undefined> {
  const code = await takeCode(db, merchantId, facts);
  return code !== undefined && !isSuccessCode(code) ? code : undefined;
}

/** Returns a use, for a caller that cannot return it by a rollback. */
export async function returnUse(db: Db, ruleId: number): Promise<void> {
  await db
    .update(rules)
    .set({ remaining: sql`${rules.remaining} + 1` })
    .where(eq(rules.id, ruleId));
}

/** The rules of one merchant or of all merchants, without used-up ones. */
export function listRules(db: Db, merchantId: number | undefined) {
  return db
    .select({ rule: rules, publicId: merchants.publicId })
    .from(rules)
    .innerJoin(merchants, eq(merchants.id, rules.merchantId))
    .where(and(gt(rules.remaining, 0), matching(rules, { merchantId })))
    .orderBy(asc(rules.id));
}
