import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { createClient } from "../client.ts";
import { ConfigurationError } from "../errors/errors.ts";
import { type ClientOptions, resolveSettings } from "./settings.ts";
import { version } from "./version.ts";

const good = { apiKey: "sk_test_key", baseUrl: "https://gateway.example.com", ipv6: "send" };
const create = (options: object) => () => createClient({ ...good, ...options } as ClientOptions);

describe("a client", () => {
  it.each([
    ["https://gateway.example.com", "https://gateway.example.com"],
    ["https://gateway.example.com/", "https://gateway.example.com"],
    ["https://gateway.example.com/v1//", "https://gateway.example.com/v1"],
    ["http://localhost:4002", "http://localhost:4002"],
    ["http://127.0.0.1:4002/x", "http://127.0.0.1:4002/x"],
    ["http://127.8.9.1", "http://127.8.9.1"],
    ["http://[::1]:4002", "http://[::1]:4002"],
  ])("accepts the base URL %s", (baseUrl, expected) => {
    expect(resolveSettings({ ...good, baseUrl } as ClientOptions).baseUrl).toBe(expected);
  });

  it.each([
    ["apiKey", undefined, "apiKey is not set"],
    ["apiKey", "", "apiKey is not set"],
    ["apiKey", "  \n", "apiKey is blank"],
    ["apiKey", "sk_key\n", "Trim it"],
    ["apiKey", "sk kéy", "Trim it"],
    ["apiKey", 7, "must be a string"],
    ["baseUrl", undefined, "baseUrl is not set"],
    ["baseUrl", " ", "baseUrl is not set"],
    ["baseUrl", "gateway.example.com", "absolute"],
    ["baseUrl", "http://gateway.example.com", "must be https"],
    ["baseUrl", "http://localhost.example.com", "must be https"],
    ["baseUrl", "http://127.0.0.1.example.com", "must be https"],
    ["baseUrl", "ftp://localhost", "must be https"],
    ["baseUrl", "https://user:secret@gateway.example.com", "user name"],
    ["baseUrl", "https://gateway.example.com?key=secret", "query"],
    ["baseUrl", "https://gateway.example.com#x", "fragment"],
    ["timeoutMs", 0, "timeoutMs"],
    ["timeoutMs", 1.5, "timeoutMs"],
    ["timeoutMs", Number.POSITIVE_INFINITY, "timeoutMs"],
    ["timeoutMs", "30000", "timeoutMs"],
    ["maxRetries", -1, "maxRetries"],
    ["maxRetries", 11, "maxRetries"],
    ["onUnknown", "repeat", "onUnknown"],
    ["threeDsMissing", "ignore", "threeDsMissing"],
    ["proxyDepth", -1, "proxyDepth"],
    ["proxyDepth", true, "proxyDepth"],
    ["ipv6", undefined, 'Choose "send"'],
    ["ipv6", "2001:db8::1", "ipv6 must be"],
    ["ipv6", { fallback: "2001:db8::1" }, "ipv6.fallback must be"],
    ["ipv6", { fallback: "" }, "ipv6.fallback must be"],
    ["operations", { payment: { path: "payment" } }, "operations.payment.path"],
    ["operations", { payment: { path: "//evil.example/payment" } }, "operations.payment.path"],
    ["operations", { payment: { path: "/a b" } }, "operations.payment.path"],
    ["operations", { payment: { success: 400 } }, "operations.payment.success"],
    ["operations", { payment: { method: "GET" } }, "operations.payment.method"],
    ["operations", { listUsers: { method: "DELETE" } }, "operations.listUsers.method"],
    ["operations", { listUsers: { path: "/users/{id}" } }, "operations.listUsers.path"],
    ["operations", { getUser: { path: "/{id}/{id}" } }, "operations.getUser.path"],
    ["operations", { topUp: { success: 302 } }, "operations.topUp.success"],
    ["operations", { payments: {} }, "unknown operation"],
  ])("refuses %s = %j and does not repeat it", (name, value, words) => {
    expect(create({ [name]: value })).toThrow(ConfigurationError);
    expect(create({ [name]: value })).toThrow(words);
    if (String(value).includes("secret")) expect(create({ [name]: value })).not.toThrow(/secret/);
  });

  it("reports an invalid option as a ConfigurationError: nothing was sent, the merchant must act", () => {
    expect(create({ apiKey: undefined })).toThrow(
      expect.objectContaining({
        outcome: "not_sent",
        actor: "merchant",
        code: "invalid_configuration",
        retryable: false,
      }),
    );
  });

  it("has the version of package.json", () => {
    expect(version).toBe(packageJson.version);
  });
});
