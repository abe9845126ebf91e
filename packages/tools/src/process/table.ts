/** Prints a table; the first row is its head. */
export function printTable(table: readonly (readonly string[])[]): void {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of table) {
    console.log(
      widths
        .map((width, column) => (row[column] ?? "").padEnd(width))
        .join("  ")
        .trimEnd(),
    );
  }
}
