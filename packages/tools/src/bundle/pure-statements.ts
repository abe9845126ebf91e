import type { Plugin, Rolldown } from "vite";

/**
 * Wraps what a module computes when it loads, such as a schema or a class with a base, in pure functions. Bundlers drop those that an
 * application does not use; otherwise one imported function would bring the whole package.
 */
export function pureStatements(): Plugin {
  return {
    name: "pure-statements",
    renderChunk(code) {
      let pure = code;
      // From the end, so that the earlier positions stay valid.
      for (const [start, end, text] of this.parse(code)
        .body.flatMap((node) => replaced(node, code))
        .reverse())
        pure = pure.slice(0, start) + text + pure.slice(end);
      return pure;
    },
  };
}

type Statement = ReturnType<Rolldown.PluginContext["parse"]>["body"][number];
type Replacement = readonly [start: number, end: number, text: string];

const pureKinds = /^(Literal|Identifier|ArrowFunctionExpression|FunctionExpression|ClassExpression)$/;

function replaced(node: Statement, code: string): readonly Replacement[] {
  if (node.type === "ClassDeclaration" && node.superClass)
    return [[node.start, node.end, `const ${node.id?.name} = ${wrapped(code.slice(node.start, node.end))};`]];
  if (node.type !== "VariableDeclaration") return [];
  return node.declarations.flatMap(({ id, init }) =>
    id.type === "Identifier" && init && !pureKinds.test(init.type)
      ? [[init.start, init.end, wrapped(code.slice(init.start, init.end))] as const]
      : [],
  );
}

function wrapped(expression: string): string {
  return `/* @__PURE__ */ (() => (${expression}))()`;
}
