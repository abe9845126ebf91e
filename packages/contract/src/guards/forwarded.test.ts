import { expect, it } from "vitest";
import { isForwarded } from "./forwarded.ts";

/** Platforms write the names of headers in lower case. */
const headers = (...names: readonly string[]) => new Map(names.map((name) => [name, "203.0.113.7"]));

it.each(["forwarded", "via", "x-forwarded-for", "x-forwarded-client-cert", "x-real-ip", "x-client-ip"])(
  "a request with %s came through a proxy",
  (name) => {
    expect(isForwarded(headers("accept", name, "host"))).toBe(true);
  },
);

it.each(["accept", "x-forwarded", "x-forwarded-", "via-other", "not-via", "x-real-ip-2"])(
  "a request with %s alone did not",
  (name) => {
    expect(isForwarded(headers(name))).toBe(false);
    expect(isForwarded(headers())).toBe(false);
  },
);
