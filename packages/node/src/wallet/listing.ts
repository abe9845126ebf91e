/**
 * Lazy lists: iterate with `for await`, or fetch page by page. Nothing is sent before the first of these calls.
 *
 * Items that are added during an iteration cause no gaps and no duplicates. In ascending id order, each page starts after the
 * greatest id of the previous page. In every other order, items of earlier pages are left out.
 */

import { checkId } from "../client/settings.ts";
import { ReadFailedError } from "../errors/errors.ts";

/** A lazy list. */
export interface Listing<T> extends AsyncIterable<T> {
  /**
   * Returns all items as an array, or the first `max`.
   *
   * @param max @default no limit: set one if the list may be long
   */
  toArray(max?: number): Promise<readonly T[]>;
}

/** One page of a list. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly meta: {
    readonly currentPage: number;
    readonly lastPage: number;
    readonly perPage: number;
    readonly total: number;
  };
}

/** A list in pages. The filter `limit` sets the page size. */
export interface Pages<T> extends Listing<T> {
  /** Returns a page by number, counted from 1. */
  page(number: number): Promise<Page<T>>;
  /** Iterates over the pages. `meta` is the gateway's for each page, so it includes items added during the iteration. */
  pages(): AsyncIterable<Page<T>>;
}

/** The start of a page: a page number, or the id after which it starts. */
export interface Place {
  readonly page?: number;
  readonly lastTransactionId?: number;
}

type Fetch<T> = (place: Place) => Promise<Page<T>>;
type Walk<T> = () => AsyncGenerator<Page<T>>;

/** Creates a list that one request returns whole. */
export function listing<T>(fetch: () => Promise<readonly T[]>): Listing<T> {
  return walkable(async function* () {
    yield* await fetch();
  });
}

/** Creates a list whose pages are requested by number. */
export function numberedPages<T extends { readonly id: number }>(fetch: Fetch<T>): Pages<T> {
  return pagesOf(fetch, async function* () {
    const seen = new Set<number>();
    for (let number = 1; ; number++) {
      const page = await fetch({ page: number });
      const fresh = page.data.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      yield { ...page, data: fresh };
      if (page.data.length === 0 || number >= page.meta.lastPage) return;
    }
  });
}

/** Creates a list in ascending id order, whose pages are requested by the last id of the previous page. */
export function pagesAfterIds<T extends { readonly id: number }>(fetch: Fetch<T>): Pages<T> {
  return pagesOf(fetch, async function* () {
    for (let last: number | undefined; ; ) {
      const page = await fetch(last === undefined ? {} : { lastTransactionId: last });
      const greatest = page.data.at(-1)?.id;
      // A gateway that ignores the id would return the same page forever.
      if (last !== undefined && page.data.some(({ id }) => id <= (last ?? 0))) {
        throw new ReadFailedError({
          code: "unreadable_answer",
          what: "The gateway ignores lastTransactionId. Set orderColumn to list by page numbers",
          effect: "read",
        });
      }
      yield page;
      if (greatest === undefined || page.meta.lastPage <= 1) return;
      last = greatest;
    }
  });
}

function pagesOf<T>(fetch: Fetch<T>, walk: Walk<T>): Pages<T> {
  const items = walkable(async function* () {
    for await (const page of walk()) yield* page.data;
  });
  return Object.freeze({
    ...items,
    page: async (number: number) => fetch({ page: checkId("page", number) }),
    pages: () => walk(),
  });
}

function walkable<T>(walk: () => AsyncGenerator<T>): Listing<T> {
  return Object.freeze({
    [Symbol.asyncIterator]: walk,
    toArray: async (max = Number.POSITIVE_INFINITY) => {
      const all: T[] = [];
      if (max <= 0) return all;
      for await (const item of walk()) {
        all.push(item);
        if (all.length >= max) break;
      }
      return all;
    },
  });
}
