/** Values typed into the wallet's forms, and queries of its lists. */
import { describe, expect, test } from "vitest";
import { locales } from "../texts/index.ts";
import {
  chosen,
  type Filter,
  pageAddress,
  pageNumber,
  toFilter,
  transactionDefaults,
  transactionFilters,
  userDefaults,
  userFilters,
} from "./filters.ts";
import { readAccountChange, readAmount, readFormToken, readTopUp } from "./inputs.ts";

describe("an amount", () => {
  test.each([
    ["12.50", 12.5],
    ["12,5", 12.5],
    ["-3", -3],
    ["−3", -3],
    ["+3", 3],
    ["1.234", 1.234],
    ["999999999999", 999_999_999_999],
    ["0", 0],
  ])("%s is read", (text, amount) => expect(readAmount(text)).toBe(amount));

  test.each(["", "x", "1e3", "1.", ".5", "1.23456", "1 000", "1.000,00", "--1", "0x10", "1234567890123"])(
    "%s is invalid",
    (text) => expect(readAmount(text)).toBeUndefined(),
  );

  test("with two decimals is read exactly", () => {
    for (let minor = -100_000; minor <= 100_000; minor += 7) {
      expect(readAmount((minor / 100).toFixed(2))).toBe(Number((minor / 100).toFixed(2)));
    }
  });
});

describe("a form", () => {
  test.each(["", "short", "has a blank in it", "x".repeat(25), "<script>alert()"])(
    "has no valid formToken: %s",
    (formToken) => expect(readFormToken({ formToken })).toBeUndefined(),
  );

  test("converts days until expiry to a date in UTC", () => {
    const now = Date.UTC(2026, 10, 21, 10);
    expect(readTopUp({ amount: "5", expiresInDays: "3", reason: " Welcome " }, now, "EUR")).toEqual({
      ok: true,
      value: { amountMinor: 500, currency: "EUR", reason: "Welcome", dateExpire: "2026-11-24 10:00:00" },
    });
    expect(readTopUp({ amount: "5", expiresInDays: "-1" }, now, "EUR")).toMatchObject({
      ok: false,
      refusal: { errors: { dateExpire: "must be a number" } },
    });
    expect(readTopUp({}, now, "EUR")).toMatchObject({
      ok: false,
      refusal: { errors: { amount: "is required" } },
    });
  });

  test("for settings changes only its own part", () => {
    const form = {
      isOn: "on",
      name: "A",
      notifyAmount: "5",
      autoReloadAmount: "",
      autoReloadMinAmount: "1,5",
    };
    expect(readAccountChange(form, "notify", "EUR")).toEqual({
      ok: true,
      value: { isNotify: true, notifyAmountMinor: 500, currency: "EUR" },
    });
    expect(readAccountChange(form, "autoreload", "EUR")).toEqual({
      ok: true,
      value: { isAutoReload: true, autoReloadMinAmountMinor: 150, currency: "EUR" },
    });
    expect(readAccountChange({ name: "A", description: " " }, "details", "EUR")).toEqual({
      ok: true,
      value: { name: "A", description: null, isActive: false },
    });
    expect(readAccountChange({ notifyAmount: "much" }, "notify", "EUR")).toMatchObject({
      refusal: { errors: { notifyAmount: "must be a number" } },
    });
  });
});

describe("the filters of a list", () => {
  test("are kept in the address, without empty, unknown and invalid values", () => {
    const query = chosen(
      transactionFilters,
      { type: "outcome", mode: "bitcoin", descriptor: " tea ", dateFrom: "", other: "x", limit: "7" },
      transactionDefaults,
    );
    expect(query).toEqual({ ...transactionDefaults, type: "outcome", descriptor: "tea" });
    expect(pageAddress("/list", query, 2)).toBe(
      "/list?orderColumn=id&orderDirection=desc&limit=10&type=outcome&descriptor=tea&page=2",
    );
  });

  test("are sent with their types", () => {
    expect(
      toFilter(transactionFilters, { paymentAccountId: "7", virtual: "false", limit: "50", dateTo: "x" }),
    ).toEqual({ paymentAccountId: 7, virtual: false, limit: 50, dateTo: "x" });
    expect(toFilter(userFilters, chosen(userFilters, { isBlocked: "true" }, userDefaults))).toEqual({
      ...{ orderColumn: "id", orderDirection: "DESC", limit: 10, isBlocked: true },
    });
  });

  test.each([
    ["3", 3],
    ["0", 1],
    ["-1", 1],
    ["x", 1],
    ["1.5", 1],
  ])("page %s is page %d", (page, number) => expect(pageNumber({ page })).toBe(number));

  test("have a text for every option, in every language", () => {
    for (const { wallet } of Object.values(locales)) {
      const all: readonly Filter[] = [...transactionFilters, ...userFilters];
      for (const { choices = [], type } of all) {
        if (type === "number") continue;
        for (const choice of choices) expect(wallet.words).toHaveProperty(choice.toLowerCase());
      }
    }
  });
});
