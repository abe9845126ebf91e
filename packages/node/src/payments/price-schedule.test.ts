import { parsePaymentRequest, scheduleSteps } from "@cardpane/gateway";
import { exampleRequest } from "@cardpane/gateway/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toWireAmounts } from "../call/wire-amounts.ts";
import { type Charge, dueCharges, priceSchedule } from "./price-schedule.ts";

describe("a price schedule", () => {
  const item = (amountMinor: number, repeat: boolean | number, days = 0) => ({
    ...(days > 0 && { offset: `${days}d` }),
    amountMinor,
    currency: "EUR",
    repeat,
  });

  it.each<[string, [Charge, ...Charge[]], unknown]>([
    ["once, now", [{ amountMinor: 1250 }], [item(1250, false)]],
    ["once, later", [{ amountMinor: 1, afterDays: 14 }], [item(1, false, 14)]],
    [
      "now, then every 30 days",
      [{ amountMinor: 999, everyDays: 30 }],
      [item(999, false), item(999, true, 30)],
    ],
    [
      "twelve times in all, the first now",
      [{ amountMinor: 999, everyDays: 30, times: 12 }],
      [item(999, false), item(999, 10, 30)],
    ],
    ["one time in all", [{ amountMinor: 999, everyDays: 30, times: 1 }], [item(999, false)]],
    [
      "another amount now, then every 30 days",
      [{ amountMinor: 100 }, { amountMinor: 999, everyDays: 30 }],
      [item(100, false), item(999, true, 30)],
    ],
    [
      "after a trial of 14 days, then every 30 days",
      [{ amountMinor: 100 }, { amountMinor: 999, afterDays: 14, everyDays: 30 }],
      [item(100, false), item(999, false, 14), item(999, true, 30)],
    ],
    ["every 30 days, not now", [{ amountMinor: 999, afterDays: 30, everyDays: 30 }], [item(999, true, 30)]],
  ])("%s", (_, charges, price) => {
    expect(priceSchedule("EUR", charges)).toEqual(price);
  });

  it.each<[string, unknown[], string]>([
    ["a fraction of a cent", [{ amountMinor: 0.5 }], "charges.0.amountMinor"],
    ["less than nothing", [{ amountMinor: -1 }], "charges.0.amountMinor"],
    ["an interval of no days", [{ amountMinor: 1, everyDays: 0 }], "charges.0.everyDays"],
    ["no time at all", [{ amountMinor: 1, everyDays: 1, times: 0 }], "charges.0.times"],
    ["more days than fit", [{ amountMinor: 1, afterDays: 10_000 }], "charges.0.afterDays"],
    ["a charge after the endless one", [{ amountMinor: 1, everyDays: 1 }, { amountMinor: 1 }], "charges.1"],
  ])("refuses %s", (_, charges, named) => {
    expect(() => priceSchedule("EUR", charges as [Charge])).toThrow(named);
  });

  it("refuses an invalid currency code", () => {
    expect(() => priceSchedule("EURO", [{ amountMinor: 1 }])).toThrow("currency");
  });

  const charge: fc.Arbitrary<Charge> = fc.oneof(
    fc.record({ amountMinor: fc.nat(1e9), afterDays: fc.nat(9_999) }),
    fc.record({
      amountMinor: fc.nat(1e9),
      everyDays: fc.integer({ min: 1, max: 9_999 }),
      times: fc.integer({ min: 1, max: 99 }),
    }),
  );
  it("is always valid for the contract, and is read back as the same charges", () => {
    fc.assert(
      fc.property(
        charge,
        fc.array(charge, { maxLength: 4 }),
        fc.constantFrom("EUR", "JPY", "KWD"),
        (first, more, currency) => {
          const charges = [first, ...more] as const;
          const price = priceSchedule(currency, charges);
          const request = {
            ...exampleRequest(),
            sku: { siteId: "site-1", price },
            partialApproval: undefined,
          };
          const wire = toWireAmounts("payment", request, {});
          expect(wire.errors).toEqual({});
          expect(parsePaymentRequest(wire.request)).toMatchObject({ ok: true });
          const due = dueCharges(price);
          const amounts = charges.map(({ amountMinor }) => amountMinor);
          for (const { amountMinor } of due.later) expect(amounts).toContain(amountMinor);
          const dates = scheduleSteps(price).flatMap(({ day, times, intervalDays }) =>
            Array.from({ length: times }, (_, index) => day + index * intervalDays),
          );
          expect(dates.at(-1)).toBe(
            charges.reduce((sum, it, index) => {
              if (it.everyDays === undefined) return sum + (it.afterDays ?? 0);
              const start = it.afterDays ?? (index === 0 ? 0 : it.everyDays);
              return sum + start + it.everyDays * ((it.times ?? 1) - 1);
            }, 0),
          );
        },
      ),
    );
  });
});

describe("the charges of a schedule", () => {
  it("are the sum due on the day of the purchase, and the later amounts", () => {
    expect(
      dueCharges([
        { amountMinor: 100, currency: "EUR" },
        { amountMinor: 250, currency: "EUR", offset: "0d" },
        { amountMinor: 999, currency: "EUR", offset: "14d" },
        { amountMinor: 999, currency: "EUR", offset: "30d", repeat: true },
      ]),
    ).toEqual({
      now: { amountMinor: 350, currency: "EUR" },
      later: [{ amountMinor: 999, currency: "EUR" }],
    });
  });

  it("are nothing now if all of them are delayed", () => {
    expect(dueCharges([{ amountMinor: 5, currency: "JPY", offset: "7d" }])).toMatchObject({
      now: { amountMinor: 0, currency: "JPY" },
      later: [{ amountMinor: 5, currency: "JPY" }],
    });
  });

  it("include the first amount again if it repeats from the purchase on", () => {
    expect(dueCharges([{ amountMinor: 500, currency: "EUR", repeat: 2 }])).toEqual({
      now: { amountMinor: 500, currency: "EUR" },
      later: [{ amountMinor: 500, currency: "EUR" }],
    });
  });

  it.each([
    [
      "two currencies",
      [
        { amountMinor: 1000, currency: "EUR" },
        { amountMinor: 500, currency: "USD" },
      ],
      "currency",
    ],
    ["half a cent", [{ amountMinor: 0.5, currency: "EUR" }], "amountMinor"],
    ["no price", [], "at least one"],
    [
      "a price that is never reached",
      [
        { amountMinor: 500, currency: "EUR", offset: "30d", repeat: true },
        { amountMinor: 700, currency: "EUR" },
      ],
      "after one that repeats",
    ],
  ])("are not read from %s", (_, price, problem) => {
    expect(() => dueCharges(price)).toThrow(problem);
  });
});
