/**
 * Every code sample of the documentation and of the READMEs is checked: it is part of a file that is compiled, it is compiled here, or
 * it runs in a test. A sample in a language that is not listed below fails the first test.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../process/program.ts";
import { readSamples, typeProblems } from "./samples.ts";
import { type Sample, samplesOf } from "./samples-of.ts";

const samples = readSamples();

/** Languages that are not compiled here, and what checks them. */
const elsewhere: Readonly<Record<string, string>> = {
  "": "a picture of a flow, or one header",
  sh: "commands",
  text: "the help of a command, which packages/tools/src/reference copies",
  json: "settings: the host's own tests read the same keys",
  css: "rules of the page's own",
  html: "samples-html.dom.test.ts beside this; the scripts in it are compiled here",
  vue: "packages/vue/src/vue.dom.test.ts mounts it",
  svelte: "packages/svelte/src/svelte.dom.test.ts mounts it",
};

/** Files whose samples nothing compiles here, and why. */
const elsewhereInFiles: Readonly<Record<string, string>> = {
  "apps/demo/README.md": "the types of startShop() are the whole shop's: 5 s; e2e/src/shop starts it so",
};

const guides = [
  "packages/node/src/examples/checkout.test.ts",
  "apps/examples/prisma/store.ts",
  "e2e/src/merchant/guide.ts",
];
const plain = (text: string) =>
  text.replaceAll(/^[ \t]+/gm, "").replaceAll('"../index.ts"', '"@cardpane/node"');
const compiled = guides.map((path) => plain(readFileSync(root + path, "utf8")));
/** Compiled in its own file, with the rest of its package. */
const isOfFile = ({ code }: Sample) => compiled.some((text) => text.includes(plain(code)));
/** Signatures, which packages/tools/src/reference writes from the declarations. */
const isSignature = ({ file }: Sample) => file.endsWith("REFERENCE.md");
const isScript = ({ language }: Sample) => /^[jt]sx?$/.test(language);
/** The scripts that a sample of HTML contains. */
const scriptsOf = ({ language, line, code, ...rest }: Sample): readonly Sample[] =>
  language !== "html"
    ? []
    : [...code.matchAll(/<script(?![^>]*\ssrc=)[^>]*>\n([\s\S]*?)<\/script>/g)].map(
        ({ index, 1: script = "" }) => ({
          ...rest,
          language: "js",
          line: line + code.slice(0, index).split("\n").length,
          code: script,
        }),
      );

it("the language of every sample is compiled here or listed with what checks it", () => {
  expect(samples.length).toBeGreaterThan(80);
  const unchecked = samples.filter((sample) => !isScript(sample) && !(sample.language in elsewhere));
  expect(unchecked).toEqual([]);
  for (const language of Object.keys(elsewhere)) {
    expect(
      samples.some((sample) => sample.language === language),
      language,
    ).toBe(true);
  }
});

it("samples of TypeScript and JavaScript are from compiled files, or compile here, with strict types", () => {
  const own = [...samples, ...samples.flatMap(scriptsOf)].filter(
    (sample) =>
      isScript(sample) && !isSignature(sample) && !isOfFile(sample) && !(sample.file in elsewhereInFiles),
  );
  expect(own.length).toBeGreaterThan(15);
  const wrong = [
    ...samplesOf("wrong.md", "# A\n\n```ts\nawait pane.tokenize();\npane.tokenise();\n```\n"),
    ...samplesOf("html.md", "```html\n<p></p>\n<script>\n  pane.tokenise();\n</script>\n```\n").flatMap(
      scriptsOf,
    ),
  ];
  const isMisspelt = (place: string) =>
    expect.stringMatching(new RegExp(`^${place} Property 'tokenise' does not exist`));
  expect(typeProblems([...own, ...wrong])).toEqual([isMisspelt("wrong.md:5"), isMisspelt("html.md:4")]);
});
