/** The groups of tokens in the theme editor. The contract's table lists all tokens; a new token gets its group by its name. */
import { fieldStates, type TokenName, tokenKinds } from "@cardpane/contract/appearance";

export const tokenGroups = ["colors", "type", "shape", ...fieldStates] as const;
export type TokenGroup = (typeof tokenGroups)[number];

/** Colours of a field's state are in the state's group, other colours in `colors`; fonts are in `type`, the rest in `shape`. */
export function groupOf(name: TokenName): TokenGroup {
  const kind = tokenKinds[name];
  if (kind === "color") {
    return fieldStates.find((state) => name !== "colorRingInvalid" && name.endsWith(state)) ?? "colors";
  }
  const isType = kind === "font" || kind === "weight" || /^(font|label|error)Size$|^letter|^line/.test(name);
  return isType ? "type" : "shape";
}

/** The tokens of a group, in the order of the table. */
export function tokensOf(group: TokenGroup): readonly TokenName[] {
  return (Object.keys(tokenKinds) as TokenName[]).filter((name) => groupOf(name) === group);
}
