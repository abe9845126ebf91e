/**
 * Makes an element, its style property by property: the strictest policies allow that, and no style attribute.
 */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  style: Partial<CSSStyleDeclaration> = {},
  children: readonly HTMLElement[] = [],
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  Object.assign(element.style, style);
  element.append(...children);
  return element;
}
