import { describe, expect, it } from "vitest";
import {
  type Bounds,
  describeBounds,
  digits,
  errorsOf,
  letters,
  notBoolean,
  notText,
  notWhole,
} from "../../testing/bounds.ts";
import { walletOperations } from "./operations.ts";
import { userOrderColumns } from "./users.ts";

const errorsFor = (name: keyof typeof walletOperations) => errorsOf(walletOperations[name].request);

/** A text of `min` to `max` characters, which may be left out unless it is required. */
const textOf = (path: string, min: number, max: number, required = false): Bounds => [
  path,
  [letters(min), letters(max), ...(required ? [] : [undefined])],
  [...(min > 0 ? [letters(min - 1)] : []), letters(max + 1), ...notText, ...(required ? [undefined] : [])],
];
const flagOf = (path: string, required = false): Bounds => [
  path,
  [true, false, ...(required ? [] : [undefined])],
  [...notBoolean, ...(required ? [undefined] : [])],
];
const mail = (length: number) => `${letters(length - "@shop.test".length)}@shop.test`;
const emailOf = (path: string): Bounds => [
  path,
  ["ada@shop.test", mail(100)],
  [undefined, "", "ada", "ada@", "@shop.test", mail(101), ...notText],
];
const oneOf = (path: string, values: readonly string[]): Bounds => [
  path,
  [...values, undefined],
  [
    "",
    "other",
    ...values.map((value) => (/[a-z]/.test(value) ? value.toUpperCase() : value.toLowerCase())),
    ...notText,
  ],
];
const dayOf = (path: string): Bounds => [
  path,
  ["2026-02-28", "2028-02-29", undefined],
  ["2026-02-29", "28.02.2026", "2026-2-8", "2026-02-28T00:00:00Z", "", ...notText],
];
const accountFields = (prefix: string): Bounds[] => [
  textOf(`${prefix}name`, 1, 128),
  textOf(`${prefix}description`, 0, 128),
  [`${prefix}currency`, ["EUR", "JPY", "KWD"], [undefined, "eur", "EURO", "XXQ", "", ...notText]],
  textOf(`${prefix}system`, 1, 32, true),
  textOf(`${prefix}method`, 1, 32, true),
  [`${prefix}type`, ["fiat", "promo", undefined], ["", "FIAT", "other", ...notText]],
  [
    `${prefix}webhookUrl`,
    ["https://shop.test/hook", "http://127.0.0.1:4001/hook", undefined],
    ["", "shop.test", "ftp://shop.test", "javascript:alert(1)", ...notText],
  ],
];

describeBounds("the list of users", {}, errorsFor("listUsers"), [
  // A part of an address, or nothing of it.
  ["email", ["", "ada@", "%", letters(100), undefined], [letters(101), ...notText]],
  textOf("externalUserId", 1, 64),
  flagOf("isActivated"),
  flagOf("isBlocked"),
  ["limit", [1, 500, undefined], [0, 501, -1, ...notWhole]],
  ["page", [1, 1e9, undefined], [0, -1, ...notWhole]],
  oneOf("orderColumn", userOrderColumns),
  oneOf("orderDirection", ["ASC", "DESC"]),
  dayOf("dateFrom"),
  dayOf("dateTo"),
  ["clientId", [], [1]],
]);

const newUser = {
  email: "ada@shop.test",
  externalUserId: "u-1",
  paymentAccounts: [{ currency: "EUR", system: "cardpane", method: "wallet" }],
};

describeBounds("a new user", newUser, errorsFor("createUser"), [
  emailOf("email"),
  textOf("externalUserId", 1, 64, true),
  textOf("type", 1, 32),
  flagOf("isActivated"),
  flagOf("isBlocked"),
  [
    "paymentAccounts",
    [[], Array.from({ length: 20 }, () => newUser.paymentAccounts[0]), undefined],
    [null, {}, [null], Array.from({ length: 21 }, () => newUser.paymentAccounts[0])],
  ],
  ...accountFields("paymentAccounts.0."),
  ["id", [undefined], [1]],
]);

describeBounds("an update of a user", { isActivated: true }, errorsFor("updateUser"), [
  flagOf("isActivated", true),
  flagOf("isBlocked"),
  textOf("type", 1, 32),
  textOf("externalUserId", 1, 64),
  ["email", [undefined], ["ada@shop.test"]],
]);

describeBounds("a login", { email: "ada@shop.test", code: "123456" }, errorsFor("login"), [
  emailOf("email"),
  // Six characters, as the interface has it: what is no digit is a wrong code and not a wrong field.
  ["code", ["000000", "abcdef"], [undefined, "", digits(5), digits(7), 123456, ...notText]],
]);

describeBounds("a refresh", { refreshToken: "refresh_1" }, errorsFor("refreshTokens"), [
  textOf("refreshToken", 1, 1024, true),
]);

const clientId: Bounds = ["clientId", [1, 10_001, undefined], [0, -1, ...notWhole]];

describeBounds("the list of accounts", {}, errorsFor("listAccounts"), [
  clientId,
  textOf("system", 1, 32),
  ["currency", ["EUR", undefined], ["eur", "XXQ", ...notText]],
  flagOf("isActive"),
  flagOf("isAutoReload"),
  flagOf("isNotify"),
  ["type", ["fiat", "promo", undefined], ["other", ...notText]],
]);

const newAccount = { clientId: 10_001, currency: "EUR", system: "cardpane", method: "wallet" };

describeBounds("a new account", newAccount, errorsFor("createAccount"), [clientId, ...accountFields("")]);

const amountOf = (path: string, refused: readonly unknown[]): Bounds => [
  path,
  [0.01, 12.5, 999_999_999_999, undefined],
  [-0.01, 1e12, null, "1", Number.NaN, true, [], ...refused],
];

describeBounds("an update of an account", { clientId: 10_001 }, errorsFor("updateAccount"), [
  clientId,
  textOf("name", 1, 128),
  ["description", ["", letters(128), null, undefined], [letters(129), 7, true, []]],
  flagOf("isActive"),
  flagOf("isAutoReload"),
  amountOf("autoReloadAmount", [0]),
  amountOf("autoReloadMinAmount", []),
  flagOf("isNotify"),
  amountOf("notifyAmount", []),
  ["webhookUrl", ["https://shop.test/hook", null, undefined], ["", "shop.test", 7, true, []]],
  ["currency", [undefined], ["EUR"]],
]);

describe("what takes nothing but its path's id", () => {
  it.each(["getUser", "regenerateAuthenticator"] as const)("%s", (name) => {
    expect(errorsFor(name)({})).toEqual({});
    expect(errorsFor(name)({ clientId: 1 })).toEqual({ clientId: "is not a field of this object" });
  });
});
