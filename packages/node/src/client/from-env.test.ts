import { describe, expect, it } from "vitest";
import { failureOf, gatewayWith, hang, json, successBody, validRequest } from "../gateway.test-server.ts";
import { createClientFromEnv, environmentVariables } from "./from-env.ts";

const required = { CARDPANE_API_KEY: "sk_test_env", CARDPANE_BASE_URL: "https://gateway.example.com" };

describe("a client from the environment", () => {
  it("sends with the API key and to the base URL of the environment", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const client = createClientFromEnv({}, { ...required, CARDPANE_BASE_URL: gateway.baseUrl });
    await client.payments.create(validRequest());
    expect(gateway.received[0]?.headers.authorization).toBe("sk_test_env");
  });

  it("reads its time limits from the environment", async () => {
    const gateway = await gatewayWith(hang);
    const environment = { ...required, CARDPANE_BASE_URL: gateway.baseUrl, CARDPANE_TIMEOUT_MS: "50" };
    expect(
      await failureOf(createClientFromEnv({}, environment).payments.create(validRequest())),
    ).toMatchObject({
      code: "timeout",
    });
  });

  it.each([
    ["CARDPANE_GATEWAY", "newer", "gateway.preset must be"],
    ["CARDPANE_USER_ID", "0", "must be a whole number from 1"],
    ["CARDPANE_USER_ID", "x", "CARDPANE_USER_ID must be a whole number"],
    ["CARDPANE_TIMEOUT_MS", "0", "timeoutMs must be a whole number"],
    ["CARDPANE_ATTEMPT_TIMEOUT_MS", "0", "attemptTimeoutMs must be a whole number"],
    ["CARDPANE_MAX_RETRIES", "11", "maxRetries must be a whole number"],
    ["CARDPANE_ON_UNKNOWN", "again", "onUnknown must be one of"],
    ["CARDPANE_VALIDATION", "loose", "validation must be one of"],
    ["CARDPANE_THREE_DS_MISSING", "ignore", "threeDsMissing must be one of"],
    ["CARDPANE_PROXY_DEPTH", "-1", "CARDPANE_PROXY_DEPTH must be a whole number"],
    ["CARDPANE_FORWARDING_HEADER", "x-real-ip", "forwardingHeader must be one of"],
    ["CARDPANE_IPV6_FALLBACK", "::1", "ipv6Fallback must be an IPv4 address"],
    ["CARDPANE_API_KEY", "", "CARDPANE_API_KEY is not set in the environment"],
    ["CARDPANE_API_KEY", "a b", "apiKey holds white space"],
    ["CARDPANE_BASE_URL", "", "CARDPANE_BASE_URL is not set in the environment"],
    ["CARDPANE_BASE_URL", "gateway", "baseUrl must be an absolute address"],
  ])("%s=%j reaches its option, which refuses it", (name, value, message) => {
    expect(Object.keys(environmentVariables)).toContain(name);
    const create = () => createClientFromEnv({}, { ...required, [name]: value });
    expect(create).toThrow(message);
  });

  it("lets options override variables, and needs no variable that an option replaces", () => {
    const baseUrl = "https://other.example.com";
    expect(createClientFromEnv({ baseUrl }, required).baseUrl).toBe(baseUrl);
    expect(createClientFromEnv({ baseUrl, apiKey: "sk" }, {}).baseUrl).toBe(baseUrl);
    expect(createClientFromEnv({ baseUrl: undefined }, required).baseUrl).toBe(required.CARDPANE_BASE_URL);
    const wrong = { ...required, CARDPANE_TIMEOUT_MS: "0" };
    expect(createClientFromEnv({ timeoutMs: 5 }, wrong).baseUrl).toBe(required.CARDPANE_BASE_URL);
  });
});
