/** The pages of the wallet's lists. */
import { defaultLimit, encodeQuery, type ListMeta } from "@cardpane/gateway";
import type { Page } from "../db/wallet-users.ts";

/** The rows of a list's page, and its `meta`. */
export interface Paging {
  readonly meta: ListMeta;
  /** Absent if the page is after the last one. */
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

/** A link to a page of a list, as a path with its query. */
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
