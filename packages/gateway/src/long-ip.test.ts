import { describe, expect, it } from "vitest";
import type { MaxIpLength } from "./consumer.ts";
import { operations } from "./operations.ts";
import { parseChangeSubscriptionCardRequest } from "./subscriptions.ts";
import { exampleFieldRequests } from "./testing/field-operations.ts";
import { exampleRequest } from "./testing/requests.ts";
import { exampleWalletRequests } from "./testing/wallet.ts";

/** Every body that holds a consumer. */
const checks = {
  payment: [operations.payment.check, exampleRequest()],
  refill: [operations.refill.check, exampleWalletRequests.refill],
  "another card of a subscription": [
    parseChangeSubscriptionCardRequest,
    exampleFieldRequests.changeSubscriptionCard,
  ],
} as const;

const longest = "2001:0db8:85a3:0000:0000:8a2e:0370:7334";

describe.each(Object.entries(checks))("consumer.ip of a %s", (_, [check, valid]) => {
  const taken = (ip: string, maxIpLength?: MaxIpLength) =>
    check({ ...valid, consumer: { ...valid.consumer, ip } }, maxIpLength && { maxIpLength }).ok;

  it("may have 16 characters, unless a setting allows more", () => {
    expect(taken("203.0.113.7")).toBe(true);
    expect(taken("2001:db8::123:45")).toBe(true);
    expect(taken("2001:db8::1234:45")).toBe(false);
    expect(taken(longest, 16)).toBe(false);
  });

  it("may be the longest IPv6 address with maxIpLength 39", () => {
    expect(longest).toHaveLength(39);
    expect(taken(longest, 39)).toBe(true);
    expect(taken("203.0.113.7", 39)).toBe(true);
    expect(taken(`${longest}0`, 39)).toBe(false);
    expect(taken("example.com", 39)).toBe(false);
  });
});
