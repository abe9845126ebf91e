/**
 * Lazy lists: iterate with `for await`, or fetch page by page. Nothing is sent before that.
 *
 * What is added while a list is walked neither hides anything nor comes twice: by ascending id each page begins after the
 * last one's greatest id, and in every other order items that a page before had are left out.
 */

import { checkId } from "../client/settings.ts";
import { ReadFailedError } from "../errors/errors.ts";

/** Something to walk over. */
export interface Listing<T> extends AsyncIterable<T> {
  /**
   * All of it in an array, or the first of it.
   *
   * @param max @default no limit: give one where the list may be long
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

/** A list that comes in pages; `limit` among its filters says how long they are. */
export interface Pages<T> extends Listing<T> {
  /** The page of that number, counted from 1. */
  page(number: number): Promise<Page<T>>;
  /** One page after the other. Their `meta` is the gateway's for each page, so it counts what was added meanwhile. */
  pages(): AsyncIterable<Page<T>>;
}

/** Where in the list a request begins. */
export interface Place {
  readonly page?: number;
  readonly lastTransactionId?: number;
}

type Fetch<T> = (place: Place) => Promise<Page<T>>;
type Walk<T> = () => AsyncGenerator<Page<T>>;

/** A list of one piece. */
export function listing<T>(fetch: () => Promise<readonly T[]>): Listing<T> {
  return walkable(async function* () {
    yield* await fetch();
  });
}

/** A list whose pages are requested by number. */
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

/** A list by ascending id, whose pages are requested by the last id of the page before. */
export function pagesAfterIds<T extends { readonly id: number }>(fetch: Fetch<T>): Pages<T> {
  return pagesOf(fetch, async function* () {
    for (let last: number | undefined; ; ) {
      const page = await fetch(last === undefined ? {} : { lastTransactionId: last });
      const greatest = page.data.at(-1)?.id;
      // A gateway that ignores the id would return the same page for ever.
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
