/** For our own tests: bounds that several sections of the wallet share. */
import type * as z from "zod/mini";
import { type FieldErrors, parse } from "../parse.ts";
import { type Bounds, notText, notWhole } from "./bounds.ts";

/** A check of a result. Only the paths of its errors matter; nobody sees their messages. */
export function answerErrorsOf(schema: z.ZodMiniType): (input: unknown) => FieldErrors {
  return (input) => {
    const parsed = parse(schema, input);
    return parsed.ok ? {} : Object.fromEntries(Object.keys(parsed.errors).map((path) => [path, "is wrong"]));
  };
}

/** Bounds of the wallet user's id. */
export const clientIdBounds: Bounds = [
  "clientId",
  [undefined, 1, 9_007_199_254_740_991],
  [0, -1, 9_007_199_254_740_992, ...notWhole],
];

/** Bounds of the page and the size of a page. */
export const pagingBounds: readonly Bounds[] = [
  ["limit", [undefined, 1, 500], [0, -1, 501, ...notWhole]],
  ["page", [undefined, 1, 100_000], [0, -1, ...notWhole]],
];

/** Bounds of the first and the last day of a query. */
export const dates: readonly Bounds[] = ["dateFrom", "dateTo"].map((field) => [
  field,
  [undefined, "2032-02-29"],
  ["", "2031-02-29", "2031-2-1", "01.02.2031", "2031-01-01T00:00:00Z", 7, null, true, []],
]);

/** The accepted and the refused values of a webhook address or a redirect address. */
export const webAddresses: readonly [readonly unknown[], readonly unknown[]] = [
  [undefined, "https://shop.example.com/@ada?a=b@c#d@e", "http://localhost:4000/hook"],
  [
    ...["", "shop.example.com", "/hook", "ftp://shop.example.com", "javascript:alert(1)"],
    "http://shop.example.com/\r\nX-Injected: 1",
    "https://shop.exa\tmple.com/",
    "https://shop.example.com/\u0000",
    "https://shop.example.com/\u0085",
    "https://ada@shop.example.com/",
    "https://ada:secret@shop.example.com/",
    "https://:secret@shop.example.com/",
    "https:ada@shop.example.com",
    "https:\\\\ada@shop.example.com",
    " https://shop.example.com",
    "https://shop.example.com/\n",
    ...notText,
  ],
];

/** Values that are not moments of the wallet. */
export const notMoments: readonly unknown[] = [
  null,
  "2031-12-24T18:00:00Z",
  7,
  {},
  { date: "2031-12-24 18:00:00.000000", timezone_type: "3", timezone: "UTC" },
  { date: "2031-12-24 18:00:00.000000", timezone_type: 3 },
];
