/**
 * Tokens and texts as lines of `name: value`, for a text area and for the page's address. No token's value can contain a
 * semicolon or a line break, so tokens may share one line.
 */
import type { PaneTexts } from "@cardpane/browser";
import { fittingTokens, type Tokens, tokenKinds } from "@cardpane/contract/appearance";
import { ownTextGuards, partial, text } from "@cardpane/contract/messages";

/** Longer than all tokens, and than all texts. */
const maxCharacters = 16_000;

/** Parses tokens, `radius: 4; colorText: #123456`; `undefined` if one is unknown or its value is invalid. */
export function readTokens(given: string): Tokens | undefined {
  const lines = split(given, /[;\n]/);
  if (!lines) return undefined;
  const refused: string[] = [];
  const tokens = Object.fromEntries(lines.map(([name, value]) => [name, typed(name, value)]));
  const fitting = fittingTokens(tokens, (name) => refused.push(name));
  return refused.length > 0 ? undefined : fitting;
}

/** Converts sizes and weights to numbers; other values stay texts, and `fittingTokens` rejects invalid ones. */
function typed(name: string, value: string): string | number {
  const kind = Object.hasOwn(tokenKinds, name) ? tokenKinds[name as keyof typeof tokenKinds] : undefined;
  const isNumber = kind === "weight" || typeof kind === "object";
  return isNumber && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

const longText = text(1, 300);
const readOwnTexts = partial({ ...ownTextGuards, title: longText, failed: longText, retry: longText });

/** Parses texts, `labels.cvv: Code` and so on, one per line; `undefined` if one is unknown or too long. */
export function readTexts(given: string): PaneTexts | undefined {
  const lines = split(given, /\n/);
  if (!lines) return undefined;
  const texts: Branch = Object.create(null);
  for (const [path, value] of lines) {
    const names = path.split(".");
    const last = names.pop();
    const branch = names.reduce<Branch | undefined>((at, name) => at && branchOf(at, name), texts);
    if (!branch || last === undefined || names.length > 2) return undefined;
    branch[last] = value;
  }
  // Validates texts from the address with the pane's own guards.
  return readOwnTexts(texts) as PaneTexts | undefined;
}

interface Branch {
  [name: string]: string | Branch;
}

/** The branch below a name; `undefined` if there is a text already. */
function branchOf(at: Branch, name: string): Branch | undefined {
  at[name] ??= Object.create(null) as Branch;
  const below = at[name];
  return typeof below === "object" ? below : undefined;
}

/** The lines that are not empty; `undefined` if there is none, or one does not have the form `name: value`. */
function split(given: string, separator: RegExp): readonly (readonly [string, string])[] | undefined {
  if (given.length > maxCharacters) return undefined;
  const lines = given
    .split(separator)
    .map((line) => line.trim())
    .filter(Boolean);
  const pairs = lines.flatMap((line) => {
    const [, name, value] = /^([\w.]{1,60})\s*:\s*(.+)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return pairs.length > 0 && pairs.length === lines.length ? pairs : undefined;
}
