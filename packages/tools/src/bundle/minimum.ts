/**
 * The oldest browsers that page and frame work in: iOS and Safari 15.4, Chrome and WebView 92, Samsung Internet 16, Firefox ESR 102.
 * The build refuses a script that one of them cannot parse, and names of the platform that one of them lacks.
 */
import { parse } from "acorn";

/** What the oldest browsers lack, and why a script that has it is refused. A name after `?.` is asked for first. */
const refused: readonly (readonly [name: string, found: RegExp, instead: string])[] = [
  ["a static block", /\bstatic ?\{/, "Safari 16.4. Write a static getter or method"],
  ["lookbehind", /\(\?<[=!]/, "Safari 16.4. Match the character before, in a group"],
  ["Object.hasOwn", /\bObject\.hasOwn\b/, "Chrome 93. Use hasOwn() of the contract"],
  [
    "a newer method of lists",
    /[^?]\.(findLast|findLastIndex|toSorted|toReversed|toSpliced|group)\(/,
    "Chrome 97 to 122",
  ],
  [
    "a newer function",
    /\b(structuredClone|Promise\.withResolvers|Array\.fromAsync|Object\.groupBy|URL\.(canParse|parse))\b/,
    "Chrome 98 to 126",
  ],
  ["a newer signal", /\bAbortSignal\.(timeout|any|abort)\b/, "Chrome 93 to 116. Use an AbortController"],
  ["a newer method of strings", /[^?]\.(isWellFormed|toWellFormed)\(/, "Chrome 111"],
  [
    "a newer method of elements",
    /[^?]\.(checkVisibility|showPopover|hidePopover|togglePopover|setHTML)\(/,
    "Chrome 105 to 114",
  ],
  ["setFormValue()", /\.setFormValue\(/, "Safari 16.4. Add the value in the event formdata"],
  [
    ":autofill in matches()",
    /\.matches\([^)]*(?<!is\([^)]*):autofill/,
    "Chrome 110 throws. Write :is(:autofill)",
  ],
];

/** What libraries for old browsers replace with something else, so that a script in a page that is not ours may not use it. */
const replaced: typeof refused = [
  ["Array.from", /\bArray\.from\b/, "Prototype.js, MooTools. Spread the list"],
  [
    "reduce() or entries() of lists",
    /[^?]\.(reduce|reduceRight)\(|\w\.entries\(\)/,
    "Prototype.js. Write a loop",
  ],
  ["performance", /\bperformance\b/, "a variable of the page. Use Date"],
];

/** Names that a script may use if it also asks for them. */
const guarded: readonly (readonly [name: string, use: RegExp, guard: RegExp])[] = [
  ["constructed style sheets", /new CSSStyleSheet\b/, /["']replaceSync["'] ?in\b/],
  ["modulepreload", /["']modulepreload["']/, /\.supports\(["']modulepreload["']\)/],
];

interface Script {
  readonly sourceType: "script" | "module";
  /** The script runs in a merchant's page, with the page's own scripts. */
  readonly isInPage: boolean;
}

/** Why a script does not run in every supported browser, or not in every page; empty if it does. */
export function unfit(code: string, { sourceType, isInPage }: Script): readonly string[] {
  const complaints: string[] = [];
  try {
    parse(code, { ecmaVersion: 2022, sourceType });
  } catch (error) {
    complaints.push(`syntax: ${error instanceof Error ? error.message : error}`);
  }
  for (const [name, found, instead] of [...refused, ...(isInPage ? replaced : [])])
    if (found.test(code)) complaints.push(`${name}: ${instead}.`);
  for (const [name, use, guard] of guarded)
    if (use.test(code) && !guard.test(code)) complaints.push(`${name} without asking for them first`);
  const declarations = code.split(/[;{}]/).map((text) => text.trim());
  for (const [index, text] of declarations.entries()) {
    if (/\ddvh/.test(text) && declarations[index - 1] !== text.replaceAll("dvh", "vh"))
      complaints.push(`dvh without vh before it (Chrome 108): ${text.slice(0, 60)}`);
  }
  return complaints;
}
