/**
 * What the pages tell readers to install or to run: a name that is not ours would run a stranger's code. `npx cardpane` is one: where
 * @cardpane/host is not installed, npx takes a package of that name from the registry.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readManifest, root } from "../process/program.ts";
import { published } from "../release/packages.ts";
import { markdownFiles } from "./markdown-files.ts";

const ours = published.map(({ folder }) => readManifest(`${root}${folder}/`).name);
/** Of others, as their own pages name them. */
const known = new Set(
  readFileSync(`${root}pnpm-workspace.yaml`, "utf8")
    .match(/^ {2}"[^"]+(?=":)/gm)
    ?.map((line) => line.slice(3)),
);

/** Programs that this repository runs, too, or that their makers' pages run so. */
const programs = new Set(["@angular/cli", "changeset", "create-next-app", "playwright", "pnpm", "sv"]);

/** The packages of the install and run commands of a text. */
function namesIn(text: string): readonly string[] {
  const commands = text.matchAll(
    /\b(?:(?:npm|pnpm|yarn|bun) (?:install|add|i)|npx|pnpm dlx)((?: +[@\w./-]+)+)/g,
  );
  return [...commands].flatMap(([command, args = ""]) => {
    const names = args
      .trim()
      .split(/ +/)
      .filter((name) => /^@?[a-z]/.test(name));
    return /^(npx|pnpm dlx)/.test(command) ? names.slice(0, 1) : names;
  });
}

it("finds the names of every kind of command", () => {
  const text =
    "npm install express @cardpane/node\nnpx @cardpane/sandbox --env .env and `npx cardpane build`; pnpm add vite";
  expect(namesIn(text)).toEqual(["express", "@cardpane/node", "@cardpane/sandbox", "cardpane", "vite"]);
});

it("pages install only packages of ours, by their exact names, and such as this repository has [T-S29]", () => {
  const found = markdownFiles().flatMap((path) =>
    namesIn(readFileSync(root + path, "utf8")).map((name) => ({ path, name: name.replace(/(?<=.)@.*/, "") })),
  );
  expect(found.length).toBeGreaterThan(10);
  const strange = found.filter(({ name }) => !ours.includes(name) && !known.has(name) && !programs.has(name));
  expect(strange).toEqual([]);
});
