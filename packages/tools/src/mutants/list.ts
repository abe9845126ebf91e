/**
 * The defences of mutants.txt, each with an edit that removes it, and the unit tests of which one must then fail. Three lines are
 * one defence: what it is, the text in the file, and the text in its place. A line with # begins another file, and names its
 * tests; ⏎ is a line end. A test checks that every text occurs exactly once in its file, so that the list stays current.
 */
import { readFileSync } from "node:fs";
import { root } from "../process/program.ts";

/** The removal of one defence. */
export interface Mutant {
  /** The removed defence. */
  readonly defence: string;
  /** Path in the repository. */
  readonly file: string;
  /** The text to replace. It occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** Test files; at least one must fail. */
  readonly tests: readonly string[];
}

/** Reads a list. @throws Error for a line that is out of place */
export function parseMutants(text: string): readonly Mutant[] {
  return text.split(/^# /m).flatMap((block) => {
    const [head = "", ...lines] = block.trim().split("\n");
    const [file = "", ...tests] = head.split(" ");
    return Array.from({ length: Math.ceil(lines.length / 3) }, (_, index) => {
      const [defence = "", from, to] = lines.slice(3 * index, 3 * index + 3);
      if (tests.length === 0) throw new Error(`${file} has no test.`);
      return { defence, file, from: code(from, "-", defence), to: code(to, "+", defence), tests };
    });
  });
}

function code(line: string | undefined, sign: string, defence: string): string {
  if (line !== sign && !line?.startsWith(`${sign} `))
    throw new Error(`"${defence}" has no line with ${sign}.`);
  return line.slice(2).replaceAll("⏎", "\n");
}

/** All of them, in the list's order. */
export const mutants = parseMutants(readFileSync(`${root}packages/tools/src/mutants/mutants.txt`, "utf8"));
