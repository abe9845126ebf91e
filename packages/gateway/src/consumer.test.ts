import { consumer } from "./consumer.ts";
import {
  describeBounds,
  digits,
  errorsOf,
  letters,
  notBoolean,
  notText,
  notWhole,
} from "./testing/bounds.ts";
import { exampleConsumer } from "./testing/requests.ts";

const mail = (length: number) => `${letters(length - "@example.com".length)}@example.com`;

describeBounds("consumer (2.5)", exampleConsumer, errorsOf(consumer), [
  ["id", [undefined, letters(5), letters(36)], ["", letters(4), letters(37), ...notText]],
  ["externalId", [undefined, letters(3), letters(64)], ["", "ab", letters(65), ...notText]],
  [
    "email",
    [
      undefined,
      "a@b.co",
      "o'brien+shop@mail.example.museum",
      "müller@bücher.example",
      "用户@例子.广告",
      mail(100),
    ],
    [
      "",
      mail(101),
      "ada",
      "ada@",
      "@example.com",
      "ada@example",
      "ada @example.com",
      "ada\u00a0@example.com",
      "ada@exa\u200bmple.com",
      ...notText,
    ],
  ],
  ["firstName", [undefined, "A", letters(32), "Zoë 名"], ["", letters(33), ...notText]],
  ["lastName", [undefined, "L", letters(32)], ["", letters(33), ...notText]],
  [
    "birthday",
    [undefined, null, "2000-02-29", "1899-12-31"],
    ["", "2001-02-29", "2000-13-01", "2000-1-1", "01.02.2000", "2000-01-01T00:00:00Z", 7, true, []],
  ],
  [
    "phone",
    [undefined, digits(7), digits(16), `+${digits(6)}`, `+${digits(15)}`],
    [
      "",
      digits(6),
      digits(17),
      `+${digits(16)}`,
      "0123456789",
      "+0123456789",
      "+49 1511234",
      "++4915112",
      ...notText,
    ],
  ],
  ["country", [undefined, "DEU", "USA"], ["", "DE", "deu", "XYZ", "Germany", ...notText]],
  ["state", [undefined, "B", letters(32)], ["", letters(33), ...notText]],
  ["city", [undefined, "B", letters(50)], ["", letters(51), ...notText]],
  ["address", [undefined, "", letters(64)], [letters(65), ...notText]],
  ["zip", [undefined, "1", letters(16)], ["", letters(17), ...notText]],
  [
    "ip",
    ["203.0.113.7", "255.255.255.255", "::1", "2001:db8::1"],
    [
      undefined,
      "",
      "1",
      "203.0.113.256",
      "203.0.113",
      "203.0.113.7:80",
      "example.com",
      // A full IPv6 address does not fit.
      "2001:db8:85a3:8d3:1319:8a2e:370:7348",
      ...notText,
    ],
  ],
  ["cpf", [undefined, digits(11)], ["", digits(10), digits(12), letters(11), ...notText]],
  ["userAgent", [undefined, "", letters(255)], [letters(256), ...notText]],
  ["deviceId", [undefined, "", letters(1024)], [letters(1025), ...notText]],
  ["browserAcceptHeader", [undefined, "*/*", letters(5000)], notText],
  ["browserJavaEnabled", [undefined, true, false], notBoolean],
  [
    "browserLanguage",
    [undefined, "e", "en", "zh-Hans", "de-DE-19"],
    ["", "zh-Hans-CN", "en_US", "en-US,en", "de-", "1", ...notText],
  ],
  ["browserColorDepth", [undefined, 1, 24, 48], [0, -24, ...notWhole]],
  ["browserScreenHeight", [undefined, 0, 1080], [-1, ...notWhole]],
  ["browserScreenWidth", [undefined, 0, 1920], [-1, ...notWhole]],
  [
    "browserTimezone",
    [undefined, "0", "-60", "+120", "-9999", "9999"],
    ["", "12345", "-12345", "UTC", "1.5", "--60", ...notText],
  ],
  ["unknown", [], ["x"]],
  ["browserLanguages", [], [["en"]]],
]);
