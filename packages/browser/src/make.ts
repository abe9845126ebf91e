/**
 * Makes an element. Its style is set by script: the strictest policies allow that, and no style attribute.
 */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  style = "",
  children: readonly HTMLElement[] = [],
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.style.cssText = style;
  element.append(...children);
  return element;
}
