/** What a coding agent reads: AGENTS.md of each package, and the site's llms.txt. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sidebar } from "../../../../apps/docs/.vitepress/sidebar.ts";
import { readManifest, root } from "../process/program.ts";
import { published } from "../release/packages.ts";
import { agentFiles } from "./llms.ts";
import { samplesOf } from "./samples-of.ts";

const read = (path: string) => readFileSync(root + path, "utf8");
const names = (path: string) => new Set(read(path).match(/\w+/g));
/** The sources of an entry, by its specifier. */
const entries = new Map(
  published.flatMap(({ folder }) => {
    const { name, exports = {} } = readManifest(`${root}${folder}/`);
    return Object.entries(exports).flatMap(([path, target]) => {
      const source = (Object(target) as { readonly source?: string }).source;
      return source ? [[name + path.slice(1), `${folder}/${source.slice(2)}`] as const] : [];
    });
  }),
);
/** Every exported name and, with the references, every documented member. */
const known = new Set(
  [
    ...entries.values(),
    ...["packages/browser", "packages/node", "packages/host", "apps/sandbox"].map(
      (one) => `${one}/REFERENCE.md`,
    ),
    "apps/docs/pages/errors.md",
  ].flatMap((path) => [...names(path)]),
);

it.each(published)(
  "$folder has an AGENTS.md of at most 60 lines in its tarball, whose names exist",
  ({ folder }) => {
    const file = `${folder}/AGENTS.md`;
    const text = read(file);
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
    expect(JSON.parse(read(`${folder}/package.json`)).files).toContain("AGENTS.md");
    let imported = 0;
    for (const { code } of samplesOf(file, text)) {
      for (const [, list = "", from = ""] of code.matchAll(/import \{([^}]+)\} from "(@cardpane[^"]+)"/g)) {
        const source = entries.get(from);
        expect(source, from).toBeDefined();
        for (const name of list.split(",").map((one) => one.replace("type ", "").trim())) {
          expect(names(source ?? ""), `${from}: ${name}`).toContain(name);
          imported += 1;
        }
      }
    }
    expect(imported).toBeGreaterThan(0);
    // `checkout.pay(...)`, `showDecline()`, `consumer.firstName`, `postgresSchema`
    const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "");
    for (const [, name = ""] of prose.matchAll(/`(?:\w+\.)?(\w+)(?:\([^`]*\))?`/g)) {
      if (!/^[\d.]+$/.test(name)) expect(known, name).toContain(name);
    }
  },
);

it("has each page of the site as Markdown, and lists it in llms.txt", () => {
  const files = agentFiles();
  const { homepage = "" } = readManifest(root);
  for (const { link } of sidebar.flatMap(({ items }) => items)) {
    const page = `${link.slice(1)}.md`;
    expect(files[page], page).toMatch(/^# /m);
    expect(files["llms.txt"]).toContain(`(${homepage}${page})`);
  }
  for (const [path, text] of Object.entries(files)) {
    expect(text, path).not.toMatch(/^---\n|\]\(\//);
    for (const [, page = ""] of text.matchAll(/\]\(https:\/\/cardpane\.github\.io\/cardpane\/([\w/-]+\.md)/g))
      expect(files[page], `${path}: ${page}`).toBeDefined();
  }
  expect(existsSync(`${root}packages/node/AGENTS.md`)).toBe(true);
});
