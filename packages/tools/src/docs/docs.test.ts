/** The documentation site, as far as it can be tested without VitePress; `npm run docs` builds it. */
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { errorCodes } from "../../../contract/src/errors/index.ts";
import { errorCatalogue } from "../../../node/src/errors/errors.ts";
import { notificationRefusals } from "../../../node/src/errors/notification-refusals.ts";
import { root } from "../process/program.ts";
import { readPages, siteProblems } from "./check-site.ts";
import { markdownFiles } from "./markdown-files.ts";
import { headingLines, rewriteLinks, slugOf } from "./sources.ts";

const pages = readPages();

it("has each page in the sidebar, and every snippet, link and anchor that its pages name", () => {
  expect(pages.size).toBeGreaterThan(25);
  expect(siteProblems(pages)).toEqual([]);
});

describe("a link in a file of the repository", () => {
  const files = markdownFiles().filter(
    (file) => file !== "CHANGELOG.md" && !file.startsWith("apps/docs/pages/"),
  );

  it.each(files)("leads to a file and a heading that are there: %s", (file) => {
    const text = readFileSync(root + file, "utf8")
      .replaceAll(/^\s*```[\s\S]*?^\s*```/gm, "")
      .replaceAll(/`[^`\n]*`/g, "");
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = "", anchor] = target.split("#");
      const found = path === "" ? file : posix.join(posix.dirname(file), path);
      expect(existsSync(root + found), target).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(found), target).toContain(anchor);
    }
  });

  function anchorsOf(path: string): readonly string[] {
    const lines = readFileSync(root + path, "utf8").split("\n");
    const isHeading = headingLines(lines);
    // The repository's own pages have no `_` before a digit, which VitePress puts there.
    return lines
      .filter((_, index) => isHeading[index])
      .map((line) => slugOf(line.replace(/^#+ /, "")).replace(/^_/, ""));
  }
});

it.each([
  ...Object.entries(errorCodes).map(([code, { message }]) => [code, code, message]),
  ...Object.entries(errorCatalogue).map(([code, { advice }]) => [`server-${code}`, code, advice]),
  ...Object.entries(notificationRefusals).map(([code, [what]]) => [`notification-${code}`, code, what]),
])("has one entry at /errors#%s", (anchor, code, text = "") => {
  const [, entry = "", ...more] = (pages.get("errors.md") ?? "").split(`### \`${code}\` {#${anchor}}\n`);
  expect(more).toEqual([]);
  expect(entry.trim().split("\n")[0]).toContain(text);
  expect(entry.trim().split("\n")[0]?.length).toBeGreaterThan(20);
});

it("warns against another payment at each code that can leave the outcome unknown", () => {
  const codes = Object.entries(errorCatalogue)
    .filter(([, { outcomes }]) => outcomes.includes("unknown"))
    .map(([code]) => code);
  expect(codes.length).toBeGreaterThan(5);
  for (const code of codes) {
    const [, entry = ""] = (pages.get("errors.md") ?? "").split(`{#server-${code}}\n`);
    expect(entry.split("\n###")[0]).toContain("do not pay again");
  }
});

describe("the check of the pages", () => {
  const check = (text: string, links = ["/page"]) => siteProblems(new Map([["page.md", text]]), links);

  it.each([
    ["no heading", "# Page\n\n[x](#nowhere)", "/page links to #nowhere: no such heading."],
    ["no page", "# Page\n\n[x](./other)", "/page links to ./other: no such page."],
    ["no page of the site", "# Page\n\n[x](/other#a)", "/page links to /other#a: no such page."],
    ["two equal anchors", "# A {#a}\n\n## B {#a}", "/page has the anchor #a more than once."],
    ["an image of no file", "![x](../../demo/none.png)", "page.md shows apps/demo/none.png: no such file."],
    [
      "a snippet of no file",
      "<<< ../../../packages/node/src/examples/none.ts",
      "page.md shows packages/node/src/examples/none.ts: no such file.",
    ],
    [
      "a snippet of no region",
      "<<< ../../../packages/node/src/examples/checkout.test.ts#none{ts}",
      "page.md shows #none of packages/node/src/examples/checkout.test.ts: no such region.",
    ],
  ])("finds %s", (_, text, problem) => {
    expect(check(text)).toEqual([problem]);
  });

  it("finds a page that the sidebar misses, and a link of the sidebar without a page", () => {
    expect(check("# Page", [])).toEqual(["/page is not in the sidebar."]);
    expect(check("# Page", ["/page", "/more"])).toEqual(["The sidebar names /more: no such page."]);
  });

  it("takes what is right: code is not read for links", () => {
    const snippet = "<<< ../../../packages/node/src/examples/checkout.test.ts#checkout{ts}";
    expect(
      check(`# My \`page\`, 3D\n\n[x](#my-page-3d) [y](/page)\n\n${snippet}\n\n\`\`\`md\n[z](none)\n\`\`\``),
    ).toEqual([]);
  });
});

describe("a text of the repository", () => {
  it.each([
    ["[options](REFERENCE.md#options)", "[options](/reference/browser#options)"],
    ["[codes](../node/REFERENCE.md#payment-codes)", "[codes](/errors#payment-codes)"],
    ["[stores](../../apps/docs/pages/notifications.md#stores)", "[stores](/notifications#stores)"],
    ["[Prisma](../node/src/x.ts)", "Prisma (`packages/node/src/x.ts`)"],
    ["[uqr](https://uqr.example)", "[uqr](https://uqr.example)"],
    ["```md\n[tests](#tests)\n```", "```md\n[tests](#tests)\n```"],
  ])("has its link %s point into the site", (text, result) => {
    expect(rewriteLinks(text, "packages/browser/README.md")).toBe(result);
  });
});
