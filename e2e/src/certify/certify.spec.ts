/** `npx @cardpane/sandbox certify` on an example shop, and on mutants of it that have one mistake each. */
import { expect, test } from "@playwright/test";
import { isNightly } from "../support/lanes.ts";
import { certifyShop } from "./certify.ts";
import { mutants, variants, writeShop } from "./shops.ts";

test.describe.configure({ timeout: 600_000 });

const some = ["paid", "declined", "price-changed", "challenge-failed", "forged-return"];
const few = ["price from the form", "paid on the redirect", "ships on pending"];

for (const [name, change] of Object.entries(variants)) {
  if (!isNightly && name !== "plain") continue;
  test(`a shop passes: ${name}`, async () => {
    const { code, output, passed, failed, skipped, files } = await certifyShop(
      writeShop(`variant ${name}`, change),
      isNightly ? {} : { only: some },
    );
    // Its records are in memory, unless it is the durable one.
    const expected = isNightly && name !== "durable" ? ["killed"] : [];
    expect({ failed, output }).toEqual({ failed: expected, output });
    expect(skipped).toEqual(isNightly ? ["charged-back"] : []);
    expect(passed.length).toBe(isNightly ? 28 - expected.length : some.length);
    expect(code).toBe(expected.length === 0 ? 0 : 1);
    expect(files["junit.xml"]).toContain(
      `<testsuite name="certify" tests="${passed.length + expected.length + skipped.length}"`,
    );
  });
}

for (const { name, fails, ...change } of mutants) {
  if (!isNightly && !few.includes(name)) continue;
  test(`a shop fails exactly its scenarios: ${name}`, async () => {
    const only = isNightly ? {} : { only: some };
    const { code, output, failed, files } = await certifyShop(writeShop(name, change), only);
    const isDurable = name === "200 before the commit";
    const expected = isNightly
      ? [...fails, ...(isDurable || fails.includes("killed") ? [] : ["killed"])]
      : fails.filter((one) => some.includes(one));
    expect({ failed: [...failed].sort(), output }).toEqual({ failed: [...new Set(expected)].sort(), output });
    expect(code).toBe(1);
    expect(files["report.html"]).toContain("<strong>Change:</strong>");
    expect(files["report.html"]).toContain("data:image/png;base64,");
    expect(output).toContain("Change: ");
  });
}

test("a shop that does not start ends with 2, and its own words", async () => {
  const { code, output } = await certifyShop("echo no database >&2; exit 3");
  expect([code, output]).toEqual([2, expect.stringContaining("no database")]);
});
