import { parsePaymentRequest } from "@cardpane/gateway";
import { exampleDevice, exampleRequest } from "@cardpane/gateway/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDevice } from "./device.ts";
import { fitColorDepth, fitLanguage, fitTimezone, fitUserAgent } from "./fit.ts";

/** The device data that was read, or the errors of its fields. */
function read(input: unknown) {
  const errors: Record<string, string> = {};
  const device = readDevice(input, errors);
  return Object.keys(errors).length === 0
    ? ({ ok: true, device } as const)
    : ({ ok: false, errors } as const);
}

describe("browserLanguage", () => {
  it.each([
    ["en", "en"],
    ["de-DE", "de-DE"],
    ["zh-Hans-CN", "zh-Hans"],
    ["sr-Latn-RS", "sr-Latn"],
    ["en-US,en;q=0.9", "en-US"],
    ["fr;q=0.5", "fr"],
    [" de-AT ", "de-AT"],
    ["de-x-foo", "de-x-foo"],
    ["de-x-foobar", "de"],
    ["es-419", "es-419"],
    ["", "en"],
    ["*", "en"],
    ["C", "en"],
    ["en_US", "en"],
    ["4242424242424242", "en"],
    [`de${" ".repeat(62)}`, "de"],
    [`de${" ".repeat(63)}`, undefined],
    [undefined, undefined],
    [7, undefined],
  ])("%j becomes %j", (value, expected) => {
    expect(fitLanguage(value)).toBe(expected);
  });
});

describe("browserColorDepth", () => {
  it.each([
    [1, 1],
    [3, 1],
    [4, 4],
    [12, 8],
    [15, 15],
    [24, 24],
    [30, 24],
    [32, 32],
    [47, 32],
    [48, 48],
    [64, 48],
    [0, undefined],
    [-24, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ["24", undefined],
  ])("%j becomes %j", (value, expected) => {
    expect(fitColorDepth(value)).toBe(expected);
  });
});

describe("browserTimezone", () => {
  it.each([
    ["0", "0"],
    ["-0", "0"],
    ["-60", "-60"],
    ["+120", "120"],
    ["0330", "330"],
    [-0, "0"],
    [-345, "-345"],
    ["", undefined],
    ["UTC", undefined],
    ["12345", undefined],
    [1.5, undefined],
    [Number.NaN, undefined],
    [null, undefined],
  ])("%j becomes %j", (value, expected) => {
    expect(fitTimezone(value)).toBe(expected);
  });
});

describe("userAgent", () => {
  it("is truncated to 255 characters", () => {
    expect(fitUserAgent("x".repeat(300))).toBe("x".repeat(255));
    expect(fitUserAgent("Browser/1")).toBe("Browser/1");
  });
});

const device = exampleDevice;

describe("device data", () => {
  it.each([
    ["an object", device],
    ["its JSON", JSON.stringify(device)],
    ["an object with more than is known", { ...device, browserJavascriptEnabled: true, ip: "198.51.100.1" }],
    [
      "an object with fractions of pixels",
      { ...device, browserScreenHeight: 1080.4, browserScreenWidth: 1919.6 },
    ],
  ])("is read from %s", (_, input) => {
    expect(read(input)).toEqual({ ok: true, device });
  });

  it("keeps the present fields and leaves out the missing ones", () => {
    expect(read({ browserLanguage: "de", browserTimezone: null })).toEqual({
      ok: true,
      device: { browserLanguage: "de" },
    });
  });

  it.each([null, [], "", "{", "7", 7, true, `{"a":"${"x".repeat(5_000)}"}`])(
    "is not read from %j",
    (input) => {
      expect(read(input)).toMatchObject({
        ok: false,
        errors: { device: expect.stringMatching(/^must be/) },
      });
    },
  );

  it.each([
    ["browserJavaEnabled", "false"],
    ["browserLanguage", 7],
    ["browserColorDepth", 0],
    ["browserScreenHeight", -1],
    ["browserScreenWidth", "4242424242424242"],
    ["browserTimezone", "4242424242424242"],
  ])("names %s when it is wrong, without the value", (field, value) => {
    const reading = read({ ...device, [field]: value });
    expect(reading).toEqual({
      ok: false,
      errors: { [`device.${field}`]: expect.stringMatching(/^must be/) },
    });
    expect(JSON.stringify(reading)).not.toContain("4242");
  });

  it("reads no field from a prototype", () => {
    expect(read(Object.create(device))).toEqual({ ok: true, device: {} });
    expect(read('{"__proto__":{"browserLanguage":"de"}}')).toEqual({ ok: true, device: {} });
  });

  it("always fits the gateway's bounds, for any input", () => {
    fc.assert(
      fc.property(
        fc.record({
          browserJavaEnabled: fc.oneof(fc.boolean(), fc.anything()),
          browserLanguage: fc.oneof(fc.string(), fc.constantFrom("zh-Hant-TW-x-private", "de-Latn-DE-1996")),
          browserColorDepth: fc.oneof(fc.integer(), fc.double()),
          browserScreenHeight: fc.double(),
          browserScreenWidth: fc.double(),
          browserTimezone: fc.oneof(fc.string(), fc.integer({ min: -12_000, max: 12_000 })),
        }),
        (input) => {
          const reading = read(input);
          if (!reading.ok) return;
          const request = exampleRequest();
          const parsed = parsePaymentRequest({
            ...request,
            consumer: { ...request.consumer, ...reading.device },
          });
          expect(parsed.ok ? {} : parsed.errors).toEqual({});
        },
      ),
    );
  });
});
