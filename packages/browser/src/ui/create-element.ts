import { pageDocument } from "./unclobbered.ts";

type Properties<Created> = Partial<Omit<Created, "style">> & {
  /** Set by CSSOM (the property forwards to `cssText`), which the strictest policies allow, unlike a style attribute. */
  readonly style?: string;
};

/** Creates an element with its properties, style and children. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties<HTMLElementTagNameMap[Name]> = {},
  children: readonly (HTMLElement | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(pageDocument.createElement(name), properties);
  element.append(...children);
  return element;
}
