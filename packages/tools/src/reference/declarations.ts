/** Reads declarations and their doc comments from the sources of a package, without a type checker. */
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import ts from "typescript";
import { root } from "../process/program.ts";

/** A name that a package exports. */
export interface Exported {
  readonly name: string;
  readonly signature: string;
  readonly description: string;
  readonly isType: boolean;
}

/** Every name that an index exports, read from the file that declares it. */
export function readExports(index: string): readonly Exported[] {
  return reexports(parse(index)).map(({ name, from }) => {
    const found = findDeclaration(resolve(index, from), name);
    if (!found) throw new Error(`${index} exports ${name}, and ${from} does not declare it.`);
    return { name, ...found };
  });
}

/** A property of an interface. */
export interface Option {
  readonly name: string;
  /** The type as written in the source, without `undefined`. */
  readonly type: string;
  readonly isRequired: boolean;
  /** The text of `@default`, or empty. */
  readonly default: string;
  readonly description: string;
}

/** The properties of an interface, inherited ones first, without deprecated ones. */
export function readOptions(path: string, name: string): readonly Option[] {
  const file = parse(path);
  const found = file.statements.find(
    (node): node is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(node) && node.name.text === name,
  );
  if (!found) return readOptions(importedFrom(file, path, name), name);
  const inherited = (found.heritageClauses ?? []).flatMap(({ types }) =>
    types.flatMap((type) => inheritedOptions(type, file, path)),
  );
  return [...inherited, ...found.members.filter(ts.isPropertySignature).flatMap((it) => optionOf(it, file))];
}

/** The properties inherited by `extends Other` and `extends Pick<Other, "a" | "b">`. */
function inheritedOptions(
  { expression, typeArguments }: ts.ExpressionWithTypeArguments,
  file: ts.SourceFile,
  path: string,
): readonly Option[] {
  const name = expression.getText(file);
  if (name !== "Pick") return readOptions(path, name);
  const [from, picked] = (typeArguments ?? []).map((it) => it.getText(file));
  return readOptions(path, from ?? "").filter((it) => picked?.includes(`"${it.name}"`));
}

function optionOf(node: ts.PropertySignature, file: ts.SourceFile): readonly Option[] {
  const tags = ts.getJSDocTags(node);
  if (tags.some(({ tagName }) => tagName.text === "deprecated")) return [];
  const written = node.type?.getText(file) ?? "";
  const fallback = tags.find(({ tagName }) => tagName.text === "default");
  return [
    {
      name: node.name.getText(file),
      type: written.replace(/ \| undefined$/, "").replace(/^\((.*)\)$/s, "$1"),
      isRequired: !node.questionToken,
      default: fallback ? textOf(fallback.comment) : "",
      description: descriptionOf(node),
    },
  ];
}

/** A variant of a union of object types that is discriminated by `type`. */
export interface Variant {
  readonly types: readonly string[];
  /** Its other properties, with a `?` after those that may be `undefined`. */
  readonly fields: readonly string[];
  readonly description: string;
}

/** The variants of a union, each with the comment before it. */
export function readVariants(path: string, name: string): readonly Variant[] {
  const file = parse(path);
  const union = file.statements.find(
    (node): node is ts.TypeAliasDeclaration => ts.isTypeAliasDeclaration(node) && node.name.text === name,
  )?.type;
  if (!union || !ts.isUnionTypeNode(union)) throw new Error(`${path} declares no union ${name}.`);
  let end = union.pos;
  return union.types.filter(ts.isTypeLiteralNode).map((node) => {
    const [, description = ""] =
      /\/\*\* ([\s\S]*?) \*\//.exec(file.text.slice(end, node.getStart(file))) ?? [];
    end = node.end;
    const members = node.members.filter(ts.isPropertySignature);
    const typeOf = (member: ts.PropertySignature) => member.type?.getText(file) ?? "";
    const discriminant = members.find((member) => member.name.getText(file) === "type");
    return {
      types: discriminant ? typeOf(discriminant).replaceAll('"', "").split(" | ") : [],
      fields: members
        .filter((member) => member !== discriminant)
        .map((member) => member.name.getText(file) + (typeOf(member).includes("undefined") ? "?" : "")),
      description: description.replaceAll(/\s*\n\s*\*?\s*/g, " "),
    };
  });
}

function importedFrom(file: ts.SourceFile, path: string, name: string): string {
  for (const node of file.statements) {
    const from =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : undefined;
    if (from && ts.isStringLiteral(from) && new RegExp(`\\b${name}\\b`).test(node.getText(file))) {
      return resolve(path, from.text);
    }
  }
  throw new Error(`${path} neither declares nor imports ${name}.`);
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

/** The text of a doc comment without its tags. */
function descriptionOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  return textOf(comment?.comment);
}

/** The text of a comment on one line, escaped for Markdown in which HTML and Vue's braces have a meaning. */
function textOf(comment: ts.JSDoc["comment"]): string {
  return (ts.getTextOfJSDocComment(comment) ?? "")
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll(/\s*\n\s*/g, " ")
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replaceAll("<", "&lt;").replaceAll("{{", "{ {")))
    .join("")
    .trim();
}

function resolve(from: string, specifier: string): string {
  const contract = /^@cardpane\/contract\/([\w-]+)$/.exec(specifier);
  if (specifier === "@cardpane/gateway") return "packages/gateway/src/index.ts";
  return contract
    ? `packages/contract/src/${contract[1]}/index.ts`
    : posix.join(posix.dirname(from), specifier);
}

function parse(path: string): ts.SourceFile {
  if (!existsSync(root + path)) throw new Error(`There is no file ${path}.`);
  return ts.createSourceFile(path, readFileSync(root + path, "utf8"), ts.ScriptTarget.Latest, true);
}
