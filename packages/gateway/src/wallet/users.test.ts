import { describe, expect, it } from "vitest";
import { describeBounds, errorsOf, letters, notBoolean, notText, notWhole } from "../testing/bounds.ts";
import { exampleAccount, exampleUser, exampleWalletRequests } from "../testing/wallet.ts";
import { answerErrorsOf, dates, notMoments, pagingBounds, webAddresses } from "../testing/wallet-bounds.ts";
import { walletOperations } from "./operations.ts";
import {
  authenticatorResult,
  createUserRequest,
  createUserResult,
  listUsersRequest,
  listUsersResult,
  updateUserRequest,
  userOrderColumns,
  walletUser,
} from "./users.ts";

const mail = (length: number) => `${letters(length - "@example.com".length)}@example.com`;
const { listUsers, createUser, updateUser } = exampleWalletRequests;

describeBounds("list of users, query (4.4)", listUsers, errorsOf(listUsersRequest), [
  ["email", [undefined, "", "ada@", letters(100)], [letters(101), ...notText]],
  ["externalUserId", [undefined, "a", letters(64)], ["", letters(65), ...notText]],
  ["isActivated", [undefined, false], notBoolean],
  ["isBlocked", [undefined, true], notBoolean],
  ...pagingBounds,
  ["orderColumn", [undefined, ...userOrderColumns], ["", "name", "ID", "createdAt", ...notText]],
  ["orderDirection", [undefined, "ASC", "DESC"], ["", "asc", "desc", ...notText]],
  ...dates,
  // A merchant's operation: the users are the merchant's.
  ["clientId", [], [7]],
  ["unknown", [], ["x"]],
]);

describeBounds("new user (4.4)", createUser, errorsOf(createUserRequest), [
  ["email", [mail(100)], [undefined, "", mail(101), "ada", "ada@example", ...notText]],
  ["externalUserId", ["a", letters(64)], [undefined, "", letters(65), ...notText]],
  ["type", [undefined, "a", letters(32)], ["", letters(33), ...notText]],
  ["isActivated", [undefined, false], notBoolean],
  ["isBlocked", [undefined, true], notBoolean],
  [
    "paymentAccounts",
    [undefined, [], Array.from({ length: 20 }, () => createUser.paymentAccounts[0])],
    [null, {}, "x", [null], [{}], Array.from({ length: 21 }, () => createUser.paymentAccounts[0])],
  ],
  ["paymentAccounts.0.name", [undefined, "a", letters(128)], ["", letters(129), ...notText]],
  ["paymentAccounts.0.description", [undefined, "", letters(128)], [letters(129), ...notText]],
  ["paymentAccounts.0.currency", ["JPY"], [undefined, "", "EU", "eur", "XXZ", ...notText]],
  ["paymentAccounts.0.system", ["a", letters(32)], [undefined, "", letters(33), ...notText]],
  ["paymentAccounts.0.method", ["a", letters(32)], [undefined, "", letters(33), ...notText]],
  ["paymentAccounts.0.type", [undefined, "fiat", "promo"], ["", "Promo", "gift", ...notText]],
  ["paymentAccounts.0.webhookUrl", ...webAddresses],
  ["paymentAccounts.0.clientId", [], [7]],
  ["unknown", [], ["x"]],
]);

describeBounds("user card (4.4)", updateUser, errorsOf(updateUserRequest), [
  ["isActivated", [true, false], [undefined, ...notBoolean]],
  ["isBlocked", [undefined, true, false], notBoolean],
  ["type", [undefined, "a", letters(32)], ["", letters(33), ...notText]],
  ["externalUserId", [undefined, "a", letters(64)], ["", letters(65), ...notText]],
  ["email", [], ["ada@example.com"]],
]);

describeBounds("wallet user (2.8)", exampleUser, answerErrorsOf(walletUser), [
  ["id", [1, 9_007_199_254_740_991], [undefined, 0, -1, ...notWhole]],
  ...["uuid", "email", "type", "externalUserId"].map(
    (field) => [field, [""], [undefined, ...notText]] as const,
  ),
  ["isActivated", [false], [undefined, ...notBoolean]],
  ["isBlocked", [true], [undefined, ...notBoolean]],
  ["createdAt", [], [undefined, ...notMoments]],
  ["updatedAt", [], [undefined, ...notMoments]],
  ["blockedAt", [null, exampleUser.createdAt], [undefined, ...notMoments.filter((value) => value !== null)]],
  ["aFieldOfANewerGateway", [{ kept: true }], []],
]);

const page = {
  data: { "0": exampleUser, "1": { ...exampleUser, id: 8 } },
  links: { rel: "self", href: "/api/v1/user?page=1" },
  meta: { currentPage: 1, lastPage: 1, perPage: 50, total: 2 },
};

describeBounds("list of users (4.4)", page, answerErrorsOf(listUsersResult), [
  // PHP encodes an empty object as an array.
  ["data", [{}, [], [exampleUser]], [undefined, null, "x", [7], { "0": {} }]],
  ["links", [], [undefined, null, [], {}]],
  ["links.rel", [], [undefined, ...notText]],
  ["links.href", [], [undefined, ...notText]],
  ["meta", [], [undefined, null, []]],
  ...["currentPage", "lastPage", "perPage", "total"].map(
    (field) => [`meta.${field}`, [0, 7], [undefined, ...notWhole]] as const,
  ),
]);

const created = {
  userId: 7,
  email: "ada@example.com",
  type: "customer",
  activated: true,
  blocked: false,
  oauthUrl: "otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP",
};

describeBounds(
  "user just created (2.8)",
  { ...created, paymentAccounts: { "0": { ...exampleAccount, decimals: 2 } } },
  answerErrorsOf(createUserResult),
  [
    ["userId", [1], [undefined, 0, ...notWhole]],
    ...["email", "type", "oauthUrl"].map((field) => [field, [""], [undefined, ...notText]] as const),
    ["activated", [false], [undefined, ...notBoolean]],
    ["blocked", [true], [undefined, ...notBoolean]],
    ["paymentAccounts", [{}, [], [exampleAccount]], [undefined, null, "x", [7], { "0": {} }]],
  ],
);

describeBounds("authenticator made anew (4.4)", created, answerErrorsOf(authenticatorResult), [
  ["userId", [1], [undefined, 0, ...notWhole]],
  ...["email", "oauthUrl"].map((field) => [field, [""], [undefined, ...notText]] as const),
  ["activated", [false], [undefined, ...notBoolean]],
  ["blocked", [true], [undefined, ...notBoolean]],
]);

describe("an operation whose only input is the id in its path", () => {
  it.each(["getUser", "regenerateAuthenticator"] as const)("%s", (name) => {
    const check = errorsOf(walletOperations[name].request);
    expect(check({})).toEqual({});
    expect(check({ clientId: 1 })).toEqual({ clientId: "is not a field of this object" });
  });
});
