/**
 * The filters of both lists, as tables: the forms are rendered from them, the queries are parsed with them. The chosen filters
 * are in the address, so that a page can be bookmarked and shared.
 */
import type { TransactionFilter, UserFilter } from "@cardpane/node";

export interface Filter<Name extends string = string> {
  readonly name: Name;
  /** The options of a select, as the interface spells them. @default none: free text */
  readonly choices?: readonly string[];
  /** The kind of input. @default "text" */
  readonly type?: "text" | "date" | "flag" | "number" | "account";
}

type TransactionFilterName = keyof TransactionFilter;

/** Filters of transactions, in the order in which they are shown. */
export const transactionFilters = [
  { name: "paymentAccountId", type: "account" },
  { name: "type", choices: ["income", "outcome"] },
  { name: "status", choices: ["success", "fail"] },
  { name: "mode", choices: ["wallet", "card"] },
  { name: "action", choices: ["charge", "refund"] },
  { name: "virtual", type: "flag" },
  { name: "dateFrom", type: "date" },
  { name: "dateTo", type: "date" },
  { name: "descriptor" },
  { name: "merchantOrderId" },
  { name: "onlyWithExpireDate", type: "flag" },
  { name: "orderColumn", choices: ["id", "created_at", "price", "currency", "expire_date"] },
  { name: "orderDirection", choices: ["desc", "asc"] },
  { name: "limit", choices: ["10", "50", "200"], type: "number" },
] as const satisfies readonly Filter<TransactionFilterName>[];

export const userFilters = [
  { name: "email" },
  { name: "externalUserId" },
  { name: "isActivated", type: "flag" },
  { name: "isBlocked", type: "flag" },
  { name: "dateFrom", type: "date" },
  { name: "dateTo", type: "date" },
  {
    name: "orderColumn",
    choices: ["id", "created_at", "updated_at", "blocked_at", "email", "is_blocked", "is_activated"],
  },
  { name: "orderDirection", choices: ["DESC", "ASC"] },
  { name: "limit", choices: ["10", "50", "200"], type: "number" },
] as const satisfies readonly Filter<keyof UserFilter>[];

export type FilterName = (typeof transactionFilters | typeof userFilters)[number]["name"];
export type Query = Readonly<Record<string, string>>;

/** The default: the newest first, ten on a page. */
export const transactionDefaults = { orderColumn: "id", orderDirection: "desc", limit: "10" } as const;
export const userDefaults = { orderColumn: "id", orderDirection: "DESC", limit: "10" } as const;

/** The chosen filters with the defaults; empty and unknown values are left out. */
export function chosen(filters: readonly Filter[], query: Query, defaults: Query): Query {
  const all: Record<string, string> = { ...defaults };
  for (const { name, choices } of filters) {
    const value = query[name]?.trim().slice(0, 128);
    if (value && (!choices || choices.includes(value))) all[name] = value;
  }
  return all;
}

/** The filter of the client's request. The client refuses an invalid value, such as an invalid date, and names its field. */
export function toFilter<T extends TransactionFilter | UserFilter>(
  filters: readonly Filter[],
  query: Query,
): T {
  const entries = filters.flatMap(({ name, type = "text" }): readonly (readonly [string, unknown])[] => {
    const value = query[name];
    if (value === undefined) return [];
    if (type === "flag") return [[name, value === "true"]];
    return [[name, type === "number" || type === "account" ? Number(value) : value]];
  });
  return Object.fromEntries(entries) as T;
}

/** The page number in an address. */
export function pageNumber(query: Query): number {
  const page = Number(query["page"] ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** The address of another page of the same list, with the same filters. */
export function pageAddress(path: string, query: Query, page: number): string {
  return `${path}?${new URLSearchParams({ ...query, page: String(page) })}`;
}
