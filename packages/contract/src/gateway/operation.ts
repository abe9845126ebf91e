/** A row of the table of operations (operations.ts). */
import type * as z from "zod";
import { type Parsed, parse } from "./parse.ts";
import type { Condition, PaymentSettings } from "./payment.ts";

/** How an operation is called. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT";
  /**
   * Below the gateway's base address. May hold one `{id}`: a whole number in the document's operations, text in those of
   * `fieldOperations`. The rest of a GET's input is its query.
   */
  readonly path: string;
  /** The status of its result. */
  readonly success: number;
}

/** One operation of the gateway. */
export interface Operation<Request = unknown, Result = unknown> extends Route {
  /**
   * `none`: called from the shopper's browser, no key. `merchant`: the raw API key in `Authorization`. `merchant or
   * customer`: that key, and then the input's `clientId` names the wallet user; or `Bearer` and a customer's access
   * token, which reaches the customer's own things only.
   */
  readonly auth: "none" | "merchant" | "merchant or customer";
  /** Statuses it refuses with; every one carries the error object of section 2.7. */
  readonly errors: readonly number[];
  readonly request: z.ZodType<Request>;
  readonly result: z.ZodType<Result>;
  /**
   * Checks a body whole: bounds and the conditions between fields. *Assumption*: a field that the interface does not name is
   * refused.
   */
  readonly check: (input: unknown, settings?: PaymentSettings) => Parsed<Request>;
  /** When fields that `request` leaves optional are required. */
  readonly conditions?: readonly Condition[] | undefined;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** The section of the interface it implements. */
  readonly section: string;
}

/** What an operation takes and answers; without a check of its own it is checked by its schema alone. */
export type OperationShapes<Request, Result> = Pick<
  Operation<Request, Result>,
  "request" | "result" | "summary" | "conditions"
> &
  Partial<Pick<Operation<Request>, "check">>;

/** Makes an operation. */
export function operation<Request, Result>(
  row: OperationShapes<Request, Result> & Pick<Operation, keyof Route | "auth" | "errors" | "section">,
): Operation<Request, Result> {
  return { check: (input) => parse(row.request, input), ...row };
}
