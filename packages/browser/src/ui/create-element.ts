import { pageDocument } from "./unclobbered.ts";

interface Parts {
  /** Set by CSSOM, which the strictest policies allow, unlike a style attribute. */
  readonly style?: string;
  readonly children?: readonly (HTMLElement | string)[];
}

/** Creates an element with its properties, style and children. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  { style = "", children = [] }: Parts = {},
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(pageDocument.createElement(name), properties);
  element.style.cssText = style;
  element.append(...children);
  return element;
}
