/** Small values as the wallet writes and reads them: moments, pages. */
import { defaultLimit, encodeQuery, type ListMeta, type Moment } from "@cardpane/contract/gateway";
import type { Page } from "../db/wallet-users.ts";

/** A moment: `{ date: "2031-12-24 18:00:00.000000", timezone_type: 3, timezone: "UTC" }`. */
export function momentOf(time: Date): Moment {
  // Type 3 is PHP's for a time zone that is named.
  const date = `${time.toISOString().slice(0, -1).replace("T", " ")}000`;
  return { date, timezone_type: 3, timezone: "UTC" };
}

/** The same, or nothing. */
export function maybeMoment(time: Date | null): Moment | null {
  return time && momentOf(time);
}

/** Which rows a page of a list holds, and what its `meta` says. */
export interface Paging {
  readonly meta: ListMeta;
  /** Absent where the page lies behind the last one. */
  readonly rows: Page | undefined;
}

/** The page that a list's query selects of `total` rows. A list without rows has one empty page. */
export function pagingOf(
  query: { readonly limit?: number | undefined; readonly page?: number | undefined },
  total: number,
): Paging {
  const { limit: perPage = defaultLimit, page: currentPage = 1 } = query;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const meta = { currentPage, lastPage, perPage, total };
  return {
    meta,
    rows: currentPage > lastPage ? undefined : { offset: (currentPage - 1) * perPage, limit: perPage },
  };
}

/** A link to a page of a list, as a path with the query that asks for it. */
export function pageLink(
  rel: string,
  path: string,
  query: object,
  page: number,
): { readonly rel: string; readonly href: string } {
  const search = new URLSearchParams(
    encodeQuery({ ...query, page }).map(([name, value]): [string, string] => [name, value]),
  );
  return { rel, href: `${path}?${search}` };
}
