/**
 * Makes an element. Its style is set by script: the strictest policies allow that, and no style attribute.
 */
import { pageDocument } from "./unclobbered.ts";
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  style = "",
  children: readonly HTMLElement[] = [],
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(pageDocument.createElement(name), properties);
  element.style.cssText = style;
  element.append(...children);
  return element;
}
