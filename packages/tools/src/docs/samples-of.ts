/** Code samples of Markdown. */

/** A snippet, which `npm run reference` writes, with the comments around it. */
export const snippetBlock = /^<!-- code: (\S+) -->\n[\s\S]*?^<!-- \/code -->$/gm;

/** A fenced block. */
export interface Sample {
  /** Path of the Markdown file in the repository. */
  readonly file: string;
  /** The number of the block's first line, from 1. */
  readonly line: number;
  /** The language that the fence names, for example `ts`; else empty. */
  readonly language: string;
  readonly code: string;
}

/** The fenced blocks of a Markdown text, without the snippets, whose files are checked themselves. */
export function samplesOf(file: string, markdown: string): readonly Sample[] {
  // The lines stay, so that the samples keep their numbers.
  const own = markdown.replaceAll(snippetBlock, (block) => block.replaceAll(/.+/g, ""));
  return [...own.matchAll(/^([ \t]*)```(\S*).*\n([\s\S]*?)^\1```[ \t]*$/gm)].map(
    ({ index, 2: language = "", 3: code = "" }) => ({
      file,
      line: own.slice(0, index).split("\n").length + 1,
      language,
      code,
    }),
  );
}
