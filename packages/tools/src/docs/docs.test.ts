/** The documentation site, as far as it can be tested without VitePress; `npm run docs` builds it. */
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { errorCodes } from "../../../contract/src/errors/index.ts";
import { errorCatalogue } from "../../../node/src/errors/errors.ts";
import { notificationRefusals } from "../../../node/src/errors/notification-refusals.ts";
import { readManifest, root } from "../process/program.ts";
import { published } from "../release/packages.ts";
import { readPages, siteProblems } from "./check-site.ts";
import { markdownFiles } from "./markdown-files.ts";
import { withSnippets } from "./snippets.ts";
import { anchorsOf, rewriteLinks } from "./sources.ts";

const pages = readPages();

it("has each page in the sidebar, and every snippet, link and anchor that its pages name", () => {
  expect(pages.size).toBeGreaterThan(25);
  expect(siteProblems(pages)).toEqual([]);
});

describe("a link in a file of the repository", () => {
  const files = markdownFiles().filter((file) => file !== "CHANGELOG.md");

  it.each(files)("leads to a file and a heading that are there: %s", (file) => {
    const text = readFileSync(root + file, "utf8")
      .replaceAll(/^\s*```[\s\S]*?^\s*```/gm, "")
      .replaceAll(/`[^`\n]*`/g, "");
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = "", anchor] = target.split("#");
      const found = path === "" ? file : posix.join(posix.dirname(file), path);
      expect(existsSync(root + found), target).toBe(true);
      if (anchor !== undefined)
        expect(anchorsOf(readFileSync(root + found, "utf8")), target).toContain(anchor);
    }
  });
});

it("links from the packages' READMEs to pages and headings that the site has", () => {
  const { homepage = "" } = readManifest(root);
  const readmes = markdownFiles().filter((file) => /^(packages|apps)\/[^/]+\/README\.md$/.test(file));
  const links = readmes.flatMap((file) =>
    [...readFileSync(root + file, "utf8").matchAll(/\]\((https:[^)\s]+)\)/g)].flatMap(([, link = ""]) =>
      link.startsWith(homepage) ? [link.slice(homepage.length)] : [],
    ),
  );
  expect(links.length).toBeGreaterThan(25);
  for (const link of new Set(links)) {
    const [page = "", anchor] = link.split("#");
    const text = pages.get(`${page}.md`);
    expect(text, link).toBeDefined();
    if (anchor !== undefined) expect(anchorsOf(text ?? ""), link).toContain(anchor);
  }
  for (const { folder } of published) {
    const { homepage: own = "" } = readManifest(`${root}${folder}/`);
    expect(pages.has(`${own.replace(homepage, "")}.md`), own).toBe(true);
  }
});

it.each([
  ...Object.entries(errorCodes).map(([code, { message }]) => [code, code, message]),
  ...Object.entries(errorCatalogue).map(([code, { advice }]) => [`server-${code}`, code, advice]),
  ...Object.entries(notificationRefusals).map(([code, [what]]) => [`notification-${code}`, code, what]),
])("has one entry at /errors#%s", (anchor, code, text = "") => {
  const [, entry = "", ...more] = (pages.get("errors.md") ?? "").split(
    `### <a id="${anchor}"></a>\`${code}\`\n`,
  );
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
    const [, entry = ""] = (pages.get("errors.md") ?? "").split(`<a id="server-${code}"></a>\`${code}\`\n`);
    expect(entry.split("\n###")[0]).toContain("do not pay again");
  }
});

describe("the check of the pages", () => {
  const check = (text: string, links = ["/page"]) => siteProblems(new Map([["page.md", text]]), links);

  it.each([
    ["no heading", "# Page\n\n[x](#nowhere)", "/page links to #nowhere: no such heading."],
    ["no page", "# Page\n\n[x](./other)", "/page links to ./other: no such page."],
    ["no page of the site", "# Page\n\n[x](/other#a)", "/page links to /other#a: no such page."],
    [
      "two equal anchors",
      '# <a id="a"></a>A\n\n## <a id="a"></a>B',
      "/page has the anchor #a more than once.",
    ],
  ])("finds %s", (_, text, problem) => {
    expect(check(text)).toEqual([problem]);
  });

  it("finds a page that the sidebar misses, and a link of the sidebar without a page", () => {
    expect(check("# Page", [])).toEqual(["/page is not in the sidebar."]);
    expect(check("# Page", ["/page", "/more"])).toEqual(["The sidebar names /more: no such page."]);
  });

  it("takes what is right: code is not read for links", () => {
    expect(check("# My `page`, 3D\n\n[x](#my-page-3d) [y](/page)\n\n```md\n[z](none)\n```")).toEqual([]);
  });
});

describe("a snippet", () => {
  const shown = (target: string) =>
    withSnippets(`<!-- code: ${target} -->\n<!-- /code -->`, "packages/node/x.md");

  it("is the code of its file or region, without indentation and marks, however it was before", () => {
    const target = "../../e2e/src/merchant/guide.ts#field";
    const text = shown(target);
    expect(text).toMatch(/^<!-- code: \S+ -->\n\n```ts\n\S[\s\S]*\n```\n\n<!-- \/code -->$/);
    expect(text).not.toContain("#region");
    expect(withSnippets(text.replace("const", "let"), "packages/node/x.md")).toBe(text);
    expect(shown("package.json")).toContain('"name": "@cardpane/node"');
  });

  it.each([
    ["src/none.ts", "packages/node/x.md shows packages/node/src/none.ts: no such file."],
    ["src/index.ts#none", "packages/node/x.md shows #none of packages/node/src/index.ts: no such region."],
  ])("of what is not there is an error: %s", (target, message) => {
    expect(() => shown(target)).toThrow(message);
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

it("keeps each page's front matter, which a formatter of Markdown takes for a rule and a heading", () => {
  for (const [page, text] of pages) expect(/^---\n(?!\w+: ?\S*\n)/.test(text), page).toBe(false);
  expect(pages.get("index.md")).toMatch(/^hero:\n {2}name: Cardpane$/m);
});
