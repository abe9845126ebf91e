/** The log, with input from an attacker. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openShop } from "../testing/shop.ts";
import { loggedPath, logLine } from "./log-line.ts";

const at = "http://localhost:4000";

describe("a logged path", () => {
  test.each([
    ["/x%0aPOST%20/orders/o1/pay%20303%2012%20ms", "/x%0aPOST%20/orders/o1/pay%20303%2012%20ms"],
    ["/%1b[31mRED%1b]0;owned%07", "/%1b[31mRED%1b]0;owned%07"],
    ["/%0d%0aGET%20/", "/%0d%0aGET%20/"],
    // A blank, and characters that change the direction of text, sent unescaped.
    ["/a b\u202Ec\u2066", "/a%20b%E2%80%AEc%E2%81%A6"],
    ["/c1\u009b31m", "/c1%C2%9B31m"],
    ["/orders/o1/return?is_approved=1", "/orders/o1/return"],
  ])("%j stays one printable word", (path, logged) => {
    expect(loggedPath(at + path)).toBe(logged);
  });

  test("has at most 200 characters", () => {
    const path = loggedPath(`${at}/${"a".repeat(15_000)}`);
    expect(path).toBe(`/${"a".repeat(199)}…`);
  });
});

describe("a line", () => {
  test("contains only printable characters, whatever the text holds [T-S16]", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const line = logLine(text);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  test("has at most 4,000 characters of the text", () => {
    expect(logLine("a".repeat(1_000_000))).toBe(`${"a".repeat(4_000)}…`);
  });

  test("names unprintable characters by their code points", () => {
    expect(logLine("a\nb\u001b[31m\u0007\u202E")).toBe("a\\u{a}b\\u{1b}[31m\\u{7}\\u{202e}");
    expect(logLine("Größe, 价格, مرحبا")).toBe("Größe, 价格, مرحبا");
  });
});

describe("the shop's log", () => {
  test.each([
    [
      "a new line",
      "/x%0aPOST%20/orders/o1/pay%20303%2012%20ms",
      /^GET \/x%0aPOST%20\/orders\/o1\/pay%20303%2012%20ms 404 \d+ ms$/,
    ],
    [
      "sequences for a terminal",
      "/%1b[31mRED%1b]0;owned%07",
      /^GET \/%1b\[31mRED%1b\]0;owned%07 404 \d+ ms$/,
    ],
    ["15,000 characters", `/${"a".repeat(15_000)}`, /^GET \/a{199}… 404 \d+ ms$/],
  ])("has one short line for a path with %s", async (_, path, line) => {
    const shop = openShop();
    await shop.get(path);
    expect(shop.lines).toHaveLength(1);
    expect(shop.lines[0]).toMatch(line);
  });

  test("has one line for an error, whatever its message contains", async () => {
    const shop = openShop();
    shop.app.get("/breaks", () => {
      throw new Error("no such thing: x\nPOST /orders/o1/pay 303 12 ms\u001b[31m");
    });
    expect((await shop.get("/breaks")).status).toBe(500);
    expect(shop.lines).toHaveLength(2);
    expect(shop.lines[0]).toContain("x\\u{a}POST /orders/o1/pay 303 12 ms\\u{1b}[31m");
    for (const line of shop.lines) expect(line).not.toMatch(/\p{Cc}/u);
  });
});
