import { describe, expect, it } from "vitest";
import { parse } from "../parse.ts";
import { describeBounds, errorsOf, letters, notBoolean, notText, notWhole } from "../testing/bounds.ts";
import { exampleAccount, exampleUser, exampleWalletRequests } from "../testing/wallet.ts";
import { answerErrorsOf, clientIdBounds, webAddresses } from "../testing/wallet-bounds.ts";
import {
  createAccountRequest,
  getAccountRequest,
  listAccountsRequest,
  listAccountsResult,
  paymentAccount,
  updateAccountRequest,
} from "./accounts.ts";

const { listAccounts, createAccount, updateAccount } = exampleWalletRequests;
const notAmounts = [-0.01, 1_000_000_000_000, "5", null, Number.NaN, Number.POSITIVE_INFINITY, true, [], {}];

describeBounds("list of accounts, query (4.4)", listAccounts, errorsOf(listAccountsRequest), [
  clientIdBounds,
  ["system", [undefined, "a", letters(32)], ["", letters(33), ...notText]],
  ["currency", [undefined, "JPY"], ["", "EU", "eur", "XXZ", ...notText]],
  ["isActive", [undefined, false], notBoolean],
  ["isAutoReload", [undefined, true], notBoolean],
  ["isNotify", [undefined, false], notBoolean],
  ["type", [undefined, "fiat", "promo"], ["", "Promo", "gift", ...notText]],
  ["unknown", [], ["x"]],
]);

describeBounds("new account (4.4)", createAccount, errorsOf(createAccountRequest), [
  clientIdBounds,
  ["method", ["a", letters(32)], [undefined, "", letters(33), ...notText]],
  ["system", ["a", letters(32)], [undefined, "", letters(33), ...notText]],
  ["currency", ["JPY"], [undefined, "", "EU", "eur", "XXZ", ...notText]],
  ["name", [undefined, "a", letters(128)], ["", letters(129), ...notText]],
  ["description", [undefined, "", letters(128)], [letters(129), ...notText]],
  ["type", [undefined, "fiat", "promo"], ["", "Promo", "gift", ...notText]],
  ["webhookUrl", ...webAddresses],
  ["balance", [], [5]],
]);

describeBounds("account, query (4.4)", { clientId: 7 }, errorsOf(getAccountRequest), [
  clientIdBounds,
  ["id", [], [9]],
]);

describeBounds("update of an account (4.4)", updateAccount, errorsOf(updateAccountRequest), [
  clientIdBounds,
  ["name", [undefined, "a", letters(128)], ["", letters(129), ...notText]],
  [
    "description",
    [undefined, null, "", letters(128)],
    [letters(129), ...notText.filter((value) => value !== null)],
  ],
  ["isActive", [undefined, false], notBoolean],
  ["isAutoReload", [undefined, false], notBoolean],
  ["autoReloadAmount", [undefined, 0.001, 999_999_999_999], [0, ...notAmounts]],
  ["autoReloadMinAmount", [undefined, 0, 999_999_999_999], notAmounts],
  ["isNotify", [undefined, false], notBoolean],
  ["notifyAmount", [undefined, 0, 999_999_999_999], notAmounts],
  ["webhookUrl", [...webAddresses[0], null], webAddresses[1].filter((value) => value !== null)],
  ["currency", [], ["USD"]],
  ["type", [], ["promo"]],
]);

const momentOrNull = (field: string) =>
  [field, [null, exampleUser.createdAt, "2031-12-24T18:00:00+00:00"], [undefined, 7, {}, []]] as const;
const numberOrNull = (field: string) => [field, [null, 0, 12.5], [undefined, "5", true, {}]] as const;
const textOrNull = (field: string) => [field, [null, "", "x"], [undefined, 7, true, {}]] as const;

describeBounds("payment account (2.9)", exampleAccount, answerErrorsOf(paymentAccount), [
  [
    "id",
    [1, "9", "9007199254740991"],
    [undefined, 0, "0", "-1", "", "9a", "1e3", "9007199254740993", null, 1.5],
  ],
  ["uuid", [""], [undefined, ...notText]],
  ["user_id", [1], [undefined, 0, ...notWhole]],
  textOrNull("name"),
  ["type", ["fiat", "promo", "a-newer-one"], [undefined, ...notText]],
  textOrNull("description"),
  ["balance", [0, -5, 12.5], [undefined, "12.5", null]],
  ["decimals", [undefined, 0, 3], notWhole],
  ["currency", ["USD"], [undefined, ...notText]],
  ["method", [""], [undefined, ...notText]],
  textOrNull("account_number"),
  textOrNull("brand"),
  ["expiration_month", [null, 12], [undefined, "12", 1.5]],
  ["expiration_year", [null, 2040], [undefined, "2040", 1.5]],
  ["is_active", [false], [undefined, ...notBoolean]],
  ["autoreload", [true], [undefined, ...notBoolean]],
  numberOrNull("autoreload_amount"),
  numberOrNull("autoreload_min_amount"),
  ["is_notify", [true], [undefined, ...notBoolean]],
  numberOrNull("notify_amount"),
  momentOrNull("created_at"),
  momentOrNull("updated_at"),
  momentOrNull("last_used"),
  ["payment_system", [""], [undefined, ...notText]],
  ["webhook_url", [undefined, null, "https://shop.example.com"], [7, {}]],
  ["aFieldOfANewerGateway", [{ kept: true }], []],
]);

describe("payment account", () => {
  it("has a number for its id, also when the gateway sends text", () => {
    expect(parse(paymentAccount, { ...exampleAccount, id: "9" })).toMatchObject({ value: { id: 9 } });
  });

  it("is an element of an array in a list", () => {
    expect(parse(listAccountsResult, [exampleAccount, exampleAccount]).ok).toBe(true);
    for (const other of [{}, null, { "0": exampleAccount }, [{}]]) {
      expect(parse(listAccountsResult, other).ok).toBe(false);
    }
  });
});
