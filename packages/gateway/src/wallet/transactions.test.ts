import { describe, expect, it } from "vitest";
import { type FieldErrors, parse } from "../parse.ts";
import { describeBounds, errorsOf, letters, notBoolean, notText, notWhole } from "../testing/bounds.ts";
import { exampleTransaction, exampleWalletRequests } from "../testing/wallet.ts";
import {
  answerErrorsOf,
  clientIdBounds,
  dates,
  notMoments,
  pagingBounds,
  webAddresses,
} from "../testing/wallet-bounds.ts";
import {
  getTransactionRequest,
  listTransactionsRequest,
  listTransactionsResult,
  parseWalletPaymentRequest,
  transactionOrderColumns,
  voidTransactionRequest,
  walletTransaction,
} from "./transactions.ts";

const { payFromAccount, listTransactions, voidTransaction } = exampleWalletRequests;

function checkPayment(input: unknown): FieldErrors {
  const parsed = parseWalletPaymentRequest(input);
  return parsed.ok ? {} : parsed.errors;
}

describeBounds("payment from an account (4.4)", payFromAccount, checkPayment, [
  clientIdBounds,
  ["paymentAccountId", [1], [undefined, 0, -1, ...notWhole]],
  [
    "amount",
    [0.01, 999_999_999_999],
    [undefined, 0, -1, 0.001, 1_000_000_000_000, "5", null, Number.NaN, true, {}],
  ],
  ["currency", ["USD"], [undefined, "", "EU", "eur", "XXZ", ...notText]],
  ["name", ["a", letters(128)], [undefined, "", letters(129), ...notText]],
  ["merchantOrderId", ["a", letters(64)], [undefined, "", letters(65), ...notText]],
  ["metadata", [undefined, {}, { udf1: null }], [null, [], "x"]],
  ["webhookUrl", ...webAddresses],
  ["unknown", [], ["x"]],
]);

describe("a payment from an account", () => {
  it.each([
    ["JPY", 12, 12.5, 0],
    ["EUR", 12.55, 12.555, 2],
    ["KWD", 12.555, 12.5555, 3],
  ])("in %s has no more decimals than its currency", (currency, good, bad, decimals) => {
    expect(checkPayment({ ...payFromAccount, currency, amount: good })).toEqual({});
    expect(checkPayment({ ...payFromAccount, currency, amount: bad })).toEqual({
      amount: `must have at most ${decimals} decimals in this currency`,
    });
  });

  it.each([undefined, null, 7, "x", []])("is refused where there is none: %j", (input) => {
    expect(Object.keys(checkPayment(input)).length).toBeGreaterThan(0);
  });
});

describeBounds("list of transactions, query (4.4)", listTransactions, errorsOf(listTransactionsRequest), [
  clientIdBounds,
  ...pagingBounds,
  ["orderColumn", [undefined, ...transactionOrderColumns], ["", "date", "ID", ...notText]],
  ["orderDirection", [undefined, "asc", "desc"], ["", "ASC", "DESC", ...notText]],
  ["paymentAccountId", [undefined, 1], [0, -1, ...notWhole]],
  ["type", [undefined, "income", "outcome"], ["", "Income", "charge", ...notText]],
  ["paymentMethod", [undefined, "a", letters(32)], ["", letters(33), ...notText]],
  ["virtual", [undefined, true], notBoolean],
  ["action", [undefined, "charge", "refund"], ["", "deposit", ...notText]],
  ["mode", [undefined, "wallet", "card"], ["", "void", "test", ...notText]],
  ["status", [undefined, "success", "fail"], ["", "pending", ...notText]],
  ["descriptor", [undefined, "a", letters(128)], ["", letters(129), ...notText]],
  ["merchantOrderId", [undefined, "a", letters(64)], ["", letters(65), ...notText]],
  ...dates,
  ["onlyWithExpireDate", [undefined, false], notBoolean],
  ["lastTransactionId", [undefined, 0, 17], [-1, ...notWhole]],
  [
    "idList",
    [undefined, [], [1], Array.from({ length: 500 }, (_, index) => index + 1)],
    [null, {}, 7, "7", [0], [1.5], ["7"], Array.from({ length: 501 }, (_, index) => index + 1)],
  ],
  ["unknown", [], ["x"]],
]);

