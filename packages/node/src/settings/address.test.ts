import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRequest } from "../shopper/request.ts";
import { type AddressRules, isIpv4, readAddress } from "./address.ts";

const direct: AddressRules = { proxyDepth: 0, ipv6: "refuse" };
const read = (
  remoteAddress: string | undefined,
  headers: Record<string, string>,
  rules: Partial<AddressRules> = {},
) => {
  const errors: Record<string, string> = {};
  const ip = readAddress(readRequest({ headers, remoteAddress }), { ...direct, ...rules }, errors);
  const [[path, message] = []] = Object.entries(errors);
  return ip ?? `${path?.replace("httpRequest.", "")}: ${message}`;
};
const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => parts.join("."));

describe("the address of a direct connection", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
    ["::1", "127.0.0.1"],
  ])("%s is sent as %s", (address, ip) => {
    expect(read(address, {})).toBe(ip);
  });

  it.each(["2001:db8::1", "2001:db8:85a3:8d3:1319:8a2e:370:7348", "fe80::1%eth0", "64:ff9b::203.0.113.7"])(
    "%s is refused, replaced by the fallback, or sent whole, as the client chooses",
    (address) => {
      expect(read(address, {})).toMatch(/^remoteAddress: is an IPv6 address/);
      expect(read(address, {}, { ipv6: "send" })).toMatch(/^(?!.*%)[0-9a-f:]{6,39}$/);
      expect(read(address, {}, { ipv6: { fallback: "192.0.2.1" } })).toBe("192.0.2.1");
    },
  );

  it.each([undefined, ""])("%j is unknown, and the fallback does not replace it", (address) => {
    expect(read(address, {}, { ipv6: { fallback: "192.0.2.1" } })).toMatch(/^remoteAddress: is unknown/);
  });

  it.each(["localhost", "203.0.113.256", "203.0.113", "203.0.113.7.", "0203.0.113.7", "unix:/tmp/x", "1"])(
    "%s is not an address",
    (address) => {
      expect(read(address, {}, { ipv6: { fallback: "192.0.2.1" } })).toBe(
        "remoteAddress: must be an IP address",
      );
    },
  );

  it("is that of the connection, whatever the headers contain", () => {
    const forged = {
      "x-forwarded-for": "198.51.100.1",
      forwarded: "for=198.51.100.1",
      "x-real-ip": "198.51.100.1",
      "cf-connecting-ip": "198.51.100.1",
    };
    expect(read("203.0.113.7", forged)).toBe("203.0.113.7");
  });

  it("knows every IPv4 address, and nothing else", () => {
    fc.assert(fc.property(ipv4, (address) => isIpv4(address) && read(address, {}) === address));
    fc.assert(
      fc.property(fc.string(), (text) => isIpv4(text) === false || /^\d+\.\d+\.\d+\.\d+$/.test(text)),
    );
  });
});

describe("the address behind proxies", () => {
  const behind = (depth: number, value: string, more: Partial<AddressRules> = {}) =>
    read("10.0.0.1", { "X-Forwarded-For": value }, { proxyDepth: depth, ...more });

  it.each([
    [1, "203.0.113.7", "203.0.113.7"],
    [1, "198.51.100.1, 203.0.113.7", "203.0.113.7"],
    [2, "198.51.100.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"],
    [2, "203.0.113.7,10.0.0.2", "203.0.113.7"],
    [1, "203.0.113.7:4711", "203.0.113.7"],
    [1, "[::ffff:203.0.113.7]:4711", "203.0.113.7"],
    [1, "::ffff:203.0.113.7", "203.0.113.7"],
  ])("with depth %i and %j is %s", (depth, value, ip) => {
    expect(behind(depth, value)).toBe(ip);
  });

  it.each([
    [2, "203.0.113.7", /holds fewer addresses than proxyDepth \(2\)/],
    [1, "", /is unknown/],
    [1, "unknown", /must be an IP address/],
    [1, "203.0.113.7, ", /is unknown/],
    [1, "2001:db8::1", /is an IPv6 address/],
  ])("with depth %i and %j is refused", (depth, value, message) => {
    expect(behind(depth, value)).toMatch(message);
    expect(behind(depth, value)).toMatch(/^headers\.x-forwarded-for: /);
  });

  it("is refused if the header is missing: the request bypassed the proxies", () => {
    expect(read("203.0.113.7", {}, { proxyDepth: 1 })).toMatch(/^headers\.x-forwarded-for: is missing/);
  });

  it("is never one that the shopper put there [T-P23]", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), ipv4, fc.integer({ min: 1, max: 5 }), (forged, own, depth) => {
        const proxies = Array.from({ length: depth - 1 }, () => "10.0.0.9");
        expect(behind(depth, [...forged, own, ...proxies].join(", "))).toBe(own);
      }),
    );
  });

  it("is read from no other header", () => {
    const both = { "x-forwarded-for": "198.51.100.1", forwarded: "for=203.0.113.7" };
    expect(read("10.0.0.1", both, { proxyDepth: 1 })).toBe("198.51.100.1");
  });
});
