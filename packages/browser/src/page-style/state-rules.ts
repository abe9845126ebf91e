/** Finds the page's style rules for an element in a state that it does not have now. */
import { unclobbered } from "../ui/unclobbered.ts";

/** The properties that tokens are read from, and custom properties, which their values may refer to. */
const relevant =
  /^(color|background-color|border(-bottom)?-(color|width)|box-shadow|outline-(color|style|width)|--.*)$/;

/**
 * The declarations that would apply to an element in a state, in the order of the cascade, without importance and layers. Style
 * sheets of other origins cannot be read.
 *
 * @param state matches the state in a selector; with the flag `g`
 */
export function declarationsFor(element: Element, state: RegExp): ReadonlyMap<string, string> {
  const found: { readonly style: CSSStyleDeclaration; readonly weight: number }[] = [];
  const root = unclobbered(element.getRootNode() as Document | ShadowRoot);
  for (const sheet of [...root.styleSheets, ...(root.adoptedStyleSheets ?? [])]) {
    for (const [selector, style] of rulesOf(sheet)) {
      if (selector.search(state) < 0) continue;
      const weight = weightOf(element, selector, state);
      if (weight >= 0) found.push({ style, weight });
    }
  }
  const declarations = new Map<string, string>();
  // Sorting is stable, so that of equal weights the later rule applies.
  for (const { style } of found.sort((a, b) => a.weight - b.weight)) {
    for (let index = 0; index < style.length; index++) {
      const property = style.item(index);
      if (relevant.test(property)) declarations.set(property, style.getPropertyValue(property));
    }
  }
  return declarations;
}

/** Every style rule of the media queries that match now; a nested rule has its whole selector. */
function* rulesOf(group: CSSStyleSheet | CSSRule, within = ""): Iterable<[string, CSSStyleDeclaration]> {
  for (const rule of readable(group)) {
    if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) continue;
    let selector = within;
    if (rule instanceof CSSStyleRule) {
      const { selectorText } = rule;
      selector = within ? selectorText.replaceAll("&", `:is(${within})`) : selectorText;
      yield [selector, rule.style];
    }
    yield* rulesOf(rule, selector);
  }
}

function readable(group: object): Iterable<CSSRule> {
  try {
    return ((group as Partial<CSSStyleSheet>).cssRules as Iterable<CSSRule> | undefined) ?? [];
  } catch {
    // The style sheet has another origin.
    return [];
  }
}

/** The highest specificity of a list of selectors that would match, or `-1`. */
function weightOf(element: Element, list: string, state: RegExp): number {
  let heaviest = -1;
  for (const selector of list.split(/,(?![^(]*\))/)) {
    // A selector that excludes the state is for another state.
    if (selector.search(state) < 0 || /:not\([^)]*:(focus|hover|disabled)/.test(selector)) continue;
    const rest = selector.replace(state, "").trim() || "*";
    try {
      if (!element.matches(rest)) continue;
    } catch {
      continue;
    }
    const count = (part: RegExp) => selector.match(part)?.length ?? 0;
    heaviest = Math.max(
      heaviest,
      count(/#/g) * 10_000 + count(/[.[]|:(?!:)/g) * 100 + count(/(^|[ >+~])[a-z]/gi),
    );
  }
  return heaviest;
}
