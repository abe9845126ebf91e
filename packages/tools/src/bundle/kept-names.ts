/**
 * The names of properties that the frame's second script must not shorten: those of the platform, and those that cross its boundary in
 * a message, the configuration, a language, or a request. All others are its own and its libraries', and cost 0.7 kB written out.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { root } from "../process/program.ts";

const frame = `${root}packages/frame/src/`;

/** What crosses the boundary of the script. `hello.ts` shares the greeting with it, which `connection` declares. */
const boundary = [
  `${root}packages/contract/src/`,
  `${frame}connection/`,
  `${frame}tokenize/`,
  `${frame}locale/types.ts`,
  `${frame}locale/load-locale.ts`,
  `${frame}hello.ts`,
];

/** The types of the platform, in TypeScript's library. */
const platform = dirname(createRequire(import.meta.url).resolve("typescript"));

/** The names to keep. A name that the script also has as a string may be looked up by it, so it is kept, too. */
export function keptNames(code: string): readonly string[] {
  const libraries = readdirSync(platform).flatMap((name) =>
    /^lib\..*\.d\.ts$/.test(name) ? [`${platform}/${name}`] : [],
  );
  const declared = [...boundary.flatMap(sourcesIn), ...libraries].flatMap((path) =>
    wordsIn(withoutComments(path)),
  );
  const strings = [...code.matchAll(/(["'`])([\w$]+)\1/g)].map(([, , name]) => name ?? "");
  // Lit sets them as properties of `globalThis` and reads them as variables.
  const globals = code.match(/\b(?:lit|reactiveElement)[A-Z]\w*/g) ?? [];
  return [...new Set([...declared, ...strings, ...globals])];
}

/** A file, or the sources of a folder. */
function sourcesIn(path: string): readonly string[] {
  if (!path.endsWith("/")) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" }).flatMap((name) =>
    /(?<!\.test)\.ts$/.test(name) ? [path + name] : [],
  );
}

function withoutComments(path: string): string {
  return readFileSync(path, "utf8").replaceAll(/\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs, "");
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[a-z_$][\w$]*/gi) ?? [];
}
