/**
 * A consumer's saved cards: list, enable, disable. *Not in the document*: the shapes are those of public clients of such
 * gateways.
 */
import * as z from "zod/mini";

/** One saved card or other saved payment method. */
export const savedCard = z.looseObject({
  paymentAccountId: z.string().check(z.minLength(1)),
  method: z.optional(z.string()),
  /** Masked: first six digits, asterisks, last four. */
  number: z.optional(z.nullable(z.string())),
  brand: z.optional(z.nullable(z.string())),
  expirationMonth: z.optional(z.nullable(z.union([z.string(), z.int()]))),
  expirationYear: z.optional(z.nullable(z.union([z.string(), z.int()]))),
  /** Payments with the id of a disabled card are refused. */
  disabled: z.boolean(),
});
export type SavedCard = z.infer<typeof savedCard>;

/** All saved cards of a consumer, disabled ones included. */
export const listSavedCardsResult = z.array(savedCard);
export type ListSavedCardsResult = z.infer<typeof listSavedCardsResult>;

/** Result of enable and disable. Public clients do not read it. */
export const switchSavedCardResult = z.looseObject({});
export type SwitchSavedCardResult = z.infer<typeof switchSavedCardResult>;
