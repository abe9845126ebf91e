import { type FieldErrors, parse } from "@cardpane/contract/gateway";
import type * as z from "zod";

/** The contract's words for a field that a schema does not list. */
export const unknownField = "is not a field of this object";

/**
 * What `validation: "bounds"` leaves of a request's errors: no unknown fields, and none of the conditions between fields,
 * which are what a whole check adds to the schema.
 */
export function boundErrors(schema: z.ZodType, request: unknown, errors: FieldErrors): FieldErrors {
  const parsed = parse(schema, request);
  return Object.fromEntries(
    Object.entries(errors).filter(
      ([path, message]) => !parsed.ok && parsed.errors[path] !== undefined && message !== unknownField,
    ),
  );
}
