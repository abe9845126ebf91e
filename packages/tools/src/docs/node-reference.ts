/** The list of what `@cardpane/node` exports, with the doc comments of the sources. */
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import ts from "typescript";
import { root } from "../run.ts";

interface Exported {
  readonly name: string;
  readonly signature: string;
  readonly description: string;
  readonly isType: boolean;
}

/** The page, in Markdown. */
export function nodeReference(): string {
  const all = readExports("packages/node/src/index.ts");
  const rows = (isType: boolean) => [...all].filter((it) => it.isType === isType).sort(byName);
  return `${[
    "---\noutline: 2\n---",
    "# Exports of @cardpane/node",
    "Generated from the sources and their doc comments. Options, methods of the wallet and the stores are in the guide: [quick start](/server/express), [going live](/going-live), [notifications](/notifications), [wallet](/wallet). The package's declarations have a comment for every field.",
    "## Functions, classes and values",
    ...rows(false).map(
      ({ name, signature, description }) =>
        `### \`${name}\`\n\n${description}${signature ? `\n\n\`\`\`ts\n${signature}\n\`\`\`` : ""}`,
    ),
    "## Types",
    ["| type | description |", "| --- | --- |"]
      .concat(
        rows(true).map(({ name, description }) => `| \`${name}\` | ${description.replaceAll("|", "\\|")} |`),
      )
      .join("\n"),
  ].join("\n\n")}\n`;
}

const byName = (a: Exported, b: Exported) => a.name.localeCompare(b.name, "en");

/** Every name that an index lists, found in the file that declares it. */
export function readExports(index: string): readonly Exported[] {
  return reexports(parse(index)).map(({ name, from }) => {
    const found = findDeclaration(resolve(index, from), name);
    if (!found) throw new Error(`${index} exports ${name}, and ${from} does not declare it.`);
    return { name, ...found };
  });
}

function reexports(file: ts.SourceFile): readonly { readonly name: string; readonly from: string }[] {
  return file.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) return [];
    if (!statement.moduleSpecifier || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    if (!ts.isNamedExports(statement.exportClause)) return [];
    const from = statement.moduleSpecifier.text;
    return statement.exportClause.elements.map(({ name }) => ({ name: name.text, from }));
  });
}

function findDeclaration(path: string, name: string): Omit<Exported, "name"> | undefined {
  const file = parse(path);
  for (const statement of file.statements) {
    const node = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.find((it) => it.name.getText(file) === name)
      : (ts.isFunctionDeclaration(statement) ||
            ts.isClassDeclaration(statement) ||
            ts.isInterfaceDeclaration(statement) ||
            ts.isTypeAliasDeclaration(statement)) &&
          statement.name?.text === name
        ? statement
        : undefined;
    if (!node) continue;
    return {
      description: descriptionOf(statement),
      signature: ts.isFunctionDeclaration(node) ? signatureOf(node, file) : "",
      isType: ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node),
    };
  }
  const next = reexports(file).find((it) => it.name === name);
  return next && findDeclaration(resolve(path, next.from), name);
}

function signatureOf(node: ts.FunctionDeclaration, file: ts.SourceFile): string {
  const start = node.name?.getStart(file) ?? node.getStart(file);
  const end = node.body?.getStart(file) ?? node.end;
  return file.text.slice(start, end).trim().replace(/;$/, "");
}

/** The comment's text without its tags, on one line, safe in Markdown that may hold HTML and Vue's braces. */
function descriptionOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  const text = ts.getTextOfJSDocComment(comment?.comment) ?? "";
  return text
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll(/\s*\n\s*/g, " ")
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replaceAll("<", "&lt;").replaceAll("{{", "{ {")))
    .join("")
    .trim();
}

function resolve(from: string, specifier: string): string {
  const contract = /^@cardpane\/contract\/([\w-]+)$/.exec(specifier);
  return contract
    ? `packages/contract/src/${contract[1]}/index.ts`
    : posix.join(posix.dirname(from), specifier);
}

function parse(path: string): ts.SourceFile {
  if (!existsSync(root + path)) throw new Error(`There is no file ${path}.`);
  return ts.createSourceFile(path, readFileSync(root + path, "utf8"), ts.ScriptTarget.Latest, true);
}
