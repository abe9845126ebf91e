/** Helpers for the Markdown of the references. */

/** The note below the title of every reference. */
export const generatedNote =
  "Generated from the code by `npm run reference`; do not edit. Guides: [README.md](README.md).";

/** A table. Each cell is put on one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map((row) => line(row.map(cell)))].join("\n");
}

/** Puts a cell's text on one line and escapes `|`, which would end the cell, even in code. */
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
}

/** Inline code. */
export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
