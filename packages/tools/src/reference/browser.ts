/** The reference of `@cardpane/browser`: options, attributes, properties, methods, events, states, errors and design tokens. */
import { propertyName, type TokenKind, tokenKinds } from "../../../contract/src/appearance/index.ts";
import { errorCodes } from "../../../contract/src/errors/index.ts";
import { type ElementDeclaration, readElements } from "../bundle/custom-elements.ts";
import { code, generatedNote, table } from "./markdown.ts";
import { optionTable } from "./option-table.ts";

/** The text of the reference. */
export function browserReference(): string {
  const { modules } = readElements();
  return `${[
    "# Reference of @cardpane/browser",
    generatedNote,
    "## Options",
    "Of `createCardPane(options)` and `update(options)`.",
    optionTable("packages/browser/src/api/options.ts", "CardPaneOptions"),
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
