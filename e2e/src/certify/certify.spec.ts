/** `npx @cardpane/sandbox certify` on an example shop, and on mutants of it that have one mistake each. */
import { expect, test } from "@playwright/test";
import { isNightly } from "../support/lanes.ts";
import { certifyShop } from "./certify.ts";
import { mutants, twoMistakes, variants, writeShop } from "./shops.ts";

test.describe.configure({ timeout: 600_000 });

const some = ["paid", "price-changed", "forged-return"];

for (const [name, change] of Object.entries(variants)) {
  test(`a shop passes: ${name}`, { tag: "@nightly" }, async () => {
    const { code, output, passed, failed, skipped, files } = await certifyShop(
      await writeShop(`variant ${name}`, change),
    );
    expect({ failed, output }).toEqual({ failed: [], output });
    expect(skipped).toEqual(["charged-back"]);
    expect(passed.length).toBe(28);
    expect(code).toBe(0);
    expect(files["junit.xml"]).toContain(
      `<testsuite name="certify" tests="${passed.length + skipped.length}"`,
    );
  });
}

for (const { name, fails, ...change } of isNightly ? mutants : [twoMistakes]) {
  test(`a shop fails exactly its scenarios: ${name}`, async () => {
    const only = isNightly ? {} : { only: some };
    const { code, output, failed, passed, files } = await certifyShop(await writeShop(name, change), only);
    const expected = isNightly ? fails : fails.filter((one) => some.includes(one));
    expect({ failed: [...failed].sort(), output }).toEqual({ failed: [...expected].sort(), output });
    if (!isNightly) expect(passed).toEqual(some.filter((one) => !expected.includes(one)));
    expect(code).toBe(1);
    expect(files["report.html"]).toContain("<strong>Change:</strong>");
    expect(files["report.html"]).toContain("data:image/png;base64,");
    expect(output).toContain("Change: ");
  });
}

test("a shop that does not start ends with 2, and its own words", { tag: "@nightly" }, async () => {
  const { code, output } = await certifyShop("echo no database >&2; exit 3");
  expect([code, output]).toEqual([2, expect.stringContaining("no database")]);
});
