import type { Plugin } from "vite";

/**
 * Wraps each exported class that extends another one in a pure function. Bundlers keep such a class even if nothing imports it, because
 * its base and its static blocks may have effects: an application that only calls `createCardPane()` would carry both elements.
 */
export function pureClasses(): Plugin {
  return {
    name: "pure-classes",
    // After the compiler, so that the code is JavaScript.
    enforce: "post",
    transform(code, id) {
      if (!id.includes("/packages/browser/src/elements/")) return null;
      const wrapped = this.parse(code).body.flatMap((node) =>
        node.type === "ExportNamedDeclaration" &&
        node.declaration?.type === "ClassDeclaration" &&
        node.declaration.superClass
          ? [{ ...node, name: node.declaration.id?.name ?? "", class: node.declaration }]
          : [],
      );
      // From the end, so that the earlier positions stay valid. On the same lines, so that source maps do, too.
      const pure = wrapped.reduceRight(
        (text, { start, end, name, class: declared }) =>
          `${text.slice(0, start)}export const ${name} = /* @__PURE__ */ (() => ${text.slice(declared.start, declared.end)})();${text.slice(end)}`,
        code,
      );
      return { code: pure, map: null };
    },
  };
}
