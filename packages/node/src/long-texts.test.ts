/**
 * Every regular expression of the server's packages, on long texts: none needs quadratic time, so that no shopper or sender can
 * stop the process with a text.
 */
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Expressions that read the configuration, or a text whose length is checked before. */
const bounded = new Set([
  // settings.ts, gateway.ts: the operator's addresses and options.
  "/\\/+$/",
]);

const folders = ["packages/node/src", "packages/gateway/src", "packages/contract/src/guards"];

const expressions = new Map(
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.includes("test"))
      .flatMap((file) => {
        const path = `${folder}/${file}`;
        const found: [string, string][] = [];
        const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
        const visit = (node: ts.Node): void => {
          if (ts.isRegularExpressionLiteral(node)) found.push([node.text, path]);
          ts.forEachChild(node, visit);
        };
        visit(source);
        return found;
      }),
  ),
);

const units = [" ", "0", "1 ", "a", "A", "-", "_", ".", "/", "a.", "a-", "é", "\n", "%", ":", "=", ", "];
const starts = ["", "a", "1", "http://", "a@"];
const ends = ["", "!", "\u0000"];

describe("a regular expression", () => {
  it("is found in the sources", () => {
    expect(expressions.size).toBeGreaterThan(60);
  });

  it.each([...expressions].filter(([text]) => !bounded.has(text)))("%s is linear (%s) [T-P32]", (text) => {
    const end = text.lastIndexOf("/");
    const expression = new RegExp(text.slice(1, end), text.slice(end + 1));
    for (const start of starts) {
      for (const unit of units) {
        for (const tail of ends) {
          const long = start + unit.repeat(60_000 / unit.length) + tail;
          const before = process.cpuUsage();
          long.replace(expression, "");
          const { user } = process.cpuUsage(before);
          // A quadratic one needs a second or more.
          expect(user, `${start}${unit}...${tail}`).toBeLessThan(400_000);
        }
      }
    }
  });
});
