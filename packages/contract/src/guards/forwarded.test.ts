import { expect, it } from "vitest";
import { isForwarded } from "./forwarded.ts";

/** Platforms write the names of headers in lower case. */
const headers = (...names: readonly string[]) => new Map(names.map((name) => [name, "203.0.113.7"]));

const added = `forwarded via x-forwarded-for x-forwarded-client-cert x-real-ip x-client-ip x-original-forwarded-for x-cluster-client-ip
  client-ip true-client-ip cdn-loop cf-connecting-ip cf-ray fly-client-ip fastly-client-ip x-envoy-external-address
  x-amz-cf-id x-amzn-trace-id x-azure-clientip x-vercel-ip-country x-nf-client-connection-ip x-appengine-user-ip
  akamai-origin-hop`;

it.each(added.split(/\s+/))("a request with %s came through a proxy", (name) => {
  expect(isForwarded(headers("accept", name, "host"))).toBe(true);
});

it.each(["accept", "x-forwarded", "x-forwarded-", "via-other", "not-via", "x-real-ip-2"])(
  "a request with %s alone did not",
  (name) => {
    expect(isForwarded(headers(name))).toBe(false);
    expect(isForwarded(headers())).toBe(false);
  },
);
