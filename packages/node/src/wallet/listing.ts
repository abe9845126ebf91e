/**
 * Lazy lists: iterate with `for await`, or fetch page by page. Nothing is sent before the first of these calls.
 *
 * Items that are added during an iteration cause no gaps and no duplicates: in ascending id order they come last, and in every
 * other order items of earlier pages are left out.
 */

import { defined } from "../call/read-values.ts";
import { checkId } from "../settings/settings.ts";

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
}

/** Creates a list that one request returns whole. */
export function listing<T>(fetch: () => Promise<readonly T[]>): Listing<T> {
  return walkable(async function* () {
    yield* await fetch();
  });
}

/** The filter of a list, in ascending id order unless it has an order. */
export function inOrder(filter: { readonly orderColumn?: string | undefined }, ascending: "asc" | "ASC") {
  const order = { orderColumn: "id", ...(filter.orderColumn === undefined && { orderDirection: ascending }) };
  return { ...order, ...defined(filter) };
}

/** Creates a list whose pages are requested by number, counted from 1. */
export function numberedPages<T extends { readonly id: number }>(
  fetch: (page: number) => Promise<Page<T>>,
): Pages<T> {
  const items = walkable(async function* () {
    const seen = new Set<number>();
    for (let number = 1; ; number++) {
      const { data, meta } = await fetch(number);
      const fresh = data.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      yield* fresh;
      if (data.length === 0 || number >= meta.lastPage) return;
    }
  });
  return Object.freeze({ ...items, page: async (number: number) => fetch(checkId("page", number)) });
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
