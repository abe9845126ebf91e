/** Types of the part of sql.js that this package's tests use. sql.js ships no types. */
declare module "sql.js" {
  interface Statement {
    step(): boolean;
    getAsObject(): Record<string, unknown>;
    free(): boolean;
  }
  interface Database {
    run(text: string, values?: readonly unknown[]): Database;
    exec(
      text: string,
    ): readonly { readonly columns: readonly string[]; readonly values: readonly (readonly unknown[])[] }[];
    prepare(text: string, values?: readonly unknown[]): Statement;
  }
  export default function initSqlJs(): Promise<{ readonly Database: new () => Database }>;
}
