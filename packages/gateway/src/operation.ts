/** A row of the table of operations (operations.ts). */
import type * as z from "zod/mini";
import { type Parsed, parse } from "./parse.ts";
import type { Condition, PaymentSettings } from "./payment.ts";

/** The HTTP method, path and success status of an operation. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT";
  /**
   * Relative to the gateway's base address. May hold one `{id}`: a whole number in the document's operations, text in those of
   * `fieldOperations`. The rest of a GET's input is its query.
   */
  readonly path: string;
  /** The HTTP status of a result. */
  readonly success: number;
}

/** One operation of the gateway. */
export interface Operation<Request = unknown, Result = unknown> extends Route {
  /**
   * `none`: called from the shopper's browser, without a key. `merchant`: the raw API key in `Authorization`. `merchant or
   * customer`: either that key, and then the input's `clientId` names the wallet user, or `Bearer` and a customer's access
   * token, which gives access to that customer's data only.
   */
  readonly auth: "none" | "merchant" | "merchant or customer";
  /** The HTTP statuses of refusals; each comes with the error object of section 2.7. */
  readonly errors: readonly number[];
  readonly request: z.ZodMiniType<Request>;
  readonly result: z.ZodMiniType<Result>;
  /**
   * Checks a whole body: bounds, and conditions between fields. *Assumption*: a field that the interface does not name is
   * refused.
   */
  readonly check: (input: unknown, settings?: PaymentSettings) => Parsed<Request>;
  /** The conditions under which fields that are optional in `request` are required. */
  readonly conditions?: readonly Condition[] | undefined;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** The section of the interface that defines it. */
  readonly section: string;
}

/** The schemas of an operation. Without its own `check`, a request is checked by its schema only. */
export type OperationShapes<Request, Result> = Pick<
  Operation<Request, Result>,
  "request" | "result" | "summary" | "conditions"
> &
  Partial<Pick<Operation<Request>, "check">>;

/** Creates an operation. */
export function operation<Request, Result>(
  row: OperationShapes<Request, Result> & Pick<Operation, keyof Route | "auth" | "errors" | "section">,
): Operation<Request, Result> {
  return { check: (input) => parse(row.request, input), ...row };
}
