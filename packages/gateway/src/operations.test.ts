import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { fieldOperations, isFieldOperationId, notInTheDocument } from "./field-operations.ts";
import type { Operation } from "./operation.ts";
import { allOperations, operations, paymentOperations, withOverrides } from "./operations.ts";
import { exampleRequest, exampleSources } from "./testing/requests.ts";
import { walletOperations } from "./wallet/operations.ts";

const both = "merchant or customer";

const rowsOf = (table: object) =>
  (Object.entries(table) as [string, Operation][]).map(([name, { method, path, auth, success }]) => [
    name,
    `${method} ${path}`,
    auth,
    success,
  ]);

describe("the table of operations (4)", () => {
  it("has the three operations of the payment area", () => {
    expect(rowsOf(paymentOperations)).toEqual([
      ["tokenize", "POST /tokenize", "none", 201],
      ["tokenizeWithPaymentAccountId", "POST /tokenizeWithPaymentAccountId", "none", 201],
      ["payment", "POST /payment", "merchant", 201],
    ]);
  });

  it("has the wallet's operations at their assumed paths", () => {
    expect(rowsOf(walletOperations)).toEqual([
      ["listUsers", "GET /api/v1/user", "merchant", 200],
      ["createUser", "POST /api/v1/user", "merchant", 201],
      ["getUser", "GET /api/v1/user/{id}", both, 200],
      ["updateUser", "PUT /api/v1/user/{id}", "merchant", 200],
      ["regenerateAuthenticator", "POST /api/v1/user/{id}/oauth-url", "merchant", 200],
      ["login", "POST /api/v1/auth", "merchant", 200],
      ["refreshTokens", "POST /api/v1/auth/{id}/refresh", "merchant", 200],
      ["listAccounts", "GET /api/v1/payment-account", both, 200],
      ["createAccount", "POST /api/v1/payment-account", both, 201],
      ["getAccount", "GET /api/v1/payment-account/{id}", both, 200],
      ["updateAccount", "PUT /api/v1/payment-account/{id}", both, 200],
      ["refill", "POST /api/v1/payment-account/{id}/refill", both, 201],
      ["topUp", "POST /api/v1/payment-account/{id}/top-up", both, 201],
      ["payFromAccount", "POST /api/v1/payment", both, 201],
      ["listTransactions", "GET /api/v1/transaction", both, 200],
      ["getTransaction", "GET /api/v1/transaction/{id}", both, 200],
      ["voidTransaction", "POST /api/v1/transaction/{id}/void", both, 200],
    ]);
    expect(Object.keys(operations)).toHaveLength(20);
  });

  it("keeps the operations that are not in the document in a separate table", () => {
    expect(rowsOf(fieldOperations)).toEqual([
      ["creditPayment", "POST /payment/{id}/credit", "merchant", 201],
      ["getSubscription", "GET /subscription/{id}", "merchant", 200],
      ["changeSubscription", "PUT /subscription/{id}", "merchant", 200],
      ["cancelSubscription", "PUT /subscription/{id}/cancel", "merchant", 200],
      ["recoverSubscription", "PUT /subscription/{id}/recover", "merchant", 200],
      ["changeSubscriptionCard", "PUT /subscription/{id}/paymentAccount", "merchant", 200],
      ["listSavedCards", "GET /consumer/{id}/paymentAccounts", "merchant", 200],
      ["enableSavedCard", "POST /paymentAccount/{id}/enable", "merchant", 200],
      ["disableSavedCard", "POST /paymentAccount/{id}/disable", "merchant", 200],
      ["listSenders", "GET /ips", "merchant", 200],
    ]);
    for (const { section } of Object.values(fieldOperations)) expect(section).toBe(notInTheDocument);
    for (const { section } of Object.values(operations)) expect(section).not.toBe(notInTheDocument);
    expect(Object.keys(allOperations)).toHaveLength(30);
    expect(withOverrides({ creditPayment: { path: "/refund/{id}" } }).creditPayment.path).toBe(
      "/refund/{id}",
    );
  });

  it("accepts the gateway's ids in the paths of operations that are not in the document", () => {
    for (const id of ["1", "100000002", "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11", "a".repeat(36)])
      expect(isFieldOperationId(id), id).toBe(true);
    for (const id of ["", "a".repeat(37), "a/b", "..", "a b", "a%2f", "ä", 7, null, undefined])
      expect(isFieldOperationId(id), String(id)).toBe(false);
  });

  it("accepts a clientId in every operation that a merchant calls for a user", () => {
    for (const [name, { auth, request }] of Object.entries(walletOperations)) {
      const named = "clientId" in (request as z.ZodMiniObject).shape;
      // A user is named by the path itself.
      expect([name, named]).toEqual([name, auth === both && name !== "getUser"]);
    }
  });

  it("checks the whole body of each operation", () => {
    const card = { number: "4242424242424242", expirationYear: "40", expirationMonth: "12" };
    const account = { paymentAccountId: exampleSources.token.value, consumerId: "100000001", cvv: "123" };
    expect(operations.tokenize.check(card).ok).toBe(true);
    expect(operations.tokenize.check(account).ok).toBe(false);
    expect(operations.tokenizeWithPaymentAccountId.check(account).ok).toBe(true);
    expect(operations.tokenizeWithPaymentAccountId.check(card).ok).toBe(false);
    expect(operations.payment.check(exampleRequest()).ok).toBe(true);
    expect(operations.payment.check({ ...exampleRequest(), consumer: { ip: "203.0.113.7" } }).ok).toBe(false);
  });

  it("is overridden entry by entry with a merchant's settings", () => {
    const routes = withOverrides({ payment: { path: "/v2/payments", success: 200 } });
    expect(routes.payment).toEqual({ method: "POST", path: "/v2/payments", success: 200 });
    expect(routes.tokenize).toEqual({ method: "POST", path: "/tokenize", success: 201 });
    expect(withOverrides().payment).toEqual({ method: "POST", path: "/payment", success: 201 });
    expect(operations.payment.path).toBe("/payment");
  });
});
