/** The two lanes of tests: `npm test` runs the fast one, `npm run nightly` both (packages/tools/src/run/steps.ts). */

/** Whether everything runs. */
export const isNightly = Boolean(process.env["NIGHTLY"]);

/** The rows of a table that `npm test` tries, by their index. The nightly run tries all. */
export function someOf<Row>(rows: readonly Row[], ...indices: readonly number[]): readonly Row[] {
  const chosen = rows.filter((_, index) => indices.includes(index));
  if (chosen.length !== indices.length) throw new Error(`The table has ${rows.length} rows.`);
  return isNightly ? rows : chosen;
}
