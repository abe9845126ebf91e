/**
 * No text, sample or example spreads a shopper's request: every key of it would be the shopper's, the price too. The server's own keys
 * stand after the pane's.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { root } from "../process/program.ts";
import { snippetBlock } from "./samples-of.ts";

/** What the frameworks call the body of a request, and its parts. */
const source = String.raw`(?:(?:c\.)?req\b|(?:\w+\.)?(?:request|event)\.(?:body|json|formData|text)\b|body\b(?!\s*&&))`;
const parsed = String.raw`(?:JSON\.parse|Object\.fromEntries|\w+\.parse)\(\s*(?:new \w+\(|await\s+)*(?:${source}|form\b|formData\b)`;
const body = String.raw`\(*(?:await\s+)?(?:${source}|${parsed})`;
const spreadBody = new RegExp(String.raw`(?:\.\.\.|Object\.assign\([^;)]*?,\s*)${body}`, "g");
/** Names that hold a body: \`const card = req.body\`, \`const { order, ...card } = await c.req.json()\`. */
const named = new RegExp(
  String.raw`\b(?:const|let|var)\s+(?:(\w+)|\{[^{}]*?\.\.\.(\w+)\s*\})(?:\s*:\s*[^=]+)?\s*=\s*${body}`,
  "g",
);

/** The spreads of a shopper's request in a text. */
function spreadsIn(text: string): readonly string[] {
  const names = [...text.matchAll(named)].flatMap(([, whole, rest]) => whole ?? rest ?? []);
  const spreadNames = names.flatMap((name) =>
    // Where the rest is declared, its name stands before the end of the pattern.
    [...text.matchAll(new RegExp(String.raw`\.\.\.${name}\b(?!\s*\}\s*(?::[^=]+)?=)`, "g"))].map(
      ([found]) => found,
    ),
  );
  return [...[...text.matchAll(spreadBody)].map(([found]) => found), ...spreadNames];
}

/** The spreads of the pane's keys that stand after other keys. */
function lateSpreadsIn(text: string): readonly string[] {
  return [...text.matchAll(/\.\.\.readFormValue\(/g)].flatMap(({ index }) =>
    /[{`]\s*(?:\/\/.*\s*)?$/.test(text.slice(0, index))
      ? []
      : [text.slice(Math.max(0, index - 60), index + 20)],
  );
}

const files = execFileSync(
  "git",
  ["ls-files", "*.md", "apps/examples", "apps/demo/server", "e2e/src/merchant", "packages/*/src/*"],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => /\.(md|[jt]sx?|mjs|vue|svelte)$/.test(file))
  // Of tests, only what the documentation quotes, and what it is quoted by.
  .filter(
    (file) => !/\.test(-\w+)?\.tsx?$|\.spec\.ts$|\/testing\//.test(file) || file.includes("/src/examples/"),
  );

/** Of the packages' sources only the comments, which the references quote. */
function readText(file: string): string {
  // The files of snippets are among the files.
  const text = readFileSync(root + file, "utf8").replaceAll(snippetBlock, "");
  if (!file.startsWith("packages/") || file.endsWith(".md") || file.includes("/examples/")) return text;
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].join("\n");
}

it("no text, sample or example spreads a request, or lets the pane's keys follow the server's [T-P31]", () => {
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) => {
    const text = readText(file);
    return [...spreadsIn(text), ...lateSpreadsIn(text)].map((spread) => `${file}: ${spread}`);
  });
  expect(found).toEqual([]);
});

describe("the check finds", () => {
  it.each([
    "pass `...req.body` in place of `readFormValue(...)`",
    "pay({ reference, price, ...req.body })",
    "pay({ ...request.body, reference })",
    "pay({ ...ctx.request.body })",
    "pay({ ...(await request.json()), price })",
    "pay({ ...(await c.req.json()) })",
    "pay({ ...(await c.req.parseBody()) })",
    "pay({ ...Object.fromEntries(await request.formData()) })",
    "pay({ ...Object.fromEntries(new URLSearchParams(body)) })",
    "pay({ ...Object.fromEntries(form) })",
    "pay({ ...JSON.parse(event.body) })",
    "pay(Object.assign({ price }, req.body))",
    "pay(Object.assign({}, order, request.body))",
    "const card = req.body;\npay({ ...card, price })",
    "const { order, ...card } = await c.req.json();\npay({ ...card, price })",
    "const card: Form = await request.formData();\npay({ ...card })",
  ])("%s", (text) => {
    expect(spreadsIn(text)).toHaveLength(1);
  });

  it.each([
    "pay({\n  reference,\n  ...readFormValue(req.body.payment),\n})",
    "pay({ price, ...readFormValue(card) })",
  ])("%j", (text) => {
    expect(lateSpreadsIn(text)).toHaveLength(1);
  });

  it.each([
    "pay({ ...readFormValue(req.body), price })",
    "pay({\n  // the pane's\n  ...readFormValue(await request.json()),\n  price,\n})",
    "const { order, ...card } = await c.req.json();\npay({ ...readFormValue(card), price })",
    "`...readFormValue(req.body.payment)` passes token and device data",
    "(...request) => fetch(...request)",
  ])("nothing in %j", (text) => {
    expect([...spreadsIn(text).filter((it) => it !== "...request"), ...lateSpreadsIn(text)]).toEqual([]);
  });
});
