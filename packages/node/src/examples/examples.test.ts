/** Each TypeScript snippet of the README and of the server's pages is copied from a type-checked file in this folder. */
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const read = (name: string) => readFile(new URL(name, import.meta.url), "utf8");
/** Removes the indentation, and replaces the relative import with the package's name. */
const plain = (text: string) =>
  text.replaceAll(/^[ \t]+/gm, "").replaceAll('"../index.ts"', '"@cardpane/node"');

const texts: Readonly<Record<string, string>> = {
  "the README": await read("../../README.md"),
  ...Object.fromEntries(
    await Promise.all(
      ["declines", "going-live", "next-actions", "notifications", "refunds", "wallet"].map(async (page) => [
        `the page ${page}`,
        await read(`../../../../apps/docs/pages/${page}.md`),
      ]),
    ),
  ),
};
const files = (await Promise.all(["checkout.ts", "guide.ts"].map(read))).map(plain);
const snippets = Object.entries(texts).flatMap(([name, text]) =>
  [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = ""]) => [name, code.split("\n")[0], code] as const,
  ),
);

it("finds the snippets of the pages", () => {
  expect(snippets.length).toBeGreaterThan(3);
});

it.each(snippets)("%s shows a checked snippet: %s", (_name, _line, code) => {
  expect(files.some((file) => file.includes(plain(code)))).toBe(true);
});
