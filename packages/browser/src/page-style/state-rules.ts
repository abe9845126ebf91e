/** Finds the page's style rules for an element in a state that it does not have now. */
import { unclobbered } from "../ui/unclobbered.ts";

/** The properties that tokens are read from, and custom properties, which their values may refer to. */
const relevant =
  /^(color|background-color|border(-bottom)?-(color|width)|box-shadow|outline-(color|style|width)|--.*)$/;

/**
 * The shorthands that may declare the relevant properties. If the value of a shorthand has `var()`, its properties have no value of
 * their own until it is computed: a browser lists them with an empty text.
 */
const shorthands = ["border-bottom", "border-color", "border-width", "border", "outline", "background"];

/**
 * The declarations that would apply to an element in a state, in the order of the cascade, without importance and layers: for each
 * relevant property, the property or shorthand that declares it and its value. Style sheets of other origins cannot be read.
 *
 * @param state matches the state in a selector; with the flag `g`
 */
export function declarationsFor(
  element: Element,
  state: RegExp,
): ReadonlyMap<string, readonly [property: string, value: string]> {
  const found: { readonly style: CSSStyleDeclaration; readonly weight: number }[] = [];
  const root = unclobbered(element.getRootNode() as Document | ShadowRoot);
  for (const sheet of [...root.styleSheets, ...(root.adoptedStyleSheets ?? [])]) {
    for (const [selector, style] of rulesOf(sheet)) {
      if (selector.search(state) < 0) continue;
      const weight = weightOf(element, selector, state);
      if (weight >= 0) found.push({ style, weight });
    }
  }
  const declarations = new Map<string, readonly [string, string]>();
  // Sorting is stable, so that of equal weights the later rule applies.
  for (const { style } of found.sort((a, b) => a.weight - b.weight)) {
    const properties: string[] = [];
    for (let index = 0; index < style.length; index++) {
      const property = style.item(index);
      if (relevant.test(property)) properties.push(property);
    }
    const isPending = (property: string) => style.getPropertyValue(property) === "";
    // Shorthands first, because the rule's own longhands override them.
    for (const property of properties.sort((a, b) => Number(isPending(b)) - Number(isPending(a)))) {
      const by = isPending(property) ? (shorthandOf(property, style) ?? property) : property;
      // At the end again: a later declaration is applied after every earlier one.
      declarations.delete(property);
      declarations.set(property, [by, style.getPropertyValue(by)]);
    }
  }
  return declarations;
}

/** The shorthand that declares a property: all words of its name are words of the property. */
function shorthandOf(property: string, style: CSSStyleDeclaration): string | undefined {
  const words = property.split("-");
  return shorthands.find(
    (name) => name.split("-").every((word) => words.includes(word)) && style.getPropertyValue(name) !== "",
  );
}

/** Every style rule of the media queries that match now; a nested rule has its whole selector. */
function* rulesOf(group: CSSStyleSheet | CSSRule, within = ""): Iterable<[string, CSSStyleDeclaration]> {
  for (const rule of readable(group)) {
    if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) continue;
    // Declarations of a style rule that follow a rule nested in it.
    const { style } = rule as Partial<CSSStyleRule>;
    if (within && style && !(rule instanceof CSSStyleRule)) yield [within, style];
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
  for (const selector of partsOf(list)) {
    // A selector that excludes the state is for another state.
    if (selector.search(state) < 0 || /:not\([^)]*:(focus|hover|disabled)/.test(selector)) continue;
    // A selector that always matches, in place of the state, because an empty `:is()` matches nothing.
    const rest = selector.replace(state, ":is(*)");
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

/** The selectors of a list, which are separated by the commas outside of parentheses. */
function partsOf(list: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const character of list) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}
