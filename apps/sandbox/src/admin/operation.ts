/** One operation of the admin API, and what its handlers share. A merchant is identified by its `merchantId`. */
import { parse } from "@cardpane/gateway";
import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import type { Db } from "../db/open.ts";
import { findRow } from "../db/rows.ts";
import { merchants } from "../db/schema.ts";
import { Refusal } from "../errors.ts";
import type { DomainSettings } from "../operation-context.ts";
import type { Runtime } from "../runtime.ts";
import type { Vault } from "../vault/vault.ts";
import type { GatewayStates } from "./gateway-states.ts";

export interface AdminDeps {
  readonly db: Db;
  readonly runtime: Runtime;
  readonly vault: Vault;
  readonly settings: Pick<DomainSettings, "compatibility">;
  readonly states: GatewayStates;
}

/** The parts of a request that a handler uses. */
interface Input<Body> {
  /** Parsed on access: a request with an unknown `{id}` is refused before its body is parsed. */
  readonly body: () => Body;
  readonly query: Record<string, string>;
  /** The `{id}` of the path; empty if it has none. */
  readonly id: string;
}

/** What an operation states about itself. */
interface Stated<Request extends z.ZodType, Result extends z.ZodType> {
  readonly summary: string;
  /** @default 200 */
  readonly success?: 200 | 201;
  /** Absent if the operation has no body. */
  readonly request?: Request;
  /** Example bodies of requests, for the OpenAPI document and the reference. */
  readonly examples?: readonly object[];
  /** Names of the query parameters. */
  readonly query?: readonly string[];
  /** Converts the handler's result for the wire: only the fields that it names are sent. */
  readonly result: Result;
  readonly handle: (deps: AdminDeps, input: Input<z.output<Request>>) => Promise<z.output<Result>>;
}

/** An operation of the table from which the routes and a part of the OpenAPI document are generated. */
export interface AdminOperation extends Omit<Stated<z.ZodType, z.ZodType>, "handle"> {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly success: 200 | 201;
  readonly errors: readonly number[];
  /** The body of the response. @param body the request's, not checked yet. */
  readonly answer: (deps: AdminDeps, input: Input<unknown>) => Promise<object>;
}

/** An operation: it answers 404 if the request can name an unknown merchant or id. */
export function operation<Request extends z.ZodType, Result extends z.ZodType>(
  method: AdminOperation["method"],
  at: string,
  { handle, success = 200, ...stated }: Stated<Request, Result>,
): AdminOperation {
  const { request, query, result } = stated;
  const isNaming =
    at.includes("{") ||
    query?.includes("merchant") ||
    (request instanceof z.ZodObject && "merchant" in request.shape);
  return {
    method,
    path: at,
    success,
    errors: [...(request || query ? [400] : []), 401, 403, ...(isNaming ? [404] : [])],
    ...stated,
    answer: async (deps, { body, ...input }) => {
      const checked = () => parsed((request ?? nothing) as z.ZodType<z.output<Request>>, body());
      return z.encode(result, await handle(deps, { ...input, body: checked })) as object;
    },
  };
}

/** A time: a date here, ISO 8601 on the wire. */
export const time = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
/** An id: a number here, text on the wire. */
export const textId = z.codec(z.string(), z.number(), { decode: Number, encode: String });
/** A list of any length. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) });
/** A page of a list, and the `after` of the next page; null on the last one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  listOf(item).extend({ next: z.string().nullable() });
export const merchantId = z.int().positive();
export const count = (max: number) => z.int().min(0).max(max);
export const nothing = z.object({});
/** The path of an operation as in the interface, `/tokenize` for example. */
export const path = z.string().startsWith("/").max(100);

/** The query parameters of the lists of payments and notifications. */
export const filters = ["merchant", "order", "consumer", "after", "limit"] as const;

const listQuery = z.object({
  merchant: z.coerce.number().pipe(merchantId).optional(),
  order: z.string().max(36).optional(),
  consumer: z
    .string()
    .max(100)
    .regex(/^[^\0]*$/, "must not hold NUL")
    .optional(),
  /** Nothing comes after a text that no page has given. */
  after: z.coerce.number().pipe(z.int()).catch(0).optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(500)).default(50),
});

/** Reads the query of a list. @throws Refusal 400 for an invalid one, 404 for an unknown merchant. */
export async function filterOf(db: Db, query: Record<string, string>) {
  const { merchant, ...filter } = parsed(listQuery, query);
  return { ...filter, merchantId: merchant === undefined ? undefined : await merchantIdOf(db, merchant) };
}

/** A page, whose last row is the cursor of the next one if the page is full. */
export function withNext<Row, Entry>(
  rows: readonly Row[],
  limit: number,
  entryOf: (row: Row) => Entry,
  idOf: (row: Row) => number,
) {
  const last = rows.at(-1);
  return {
    data: rows.map(entryOf),
    next: last !== undefined && rows.length === limit ? String(idOf(last)) : null,
  };
}

/** The id of a merchant's row. @throws Refusal 404 for an unknown merchant. */
export async function merchantIdOf(db: Db, publicId: number): Promise<number> {
  // No merchant has a number that is too large for the column.
  const found = await findRow(db, merchants, eq(merchants.publicId, sql`${publicId}::bigint`));
  if (!found) throw new Refusal(404);
  return found.id;
}

/** The number in a path's `{id}`. @throws Refusal 404 for a text that is not a number. */
export function rowIdOf(id: string): number {
  if (!/^\d{1,15}$/.test(id)) throw new Refusal(404);
  return Number(id);
}

function parsed<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = parse(schema, input);
  if (result.ok) return result.value;
  throw new Refusal(400, result.errors);
}
