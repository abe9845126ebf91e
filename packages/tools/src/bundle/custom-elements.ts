/**
 * Describes the elements of `@cardpane/browser` for editors and documentation: a custom elements manifest (schema 1.0.0), read
 * from types and doc comments, so that it is always current.
 *
 * The tags `@attr`, `@cssState` and `@cssPart` of a class describe attributes, states and parts: `@attr name - description`. The
 * attributes that set an option have the option's description.
 */
import ts from "typescript";
import { root } from "../process/program.ts";

/** A name with its description. */
interface Named {
  readonly name: string;
  readonly description: string;
}
interface Typed extends Named {
  readonly type: { readonly text: string };
}
interface Member extends Named {
  readonly kind: "field" | "method";
  readonly type: { readonly text: string };
  readonly readonly?: true;
}

/** The declaration of one element. */
export interface ElementDeclaration extends Named {
  readonly kind: "class";
  readonly customElement: true;
  readonly tagName: string;
  readonly attributes: readonly Named[];
  readonly members: readonly Member[];
  readonly events: readonly Typed[];
  readonly cssStates: readonly Named[];
  readonly cssParts: readonly Named[];
}

/** The part of the manifest's format that we use. */
export interface ElementsManifest {
  readonly schemaVersion: "1.0.0";
  readonly readme: string;
  readonly modules: readonly [
    {
      readonly kind: "javascript-module";
      readonly path: string;
      readonly declarations: readonly ElementDeclaration[];
      readonly exports: readonly object[];
    },
  ];
}

const source = `${root}packages/browser/src/`;
/** By its path: this project has no types of the DOM, which the module needs. */
const { attributeOptions }: { readonly attributeOptions: () => ReadonlyMap<string, string> } = await import(
  `${source}elements/attributes.ts`
);
/** Names of methods that the browser or the other element calls, not the page. */
const internal =
  /^(connectedCallback|.*MoveCallback|disconnectedCallback|.*ChangedCallback|form.*Callback|show)$/;

const elements = [
  { tagName: "card-pane", name: "CardPaneElement", file: "elements/card-pane.ts", events: "CardPaneEvents" },
  {
    tagName: "card-pane-field",
    name: "CardPaneFieldElement",
    file: "elements/card-pane-field.ts",
    events: null,
  },
] as const;

let program: ts.Program | undefined;

function readProgram(): ts.Program {
  const { config } = ts.readConfigFile(`${root}packages/browser/tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, `${root}packages/browser/`);
  program ??= ts.createProgram([`${source}index.ts`], options);
  return program;
}

/** Reads the elements from the sources of `@cardpane/browser`. */
export function readElements(): ElementsManifest {
  const program = readProgram();
  const path = "dist/define.js";
  return {
    schemaVersion: "1.0.0",
    readme: "README.md",
    modules: [
      {
        kind: "javascript-module",
        path,
        declarations: elements.map((element) => declarationOf(program, element)),
        exports: elements.map(({ tagName, name }) => ({
          kind: "custom-element-definition",
          name: tagName,
          declaration: { name, module: "dist/index.js" },
        })),
      },
    ],
  };
}

function declarationOf(
  program: ts.Program,
  { tagName, name, file, events }: (typeof elements)[number],
): ElementDeclaration {
  const checker = program.getTypeChecker();
  const symbol = exported(program, file, name);
  const tags = symbol.getJsDocTags(checker);
  return {
    kind: "class",
    customElement: true,
    tagName,
    name,
    description: ownText(symbol),
    attributes: [...(events ? optionAttributes(program) : []), ...tagged(tags, "attr")],
    members: membersOf(checker, checker.getDeclaredTypeOfSymbol(symbol)),
    events: events ? eventsOf(checker, exported(program, "api/events.ts", events)) : [],
    cssStates: tagged(tags, "cssState"),
    cssParts: tagged(tags, "cssPart"),
  };
}

function optionAttributes(program: ts.Program): readonly Named[] {
  const checker = program.getTypeChecker();
  const options = checker.getDeclaredTypeOfSymbol(exported(program, "api/options.ts", "CardPaneOptions"));
  return [...attributeOptions()].flatMap(([name, option]) => {
    const property = options.getProperty(option);
    return property ? { name, description: textOf(property, checker) } : [];
  });
}

function exported(program: ts.Program, file: string, name: string): ts.Symbol {
  const module = program.getSourceFile(`${source}${file}`);
  const symbols = module && program.getTypeChecker().getSymbolAtLocation(module)?.exports;
  const symbol = symbols?.get(ts.escapeLeadingUnderscores(name));
  if (!symbol) throw new Error(`${file} exports no ${name}.`);
  return symbol;
}

/** The public members that the package adds to an `HTMLElement`. */
function membersOf(checker: ts.TypeChecker, type: ts.Type): readonly Member[] {
  return type.getProperties().flatMap((property) => {
    const declaration = property.declarations?.find((one) => one.getSourceFile().fileName.startsWith(source));
    const name = property.getName();
    if (!declaration || internal.test(name) || name === "addEventListener" || name.startsWith("#")) return [];
    const memberType = checker.getTypeOfSymbol(property);
    // The pane's state. An option is read-only in the list of options only.
    const isState =
      ts.isPropertySignature(declaration) &&
      ts.isInterfaceDeclaration(declaration.parent) &&
      declaration.parent.name.text === "CardPane" &&
      memberType.getCallSignatures().length === 0;
    const isReadonly =
      isState || (ts.isGetAccessor(declaration) && !property.declarations?.some(ts.isSetAccessor));
    return {
      kind: memberType.getCallSignatures().length > 0 ? ("method" as const) : ("field" as const),
      name,
      description: textOf(property, checker),
      type: { text: typeText(checker, memberType, declaration) },
      ...(isReadonly ? { readonly: true as const } : {}),
    };
  });
}

function eventsOf(checker: ts.TypeChecker, symbol: ts.Symbol): readonly Typed[] {
  return checker
    .getDeclaredTypeOfSymbol(symbol)
    .getProperties()
    .map((event) => ({
      name: event.getName(),
      description: textOf(event, checker),
      type: { text: `CustomEvent<${writtenType(event)}>` },
    }));
}

function tagged(tags: readonly ts.JSDocTagInfo[], wanted: string): readonly Named[] {
  return tags
    .filter(({ name }) => name === wanted)
    .map(({ text }) => {
      const [name = "", ...description] = ts.displayPartsToString([...(text ?? [])]).split(" - ");
      return { name: name.trim(), description: description.join(" - ").trim() };
    });
}

/** The text of a type, without `import("...")`. */
function typeText(checker: ts.TypeChecker, type: ts.Type, at: ts.Node): string {
  return checker
    .typeToString(type, at, ts.TypeFormatFlags.NoTruncation)
    .replaceAll(/import\("[^"]*"\)\./g, "");
}

/** The type of a property as written in the source, with the names of types. */
function writtenType(property: ts.Symbol): string {
  const [declaration] = property.declarations ?? [];
  const type = declaration && ts.isPropertySignature(declaration) && declaration.type;
  if (!type) throw new Error(`The property ${property.getName()} has no type.`);
  return type.getText();
}

/** The comment of a class without that of the interface of the same name, with which it is merged. */
function ownText({ valueDeclaration }: ts.Symbol): string {
  const comments = valueDeclaration ? ts.getJSDocCommentsAndTags(valueDeclaration) : [];
  return comments
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "")
    .join(" ")
    .replace(/\s+/g, " ");
}

function textOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, " ");
}
