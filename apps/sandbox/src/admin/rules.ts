/** QA's rules: makes, lists and deletes them. */
import { isPaymentCode } from "@cardpane/gateway";
import * as z from "zod";
import { deleteRows, insertRow } from "../db/rows.ts";
import { listRules as rulesOf } from "../db/rules.ts";
import { lostAnswers, type RuleRow, rules } from "../db/schema-outbox.ts";
import { badField, Refusal } from "../errors.ts";
import {
  count,
  filterOf,
  listOf,
  merchantId,
  merchantIdOf,
  nothing,
  operation,
  path,
  rowIdOf,
} from "./operation.ts";

const match = z.strictObject({
  path: path.optional(),
  consumer: z.string().min(1).max(100).optional(),
  amount: z.number().nonnegative().optional(),
  currency: z.string().length(3).optional(),
  /** A test card's number; only a keyed hash of it is kept. */
  card: z
    .string()
    .regex(/^\d{12,19}$/, "must be a card number")
    .optional(),
});

const effect = z.discriminatedUnion("type", [
  /** The payment, or a renewal, ends with this code. */
  z.strictObject({
    type: z.literal("outcome"),
    code: z.string().refine(isPaymentCode, "must be one of the payment codes"),
  }),
  /** With 3D Secure: a challenge if the cardholder's name, or both e-mail address and phone, are missing; else none. */
  z.strictObject({ type: z.literal("threeDs") }),
  /** The payment is authorized now and settled later, a day unless set otherwise. For COMPATIBILITY=field. */
  z.strictObject({ type: z.literal("auth"), settleAfterDays: count(365).optional() }),
  /** The request is answered late, or with this status (429 with `Retry-After: 30`); with `after`, only once its work is done. */
  z.strictObject({
    type: z.literal("answer"),
    status: z.literal([400, 401, 403, 429, 500, 503]).optional(),
    delayMs: count(60_000).optional(),
    after: z.boolean().optional(),
    /** No response at all, a reset connection, or a proxy's 502 in HTML. */
    lost: z.enum(lostAnswers).optional(),
  }),
  /** The fault of the notification: apps/docs/pages/sandbox/clock-and-rules.md describes each mode. */
  z.strictObject({
    type: z.literal("notification"),
    mode: z.enum(["delay", "drop", "duplicate", "reorder", "cut", "early"]),
    delayMs: count(30 * 24 * 3_600_000).optional(),
    attempts: z.int().min(1).max(6).optional(),
    copies: z.int().min(2).max(10).optional(),
  }),
]);

const rule = z.object({
  id: z.int(),
  merchant: merchantId,
  match: z.looseObject({}),
  effect: z.looseObject({ type: z.string() }),
  remaining: z.int(),
});

function ruleOf({ match: { cardFingerprint, consumer, ...shown }, ...row }: RuleRow, merchant: number) {
  const card = cardFingerprint !== undefined && { card: "(kept as a hash)" };
  const named = consumer && { consumer: consumer[0] };
  return { ...row, merchant, match: { ...shown, ...named, ...card }, effect: { ...row.effect } };
}

export const listRules = operation("GET", "/admin/rules", {
  summary: "Rules that have uses left.",
  query: ["merchant"],
  result: listOf(rule),
  handle: async ({ db }, { query }) => {
    const found = await rulesOf(db, (await filterOf(db, query)).merchantId);
    return { data: found.map((one) => ruleOf(one.rule, one.publicId)) };
  },
});

export const makeRule = operation("POST", "/admin/rules", {
  summary: "Forces what comes of a merchant's next requests or notifications, n times.",
  success: 201,
  request: z.strictObject({
    merchant: merchantId,
    match: match.optional(),
    effect,
    times: z.int().min(1).max(100_000).optional(),
  }),
  examples: [
    {
      merchant: 1001,
      match: { path: "/payment", amount: 10 },
      effect: { type: "outcome", code: "5051" },
      times: 2,
    },
  ],
  result: rule,
  handle: async ({ db, vault, settings }, { body }) => {
    const { merchant, match: { card, consumer, ...given } = {}, effect: forced, times = 1 } = body();
    if (forced.type === "auth" && settings.compatibility === "document") {
      throw badField(
        "effect.type",
        "auth needs a sandbox with COMPATIBILITY=field: in the document a payment is a sale",
      );
    }
    const row = await insertRow(db, rules, {
      merchantId: await merchantIdOf(db, merchant),
      match: {
        ...given,
        ...(consumer !== undefined && { consumer: [consumer] }),
        ...(card !== undefined && { cardFingerprint: vault.fingerprint(card) }),
      },
      effect: forced,
      remaining: times,
    });
    return ruleOf(row, merchant);
  },
});

export const deleteRule = operation("DELETE", "/admin/rules/{id}", {
  summary: "Takes a rule away.",
  result: nothing,
  handle: async ({ db }, { id }) => {
    if ((await deleteRows(db, rules, { id: rowIdOf(id) })) === 0) throw new Refusal(404);
    return {};
  },
});
