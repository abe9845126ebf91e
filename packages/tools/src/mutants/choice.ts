/** Selects the mutants of a run: all, those that a text names, or one shard of them. */
import { parseArgs } from "node:util";
import type { Mutant } from "./list.ts";

/** The selection on the command line. */
export interface Choice {
  /** Part of a file's path or of a defence. */
  readonly text: string | undefined;
  /** The shard `index` of `count`; `{ index: 1, count: 1 }` selects all. */
  readonly shard: { readonly index: number; readonly count: number };
}

/** @throws Error for an unknown option, and for an invalid shard. */
export function parseChoice(args: readonly string[]): Choice {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { shard: { type: "string", default: "1/1" } },
  });
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(values.shard) ?? []).map(Number);
  if (index < 1 || index > count)
    throw new Error(`--shard ${values.shard} is no share. Write --shard 2/8 for the second of eight.`);
  return { text: positionals[0], shard: { index, count } };
}

/**
 * The mutants of a choice, in the list's order. Each mutant is in exactly one shard.
 *
 * @throws Error if no mutant is selected, so that a misspelt text does not pass
 */
export function chooseMutants(
  mutants: readonly Mutant[],
  { text, shard: { index, count } }: Choice,
): readonly Mutant[] {
  const named = mutants.filter(({ file, defence }) => !text || `${file} ${defence}`.includes(text));
  if (named.length === 0) throw new Error(`No mutant's file or defence contains ${text}.`);
  const bound = (part: number) => Math.round((named.length * part) / count);
  const chosen = named.slice(bound(index - 1), bound(index));
  if (chosen.length === 0) throw new Error(`${count} shards are too many for ${named.length} mutants.`);
  return chosen;
}
