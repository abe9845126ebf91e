/**
 * The reference of `@cardpane/browser`, read from its code: options, attributes, properties, methods, events, states, errors and
 * design tokens. A unit test fails when the written file is not current.
 *
 *   node --conditions=source --import tsx packages/tools/src/browser-reference.ts     writes packages/browser/REFERENCE.md
 */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { propertyName, type TokenKind, tokenKinds } from "../../contract/src/appearance/index.ts";
import { errorCodes } from "../../contract/src/errors/index.ts";
import { type ElementDeclaration, readElements, readInterface } from "./custom-elements.ts";
import { root } from "./run.ts";

/** Where the reference is written. */
export const referencePath = `${root}packages/browser/REFERENCE.md`;

/** The text of the reference. */
export function browserReference(): string {
  const { modules } = readElements();
  return `${[
    "# Reference of @cardpane/browser",
    "Generated from the code by `packages/tools/src/browser-reference.ts`; do not edit. The guide is [README.md](README.md).",
    "## Options",
    "Of `createCardPane(options)` and `update(options)`.",
    table(
      ["option", "type", "default", ""],
      readInterface("pane/options.ts", "CardPaneOptions").map(
        ({ name, type, description, default: value }) => [
          code(name),
          code(type.replace(/ \| undefined$/, "")),
          value === "" ? "" : code(value),
          description,
        ],
      ),
    ),
    ...modules[0].declarations.flatMap(elementSections),
    "## Errors",
    "`CardpaneError` has `code`, `actor`, `retryable`, `message`, `text` (for the shopper, or empty) and `fields`.",
    table(
      ["code", "actor", "retry", "message"],
      Object.entries(errorCodes).map(([name, { actor, retryable, message }]) => [
        code(name),
        actor,
        retryable ? "yes" : "",
        message,
      ]),
    ),
    "## Design tokens",
    "Keys of `tokens` and `darkTokens`; each is also a custom property of the element. Lengths are CSS pixels.",
    table(
      ["token", "custom property", "value"],
      Object.entries(tokenKinds).map(([name, kind]) => [
        code(name),
        code(propertyName(name, "--cardpane-")),
        kindText(kind),
      ]),
    ),
  ].join("\n\n")}\n`;
}

function elementSections(element: ElementDeclaration): readonly string[] {
  const { tagName, attributes, members, events, cssStates, cssParts } = element;
  const named = (list: readonly { readonly name: string; readonly description: string }[]) =>
    list.map(({ name, description }) => [code(name), description]);
  const typed = (kind: "field" | "method") =>
    members
      .filter((member) => member.kind === kind)
      .map(({ name, type, description }) => [code(name), code(type.text), description]);
  const section = (title: string, head: readonly string[], rows: readonly (readonly string[])[]) =>
    rows.length > 0 ? [`### ${title} of \`<${tagName}>\``, table(head, rows)] : [];
  return [
    `## \`<${tagName}>\``,
    element.description,
    ...section("Attributes", ["attribute", ""], named(attributes)),
    ...section("Properties", ["property", "type", ""], typed("field")),
    ...section("Methods", ["method", "type", ""], typed("method")),
    ...section(
      "Events",
      ["event", "type", ""],
      events.map(({ name, type, description }) => [code(name), code(type.text), description]),
    ),
    ...section("States", ["state", ""], named(cssStates)),
    ...section("Parts", ["part", ""], named(cssParts)),
  ];
}

function kindText(kind: TokenKind): string {
  if (typeof kind !== "string") return `${kind[0]} to ${kind[1]}`;
  return kind === "sides" ? "`all` or `bottom`" : kind;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map((row) => line(row.map(cell)))].join("\n");
}

/** One line; a `|` would end the cell, in code too. */
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
}

function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(referencePath, browserReference());
  ts.sys.write(`${referencePath} is current.\n`);
}
