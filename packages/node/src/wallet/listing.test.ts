/** Lists to which items are added during an iteration. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCardpaneError } from "../index.ts";
import { listing, numberedPages, type Page, type Pages } from "./listing.ts";

interface Item {
  readonly id: number;
}

/** A gateway's list in the given order, which grows before each request except the first. */
function growing(start: number, growth: readonly number[], order: "asc" | "desc", perPage: number) {
  let total = start;
  let requests = 0;
  const places: number[] = [];
  const fetch = async (currentPage: number): Promise<Page<Item>> => {
    if (requests > 0) total += growth[requests - 1] ?? 0;
    requests += 1;
    places.push(currentPage);
    const ids = upTo(total);
    if (order === "desc") ids.reverse();
    const data = ids.slice((currentPage - 1) * perPage, currentPage * perPage).map((id) => ({ id }));
    const lastPage = Math.max(1, Math.ceil(ids.length / perPage));
    return { data, meta: { currentPage, lastPage, perPage, total: ids.length } };
  };
  return { fetch, places, total: () => total };
}

const idsOf = async (pages: Pages<Item>) => (await pages.toArray()).map(({ id }) => id);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const anyList = [fc.nat(40), fc.array(fc.nat(5), { maxLength: 30 }), fc.integer({ min: 1, max: 7 })] as const;

describe("a list", () => {
  it.each([0, 1, 3, 4, 7])("of %i items is walked once, in order", async (count) => {
    expect(await idsOf(numberedPages(growing(count, [], "asc", 3).fetch))).toEqual(upTo(count));
  });

  it("by ascending id returns each item once, including items added during the iteration", async () => {
    await fc.assert(
      fc.asyncProperty(...anyList, async (start, growth, perPage) => {
        const list = growing(start, growth, "asc", perPage);
        const ids = await idsOf(numberedPages(list.fetch));
        expect(ids).toEqual(upTo(ids.length));
        expect(ids.length).toBeGreaterThanOrEqual(start);
        // All items that existed when the last page was requested.
        expect(ids.length).toBe(list.total());
      }),
    );
  });

  it("with the newest first returns each initial item once, even if items are added before them", async () => {
    await fc.assert(
      fc.asyncProperty(...anyList, async (start, growth, perPage) => {
        const ids = await idsOf(numberedPages(growing(start, growth, "desc", perPage).fetch));
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.filter((id) => id <= start)).toEqual(upTo(start).reverse());
      }),
    );
  });

  it("sends nothing before it is iterated, and requests no more pages than needed", async () => {
    const list = growing(100, [], "asc", 10);
    const pages = numberedPages(list.fetch);
    expect(list.places).toEqual([]);
    expect(await pages.toArray(12)).toHaveLength(12);
    expect(list.places).toEqual([1, 2]);
    expect(await pages.toArray(0)).toEqual([]);
    for await (const { id } of pages) if (id === 10) break;
    expect(list.places).toHaveLength(3);
  });

  it("can be iterated again, and several times at once", async () => {
    const pages = numberedPages(growing(9, [], "asc", 2).fetch);
    expect(await Promise.all([idsOf(pages), idsOf(pages)])).toEqual([upTo(9), upTo(9)]);
  });

  it("returns single pages, with the gateway's totals", async () => {
    const list = growing(5, [], "asc", 2);
    const pages = numberedPages(list.fetch);
    const second = {
      data: [{ id: 3 }, { id: 4 }],
      meta: { currentPage: 2, lastPage: 3, perPage: 2, total: 5 },
    };
    expect(await pages.page(2)).toEqual(second);
    expect(list.places).toEqual([2]);
    for (const number of [0, -1, 1.5]) {
      const failed = await pages.page(number).catch((error: unknown) => error);
      expect(isCardpaneError(failed) && failed.code).toBe("invalid_request");
    }
  });

  it("of a gateway that ignores the page number ends", async () => {
    const { fetch } = growing(9, [], "asc", 2);
    expect(await idsOf(numberedPages(() => fetch(1)))).toEqual([1, 2]);
  });

  it("without pages can be iterated as well", async () => {
    let asked = 0;
    const list = listing(async () => {
      asked += 1;
      return ["a", "b"];
    });
    expect(asked).toBe(0);
    const seen: string[] = [];
    for await (const item of list) seen.push(item);
    expect([seen, await list.toArray(1), asked]).toEqual([["a", "b"], ["a"], 2]);
  });
});
