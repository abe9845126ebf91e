/** Entries for the CHANGELOG: their format, the check that a change has one, and how they get into the CHANGELOG. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { missingEntry, parseChange, publishedPackages, readChanges, release } from "./changes.ts";
import { root } from "./program.ts";

const published = publishedPackages().map(({ name }) => name);
const parse = (source: string) => parseChange("a.md", source, published);

it("each entry of the repository can be read", () => {
  expect(published).toEqual(
    expect.arrayContaining(["@cardpane/browser", "@cardpane/node", "@cardpane/sandbox"]),
  );
  expect(published).not.toContain("@cardpane/demo");
  for (const { text } of readChanges().values()) expect(text).toMatch(/[.!]$/);
});

it("an entry names packages and the kind of change, and describes the change", () => {
  expect(parse('---\n"@cardpane/node": minor\n---\nA new\noption.\n')).toEqual({
    packages: { "@cardpane/node": "minor" },
    text: "A new option.",
  });
  expect(parse("---\n---\nTests alone.\n").packages).toEqual({});
});

it.each([
  ["without packages' lines", "A new option."],
  ["of a package that is not published", '---\n"@cardpane/demo": minor\n---\nA new option.\n'],
  ["of no kind", '---\n"@cardpane/node": small\n---\nA new option.\n'],
  ["without words", '---\n"@cardpane/node": minor\n---\n\n'],
])("an entry %s is refused", (_, source) => {
  expect(() => parse(source)).toThrow(/^a\.md: /);
});

describe("a change needs an entry", () => {
  const folders = ["packages/node", "packages/browser"];
  const changed = (...paths: readonly string[]) =>
    paths.map((path) => ({ path, isAdded: path.startsWith(".") }));

  it.each(["packages/node/src/call/send.ts", "packages/browser/src/index.ts"])(
    "where it is of %s",
    (path) => {
      expect(missingEntry(changed(path, "README.md"), folders)).toEqual([path]);
      expect(missingEntry(changed(path, ".changeset/README.md"), folders)).toEqual([path]);
      expect(
        missingEntry([{ path: ".changeset/one.md", isAdded: false }, ...changed(path)], folders),
      ).toEqual([path]);
      expect(missingEntry(changed(path, ".changeset/one.md"), folders)).toEqual([]);
    },
  );

  it("and none where it is of tests, documents, or what is not published", () => {
    const paths = [
      "packages/node/src/call/send.test.ts",
      "packages/node/README.md",
      "apps/demo/server/app.ts",
    ];
    expect(missingEntry(changed(...paths), folders)).toEqual([]);
  });
});

it("a release is inserted above earlier ones, major changes first, without changes that users cannot notice", () => {
  const changelog = readFileSync(`${root}CHANGELOG.md`, "utf8");
  const released = release(changelog, "9.9.9", [
    { packages: { "@cardpane/node": "patch" }, text: "Small." },
    { packages: {}, text: "Unseen." },
    { packages: { "@cardpane/browser": "major", "@cardpane/node": "patch" }, text: "Great." },
  ]);
  const section =
    "\n## 9.9.9\n\n- `@cardpane/browser`, `@cardpane/node`: Great.\n- `@cardpane/node`: Small.\n\n## ";
  expect(released).toContain(section);
  expect(released.replace(section.slice(0, -4), "")).toBe(changelog);
  expect(() => release(changelog, "9.9.9", [])).toThrow("no entry");
});
