import { priceItem } from "@cardpane/contract/gateway";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Charge, dueCharges, priceSchedule } from "./price-schedule.ts";

describe("a price schedule", () => {
  it.each<[string, [Charge, ...Charge[]], unknown]>([
    ["once, now", [{ amountMinor: 1250 }], [{ amount: 12.5, currency: "EUR", repeat: false }]],
    [
      "once, later",
      [{ amountMinor: 1, afterDays: 14 }],
      [{ offset: "14d", amount: 0.01, currency: "EUR", repeat: false }],
    ],
    [
      "until canceled",
      [{ amountMinor: 999, everyDays: 30 }],
      [{ offset: "30d", amount: 9.99, currency: "EUR", repeat: true }],
    ],
    [
      "twelve times in all",
      [{ amountMinor: 999, everyDays: 30, times: 12 }],
      [{ offset: "30d", amount: 9.99, currency: "EUR", repeat: 11 }],
    ],
    [
      "one time in all",
      [{ amountMinor: 999, everyDays: 30, times: 1 }],
      [{ offset: "30d", amount: 9.99, currency: "EUR", repeat: false }],
    ],
  ])("%s", (_, charges, price) => {
    expect(priceSchedule("EUR", charges)).toEqual(price);
  });

  it("counts in the decimals of its currency", () => {
    expect(priceSchedule("JPY", [{ amountMinor: 1250 }])).toMatchObject([{ amount: 1250 }]);
    expect(priceSchedule("KWD", [{ amountMinor: 1250 }])).toMatchObject([{ amount: 1.25 }]);
  });

  it.each<[string, unknown[], string]>([
    ["a fraction of a cent", [{ amountMinor: 0.5 }], "charges[0].amountMinor"],
    ["less than nothing", [{ amountMinor: -1 }], "charges[0].amountMinor"],
    ["an interval of no days", [{ amountMinor: 1, everyDays: 0 }], "charges[0].everyDays"],
    ["no time at all", [{ amountMinor: 1, everyDays: 1, times: 0 }], "charges[0].times"],
    ["more days than fit", [{ amountMinor: 1, afterDays: 10_000 }], "charges[0].afterDays"],
    ["both intervals", [{ amountMinor: 1, afterDays: 1, everyDays: 1 }], "charges[0]"],
    ["a charge after the endless one", [{ amountMinor: 1, everyDays: 1 }, { amountMinor: 1 }], "charges[1]"],
  ])("refuses %s", (_, charges, named) => {
    expect(() => priceSchedule("EUR", charges as [Charge])).toThrow(named);
  });

  it("refuses what is no currency", () => {
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
  it("is always one that the contract takes, and is read back as it was meant", () => {
    fc.assert(
      fc.property(
        charge,
        fc.array(charge, { maxLength: 4 }),
        fc.constantFrom("EUR", "JPY", "KWD"),
        (first, more, currency) => {
          const charges = [first, ...more] as const;
          const price = priceSchedule(currency, charges);
          for (const item of price) expect(priceItem.safeParse(item).success).toBe(true);
          const due = dueCharges(price);
          const amounts = charges.map(({ amountMinor }) => amountMinor);
          for (const { amountMinor } of due.later) expect(amounts).toContain(amountMinor);
          expect(due.days).toBe(
            charges.reduce(
              (sum, it) => sum + (it.everyDays ? it.everyDays * (it.times ?? 1) : (it.afterDays ?? 0)),
              0,
            ),
          );
        },
      ),
    );
  });
});

describe("what a schedule charges", () => {
  it("is what falls on the day of the purchase, in one sum, and what comes later", () => {
    expect(
      dueCharges([
        { amount: 1, currency: "EUR" },
        { amount: 2.5, currency: "EUR", offset: "0d" },
        { amount: 9.99, currency: "EUR", offset: "14d" },
        { amount: 9.99, currency: "EUR", offset: "30d", repeat: true },
      ]),
    ).toEqual({
      now: { amountMinor: 350, currency: "EUR" },
      later: [{ amountMinor: 999, currency: "EUR" }],
      endless: true,
      days: 44,
    });
  });

  it("is nothing now where all of it is delayed", () => {
    expect(dueCharges([{ amount: 5, currency: "JPY", offset: "7d" }])).toMatchObject({
      now: { amountMinor: 0, currency: "JPY" },
      later: [{ amountMinor: 5, currency: "JPY" }],
    });
  });

  it("is the first charge again where it repeats from the purchase on", () => {
    expect(dueCharges([{ amount: 5, currency: "EUR", repeat: 2 }])).toEqual({
      now: { amountMinor: 500, currency: "EUR" },
      later: [{ amountMinor: 500, currency: "EUR" }],
      endless: false,
      days: 60,
    });
  });
});
