import { encodeQuery } from "@cardpane/gateway";

/** A link to a page of a list, as a path with its query. */
export function pageLink(rel: string, path: string, query: object, page: number) {
  const search = new URLSearchParams(
    encodeQuery({ ...query, page }).map(([name, value]): [string, string] => [name, value]),
  );
  return { rel, href: `${path}?${search}` };
}
