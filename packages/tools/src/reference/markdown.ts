/** Markdown of the references. */

/** Stands below the title of each. */
export const generatedNote =
  "Generated from the code by `packages/tools/src/reference/main.ts`; do not edit. The guide is [README.md](README.md).";

/** A table; a cell is one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map((row) => line(row.map(cell)))].join("\n");
}

/** One line; a `|` would end the cell, in code too. */
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
}

/** Inline code. */
export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
