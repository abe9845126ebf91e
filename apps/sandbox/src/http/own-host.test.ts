import { describe, expect, it } from "vitest";
import { isOwnHost } from "./own-host.ts";

const publicUrl = "https://gateway.test/base";

describe("the sandbox's own host [T-S5]", () => {
  it.each([
    ["127.0.0.1", "localhost", true],
    ["127.0.0.1", "LOCALHOST:4002", true],
    ["127.0.0.1", "127.0.0.1:4002", true],
    ["127.0.0.1", "127.8.8.8", true],
    ["127.0.0.1", "[::1]:4002", true],
    ["127.0.0.1", "gateway.test", true],
    ["127.0.0.1", "gateway.test:8443", true],
    ["gateway", "gateway:4002", true],
    ["192.0.2.7", "192.0.2.7:4002", true],
    ["2001:db8::7", "[2001:DB8::7]:4002", true],
    ["0.0.0.0", "192.0.2.7:4002", true],
    ["::", "[2001:db8::7]", true],
    ["127.0.0.1", "evil.example", false],
    ["127.0.0.1", "evil.example:4002", false],
    ["127.0.0.1", "192.0.2.7", false],
    ["127.0.0.1", "127.0.0.1.evil.example", false],
    ["127.0.0.1", "localhost.evil.example", false],
    ["127.0.0.1", "x.gateway.test", false],
    ["127.0.0.1", "gateway.test@evil.example", false],
    ["127.0.0.1", "evil@gateway.test", false],
    ["127.0.0.1", "", false],
    ["127.0.0.1", "[::1", false],
    ["0.0.0.0", "evil.example", false],
    ["::", "evil.example", false],
    ["gateway", "gateway.evil.example", false],
  ])("listening on %s, with Host %j: %s", (listensOn, host, verdict) => {
    expect(isOwnHost(host, { listensOn, publicUrl })).toBe(verdict);
  });
});