describeBounds("transaction, query (4.4)", { clientId: 7 }, errorsOf(getTransactionRequest), [
  clientIdBounds,
  ["id", [], [9]],
]);

describeBounds("void (4.4)", voidTransaction, errorsOf(voidTransactionRequest), [
  clientIdBounds,
  ["reason", [undefined, "a", letters(255)], ["", letters(256), ...notText]],
  ["merchantOrderId", [undefined, "a", letters(64)], ["", letters(65), ...notText]],
  ["metadata", [undefined, {}], [null, [], "x"]],
  ["amount", [], [5]],
]);

const textOrNull = (field: string) => [field, [null, "", "x"], [undefined, 7, true, {}]] as const;
const text = (field: string) => [field, [""], [undefined, ...notText]] as const;

describeBounds("wallet transaction (2.10)", exampleTransaction, answerErrorsOf(walletTransaction), [
  ["id", [1], [undefined, 0, ...notWhole]],
  text("uuid"),
  ["userId", [1], [undefined, 0, ...notWhole]],
  textOrNull("billing"),
  ["paymentAccountId", [1], [undefined, 0, ...notWhole]],
  ["type", ["income", "outcome"], [undefined, "", "refund", ...notText]],
  textOrNull("subtype"),
  textOrNull("paymentMethod"),
  ["isVirtual", [true], [undefined, ...notBoolean]],
  ["price", [0, 12.5], [undefined, "12.5", null]],
  ["balance", [0, -12.5], [undefined, "12.5", null]],
  ["remainingAmount", [null, 12.5, "12.50"], [undefined, true, {}]],
  ["fullCovered", [null, true, false], [undefined, 0, "true"]],
  text("currency"),
  ["action", ["charge", "refund", "deposit", "a-newer-one"], [undefined, ...notText]],
  ["mode", ["wallet", "card", "void", "test", "a-newer-one"], [undefined, ...notText]],
  ["status", ["success", "fail"], [undefined, "", "pending", ...notText]],
  textOrNull("descriptor"),
  ["merchantOrderId", [undefined, null, "order-1"], [7, {}]],
  ["merchantOrderID", [undefined, null, "order-1"], [7, {}]],
  ["metadata", [null, {}, [], "", '{"a":1}', { a: [1] }], [undefined, 7, true, [1]]],
  ...[
    "accountNumber",
    "brand",
    "expirationMonth",
    "expirationYear",
    "message",
    "code",
    "email",
    "firstname",
    "lastname",
    "country",
    "zip",
    "ip",
  ].map(textOrNull),
  [
    "child",
    [[], {}, { "0": exampleTransaction }],
    [undefined, null, "x", [1], { "0": {} }, [exampleTransaction]],
  ],
  ["date", [], [undefined, ...notMoments]],
  [
    "dateExpire",
    [null, exampleTransaction.date],
    [undefined, ...notMoments.filter((value) => value !== null)],
  ],
  ["balanceTotal", [{}, { EUR: "1.00", JPY: "100" }], [undefined, null, { EUR: 1 }, "x"]],
  text("paymentAccountType"),
  ["aFieldOfANewerGateway", [{ kept: true }], []],
]);

describe("wallet transaction", () => {
  it("has nested children, which are checked at every depth", () => {
    const of = (child: unknown) => ({ ...exampleTransaction, child });
    expect(parse(walletTransaction, of({ "0": of({ "0": of([]) }) })).ok).toBe(true);
    expect(parse(walletTransaction, of({ "0": of({ "0": of(7) }) })).ok).toBe(false);
  });
});

const page = {
  data: [exampleTransaction],
  links: [{ rel: "self", href: "/api/v1/transaction?page=1" }],
  meta: { currentPage: 1, lastPage: 1, perPage: 50, total: 1 },
};

describeBounds("list of transactions (4.4)", page, answerErrorsOf(listTransactionsResult), [
  ["data", [[]], [undefined, null, {}, [{}], "x"]],
  ["links", [[]], [undefined, null, {}, [{}], "x"]],
  ["meta", [], [undefined, null, [], {}]],
]);
