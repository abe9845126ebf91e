/**
 * Protects against DOM clobbering: a named element shadows the document's member with the same name
 * (`<img name="currentScript">`), and a named control shadows the member of its form (`<input name="requestSubmit">`). A sanitizer
 * does not remove such tags, and they may precede this package's script. The rules of this package:
 *
 * - The document is read through `pageDocument`; Biome refuses the global in this package.
 * - A node that may be a form or the document (the element of a pane and its ancestors) is read through `unclobbered(node)`.
 * - A property of the window that a named element may shadow, such as `Cardpane`, counts only if it is an own property: named
 *   elements are not own properties.
 */

/** A proxy that reads the members of the node's class, which no named element can shadow. The proxy is not a node itself. */
export function unclobbered<Target extends EventTarget>(node: Target): Target {
  const members = Object.getPrototypeOf(node);
  return new Proxy(node, {
    get(_, name) {
      const member = Reflect.get(members, name, node);
      return typeof member === "function" ? member.bind(node) : member;
    },
  });
}

/** The page's document, read on each access, because a server, which also imports this file, has none. */
export const pageDocument = new Proxy({} as Document, {
  get: (_, name) => Reflect.get(unclobbered(document), name),
});
