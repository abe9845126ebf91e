/**
 * DOM clobbering: a named element hides the member of the document that has its name (`<img name="currentScript">`), and a
 * named control that of its form (`<input name="requestSubmit">`). Tags as harmless as these get through a sanitizer, and may
 * stand before this package's script. Its rule:
 *
 * - The document is read through `pageDocument`; Biome refuses the global in this package.
 * - A node that may be a form or the document (what a pane is put into and what is around that) is read through
 *   `unclobbered(node)`.
 * - A property of the window that an element may stand for, as `Cardpane`, counts only where it is the window's own: elements
 *   are found behind those.
 */

/** A node with the members of its class, whatever elements are named. For reading and calling; it is no node itself. */
export function unclobbered<Target extends EventTarget>(node: Target): Target {
  const members = Object.getPrototypeOf(node);
  return new Proxy(node, {
    get(_, name) {
      const member = Reflect.get(members, name, node);
      return typeof member === "function" ? member.bind(node) : member;
    },
  });
}

/** The page's document, read when it is used: a server, which imports this file too, has none. */
export const pageDocument = new Proxy({} as Document, {
  get: (_, name) => Reflect.get(unclobbered(document), name),
});
